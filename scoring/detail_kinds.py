"""Details that a question may ask of a thing, and what a text that tells one must hold (zh, en, ru).

A sentence about a school uniform need not tell its colour; one that does has the word of a colour.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

DetailKind = Literal["person", "name", "make", "kinds", "worded"]


@dataclass(frozen=True, slots=True)
class Detail:
    """A detail that questions ask.

    Attributes:
        kind: what it is: the name of somebody or of something, who makes it, which of a number of kinds, or
            something else that some words tell.
        asks: how a question asks for it.
        tells: words or signs of which a text that tells it holds one; a name may do the same.
    """

    kind: DetailKind
    asks: re.Pattern[str]
    tells: re.Pattern[str]


def _detail(kind: DetailKind, asks: str, tells: str) -> Detail:
    return Detail(kind, re.compile(asks, re.IGNORECASE), re.compile(tells, re.IGNORECASE))


# Somebody by what he or she does.
_SOMEBODY_ZH = (
    r"(?:[人員员師师生]|[專专]家|教[練练授]|主任|經理|经理|[隊队館馆校院局處处科所站社店村鄉乡鎮镇里]長|"
    r"[隊队馆校院局处科所站社店村乡镇里]长|[職职]工|[學学]者|志工|歌手|畫家|画家|作家|[選选]手|冠[軍军])"
)
_MADE_BY_ZH = (
    r"(?:作者|[編编]者|[撰編编][寫写]|[編编][著纂]|著作|[寫写]的|[執执][筆笔]|[設设][計计]|"
    r"[繪绘][製制畫画]|[翻譯译]+者|攝影|摄影|"
    r"作[詞词曲]|[創创][辦办立作]|[發发]明|雕刻|[書书]法|[題题]字)"
)
_MADE_EN = (
    r"(?:wrote|written|authored|edited|designed|drew|painted|composed|carved|recarved|sculpted|translated|"
    r"illustrated|photographed|invented|choreographed|directed|compiled)"
)
_MADE_RU = (
    r"(?:написа|состави|нарисова|спроектирова|сочини|вырез|изваял|перев[её]л|переводи|проиллюстрирова|"
    r"сфотографирова|изобр[её]л|придума|поставил|расписа)"
)
_SEVERAL_ZH = r"(?:[兩两二三四五六七八九十幾几]|\d+)"
_NUMBER_EN = r"(?:two|three|four|five|six|seven|eight|nine|ten|\d+)"
_NUMBER_RU = r"(?:дв[ае]|двух|тр[иёе]х?|четыр[её]х?|пять|пяти|шесть|шести|семь|восемь|девять|десять|\d+)"

_LISTS = (
    r"、|[：:（(]|[「『“\"«]|(?:分別|分别|包括|即)|"
    r"\b(?:namely|including|such as|called|named|а именно|включая|под названием)\b"
)
WHICH = _detail("kinds", "", _LISTS)
"""Which one of several it is, where a question asks it of a thing that it names."""
DETAILS: tuple[Detail, ...] = (
    _detail(
        "kinds",
        rf"\b(?:which|what)(?: (?:are|were))?(?: the)? {_NUMBER_EN} \w+|"
        rf"哪{_SEVERAL_ZH}[種种個个項项家類类款位名]|"
        rf"{_SEVERAL_ZH}[種种個个項项家類类款][^，,？?]{{0,12}}(?:(?:各|分別|分别)?(?:是|為|为|叫|"
        rf"有)(?:什[麼么]|哪)|何[種种]|名[稱称字])|"
        rf"\bкаки(?:е|ми|х)(?: \w+)? {_NUMBER_RU}\b",
        _LISTS,
    ),
    _detail(
        "person",
        rf"{_SOMEBODY_ZH}[^，,？?]{{0,10}}(?:叫(?:做|作)?(?:什[麼么]|啥|何)|(?:的)?(?:名字|姓名|大名)|"
        rf"姓什[麼么])|"
        rf"(?:名字|姓名)[^，,？?]{{0,6}}(?:什[麼么]|何|哪)|"
        rf"{_SOMEBODY_ZH}[^，,？?]{{0,3}}是[誰谁]|{_MADE_BY_ZH}[^，,？?]{{0,6}}[誰谁]|"
        rf"[誰谁][^，,？?]{{0,10}}{_MADE_BY_ZH}|"
        rf"\bwho (?:\w+ly )?(?:is the author|{_MADE_EN})\b|\bкто (?:автор|{_MADE_RU})\w*|"
        r"\bnames? of the (?:\w+ ){0,3}(?:\w+(?:ers?|ors?|ists?|ants?|ians?|men|man|women|woman|people|"
        r"staff|nurses?|"
        r"guides?|experts?|guests?|chefs?|cooks?|pilots?|students?|wardens?|chair)|head|mayor|person)\b|"
        r"\bwhat (?:is|are|was|were) (?:his|her|their) names?\b|"
        r"\bкак (?:зовут|звали|его зовут|е[её] зовут|их зовут)\b|\b(?:им[яе]н?а?|фамили[яию])\b",
        r"[\u4e00-\u9fff][·•・‧][\u4e00-\u9fff]",
    ),
    _detail(
        "name",
        r"\bwhat (?:is|are|was|were) the (?:\w+ )?names? (?:of|given)\b|\bwhat (?:is|was|are|"
        r"were)\b[^?]* (?:called|named)\b|"
        r"\bunder what name\b|\bкак (?:назыв\w+|назва\w+|именуется)\b|\b(?:какое|каково) (?:\w+ )?названи\w+|"
        r"叫(?:做|作)?什[麼么]|(?:名稱|名称|名字)(?:是|為|为)?(?:什[麼么]|何)|什[麼么](?:名稱|名称|名字)",
        r"\b(?:called|named|known as|titled|entitled|christened|dubbed)\b|\b(?:назва\w+|назыв\w+|"
        r"имен\w+ется|под именем)|"
        r"叫[做作]?|名[為为叫]|命名|[稱称][為为作]|取名|定名|[題题]名|[「『《“\"«（(·]",
    ),
    _detail(
        "make",
        r"\b(?:what|which) (?:\w+ )?(?:brand|make|model|manufacturer)\b|\b(?:brand|manufacturer|make|"
        r"model) of\b|"
        r"\bwho (?:makes|made|manufactur\w+|built|supplied)\b[^?]*\b(?:machine|oven|engine|boiler|lift|"
        r"pump|tractor|"
        r"vehicle|bus|printer|equipment|device|system)\b|"
        r"品牌|牌子|[廠厂]牌|哪[個个一]?牌|什[麼么]牌|型[號号]|哪[一]?[款型]|"
        r"\b(?:какой|какая|какого|какую|какие) (?:\w+ )?(?:марк\w+|модел\w+|бренд\w*|фирм\w+|"
        r"производител\w+)|"
        r"\bчьего производства\b|\bкто (?:изготовител|производител)\w*",
        r"\b(?:brand|make|model|manufactured|made by|built by|supplied by)\b|品牌|牌(?![子照])|型[號号]|"
        r"[產产製制造]的|"
        r"\b(?:марк\w+|модел\w+|бренд\w*|фирм\w+|производств\w+)\b",
    ),
    _detail(
        "worded",
        r"\bwhat colou?rs?\b|\b(?:which|what) (?:\w+ )?colou?r\b|什[麼么][顏颜色]|[顏颜]色|"
        r"何[種种]?[顏颜]?色|"
        r"\bкако(?:й|го|м|му) (?:\w+ )?цвет\w*|\bв какой цвет\b|\bкакие цвета\b",
        r"\b(?:\w*(?:red|blue|green|yellow|white|black|gr[ea]y|brown|orange|purple|violet|pink)(?:ish)?|"
        r"beige|cream|"
        r"golden|gold|silver|turquoise|scarlet|crimson|maroon|navy|ochre|teal|ivory|tan|bronze|copper)\b|"
        r"[紅红橙黃黄綠绿藍蓝靛紫黑灰棕褐粉金銀银米青彩](?:色|底|[漆白])|[紅红黃黄綠绿藍蓝白黑灰]|"
        r"\b(?:красн|син|зел[её]н|ж[её]лт|бел|ч[её]рн|сер(?!и|в|ед|ь)|коричнев|оранжев|фиолетов|розов|беж|"
        r"золот|серебр|"
        r"голуб|бирюз|бордов|лилов)\w*",
    ),
    _detail(
        "worded",
        r"\b(?:tele)?phone (?:number|contact)|\bphone\b|\bwhat number\b[^?]*\b(?:call|ring|dial)|電話|电话|"
        r"專線|专线|[熱热]線|热线|"
        r"\bномер\w* телефон\w*|\bтелефон\w*\b|\bпо какому номеру\b",
        r"(?<![\d.,])\+?\(?\d{2,5}\)?[\s-]\(?\d{2,5}\)?[\s-]?\d{2,5}(?![\d.,])|"
        r"(?<![\d.,])\d{5,12}(?![\d.,年元])|[0-9１][1-9]{2}(?=專線|专线|热线)",
    ),
    _detail(
        "worded",
        r"\b(?:what|which)\b[^?]*\b(?:e-?mail|web ?(?:site|page|address)|url)\b|網址|网址|網站|网站|"
        r"電子郵件|电子邮件|電郵|邮箱|"
        r"\b(?:электронн\w+ (?:почт|адрес)\w*|сайт\w*)\b",
        r"@|www|https?:|\w\.(?:com|org|net|gov|edu|cn|tw|ru|uk)\b",
    ),
    _detail(
        "worded",
        r"\b(?:street |postal |full |exact )?address(?:es)?\b|地址|\bадрес\w*",
        r"\b\d+\w?,? [A-Z][\w’']+|\b[A-Z][\w’']+ (?:Street|Road|Lane|Avenue|Square|Way|Drive|Court|Place|"
        r"Row|Terrace|Quay)\b|"
        r"[路街巷弄][0-9０-９一二三四五六七八九十]|[0-9０-９一二三四五六七八九十百][號号樓楼弄巷]|大道|"
        r"[路街巷][^，。]{0,6}[號号]|"
        r"\b(?:ул(?:иц\w+)?|дом|проспект\w*|переул\w+|площад\w+|шоссе|бульвар\w*|набережн\w+)\b",
    ),
    _detail(
        "worded",
        r"(?:新址|地址|地[點点]|位置|[場场]地)?[^，,？?]{0,4}(?:在哪(?!些|[個个一][年月天])|位[於于]哪|"
        r"[設设]在哪|在何[處处地]|何[處处])",
        r"位[於于]|[設设]在|坐落|座落|"
        r"(?<![現现存正實实自內内所])在(?![線线此職职場场校院內内每今去星週周上下早晚]|"
        r"[^，。；]{0,8}(?:[前後后時时]|期[間间])|[一二三四五六七八九十\d]+[年月日])|"
        r"[路街巷](?![過过況况燈灯面口])|[村鎮镇鄉乡縣县](?![民長长])|(?<![社小園园校])[區区](?![別别域])|"
        r"(?<![都城夜菜超])市(?![場场民政立區区])|[樓楼]|[東东西南北][側侧邊边端面]|旁|[對对]面|附近|"
        r"[搬遷迁移][到至往](?!了?[較较更新另別别一])",
    ),
    _detail(
        "worded",
        r"^where\b|\b(?:and|,) where\b|\bin (?:which|what) (?:town|city|village|building|hall|place|street|"
        r"venue)\b|"
        r"(?:^|[,;] |\bи )где\b|\bв как(?:ом|ой) (?:город|сел|здани|зал|мест|район|деревн)\w*",
        r"\b(?:in|at|on|near|behind|opposite|beside|along|under|inside|outside|between|above|off|to|into|"
        r"from|by|across|"
        r"through|around)\s(?!(?:january|february|march|april|may|june|july|august|september|october|"
        r"november|december|"
        r"\w+days?|\d|an? (?:year|month|week|day)|average|total|all|time|use|online|addition|order|autumn|"
        r"spring|summer|winter|"
        r"the (?:spring|summer|autumn|winter|year|week|month|day|hospice))\b)|"
        r"\b(?:в|во|на|у|возле|около|рядом|напротив|близ|под|над|вдоль|между|из|до|от)\s(?!(?:январ|феврал|"
        r"март|апрел|ма[ея]|"
        r"июн|июл|август|сентябр|октябр|ноябр|декабр|год|месяц|недел|день|дн[яе]|час|средн|течени|\d|меню|"
        r"одного|"
        r"понедельник|вторник|сред[уы]|четверг|пятниц|суббот|воскресень)\w*)",
    ),
    _detail(
        "worded",
        r"(?:怎[樣样麼么]|如何)(?:才能)?[聯联](?:[絡络繫系])|[聯联][絡络繫系](?:方式|[電电][話话])|"
        r"\bhow (?:can|do|does|could|should) \w+ "
        r"(?:contact|reach|get in touch)|\bкак (?:\w+ )?связаться\b",
        r"(?<![\d.,])\+?\(?\d{2,5}\)?[\s-]?\d{3,5}[\s-]?\d{2,5}(?![\d.,])|@|www|[電电][話话]|手[機机]|信箱|"
        r"邮箱|微信|[網网]站|上[網网]|"
        r"[櫃柜][檯台]|服[務务][台處处]|\b(?:phone|telephone|call|ring|e-?mail|website|online|letter|desk|"
        r"телефон|звон|почт|сайт)\w*",
    ),
    _detail(
        "worded",
        r"(?:什[麼么]|何[種种]?|哪[種种一]+)(?:[測测檢检試试]?[驗验定]?)?(?:方法|技[術术]|方式|手段)|"
        r"(?:方法|方式)(?:是|為|为)(?:什[麼么]|何)|"
        r"\b(?:what|which) (?:\w+ )?(?:method|technique|procedure)s?\b|\bby what means\b|"
        r"\bкак(?:им|ой|ие|ими|ую) (?:\w+ )?(?:метод|способ|технологи|методик)\w*|\bс помощью чего\b",
        r"法(?![規规律院定])|方法|方式|[採采]用|使用|利用|[運运]用|[透通][過过]|"
        r"以[^，。；]{1,10}[測测定檢检分計计]|"
        r"\b(?:us(?:ing|ed|es)|method\w*|technique\w*|procedure\w*|by means|by \w+ing|with (?:a|an|the)\b|"
        r"analys[ei]s|test(?:ed|ing|s)?|"
        r"\w+(?:scopy|graphy|metry))\b|"
        r"\b(?:метод\w*|способ\w*|методик\w*|технологи\w*|помощь\w*|пут[её]м|использу\w+|посредством|"
        r"анализ\w*|по \w+(?:ам|ям))\b",
    ),
    _detail(
        "worded",
        r"\b(?:what|which) materials?\b|\bwhat (?:is|are|was|were)\b[^?]*\bmade (?:of|from|out of)\b|"
        r"什[麼么]材[料質质]|[什何哪][麼么種种]?[^，？?]{0,3}(?:做|製|制)成|材[質质](?:是|為|为)|"
        r"\bиз (?:какого|чего)\b|\bкакой материал\w*",
        r"\b(?:wood\w*|oak|pine|steel|iron|bronze|copper|brass|stone|granite|marble|slate|concrete|"
        r"brick\w*|glass|plastic|"
        r"cotton|wool\w*|silk|linen|leather|paper|clay|bamboo|alumini?um|tin|zinc|rubber|made (?:of|from)|"
        r"built of)\b|"
        r"[木竹石鋼钢鐵铁銅铜鋁铝磚砖瓦紙纸布棉麻絲丝皮土]|玻璃|塑[料膠胶]|混凝|合金|樹脂|树脂|大理|花[崗岗]|"
        r"\b(?:дерев|дуб|сосн|стал|железн|бронз|мед[нь]|латун|камен|камн|гранит|мрамор|бетон|кирпич|стекл|"
        r"пластик|хлоп|шерст|"
        r"ш[её]лк|льн|кож|бумаг|глин|бамбук|алюмин|олов|цинк|резин|из \w+(?:а|ы|и|я)\b)\w*",
    ),
    _detail(
        "worded",
        r"\b(?:what did|what do|how did|how do)\b[^?]*\b(?:think|say|feel|react|respond|comment|rate|like)\b|"
        r"\b(?:opinions?|feedback|reactions?|views?|comments?)\b|[評评][價价]|意[見见]|看法|反[應应]|"
        r"[反回][饋馈]|[觀观感]感|感想|怎[麼么]看|"
        r"怎[麼么][說说]|"
        r"\bчто (?:\w+ )?(?:думают|думали|говорят|сказали|говорили)\b|\b(?:мнени|отзыв|отклик|"
        r"впечатлени)\w*|\bкак (?:\w+ )?(?:отнеслись|оценили|"
        r"восприняли|отреагировали)\b",
        r"\b(?:prais\w+|critic\w+|lik(?:ed?|es)|dislik\w+|found|felt|feel|said|say|saying|complain\w*|"
        r"satisf\w+|dissatisf\w+|rated|rating\w*|"
        r"popular|called|thought|think|welcom\w+|enthusias\w+|disappoint\w+|prefer\w*|happy|unhappy|"
        r"pleased|approv\w+|object\w*|"
        r"recommend\w*|enjoy\w*|appreciat\w+|opinion\w*|view\w*|feedback|reported|wanted|wished|regard\w+|"
        r"consider\w*)\b|"
        r"[認认][為为]|[覺觉]得|表示|[滿满]意|[稱称][讚赞]|批[評评]|抱怨|[好差][評评]|喜[歡欢]|不[滿满]|"
        r"反映|[評评]分|建[議议]|指出|[說说]|"
        r"[歡欢]迎|[讚赞]|肯定|期[盼望待]|希望|推[薦荐]|[評评][價价]|"
        r"\b(?:хвал|похвал|критик|счита|нрав|понрав|довол|недовол|жалоб|жалова|отмет|отмеч|оцен|назва|"
        r"сочли|сказа|говор|мнени|отзыв|"
        r"рекоменд|просил|хотел|предлож|удовлетвор|разочар)\w*",
    ),
    _detail(
        "worded",
        r"\bnext (?:year|season|month|quarter|summer|winter|spring|autumn)\b|\b(?:plans?|planned|planning|"
        r"intends?|intention) (?:to|for)\b|"
        r"明年|[來来]年|下(?:一)?(?:年度|[個个]月|季)|[將将][來来]|"
        r"\b(?:в|на) (?:следующ|будущ)\w+ (?:год|сезон|месяц|квартал)\w*|\bпланиру\w+",
        r"\b(?:plans?|planned|planning|will|intends?|intention|next|scheduled|expect\w*|aim\w*|propos\w+|"
        r"going to|target\w*|future|soon|shall|hope\w*)\b|"
        r"明年|[來来]年|[計计][畫划劃]|[預预][計计定]|[將将]|[擬拟]|打算|目[標标]|[規规][劃划]|未[來来]|"
        r"下一|[後后]年|"
        r"\b(?:планир|буд(?:ет|ут|ущ)|намер|следующ|собира|ожида|предпол|заплан|предсто|намеч|рассчитыва)\w*",
    ),
)
