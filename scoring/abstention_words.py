"""How the lack of an answer is worded, and what is said beside it (zh, en, ru)."""

from __future__ import annotations

import re

from data_base.text.phrases import Phrases

_SOURCE_EN = (
    r"(?:documents?|reports?|passages?|texts?|sources?|contexts?|materials?|evidence|filings?|statements?|"
    r"excerpts?|articles?|information|data|files?|papers?|pages?|notes?|records?|tables?|publications?|"
    r"search results?|reviews?|bulletins?|handbooks?|manuals?|logs?|journals?|diar(?:y|ies)|minutes|"
    r"contracts?|stud(?:y|ies)|assessments?|overviews?|accounts?|bulletin|digests?|briefs?|briefings?|plans?|"
    r"letters?|memos?|memorand(?:um|a)|brochures?|transcripts?|guides?|polic(?:y|ies)|agreements?|surveys?|"
    r"audits?|chapters?|sections?|leaflets?|notices?|rules?|regulations?|statutes?|newsletters?|booklets?|catalogu?es?|instructions?|"
    r"summar(?:y|ies)|it|they|(?:this|that|these|those)|(?:none|neither|nothing|"
    r"nowhere)[^.;]{0,40})"
)
_TELL_EN = (
    r"(?:mention|say|state|contain|give|provide|include|specify|disclose|report|list|cover|address|hold|"
    r"offer|reveal|indicate|record|tell|show|describe|discuss|name|answer|break (?:\w+ )?(?:out|down)|"
    r"speak|touch|explain|quantify|identify|present|support|allow|have|refer|detail|note|clarify|"
    r"make (?:clear|known)|"
    r"publish|quote|cite|supply|carry|set out|comment|go into)"
)
# What texts alone are called, and what texts alone do, so that a plan's or a contract's terms are none of it.
_PAPER_EN = (
    r"(?:documents?|reports?|passages?|texts?|sources?|excerpts?|extracts?|materials?|articles?|minutes|papers?|"
    r"files?|records?|tables?|handbooks?|manuals?|guides?|letters?|notices?|leaflets?|brochures?|summar(?:y|ies)|"
    r"reviews?|stud(?:y|ies)|notes?|bulletins?)"
)
_SAY_EN = (
    r"(?:mention|say|state|specif(?:y|i)|disclose|reveal|indicate|tell|name|identif(?:y|i)|list|give|explain|detail|"
    r"spell out)"
)
_TOLD_EN = (
    r"(?:mentioned|said|stated|contained|given(?! (?:back|away|up|out|over))|provided|included|specified|"
    r"disclosed|reported|listed|"
    r"covered|addressed|found|available|revealed|indicated|recorded|shown|described|discussed|named|"
    r"answered|determined|established|known|inferred|derived|explained|present|quantified|identified|"
    r"detailed|noted|published|calculated|computed|verified|confirmed|broken out|supplied|quoted|cited|there)"
)
_NOT_EN = r"(?:not|n[’']t|never|nowhere|no longer|neither|nor|cannot)"
_ENGLISH = (
    (
        rf"\b{_SOURCE_EN}\b[^.;!?]{{0,60}}?\b(?:do|does|did|is|are|was|were|has|have|had|can|could|will|"
        rf"would)?\s?"
        rf"{_NOT_EN}\b(?:\s\w+){{0,4}}?\s{_TELL_EN}\b"
    ),
    rf"\bnothing\b[^.;!?]{{0,40}}?\b{_TELL_EN}(?:s|es)\b",
    rf"\b(?:{_PAPER_EN}|plan|programme)\b[^.;!?]{{0,40}}?\bnever\s(?:\w+\s)?{_SAY_EN}e?s\b",
    rf"\b(?:plans?|programmes?|programs?)\s(?:do|does|did)\s?{_NOT_EN}\s(?:\w+\s){{0,2}}?{_SAY_EN}\b",
    rf"\bnot something (?:that |which )?(?:the|this|these|those|any) (?:\w+\s)?(?:{_PAPER_EN}|plan)\b",
    (
        rf"\b(?:(?:(?:is|are|was|were)\s?|[’']s\s)(?:not|n[’']t)|(?:do|does|did)\s?(?:not|n[’']t) "
        rf"(?:appear|figure|feature|occur|show up|turn up|come up|stand))\s(?:anywhere )?(?:in|on|among) "
        rf"(?:the|this|these|those|any of the)\s(?:\w+\s)?(?:{_PAPER_EN}|plan)\b"
    ),
    (
        rf"\bno\b[^.;!?,]{{1,60}}\b(?:appears?|exists?|occurs?) (?:anywhere )?in "
        rf"(?:the|these) (?:{_PAPER_EN}|plan)\b"
    ),
    (
        r"\bcan(?:not|[’']t) be (?:gathered|deduced|learn(?:ed|t)|gleaned|worked out|made out|read off|"
        r"seen|told) from\b"
    ),
    (
        rf"\b(?:do|does|did)\s?{_NOT_EN}\s{_TELL_EN}\s(?:\w+\s){{0,2}}?"
        r"(?:how|what|when|who|whom|whose|why|where|whether|which)\b"
    ),
    (
        rf"\b{_SOURCE_EN}\b[^.;!?]{{0,30}}?\bleaves? (?:it|this|that|the (?:question|matter|point|"
        rf"answer)) (?:open|out)\b"
    ),
    (
        rf"(?<!\w that )\b(?:is|are|was|were|be|been|being|isn|aren|wasn|weren|can|could|has|have|"
        rf"had)\s?(?:{_NOT_EN})\b"
        rf"(?:\s\w+){{0,3}}?\s{_TOLD_EN}\b"
    ),
    (
        rf"\b(?:documents?|reports?|passages?|texts?|sources?|context|materials?|filings?|excerpts?|"
        rf"articles?|"
        rf"files?|records?|evidence|search results?|reviews?|bulletins?|stud(?:y|ies)|notes?|"
        rf"assessments?|tables?|"
        rf"handbooks?|manuals?|logs?|journals?|minutes|contracts?|letters?|memos?|guides?|surveys?|"
        rf"audits?)\b[^.;!?]{{0,40}}?\b"
        rf"(?:{_TELL_EN}|tells|says|gives|holds|contains|mentions|provides|states|offers|names|records|"
        rf"has)\s?"
        r"(?:us|me|you)?\s?(?:nothing|no|none)\b"
    ),
    (
        r"\b(?:documents?|reports?|passages?|texts?|sources?|context|materials?|filings?|records?|handbooks?|"
        r"manuals?|logs?|journals?|minutes|contracts?|letters?|memos?|guides?|polic(?:y|ies)|"
        r"excerpts?|extracts?|articles?|papers?|plans?|notices?|summar(?:y|ies)|agreements?)\s(?:is|are|"
        r"remains?|stays?|keeps?)\s(?:silent|mute|quiet)\b"
    ),
    (
        rf"\b(?:none|neither|nothing|nowhere|no (?:part|passage|document|source|page|table|report))\b"
        rf"[^.;!?]{{0,80}}?\b(?:{_TELL_EN}s?|says|{_TOLD_EN}|on|about|helps?)\b"
    ),
    (
        r"\b(?:no|not enough|insufficient|lack(?:s|ing)?(?: of)?|without|absence of|not any|not have any)\s"
        r"(?:\w+\s){0,3}?(?:information|data|mention|evidence|details?|figures?|statement|record|indication|"
        r"disclosure|reference|answer|basis|value|number|specifics|breakdown|trace|word|passage|documents?)\b"
    ),
    (
        rf"\b(?:can|could|able)\s?(?:{_NOT_EN})\s(?:\w+\s){{0,3}}?(?:answer|determine|find|tell|confirm|"
        rf"establish|say|"
        r"provide|locate|state|identify|verify|give|calculate|compute|derive|know|infer|conclude|work out|"
        r"ascertain)\b"
    ),
    (
        r"\b(?:can(?:no|[’'])t|cannot|couldn[’']t|could not|unable to|not able to|impossible to|"
        r"not possible to|no way to|hard to)\s(?:\w+\s){0,3}?(?:answer|determine|find|tell|confirm|establish|"
        r"say|provide|locate|state|identify|verify|give|calculate|compute|"
        r"derive|know|infer|conclude|work out|ascertain)\b"
    ),
    rf"\bcan[’']t\sbe\s{_TOLD_EN}\b",
    (
        rf"(?<!say )(?<!says )(?<!said )(?<!saying )\bno\b[^.;!?,]{{1,50}}\b(?:is|are|was|were|has been|"
        rf"have been)\s(?:\w+\s){{0,2}}?{_TOLD_EN}\b"
    ),
    (
        r"\bno\s(?:\w+\s){0,2}?(?:information|estimates?|answers?|figures?|numbers?|dates?|reasons?|details?|"
        rf"explanations?|amounts?|values?|names?)\b[^.;!?,]{{0,40}}\b(?:can|could) be {_TOLD_EN}\b"
    ),
    rf"\b{_TELL_EN}s?\sneither\b",
    r"\bleaves? (?:open|unsaid|unclear|untold) (?:which|who|whom|whose|what|when|where|why|how|whether)\b",
    r"\b(?:i|we)\s(?:do not|don[’']t|did not|didn[’']t)\s(?:know|have|find|see|possess)\b",
    (
        r"\b(?:is|are|remains?|stays?|left|goes|go)\s(?:\w+\s)?(?:unknown|unclear|undisclosed|unspecified|"
        r"unstated|"
        r"unreported|unanswered|unmentioned|unanswerable|unavailable|unsaid|untold|unexplained|"
        r"unnamed|not known)\b|\b(?:is|are|remains?|"
        r"left)\s(?:open|absent|missing)(?= from|\W*$)"
    ),
    (
        r"^\W*(?:unknown|unclear|unanswerable|undisclosed|not (?:stated|given|known|mentioned|disclosed|"
        r"specified|"
        r"available|reported|provided|found|answerable)|no (?:answer|information|data|idea)|n/?a)\b"
    ),
    (
        r"\b(?:falls?|lies?|is) (?:outside|beyond) (?:the|what|these)\b[^.;]{0,30}\b(?:documents?|report|"
        r"sources?|"
        r"passages?|material|scope)\b"
    ),
    (
        r"\b(?:fails?|omits?|leaves? out|"
        r"leaves? (?:it|this|that|the question) open|stops? short)\b[^.;]{0,50}"
        r"\b(?:documents?|report|sources?|passages?|mention|say|state|figure|question)\b"
    ),
    r"\b(?:absent|missing) from\b[^.;]{0,30}\b(?:documents?|reports?|sources?|passages?|materials?|texts?)\b",
)
_SOURCE_ZH = (
    r"(?:文件|文檔|文档|資料|资料|報告|报告|段落|原文|文本|文中|材料|來源|来源|內容|内容|文獻|文献|"
    r"上下文|年報|年报|證據|证据|記錄|"
    r"记录|紀錄|簡訊|简讯|檔案|档案|信息|資訊|资讯|片段|文章|書面|书面|表格|各表|裡面|里面|其中|當中|"
    r"当中|書中|公告|日誌|日志|筆記|笔记|手冊|手册|規程|规程|合約|合约|合同|紀要|纪要|通報|通报|通知|清單|清单|"
    r"名冊|名册|賬冊|帳冊|账册|函件|來函|来函|公約|公约|章程|規則|规则|規定|规定|信中|信裡|信里|封信|此信|須知|须知|指南|指引|簡報|简报|"
    r"節錄|节录|節選|节选|摘錄|摘录|選段|选段|講義|讲义|決議|决议|白皮書|白皮书|年鑑|年鉴|論文|论文|"
    r"說明書|说明书|[總总][結结]|[簡简][報报]|年[度終终][報报]告|表[格裡里中]|[季月週周]報|[季月周]报|成果[報报]告|全文|通篇|正文|上文|此處|此处|這裡|这里|章節|章节|條款|条款)"
)
_NOT_ZH = (
    r"(?:沒有|没有|沒|没|未曾|未有|並未|并未|皆未|均未|都未|未|並無|并无|查無|查无|不曾|從未|从未|無|无|"
    r"不(?!一|同|符|相)|缺乏|缺少|欠缺|看不到|找不到|看不出)"
)
_TELL_ZH = (
    r"(?:提及|提到|提供|說明|说明|記載|记载|載明|载明|揭露|披露|交代|給出|给出|列出|寫|写|指出|包含|"
    r"涵蓋|涵盖|涉及|說|说|談到|谈到|"
    r"公布|公佈|記錄|记录|紀錄|談及|谈及|載|载|敘述|叙述|描述|明示|標示|标示|註明|注明|透露|解釋|解释|"
    r"回答|答案|相關|相关|這項|这项|此項|此项|"
    r"這個|这个|這方面|这方面|任何|講|讲|回應|回应|著墨|着墨|觸及|触及|收錄|收录|給|给|提|足夠|足够|"
    r"單獨|单独|具體|具体|明確|明确|有關|有关|關於|关于|"
    r"對應|对应|列(?![入為为席])|反映|顯示|显示|看到|找到|查到|見到|见到|出現|出现|統計|统计|區分|区分|拆分|這類|这类|"
    r"該項|该项|資料|资料|數據|数据|數字|数字|信息|資訊|资讯)"
)
_CHINESE = (
    (
        r"(?:沒有?|没有?|並未|并未|未)(?:寫|写|說|说|提|講|讲|列|記|记|載|载|規定|规定)[^。；;！？!?，,]{0,14}?"
        r"(?:多久|多少|何時|何时|何處|何处|誰|谁|哪|什麼|什么|為何|为何|是否|如何|怎[麼么樣样])"
    ),
    (
        r"(?:規劃|规划|計畫|计画|計劃|计划|方案|政策|協議|协议)[^。；;！？!?，,]{0,20}?"
        r"(?:沒有?|没有?|未曾?|並未|并未|不曾|看不出|找不到)[^。；;！？!?，,]{0,3}?"
        r"(?:寫|写|說|说|提[及到]|講|讲|列(?![入為为席])|載|载|交代|透露|指明|註明|注明|給出|给出)"
    ),
    r"(?:沒有|没有|無|无)(?:任何)?一?[處处](?:地方)?[^。；，,]{0,4}?(?:寫|写|提|說|说|列|載|载|講|讲)|[未不][見见][於于]",
    (
        rf"{_SOURCE_ZH}[中裡里內内]?[也都]?(?:並|并|完全|根本)?(?:沒有|没有|查無|查无|無|无)[^。；;，,]{{1,16}}?"
        r"(?:名字|名稱|名称|姓名|數目|数目|數量|数量|日期|時間|时间|金額|金额|價格|价格|原因|理由|細節|细节|說法|说法|字眼)"
    ),
    r"(?:沒有?|没有?|未)(?:寫|写|說|说|提|講|讲|列|給|给)(?=[。．.，,；;！？!?\s]|出|明|到|$)",
    r"(?:^|[，,]\s?)(?:沒有?|没有?|並未|并未|未)[寫写](?![作字信])",
    rf"{_SOURCE_ZH}[^。；;！？!?，,]{{0,6}}?(?:沒有|没有|未|不)(?:按|分)[^。；;！？!?，,]{{1,10}}",
    (
        rf"(?:{_SOURCE_ZH}|表)[^。；;！？!?]{{0,4}}?[只僅仅][有列寫写][^。；;！？!?]{{1,60}}?[，,](?:並|并)?"
        r"(?:沒有|没有|無|无|不含)[^。；;！？!?，,]{1,14}(?=[。；;！？!?，,]|$)"
    ),
    (
        r"(?:沒有|没有|無|无)[^。；;！？!?，,]{1,16}[，,]\s?(?:表[格裡里中]?[中裡里]?|文[中件])也?"
        r"[只僅仅][有列寫写]"
    ),
    rf"{_SOURCE_ZH}[^。；;！？!?，,]{{0,30}}?{_NOT_ZH}[^。；;！？!?，,]{{0,8}}?{_TELL_ZH}",
    r"(?:沒有?|没有?|未)(?:能)?(?:在|從|从)[^。；，,]{0,12}?(?:找到|看到|查到|發現|发现|見到|见到|讀到|读到)",
    r"(?:沒能|没能|未能|無法|无法|不能|沒法|没法)[^。；;！？!?]{0,24}?(?:查到|找到|看到|查出|找出|得到|查知)",
    (
        rf"{_NOT_ZH}(?:有)?(?:關於|关于|有關|有关)[^。；;！？!?，,]{{1,30}}?的?"
        r"(?:資料|资料|資訊|资讯|信息|記載|记载|說明|说明|數據|数据|記錄|记录|紀錄|數字|数字|內容|内容)"
    ),
    (
        rf"{_NOT_ZH}(?:有)?(?:任何|足夠的?|足够的?|相關的?|相关的?|這方面的?|这方面的?|此類|此类|明確的?|"
        rf"明确的?|具體的?|具体的?)*"
        r"(?:資料|资料|資訊|资讯|信息|記載|记载|說明|说明|證據|证据|依據|依据|數據|数据|答案|記錄|记录|"
        r"紀錄|線索|线索|內容|内容|文件|根據|根据|揭露|披露)"
    ),
    (
        r"(?:無法|无法|不能|沒辦法|没办法|無從|无从|難以|难以|沒法|没法|不足以|無以|"
        r"无以)[^。；;！？!?，,]{0,16}?(?:回答|得知|判斷|判断|確定|确定|確認|确认|"
        r"知道|作答|查知|答覆|答复|得出|推知|看出|提供|給出|给出|知悉|查證|查证|推算|計算|计算|說明|说明|"
        r"答|判定|推斷|推断|了解|瞭解|評估|评估|找到|查到|知曉|知晓)"
    ),
    (
        r"(?:答不出|答不上|說不出|说不出|說不準|说不准|不知道|不掌握|沒有掌握|没有掌握|不了解|不瞭解|不清楚|不得而知|不明|不詳|不详|未知|尚不可知|"
        r"查無|查无|找不到|查不到|看不出|看不到|沒寫|没写|沒說|没说|沒提|没提|"
        r"未提|未載|未载|隻字未提|只字未提|付之闕如|付之阙如)"
    ),
    (
        r"(?:並?未|并未|尚未|沒有|没有|均未|皆未|都沒有?|都没有?|從未|"
        r"从未)(?:被)?[^。；;！？!?，,]{0,6}?(?:提供|提及|提到|記載|记载|載明|载明|揭露|披露|說明|"
        r"说明|交代|公布|公佈|列出|寫明|写明|"
        r"收錄|收录|涵蓋|涵盖|註明|注明|給出|给出|談及|谈及|透露)"
    ),
    (
        r"(?:不在|超出|超過|超过)[^。；;！？!?，,]{0,12}?(?:文件|資料|资料|報告|报告|材料|文檔|文档|內容|"
        r"内容)[^。；;，,]{0,6}?(?:範圍|范围|之內|之内|"
        r"內|内|中|裡|里)?"
    ),
)
_TELL_RU = (
    r"(?:указ|сообща|сообщ|упомин|упомян|содерж|говор|сказан|привод|привед|раскры|наход|найден|найти|"
    r"описа|назва|назыв|отраж|отмеч|написан|уточн|дан|имеет|представл|позвол|ответ|освещ|затраг|пиш|"
    r"записан|отвеч|перечисл|поясн|обознач|прописан|встреч|публик|расска|опредeл|определ|нашл|вид)"
)
_RUSSIAN = (
    (
        rf"\b(?:документ|отч[её]т|текст|источник|материал|отрыв|фрагмент|сведени|данн|информац|контекст|"
        rf"стать|записк|"
        rf"руководств|инструкц|памятк|письм|объявлен|листовк|договор|журнал|протокол|обзор|буклет|"
        rf"файл|страниц|таблиц|сводк|справк|итог|доклад|исследован|бюллетен|брошюр|"
        rf"там|нигде|ничего|ни в одном|ни один|об этом|про "
        rf"это)\w*[^.;!?]{{0,60}}?\b(?:не|нет|ни)\b(?:\s\w+){{0,3}}?\s?{_TELL_RU}"
    ),
    (
        r"(?:документ|отч[её]т|текст|источник|материал|отрывк|руководств|инструкц|памятк|письм|объявлен|"
        r"листовк|сводк|справк|обзор|доклад|таблиц|исследован|бюллетен|там|"
        r"здесь)\w*[^.;!?]{0,40}?\bнет\b(?=\s*(?:[.,;!?]|$))"
    ),
    (
        r"\b(?:не|нигде не|никак не)\s(?:\w+\s){0,2}?(?:указ\w+|сообща\w+|упомин\w+|упомян\w+|содерж\w+|"
        r"раскры\w+|привод\w+|привед\w+|"
        r"говорит\w*|сказано|названо?|названа|названы|найден\w*|описан\w*|отраж\w+|уточн\w+|"
        r"определ[её]н\w*|опубликован\w*|освещ\w+|отмеч\w+|представлен\w*|известн\w+|записан\w*|"
        r"встреча\w+|перечислен\w*|знач[иа]тся|написано|обозначен\w*|прописан\w*|поясн[яе]\w+|дан[аоы]?)\b"
    ),
    (
        r"\b(?:план|программ|проект|постановлен|решени|положени|правил|выдержк|выписк)\w*[^.;!?]{0,40}?\bне "
        r"(?:\w+\s)?(?:сказан|указ|назван|назыв|перечисл|привед|привод|упомин|упомян|уточн|говор|сообщ|раскры|отвеч)\w*"
    ),
    (
        r"\b(?:нет|отсутству\w+|недостаточно|не хватает|никаких|не имеется|не нашлось|не "
        r"содержится)\b[^.;!?]{0,50}?(?:данн|сведени|информац|упоминани|ответ|"
        r"указани|цифр|подробност|основани|материал|документ|отч[её]т|источник)"
    ),
    (
        r"(?:данн|сведени|информац|ответ|упоминани|указани|цифр)\w*[^.;!?]{0,80}?\b(?:нет|отсутству\w+|"
        r"недостаточно|не хватает|нету|не нашлось|не найден\w*)\b"
    ),
    (
        r"\b(?:невозможно|нельзя|не могу|не можем|не удалось|не удаётся|не удается|не смог\w*|не "
        r"представляется возможным|нет возможности|затрудняюсь)\b[^.:;!?]{0,40}?"
        r"(?:ответ|определ|установить|понять|увидеть|сказать|найти|узнать|назвать|подтверд|выясн|вычисл|рассчит|дать|судить)"
    ),
    (
        r"(?:ответ|определ|установ|узна|сказать|найти|назвать|выясн|вычисл|"
        r"рассчит)\w*\b[^.;!?]{0,60}?\b(?:невозможно|нельзя|не удалось|не представляется возможным)\b"
    ),
    (
        r"\b(?:у меня нет|не располага\w+|не облада\w+)\b|\b(?:неизвестн\w+|не известн\w+|не знаю|не "
        r"знаем|неясно|остаётся неясн\w+|остается неясн\w+)\b"
    ),
    (
        r"\b(?:документ|отч[её]т|текст|источник|материал|справк|журнал)\w*\b[^.;!?]{0,30}?\b(?:молч\w+|"
        r"умалчива\w+)"
    ),
    r"\bни слов[аом]+\b",
    (
        r"\b(?:сказать|ответить|узнать|определить|установить|выяснить|назвать)\b[^.;!?]{0,60}\b(?:не "
        r"(?:получ|выйд|удас)\w+|не (?:могу|можем|смог\w*|удалось))\b"
    ),
)
ABSTAINS = Phrases(_ENGLISH, _CHINESE, _RUSSIAN, re.IGNORECASE)

# What the documents say of something else may stand beside an abstention: "they only give the total".
NEIGHBOURLY = re.compile(
    rf"\b(?:only|merely|just|solely)\b|\b(?:documents?|reports?|passages?|texts?|sources?|they|it|"
    rf"filings?|table)\b"
    rf"[^.;]{{0,40}}?\b{_TELL_EN}s?\b|\b(?:says|gives|mentions|states|lists|covers|closest|related|"
    rf"what is (?:given|said))\b|"
    r"只|僅|仅|提到|提及|記載|记载|列出|載明|载明|說明了|说明了|給出|给出|揭露了|披露了|報告中|报告中|"
    r"文件中|資料中|资料中|"
    r"\b(?:лишь|только|упомин\w+|указан\w*|привод\w+|сообща\w+|говорится|есть|названы?|называ\w+|"
    r"перечисл\w+)\b",
    re.IGNORECASE,
)
# "The manual gives the price of the seal, £48": said as something that a document tells.
REPORTED = re.compile(
    rf"\b(?!(?:it|they|this|that|these|those)\b){_SOURCE_EN}\b[^.;!?\d]{{0,40}}?\b{_TELL_EN}(?:s|es|ed)?\b|"
    r"\b(?:according to|as stated in)\b|"
    rf"{_SOURCE_ZH}[^。；;！？!?\d]{{0,10}}?(?:提到|提及|記載|记载|列出|載明|载明|說|说|寫|写|給出|给出|指出|揭露|"
    r"披露|介紹|介绍|公布|公佈|講|讲|得知)|"
    r"(?:根據|根据|依據|依据|據|据)[^。；;！？!?，,]{1,16}[，,]|"
    r"\b(?:документ|отч[её]т|текст|источник|материал|руководств|инструкц|памятк|письм|объявлен|листовк|договор|"
    r"журнал|протокол|обзор|буклет|стать|заметк|справк|раздел)\w*\b[^.;!?\d]{0,40}?\b(?:сообща|указ|назыв|назва|"
    r"говор|перечисл|упомин|упомян|привод|привед|описыва|содерж|есть\b|да[её]т\b)\w*|"
    r"\b(?:согласно|по данным)\b",
    re.IGNORECASE,
)
# "…, but the fee is not in it": a denial that leans on the document named before.
POINTS_BACK = re.compile(
    r"\b(?:is|are|was|were)\s?(?:not|n[’']t)\s(?:\w+\s){0,2}?(?:in|among|part of)\s(?:it|them|there)\b|"
    r"\bnowhere to be (?:found|seen|read)\b|"
    r"\bthere (?:is|are) (?:nothing|no \w+)\b[^.;!?]{0,20}\bin (?:it|them)\b|"
    r"\bbut not (?:for |by |to )?(?:how|what|when|who|whom|whose|why|where|whether|which|their|its|"
    r"his|her)\b|"
    r"\bbut not the \w+(?: of [^,.;!?]{1,40})?[.!]?$|"
    r"(?:裡面|里面|其中|當中|当中|上面|裡頭|里头|[中裡里])[^。；;，,]{0,8}?(?:沒有|没有|並無|并无|未見|未见|查無|查无)|"
    r"\bв н(?:[её]м|ей|их)\b[^.;!?]{0,30}?\b(?:нет|не (?:найти|видно|отыскать)|отсутству\w+)\b|"
    r"\b(?:нет|отсутству\w+)\b[^.;!?]{0,30}?\bв н(?:[её]м|ей|их)\b|"
    r"\b(?:но|а|однако) не (?:то, )?(?:сколько|как\w*|когда|кто|почему|где|зачем)\b",
    re.IGNORECASE,
)
GUESS = re.compile(
    r"\b(?:my guess|i (?:think|believe|estimate|assume|guess|would say)|probably|likely|presumably|"
    r"general knowledge|"
    r"estimated? (?:at|to be)|as far as i know|from what i know)\b|"
    r"應該|应该|估計|估计|推測|推测|猜|據我|据我|可能是|一般認為|一般认为|常識|常识|外界|業界|业界|"
    r"\b(?:вероятно|думаю|скорее всего|полагаю|наверное|по моим|по оценкам|насколько я знаю|можно "
    r"предположить)\b",
    re.IGNORECASE,
)
# A model that says it lacks the means; the formulas it then explains hold numbers and no answer.
WITHOUT_MEANS = re.compile(
    r"\b(?:do|does|did) ?n[o’']?t (?:currently |yet )?have (?:real-time |direct |the |any )?(?:access|"
    r"ability|capability)|"
    r"\bno (?:real-time |direct )?access to\b|\b(?:you|we|i|one) (?:would|['’]d) (?:typically |"
    r"usually |first )?need (?:to (?:look|review|have|know|consult|check|refer|see|access)|the "
    r"(?:actual|specific|company|relevant)|access)|"
    r"\bplease (?:provide|share|supply|upload) (?:me |us )?(?:with )?(?:the|more|additional)\b",
    re.IGNORECASE,
)
# An answer that computes for a while and then says that it cannot.
GIVES_UP = re.compile(
    r"\b(?:i|we|it(?:[’']s| is| was)?|i am|i[’']m|we are)\s(?:\w+\s)?"
    r"(?:can(?:no|[’'])t|cannot|can not|could not|"
    r"couldn[’']t|unable to|not possible to|impossible to|not able to)\s(?:\w+\s){0,3}?(?:calculate|compute|"
    r"answer|provide|complete|determine|proceed|give|derive|say|state)\b|"
    r"\bcan(?:not|[’']t| not) be (?:calculated|computed|answered|determined|completed|derived|given)\b|"
    r"(?:無法|无法|無從|无从|難以|难以)[^。；;！？!?，,]{0,12}?(?:計算|计算|回答|得出|算出|作答|給出|给出)|"
    r"\b(?:невозможно|нельзя|не могу|не можем|не удаётся|не удается)\b[^.;!?]{0,40}?"
    r"(?:рассчит|вычисл|ответ|определ|назвать)",
    re.IGNORECASE,
)
# What would be needed, or how one would compute it, states nothing.
PROCEDURE = re.compile(
    r"\b(?:(?:calculated|found|computed) (?:by|as)|formula|multipl(?:y|ied|ying)|divid(?:e|ed|ing)|"
    r"would (?:typically|usually|"
    r"need|be required)|"
    r"(?:if|once) you (?:can |could )?(?:provide|share)|to (?:obtain|find out|calculate|answer)|form 10-[kq]|"
    r"latest (?:information|data|figures?) available)\b|"
    r"公式|除以|乘以|計算方法|计算方法|需要(?:知道|提供|查)|"
    r"\b(?:формул\w+|раздел(?:ить|ив)|умнож\w+|нужно знать|потребу\w+)\b",
    re.IGNORECASE,
)
CONCLUDES = re.compile(
    r"\b(?:therefore|thus|hence|so the answer|the answer is|we can conclude)\b|因此|所以|可見|可见|答案是|"
    r"\b(?:поэтому|следовательно|значит)\b",
    re.IGNORECASE,
)
# "Since nothing says otherwise, …": grounds for what is then stated.
GIVES_GROUNDS = re.compile(
    r"(?:since|because|as|given)\b|因為|因为|由於|由于|既然|(?:поскольку|так как|раз)\b", re.IGNORECASE
)
