"""How text speaks to a judge, in English, Chinese (both scripts) and Russian.

The patterns read a lower-cased copy of the text. An order counts where it is given: at the start of a clause
or to a "you"; a report that somebody ignored an instruction is an ordinary sentence.
"""

# ruff: noqa: E501  (a pattern is easier to read on one line)
from __future__ import annotations

import re

from data_base.text.phrases import Phrases

# A clause begins, or somebody is urged.
_EN = (
    r"(?:^|[.:;,!?—–\-*\"'(“]\s*|\b(?:please|now|must|should|shall|will|to|you|and|then|kindly|simply|just|"
    r"immediately|always|instead|only)\s+)"
)
_JUDGE_EN = (
    r"(?:judges?|evaluators?|graders?|assessors?|reviewers?|scorers?|scoring (?:model|system|engine)|ai|llm|"
    r"language model|(?:ai )?assistant|ai model)"
)
_DIMENSION_EN = (
    r"(?:accuracy|completeness|clarity|scores?|marks?|points?|rating|grade|dimensions?|criteri\w+)"
)
_DATA_EN = r"(?:passages?|documents?|sources?|excerpts?|texts?|materials?|references?|context)"
_ENGLISH = (
    (
        rf"{_EN}(?:ignore|disregard|forget|override|discard|set aside|bypass|do not (?:follow|apply|obey))\b"
        rf"[^.!?\n]{{0,50}}\b(?:instructions?|prompts?|rubric|rules?|guidelines?|criteria|{_DATA_EN}|"
        r"everything|all of (?:the )?above|directions?)\b"
    ),
    (
        rf"{_EN}(?:give|award|assign|grant|rate|score|grade|mark|return|output|respond|reply|set|print|write|"
        rf"emit|answer)\b[^.!?\n]{{0,70}}(?:(?<![\d.])(?:10|1|0)(?![\d.,]\d|\d)|\b(?:ten|full|maximum|max|top|"
        rf"highest|perfect|lowest|minimum|zero)\b)[^.!?\n]{{0,40}}\b(?:{_DIMENSION_EN}|out of|/\s?10|each|"
        r"everything|across|everywhere)"
    ),
    (
        rf"{_EN}(?:give|award|assign|rate|score|grade|mark|set|return|output)\b[^.!?\n]{{0,40}}\b{_DIMENSION_EN}"
        r"\b[^.!?\n]{0,25}(?:(?<![\d.])(?:10|1|0)(?![\d.,]\d|\d)|\b(?:ten|full|maximum|perfect|lowest)\b)"
    ),
    (
        rf"\b(?:dear|attention|attn|note (?:to|for)|message (?:to|for)|hey|hello|hi|memo to|"
        rf"instructions? (?:to|for))[\s,:]+(?:the |all |any |our )?(?:\w+ ){{0,2}}?{_JUDGE_EN}\b"
    ),
    rf"\bas (?:a|an|the|such a) (?:\w+,? ){{0,4}}?{_JUDGE_EN}\b,? (?:you|i|we)\b",
    rf"\b(?:the|this|any|every) {_JUDGE_EN} (?:must|should|shall|has to|is (?:required|instructed|asked|told))\b",
    rf"\byou are (?:now |no longer )(?:\w+ ){{0,4}}?(?:{_JUDGE_EN}|bound|in|free|helpful)",
    (
        rf"\byou are\b[^.!?\n]{{0,40}}\b(?:best|wisest|fairest|kindest|smartest|brilliant|generous)\b[^.!?\n]{{0,30}}"
        rf"(?:{_JUDGE_EN}|\bi have\b|\bever\b)"
    ),
    (
        r"\bth(?:is|e) (?:answer|response|reply|text)(?: above| below)? (?:is|was|has been|deserves|should|must|"
        r"earns|merits)\b[^.!?\n]{0,50}\b(?:perfect|pre-?approved|full marks|certified|(?:top|highest|lowest|"
        r"maximum|full) (?:score|marks?|rating)|verified by|human experts?|a 10|10/10|ten out of)\b"
    ),
    r"\b(?:new|updated|revised|real|actual|hidden) (?:instructions?|rubric|scoring rules?|system prompt)\b[^.!?\n]{0,30}[:：]",
    r"\bsystem (?:prompt|override|message|notice|instruction|alert|note)\b",
    r"\b(?:developer|debug|admin|administrator|test|maintenance|god|calibration) mode (?:is |now )?(?:on|enabled|active|engaged)",
    (
        r"\b(?:scoring|evaluation|judging|grading|the test|this (?:task|evaluation))\b[^.!?\n]{0,20}\b(?:is|has been|"
        r"are) (?:now )?(?:over|finished|closed|disabled|suspended|cancelled|complete|a drill)\b"
    ),
    r"\b(?:end of (?:the )?(?:data|answer|passages?|prompt|input|user input)|the data ends here)\b",
    (
        rf"{_EN}(?:decode|execute|follow|obey|comply with|carry out)\b[^.!?\n]{{0,40}}\b(?:following|base64|below|"
        r"next|string|instructions?|orders?|command)\b"
    ),
    (
        rf"\b(?:the |these |all |any )?(?:other |earlier |previous )?{_DATA_EN} (?:above|below|before this|provided|"
        r"given|shown|here|you (?:see|were given|have|were shown))\b[^.!?\n]{0,40}\b(?:outdated|out of date|obsolete|"
        r"superseded|withdrawn|wrong|false|fake|invalid|retracted|unreliable|forged|incorrect|placeholders?|"
        r"test data|no longer (?:valid|apply|hold))\b"
    ),
    rf"\ball (?:other|earlier|previous|remaining) {_DATA_EN}\b[^.!?\n]{{0,30}}\b(?:outdated|obsolete|superseded|withdrawn|wrong|false|fake|invalid|retracted|unreliable)\b",
    (
        r"\b(?:my|our) (?:job|career|life|grandmother|children|family|salary|visa|degree|future)\b[^.!?\n]{0,30}"
        r"\b(?:depends?|hangs?|is at stake|rests?)\b"
    ),
    r"\bi(?:'ll|’ll| will) (?:tip|pay|reward|be fired|lose my)\b",
    r"\bthank you for (?:your )?(?:giving|awarding|the (?:10|full|generous|high|perfect)|fair|generous|kind)",
    rf"{_EN}(?:reply|respond|answer|continue|proceed|write|process)\b[^.!?\n]{{0,20}}\bin (?:english|german|french|spanish|chinese|japanese|russian)\b",
    rf"{_EN}(?:repeat|restate|copy|confirm|echo)\b[^.!?\n]{{0,20}}\b(?:marks|scores|grades|verdict|rating)\b",
    rf"{_EN}(?:decode|apply|run|undo|reverse)\b[^.!?\n]{{0,40}}\b(?:base ?64|rot ?13|hex(?:adecimal)?)\b",
    rf"\b(?:pretend|imagine|act as if|assume)\b[^.!?\n]{{0,40}}\b(?:{_JUDGE_EN}|answer is (?:perfect|correct)|no rubric)",
)

_TEN_ZH = r"(?:(?<![\d.])(?:10|1|0)(?![\d.])|十|滿|满|最高|最低|零)"
_JUDGE_ZH = (
    r"(?:評審|评审|評判|评判|裁判|評分員|评分员|評分者|评分者|評估者|评估者|評分模型|评分模型|評分系統|评分系统|"
    r"評分ai|评分ai|大模型|語言模型|语言模型|閱卷|阅卷|ai\s?助手|ai\s?評|ai\s?评)"
)
_DATA_ZH = r"(?:段落|文件|資料|资料|文檔|文档|內容|内容|來源|来源|材料|引文)"
_CHINESE = (
    (
        r"(?:忽略|無視|无视|忘記|忘记|忘掉|不要理會|不要理会|不必理會|不必理会|拋開|抛开|跳過|跳过|別管|别管|停止遵守|"
        r"不要遵守|請勿遵守|请勿遵守)(?:掉)?(?:以上|之前|前面|先前|上述|所有|一切|你|您|任何|原有|系統|系统|其他|其餘|其余|"
        r"這些|这些|上面|此前|剛才|刚才|評分|评分)[^。！？\n]{0,25}?(?:指令|指示|規則|规则|提示|要求|評分|评分|標準|标准|說明|说明|"
        rf"{_DATA_ZH})"
    ),
    (
        r"(?:請|请|務必|务必|必須|必须|直接|立即|一律|只需|你|您|應當|应当|應該|应该)[^。！？\n]{0,16}?(?:給|给|打|評|评|判|輸出|"
        rf"输出|回覆|回复|返回|填|設為|设为)[^。！？\n]{{0,20}}?{_TEN_ZH}\s?分"
    ),
    (
        r"(?:準確性|准确性|準確度|准确度|完整性|完整度|清晰度|清晰性|總分|总分|各項|各项|三項|三项|每一項|每一项|所有維度|所有维度)"
        rf"[^。！？\n]{{0,12}}?(?:{_TEN_ZH}\s?分|滿分|满分)"
    ),
    rf"(?:親愛的|亲爱的|尊敬的|致|公正的|英明的|聰明的|聪明的|各位|敬愛的|敬爱的)[^。！？\n]{{0,6}}?{_JUDGE_ZH}",
    rf"{_JUDGE_ZH}(?:員|员|者|模型|系統|系统|老師|老师|大人)?[，,:：\s]{{0,2}}(?:請|请|注意|您好|你好|必須|必须|應|应|務必|务必)",
    rf"(?:你|您)(?:現在|现在|從現在起|从现在起|不再)[^。！？\n]{{0,8}}?是?[^。！？\n]{{0,10}}?(?:{_JUDGE_ZH}|受|助手|模式|限制)",
    r"(?:系統|系统)(?:提示|訊息|消息|指令|通知|覆寫|覆写|更新)[詞词]?\s?[:：]",
    r"新的?(?:指令|評分標準|评分标准|評分規則|评分规则|任務|任务)\s?[:：]",
    r"(?:^|[。！？；\n：:，,「“(（]\s*)(?:以下是|這是|这是)?新的?(?:規則|规则)\s?[:：]",
    r"(?:開發者|开发者|調試|调试|偵錯|測試|测试|管理員|管理员|維護|维护)模式(?:已|現已|现已|開|开|啟|启)",
    (
        r"(?:本|此|這個|这个|這份|这份|該|该|上述)(?:回答|答案|回覆|回复)[^。！？\n]{0,16}?(?:滿分|满分|完美|最高分|最低分|"
        r"專家(?:核實|審核|確認|认证)|专家(?:核实|审核|确认|认证)|預先核准|预先核准|10\s?分|無需檢查|无需检查|不必檢查|不必检查)"
    ),
    r"(?:解碼|解码|執行|执行|遵照|照做|服從|服从)[^。！？\n]{0,10}?(?:base64|以下|下列|指令|字串|字符串)",
    r"(?:請|请|改)用(?:英|日|法|德|俄|中)(?:文|語|语)(?:回答|回覆|回复|輸出|输出|處理|处理|評|评)|日本語で[^。！？\n]{0,8}ください",
    r"(?:請|请|先)[^。！？\n]{0,12}?(?:base ?64|rot ?13|十六[進进][位制])[^。！？\n]{0,6}?(?:解碼|解码)",
    r"(?:評分|评分|數據|数据|資料|资料|輸入|输入|回答)(?:到此|已經?|已经?)(?:結束|结束|完畢|完毕|關閉|关闭|取消|停用)",
    (
        rf"(?:以上|上述|上面|前面|其他|其餘|其余|所給|所给|提供|這些|这些)的?{_DATA_ZH}[^。！？\n]{{0,14}}?(?:過時|过时|過期|过期|"
        r"作廢|作废|失效|廢止|废止|錯誤|错误|有誤|有误|偽造|伪造|不可信|撤回|無效|无效|虛假|虚假|測試用|测试用)"
    ),
    r"(?:拜託|拜托|求求)(?:您|你|了)",
    r"(?:您|你)(?:真的?)?是[^。！？\n]{0,12}?(?:最|英明|公正|睿智|偉大|伟大|聰明|聪明)[^。！？\n]{0,10}",
    r"我的(?:工作|飯碗|饭碗|家人|前途|孩子|奶奶|畢業|毕业)[^。！？\n]{0,15}?(?:取決|取决|靠|全看|都看|保不住|就看)",
    r"(?:感謝|感谢|謝謝|谢谢)(?:您|你)(?:的)?(?:公正|慷慨|高分|滿分|满分|給|给|理解)",
    rf"(?:假裝|假装|假設|假设|想像|想象)[^。！？\n]{{0,20}}?(?:{_JUDGE_ZH}|完美|沒有規則|没有规则)",
)

_RU = r"(?:^|[.:;,!?—–\-*\"'(«]\s*|(?:пожалуйста|теперь|должны|должен|следует|вы|ты|и|затем|просто|немедленно|всегда|только|обязаны)\s+)"
_JUDGE_RU = (
    r"(?:судь[яеиюёй]+|оценщик\w{0,3}|эксперт-оценщик\w*|проверяющ\w+|рецензент\w{0,3}|экзаменатор\w{0,3}|ии|"
    r"языков\w+ модел\w+|модел\w+-судь\w+|нейросет\w+|ассистент\w{0,3})"
)
_TEN_RU = r"(?:(?<![\d.,])(?:10|1|0)(?![\d.,]\d|\d)|десят\w+|максимальн\w+|наивысш\w+|высш\w+|минимальн\w+|полн\w+|нол\w+)"
_DIMENSION_RU = r"(?:балл\w*|оцен\w+|точност\w+|полнот\w+|ясност\w+|критери\w+|показател\w+)"
_DATA_RU = r"(?:фрагмент\w*|документ\w*|источник\w*|отрывк\w*|текст\w*|материал\w*|пассаж\w*)"
_RUSSIAN = (
    (
        rf"{_RU}(?:игнорируй\w*|проигнорируй\w*|забудь\w*|отбрось\w*|отмени\w*|не (?:следуй|выполняй|применяй|учитывай)\w*|"
        rf"игнорировать|не учитывать)[^.!?\n]{{0,50}}?(?:инструкци\w+|указани\w+|правил\w*|рубрик\w*|критери\w+|подсказк\w+|"
        rf"промпт\w*|{_DATA_RU}|вс[её] (?:выше|сказанное|предыдущее))"
    ),
    (
        rf"{_RU}(?:поставь\w*|постав\w+|присвой\w*|выстав\w+|оцени\w*|дай\w*|верни\w*|выведи\w*|ответь\w*|напиши\w*|"
        rf"ставь\w*|поставить|выставить|оценить|запиши\w*)[^.!?\n]{{0,60}}?{_TEN_RU}[^.!?\n]{{0,30}}?(?:{_DIMENSION_RU}|из 10|из десяти|/\s?10|везде)"
    ),
    (
        rf"{_RU}(?:поставь\w*|присвой\w*|выстав\w+|оцени\w*|дай\w*|верни\w*|выведи\w*|ставь\w*|поставить)[^.!?\n]{{0,40}}?"
        rf"{_DIMENSION_RU}[^.!?\n]{{0,30}}?{_TEN_RU}"
    ),
    rf"(?:уважаем\w+|дорог(?:ой|ая|ие)|внимание|обращение к|сообщение для|записка для)[\s,:]+(?:\w+ ){{0,2}}?{_JUDGE_RU}\b",
    rf"\bкак (?:\w+,? ){{0,3}}?{_JUDGE_RU}\b,? (?:вы|ты)\b",
    rf"\b{_JUDGE_RU} (?:обязан\w*|долж\w+|следует|приказано|предписано)\b",
    rf"\b(?:вы|ты) (?:теперь|больше не|отныне)\b[^.!?\n]{{0,30}}?(?:{_JUDGE_RU}|связан\w*|режим\w*|свобод\w*|помощник\w*)",
    r"\b(?:вы|ты)\b[^.!?\n]{0,12}?\bсам(?:ый|ая|ые)\b[^.!?\n]{0,30}?(?:справедлив|мудр|умн|добр|лучш|честн|великодуш)\w*",
    (
        r"\b(?:этот|данный|настоящий) ответ\b[^.!?\n]{0,50}?(?:идеал\w+|безупречн\w+|(?:высш|максимальн|наивысш|минимальн|низш)\w+ "
        r"(?:балл|оценк)\w*|проверен экспертами|одобрен\w*|заслуживает|10 из 10|10 баллов)"
    ),
    r"\b(?:нов\w+|обновл[её]нн\w+|настоящ\w+|скрыт\w+) (?:инструкци\w+|рубрик\w+|указани\w+|критери\w+)\b[^.!?\n]{0,20}:",
    # "The board made new rules:" is a report.
    r"(?:^|[.:;!?\n—–*\"«(]\s*)(?:вот )?(?:нов\w+|обновл[её]нн\w+|настоящ\w+|скрыт\w+) правил\w+\b[^.!?\n]{0,20}:",
    r"\bсистемн\w+ (?:сообщени\w+|промпт\w*|подсказк\w*|инструкци\w+|уведомлени\w+|указани\w+)",
    r"\bрежим (?:разработчика|отладки|администратора|тестирования|обслуживания|калибровки) (?:включ|актив)\w*",
    r"\b(?:оценивание|оценка|проверка)\b[^.!?\n]{0,20}?\b(?:окончен\w*|завершен\w*|завершён\w*|отменен\w*|отменён\w*|отключен\w*|приостановлен\w*)",
    r"\bконец (?:данных|ответа|фрагментов|ввода|документов)\b",
    rf"{_RU}(?:расшифруй\w*|раскодируй\w*|декодируй\w*|выполни\w*|исполни\w*|следуй\w*)[^.!?\n]{{0,40}}?(?:base64|следующ\w+|строк\w*|инструкци\w+|команд\w*|приказ\w*)",
    rf"{_RU}(?:отвечай\w*|ответь\w*|продолжай\w*|пиши\w*|перейди\w*) (?:\w+ )?на (?:английск|немецк|французск|китайск|русск)\w+",
    rf"{_RU}(?:примени\w*|расшифруй\w*|раскодируй\w*|декодируй\w*)[^.!?\n]{{0,40}}?(?:rot ?13|шестнадцатеричн\w+)",
    (
        rf"(?:приведенн\w+ |приведённ\w+ |предоставленн\w+ |указанн\w+ |остальн\w+ |другие |все |эти )?{_DATA_RU} "
        r"(?:выше|ниже|до этого)[^.!?\n]{0,30}?(?:устарел\w*|недействительн\w*|отозван\w*|ошибочн\w*|ложн\w*|неверн\w*|поддел\w*|"
        r"ненад[её]жн\w*|утратил\w*|отменен\w*|отменён\w*|тестов\w*)"
    ),
    rf"\b(?:остальн\w+|все другие|все прочие|предыдущ\w+) {_DATA_RU}\b[^.!?\n]{{0,30}}?(?:устарел\w*|недействительн\w*|отозван\w*|ошибочн\w*|ложн\w*|неверн\w*|поддел\w*)",
    r"\b(?:моя|мо[йи]|наша) (?:работа|карьера|жизнь|семья|дети|бабушка|диплом|будущее|судьба|зарплата)\b[^.!?\n]{0,30}?\bзавис\w+",
    r"\bменя (?:уволят|выгонят|отчислят)\b|\bумоляю\b",
    r"\bспасибо за (?:вашу |твою )?(?:справедлив\w+|высок\w+|щедр\w+|10|десят\w+|добр\w+)",
    rf"\b(?:притворись|представь|сделай вид|вообрази)\w*\b[^.!?\n]{{0,40}}?(?:{_JUDGE_RU}|идеал\w+|правил нет)",
)


_ORDERS = Phrases(_ENGLISH, _CHINESE, _RUSSIAN, re.MULTILINE, openings=(_EN, _RU, r"\b"))


def gives_order(text: str) -> bool:
    """Whether a text, in lower case, orders, flatters or begs its judge, or turns against the passages."""
    return _ORDERS.found_in(text)


CORRECTION = re.compile(
    r"\b(?:correct|true|real|actual|updated|right|valid|current) (?:figure|value|number|answer|amount|data|result)s?\b|"
    r"(?:正確|正确|真實|真实|實際|实际|最新|有效)的?(?:數字|数字|數值|数值|答案|數據|数据|金額|金额|結果|结果)|"
    r"\b(?:правильн|верн|настоящ|реальн|действительн|актуальн|корректн)\w+ (?:цифр|числ|значени|ответ|данны|показател|сумм)\w*"
)
"""A sentence that offers another value in place of what the passages say."""
