"""Words that carry no content of their own, by language, as data."""

_ENGLISH = """
a about above after again all also although am among an and any are as at be because been before being below
between both but by can cannot could did do does doing done down during each either else ever every for from
further had has have having he her here hers herself him himself his how however i if in into is it its
itself just let may me might more most must my myself neither no nor not now of off on once only onto or
other our ours ourselves out over own per please same shall she should since so some such than that the
their theirs them themselves then there therefore these they this those though through thus to too under
until up upon us very via was we were what when where whether which while who whom whose why will with
within without would yet you your yours yourself s t
"""
ENGLISH = frozenset(_ENGLISH.split())

_RUSSIAN = """
а без был была были было быть в вам вами вас ваш ваша ваше ваши весь во вот все всего всей всем всех вы где
да даже для до его ее ей если есть еще же за здесь и из или им ими их к каждый как какая какие каким каких
какого какой каком какую ко когда кто ли либо лишь между меня мне много может можно мой мы на над надо наш
не него нее ней нет ни них но ну о об однако он она они оно от очень перед по под после потому почти при про
с сам свой своя свое свои себя сколько со так также такая такие такой там те тем то того тогда тоже той только
том тот ту ты у уже хотя чего чей чем через что чтобы чье эта эти этим этих это этого этой этом этот эту я
является являются составляет составил составила составило составили
"""
RUSSIAN = frozenset(_RUSSIAN.split())

# Function words of Chinese, both scripts; longer ones are looked for first.
_CHINESE = """
什麼 什么 甚麼 怎麼 怎么 怎樣 怎样 如何 多少 哪些 哪個 哪个 哪裡 哪里 何時 何时 何者 為何 为何 為什麼 为什么
是否 因為 因为 所以 但是 可是 然而 不過 不过 而且 並且 并且 以及 或者 或是 如果 雖然 虽然 以便 由於 由于
關於 关于 對於 对于 根據 根据 依據 依据 這個 这个 這些 这些 那個 那个 那些 其中 其他 我們 我们 他們 他们
你們 你们 它們 它们 自己 已經 已经 可以 請問 请问 請說明 请说明 也就是 就是 還有 还有 以上 以下 之間 之间
之後 之后 之前 因此 同時 同时 的 了 嗎 吗 呢 吧 啊 是 在 和 與 与 及 或 之 為 为 於 于 也 都 就 而 被 把 其
此 這 这 那 則 则 並 并 個 个 請 请 我 你 他 她 它 們 们
"""
CHINESE = tuple(_CHINESE.split())

# Words in which one of the single characters above is no function word.
_CHINESE_KEPT = """
目的 標的 标的 的確 的确 了解 為了 和平 和諧 和谐 總和 总和 飽和 饱和 溫和 温和 中和 調和 调和 參與 参与
給與 给与 普及 及格 及時 及时 埃及 涉及 之一 行為 行为 作為 作为 認為 认为 成為 成为 在線 在线 在職 在职
存在 現在 现在 潛在 潜在 正在 所在 是非 都市 首都 成都 京都 就業 就业 就醫 就医 就學 就学 成就 把握 其實
其实 規則 规则 原則 原则 法則 法则 準則 准则 合併 合并 併購 并购 並購 個人 个人 個股 个股 申請 申请 請求
请求 邀請 邀请 聘請 聘请 自我 吉他 其它 位於 位于 等於 等于 至於 高於 高于 低於 低于 大於 大于 小於
小于 為止 因而 而言
"""
CHINESE_KEPT = tuple(_CHINESE_KEPT.split())
