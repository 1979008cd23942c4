"""How an answer says that a text which speaks of a thing leaves out a detail of it (zh, en, ru).

"It says that two teachers run the club but gives no names": the document is named before, if at all, and the
denial names the detail instead.
"""

from __future__ import annotations

import re

from data_base.text.phrases import Phrases

_DETAIL_ZH = (
    r"(?:名字|姓名|名稱|名称|名單|名单|身[分份]|品牌|牌子|[廠厂]牌|[廠厂]家|[廠厂]商|型號|型号|品種|品种|"
    r"種類|种类|類型|类型|"
    r"地址|地點|地点|位置|方位|所在|電話|电话|號碼|号码|網址|网址|聯絡|联络|聯繫|联系|顏色|颜色|色彩|材質|"
    r"材质|材料|"
    r"價格|价格|價錢|价钱|票價|票价|售價|售价|單價|单价|費用|费用|收費|收费|租金|押金|金額|金额|"
    r"[學学租運运]費|"
    r"[学租运]费|"
    r"工資|工资|薪資|薪资|薪水|月薪|年薪|待遇|人數|人数|數量|数量|數目|数目|數字|数字|數值|数值|數據|数据|"
    r"比例|占比|百分比|"
    r"日期|時間|时间|年份|原因|理由|緣由|缘由|方法|方式|做法|步驟|步骤|作者|編者|编者|編寫者|编写者|設計者|"
    r"设计者|設計師|设计师|"
    r"評價|评价|意見|意见|看法|反應|反应|反饋|反馈|回饋|感想|計畫|计划|計劃|打算|目標|目标|方式|語言|语言|"
    r"菜名|細節|细节|書名|书名|篇名|分類|分类|類別|类别|要求|資格|资格|內容|内容|明細|明细|"
    r"尺寸|大小|重量|長度|长度|高度|面積|面积|年齡|年龄|[多幾几]少?[位名個个家]|[人戶户件本場场天]數|"
    r"[人户件本场天]数)"
)
_DETAIL_EN = (
    r"(?:names?|brands?|makes?|models?|manufacturers?|types?|kinds?|varieties|address(?:es)?|locations?|"
    r"place|"
    r"(?:tele)?phone|numbers?|colou?rs?|materials?|prices?|fares?|fees?|rents?|costs?|amounts?|charges?|"
    r"sums?|"
    r"salar(?:y|ies)|wages?|pay|shares?|percentages?|proportions?|rates?|dates?|times?|years?|reasons?|"
    r"causes?|"
    r"explanations?|methods?|techniques?|procedures?|authors?|designers?|makers?|opinions?|views?|reactions?|"
    r"feedback|comments?|plans?|details?|figures?|identit(?:y|ies)|identification|sizes?|weights?|lengths?|"
    r"ages?|"
    r"duration|hours|titles?|venues?|qualifications?|requirements?|breeds?|languages?|suppliers?|sponsors?|"
    r"breakdown|list|contact)"
)
_DETAIL_RU = (
    r"(?:им[яе]\w*|фамили\w*|назван\w*|марк\w*|модел\w*|производител\w*|изготовител\w*|вид\w*|сорт\w*|"
    r"тип\w*|адрес\w*|"
    r"мест\w*|телефон\w*|номер\w*|цвет\w*|материал\w*|цен\w*|стоимост\w*|плат\w*|тариф\w*|сумм\w*|"
    r"зарплат\w*|оклад\w*|"
    r"дол[яиею]\w*|процент\w*|числ\w*|количеств\w*|дат\w*|срок\w*|врем[яе]\w*|год\w?|причин\w*|объяснени\w*|"
    r"метод\w*|способ\w*|автор\w*|мнени\w*|отзыв\w*|оценк\w*|план\w*|подробност\w*|детал\w*|цифр\w*|"
    r"размер\w*|вес\w?|"
    r"длин\w*|дн(?:и|ей|ям|ях)|час(?:ы|ов|ам)?|режим\w*|пород\w*|возраст\w*|контакт\w*)"
)
_TEXT_EN = r"(?:documents?|texts?|passages?|reports?|sources?|articles?|materials?|excerpts?)"
_TEXT_ZH = r"(?:文[件中檔档本章]|[資资]料|[報报]告|材料|原文|段落|全文|[內内]容)"
_TEXT_RU = (
    r"(?:документ|текст|отч[её]т|материал|источник|отрывк|отрывок|стать|сводк|справк|обзор|доклад|исследован|"
    r"итог|протокол|бюллетен|записк|письм|таблиц)"
)
_TELL_EN = (
    r"(?:giv|nam|list|stat|mention|say|specify|identify|explain|tell|disclos|reveal|describ|provid|includ|"
    r"report|"
    r"detail|clarify|indicat|elaborat)"
)
DENIES_DETAIL = Phrases(
    (
        (
            rf"\bno\s(?:\w+\s){{0,3}}?{_DETAIL_EN}\b[^.;!?,]{{0,40}}?"
            r"\b(?:is|are|was|were|has been|have been)\s"
            r"(?:\w+\s){0,2}?(?:attached|supplied|quoted|offered|put|set down|written|printed)\b"
        ),
        (
            rf"\bthere(?: is|['’]s| are) no\s(?:(?!of\b|for\b)\w+\s){{0,3}}?{_DETAIL_EN}\b[^.;!?,]{{0,40}}?"
            rf"\b(?:here|anywhere|in (?:the|this|these) {_TEXT_EN})\b"
        ),
    ),
    (
        (
            r"(?:沒有?|没有?|並未|并未|也未|未)(?:寫|写|說|说|提|講|讲|"
            r"列)[出明到及過过]?[^。；;！？!?，,]{0,10}?"
            r"[幾几][點点時时個个位名天年月號号件次公]"
        ),
        (
            r"(?:沒有?|没有?|並未|并未|均未|都未|也未|未)(?:有)?(?:具體|具体|明確|明确|另外|進一步|进一步|"
            r"詳細|"
            r"详细)?地?"
            rf"(?:寫|写|說|说|提|講|讲|列|給|给|記|记|載|载|交代|註|"
            rf"注)[出明到及過过]?[^。；;！？!?，,]{{0,14}}?{_DETAIL_ZH}"
        ),
        (
            rf"{_TEXT_ZH}[裡里中內内]?(?:也|都|並|并|根本|完全)?(?:沒有|没有|無|无|缺少|未含|"
            rf"不含)[^。；;！？!?，,]{{0,16}}?{_DETAIL_ZH}"
            r"(?=[。；;！？!?，,]|\s*$)"
        ),
    ),
    (
        (
            rf"\b{_DETAIL_RU}(?:\s\w+){{0,4}}?\s(?:в|из)\s(?:этом\s|данном\s)?"
            rf"{_TEXT_RU}\w*\s(?:нет|отсутству\w+)\b"
        ),
        r"^\W*(?:им[её]н\w*|фамили\w*|названи\w*|адрес\w*|причин\w*)(?:\s\w+){0,3}\sнет(?=[,.;:]|$)",
        (
            rf"\b(?:{_TEXT_RU}|автор)\w*\s(?:это(?:го)?\s)?не\s"
            r"(?:объясн|уточн|детализ|конкретиз|расшифров|называ|перечисл)\w+"
        ),
    ),
    re.IGNORECASE,
)
"""What denies a detail by itself."""
LEAVES_OUT = Phrases(
    (
        (
            rf"\b(?:but|and|yet|though|although|however|while)\s(?:it\s|they\s)?(?:do|does|did)\s?(?:not|"
            rf"n[’']t)\s"
            rf"(?:\w+\s){{0,2}}?{_TELL_EN}\w*\b"
        ),
        (
            rf"\b(?:but|and|yet|though|although|while)\s(?:it\s|they\s)?(?:never\s{_TELL_EN}\w*|"
            rf"{_TELL_EN}\w*\s(?:no|none|nothing|nobody|neither)|has\sno|leaves\sout)\b"
        ),
        rf"\bwithout\s(?:ever\s)?{_TELL_EN}\w*ing\b|\bwithout\s(?:\w+\s){{0,3}}?{_DETAIL_EN}\b",
        rf"\b(?:but|and)\sno\s(?:\w+\s){{0,3}}?{_DETAIL_EN}\b",
        rf"\bnot\s(?:the|their|its|his|her|any|a)\s(?:\w+\s){{0,4}}?{_DETAIL_EN}\b",
        (
            r"\bnot\s(?:to\s|for\s|by\s|on\s|in\s|with\s|from\s|about\s)?(?:how|what|when|who|whom|whose|why|"
            r"where|which)\b"
        ),
    ),
    (
        (
            rf"(?:沒有?|没有?|無|无|未見|未见|缺|不含|不包括)(?:任何|具體的?|具体的?|明確的?|"
            rf"明确的?)?[^。；;！？!?，,]{{0,12}}?"
            rf"{_DETAIL_ZH}"
        ),
    ),
    (
        rf"\b(?:но|а|однако)\s(?:вот\s)?не\s(?:\w+\s){{0,3}}?{_DETAIL_RU}\b",
        rf"\b{_DETAIL_RU}(?:\s\w+){{0,2}}\sнет\b",
        (
            rf"\b(?:но|а|однако)\s(?:без\s|нет\s)(?:\w+\s){{0,2}}?{_DETAIL_RU}\b|\bбез\s(?:указани|упоминани|"
            rf"уточнени)\w+"
        ),
        (
            r"\bне\s(?:о\sтом|то|про\sто),?\s(?:сколько|как\w*|когда|кто|кем|кому|почему|где|зачем|что|"
            r"из-за чего)\b"
        ),
    ),
    re.IGNORECASE,
)
"""What denies a detail where the document was named before it."""
TELLS_BESIDE = re.compile(
    r"^只(?:有|[說说提寫写給给列])|(?:文中|文件|資料|资料|報告|报告|材料|原文)[裡里中內内]?(?:只|僅|"
    r"仅)?(?:有|給|给)|"
    r"\bit\s(?:only\s|just\s|merely\s)?(?:says|tells|mentions|states|gives|speaks|describes|reports|notes|"
    r"lists|"
    r"names)\b|文[中件裡里](?:有|[寫写列提][了出到]?)|"
    r"\b(?:указан|приведен|привед[её]н|назван|сказан|упомянут|упомина|сообща|описан|говор)\w*\b",
    re.IGNORECASE,
)
"""What an answer says to be told, be the document named or not."""
