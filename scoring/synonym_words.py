"""Words that a paraphrase exchanges for each other, as data: verbs, adjectives and nouns of everyday reports.

Made by hand, in the form of :data:`scoring.concept_words.DICTIONARY`: a group a line, its words in English,
Chinese (Simplified) and Russian; ``*`` stands for any word ending, ``_`` joins the words of a phrase. A group
never holds a word and its opposite, nor a word and its denial.
"""

SYNONYMS = """
shut_down: close closes closed closing closure* shut shuts shutting wound_up closed_down closed_its_doors cease_trading ceased_trading went_out_of_business | 关闭 关厂 关门 停业 歇业 倒闭 结束营业 结束经营 停办 关停 裁撤 | закры* ликвид* упраздн* прекрат*_работ* прекращ*_работ*
stop: cease* discontinu* suspend* abort* | 中止 中断 暂停 叫停 | прекра* приостан* переста* прерв* прерыв*
bankrupt: bankrupt* insolven* went_under went_bust | 破产 资不抵债 无力偿债 | банкрот* разорил* разорен* разорён* несостоятельн*
compete: compet* rival* hold_its_own keep_up_with | 竞争 敌不过 比不过 | конкур* соперн*
cheap: cheap* inexpensive* low-cost low-priced low_price* low_cost* affordable budget-priced | 低价 便宜 廉价 平价 价格低 价廉 | дешев* дешёв* недорог* низк*_цен*
expensive: expensive* costly dear pricey high-priced high_price* high_cost* | 昂贵 高价 价格高 太贵 很贵 | дорогой дорогая дорогие дорого дорогост* высок*_цен*
cannot_afford: cannot_afford could_not_afford unaffordable too_expensive beyond_its_means no_money_for lacked_the_money lack_of_money lack_of_funds shortage_of_funds | 负担不起 无力负担 付不起 买不起 无力购置 无力支付 缺钱 缺乏资金 资金不足 经费不足 资金短缺 缺乏经费 没有钱 没有资金 | не_хват*_денег не_хват*_средств нехватк*_денег нехватк*_средств не_хват*_финанс* недостат*_средств не_по_карману нет_денег не_было_денег не_нашлось_денег не_нашлось_средств средств*_не_хват* денег_не_хват* денег_не_был* средств_не_был* денег_не_нашлось недофинансир*
money: money fund funds cash financing moneys finances financ* | 资金 钱款 款项 金钱 财源 | деньг* денег денежн* средств* финанс*
import: imported foreign from_abroad | 国外 外国 | ввоз* зарубеж* иностран*
hire: hire hired hires hiring employ employs employing recruit* took_on taken_on engage engages engaged enlist* appointed | 录用 雇用 聘用 聘请 招聘 雇佣 聘任 招募 录取为 | нанять нанял* нанима* наня* приня*_на_работ* трудоустр* взя*_на_работ*
dismiss: dismiss* laid_off lay_off sack* redundan* fired let_go made_redundant | 解雇 裁员 辞退 资遣 开除 遣散 | увол* сокращен*_штат*
resign: resign* stepped_down step_down left_office quit | 辞职 辞任 离职 卸任 请辞 | отстав* уволи*_по_собственн* слож*_полномоч* ушел_с_поста ушёл_с_поста
admit: admit* admission* enrol* enroll* intake accept_students | 招生 录取 招收 收生 | набор* прием* приём* приним* принят* зачисл* поступл*
applicant: applicant* candidate* | 申请人 申请者 报名者 应征者 候选人 考生 | абитуриент* заявител* кандидат* претендент* соискател*
graduate: graduate* alumni alumnus | 毕业生 校友 毕业 | выпускник* окончивш* выпускниц*
trainee: trainee* intern interns internship* apprentice* placement* | 实习 实习生 学徒 见习 | практик* практикант* стажир* стажер* стажёр*
begin: launch* initiat* set_out onset kicked_off kick_off got_under_way | 起始 着手 展开 发起 | нача* приступ* старт*
end: ends conclu* expire* terminat* ran_out run_out | 届满 到期 完毕 告终 | оконч* законч* истек* истёк*
increase: rising grow grown growing climb* expand* went_up gone_up go_up goes_up surge* jump* soar* hike* escalat* mount* raise raised raises raising swell* | 调高 调升 上调 攀升 增多 增高 涨了 走高 变多 越来越多 升高 | возр* прирост* расти растет растёт поднял* подня* подним* подорож*
decrease: fall falls fallen falling declin* lower* diminish* shrink* shrank shrunk dwindl* went_down gone_down cuts cutting slump* plung* lessen* dip dipped | 减为 减至 调降 下调 下跌 跌至 萎缩 变少 越来越少 降为 削减 走低 递减 一年比一年少 一年不如一年 逐年减少 流失 | сокра* падал* спад* убыл* опусти* убавил*
worsen: worsen* deteriorat* got_worse became_worse | 恶化 变差 变坏 | ухудш*
improve: improv* better betterment got_better enhanc* | 改善 改进 好转 改良 变好 优化 | улучш* совершенств*
delay: put_off put_back deferr* defer defers deferring adjourn* held_up pushed_back late lateness overdue behind_schedule | 延期 展延 拖延 顺延 改期 延宕 误期 迟到 晚点 推延 | перенес* перенос* отлож* откладыв* опозд* опазд* запозд*
cancel: cancel* called_off call_off scrap* scrapped abandon* axed dropped_plans | 取消 作废 撤销 废止 废除 | отмен* аннулир*
advance: brought_forward bring_forward earlier_than_planned | 提前 提早 | досрочн* раньше_срока
leak: leak* seep* drip* | 漏水 渗漏 泄漏 渗水 渗入 外泄 漏雨 | протек* протеч* утечк* утека* просач* прохуд*
rain: rainfall downpour* shower showers wet_weather | 大雨 暴雨 豪雨 下雨 雨势 雨水 骤雨 阵雨 | ливень ливн*
snow: snow* | 降雪 积雪 下雪 雪量 | снег* снеж* снегопад*
flood: flood* inundat* submerg* overflow* swamp* | 洪水 淹水 水灾 洪灾 漫淹 泛滥 水淹 涝灾 淹没 | наводнен* затоп* паводк* подтоп* половод*
drought: drought* dry_spell lack_of_rain | 干旱 旱灾 缺雨 | засух* нехватк*_дожд*
frost: frost* freez* froze frozen icy ice | 结冰 霜冻 冰冻 冻结 结霜 | мороз* замороз* замерз* лед льда обледен* гололед* гололёд* заморозк*
heat: heat heatwave* hot heated heating | 高温 炎热 酷暑 酷热 热浪 | жара жару жарк* зной* нагрев*
fog: fog foggy mist misty poor_visibility low_visibility | 浓雾 大雾 雾气 能见度低 能见度不足 | туман* плох*_видимост*
strong_wind: gale gales strong_wind* high_wind* gust* | 强风 大风 阵风 狂风 | сильн*_ветр* порыв* шквал*
sick: sick* ill illness* unwell disease* ailment* fell_ill taken_ill fallen_ill | 生病 疾病 患病 病倒 染病 抱病 病症 | болезн* заболе* болеет болел болела болели забол* недуг* хвор*
cough: cough* | 咳嗽 | кашел* кашля*
fever: fever* high_temperature | 发烧 发热 体温升高 | жар лихорад* повышен*_температур*
fever_gone: fever-free no_fever without_fever afebrile | 退烧 退热 体温正常 烧退 无发烧 不再发烧 | нормальн*_температур* без_температур*
pain: pain* ache* aching sore* | 疼痛 痛楚 酸痛 作痛 | боль болей болью болев*
treat: treat* therap* cure cured curing | 治疗 医治 疗法 诊治 | лечен* лечи* терапи* вылеч*
surgery: surgery surgical surgeon* operated_on | 手术 开刀 | хирург* прооперир*
discharge_home: discharged_home discharged_from_hospital hospital_discharge sent_home | 出院 | выпис*
examine: examin* inspect* check* checked audit* review* look_into looked_into verif* scrutin* | 检查 检验 查验 检视 审查 审核 查核 核查 检阅 核对 稽核 | провер* осмотр* осматр* инспекц* ревиз* обследов* рассмотр* контрол*
investigate: investigat* inquiry inquiries enquir* probe probes | 侦查 查明 探究 | расследов* дознан*
discover: discover* found_that find_out found_out detect* uncover* spotted came_to_light identif* notic* | 发现 察觉 查出 检出 侦测 发觉 | обнаруж* выяви* выявл* нашл* найд* замет*
reason: cause causes causing owing trigger* bring_about brought_about on_account_of thanks as_a_result_of in_view_of gave_rise_to | 引起 引发 肇因 缘故 缘由 起因于 归因 | вызва* обусловл* поскольку вследств* благодар* послуж* ввид*
result: consequence* effect effects impact* | 后果 影响 效应 | последств* эффект* влиян*
fail: broken broke break_down broke_down out_of_order defective faulty defect* malfunction* fault faults not_working unsuccessful* in_vain did_not_succeed | 失灵 坏掉 毁坏 出故障 坏了 未能 无法 没能 不成功 | сломан* сломал* полом* вышл*_из_строя вышел_из_строя выход_из_строя отказал* слома* неуда* провал* не_удал* не_смог* не_сумел*
crack: crack* fissure* split splits | 龟裂 裂缝 裂痕 开裂 裂开 裂得 破裂 | трещин* треснул* растреск* потреск* трескал*
collapse: collaps* cave_in caved_in fell_down gave_way | 倒塌 坍塌 崩塌 垮掉 塌陷 垮塌 崩落 | обруш* обвал* рухнул* развалил*
damage: harm* impair* spoil* spoiled ruin ruined ruins wreck* | 毁损 弄坏 破坏 损毁 | испор* порч* разруш* вред*
destroy: destroy* destruct* wiped_out | 摧毁 毁灭 销毁 | уничтож*
repair: mend* fix fixes fixed fixing restor* renovat* refurbish* overhaul* | 整修 修缮 翻修 修护 修好 抢修 修补 | почин* восстанов* реставр* отремонт*
demolish: demolish* demolit* pulled_down pull_down torn_down tear_down knocked_down razed dismantl* | 拆除 拆掉 拆毁 拆去 拆卸 夷平 | снос снес* снос* демонт* разобра* разбор*
construct: builds erect* put_up set_up | 修建 盖了 搭建 修筑 建起 盖起 | построил* постройк* возвед* возвел* соору* воздв* выстро*
replace: substitut* exchang* swapped swap | 取代 换成 汰换 替代 换上 换新 | смени* сменен*
move: move moved moves moving relocat* transfer* shift shifts shifted | 搬迁 迁移 移至 迁至 搬到 转移 移转 搬家 迁往 改到 换到 改在 移到 | переезд* переех* перевел* перевед* перемест* перебаз*
polluted: pollut* contaminat* tainted | 污染 受污染 遭污染 | загрязн* заражен* заражён*
soil: soil soils ground earth dirt | 土壤 泥土 土质 地面 | почв* грунт*
clean: clean* cleaned wash* tidy | 清洁 清洗 打扫 清理 清扫 洗净 扫除 | чист* чище* очист* убор* убира* мыть мыт* промыв* прочист*
dirty: dirty filthy soiled | 肮脏 脏污 不洁 | грязн*
remove: remov* take_away took_away taken_away eliminat* delete* deleted | 移除 去除 清除 除去 消除 删除 剔除 排除 | убра* устран* ликвидац*
prevent: prevent* avert* forestall* ward_off guard_against preclud* | 防止 预防 避免 防范 杜绝 以免 | предотвра* предупред* избеж* недопущ* предохран*
protect: protect* safeguard* shield* guard guards guarded preserv* conserv* | 保护 防护 保卫 守护 保全 保育 | защит* охран* оберег* сохран*
allow: allow* permit* permitted authoris* authoriz* licen* consent* be_able_to | 允许 准许 许可 容许 获准 批准 得以 | разреш* позвол* допуск* допуст* дозвол*
forbid: forbid* forbad* forbidden prohibit* ban bans banned banning not_allowed not_permitted must_not may_not bar bars barred outlaw* cannot_be | 禁止 不得 不准 不许 严禁 不可以 不允许 禁用 不能 不可 | запре* нельзя не_разреш* не_допуск* воспрещ* не_позвол* недопуст*
require: requir* need needs needed have_to has_to oblig* mandatory compuls* necessar* demand* demands called_for | 需要 必须 须要 要求 必需 必要 应当 须得 务必 必备 | требу* требов* необходим* обязат* обязан* нужн* нужно долж* следует надлеж*
condition: condition* requirement* criteri* prerequisit* provided_that proviso* stipulat* | 条件 要件 前提 要求条件 标准 准则 | услови* требован* критери*
meet_requirement: fulfil* fulfill* satisf* comply complies complied compliance conform* met_the meets_the | 符合 满足 达到 合乎 遵守 具备 | соблю* выполн* соответств* удовлетвор* отвечает
lack: lack* absen* missing short_of shortage* deficien* insufficien* scarc* too_few too_little not_enough | 缺乏 缺少 不足 短缺 缺失 匮乏 不够 欠缺 缺席 太少 | недостат* нехват* отсутств* дефицит* не_хват* недостач*
enough: enough sufficien* adequate* | 足够 充足 充分 足以 充裕 | достаточн* хватает хватило хватит
surplus: surplus* excess* too_much too_many superfluous | 过多 过剩 剩余 太多 多余 盈余量 | избыт* излиш* слишком_много
empty: empty vacant unoccupied | 空置 闲置 空着 空闲 | пустой пустая пустые пустых пустует пустов* незанят* свободн*
full: full filled crowded packed overcrowd* | 客满 爆满 满载 拥挤 满员 | полон переполн* заполн*
use: using usage utilis* utiliz* employ_the make_use_of made_use_of apply applies applied application_of | 利用 运用 采用 | примен* эксплуат* пользу* употреб*
former: former formerly previous* prior used_to_be earlier erstwhile old | 原先 以前 从前 原本 昔日 旧的 前任 过去 原为 | бывш* прежн* ранее раньше предыдущ*
new: new newly newest novel fresh | 新的 全新 崭新 新式 新型 | новый новая новое новые нового новой новых новым новую новейш*
future: future upcoming coming forthcoming in_the_years_ahead | 未来 将来 日后 今后 往后 | будущ* предстоящ* впредь
once_more: once_more repeated* anew repeat* twice_over | 再次 重新 再度 又一次 重复 反复 | снова вновь повтор* опять заново
soon: soon shortly before_long quickly promptly rapid* fast quick swift* speedy | 很快 迅速 快速 不久 即刻 尽快 急速 及时 | быстр* скор* вскоре оперативн* стремит*
slow: slow slowly slower gradual* little_by_little step_by_step | 缓慢 逐渐 逐步 渐渐 慢慢 逐年 | медлен* постепен* понемногу
immediately: immediate* at_once instant* straight_away without_delay right_away forthwith | 立即 立刻 马上 即时 当场 随即 | немедлен* сразу тотчас незамедлит* безотлагат*
always: always constant* permanent* continuous* continual* all_the_time perpetual* | 总是 始终 一直 经常 长期 不断 永久 时时 | всегда постоянн* непрерывн* неизменн*
often: often frequent* regular* many_times | 时常 定期 频繁 常常 屡次 | часто частые частый частых регулярн* неоднократн* систематич*
rarely: rare rarely seldom infrequent* | 很少 罕见 鲜少 偶尔 少见 | редко редк* изредка
morning: morning mornings | 早上 上午 早晨 清晨 | утр*
evening: evening evenings | 傍晚 晚上 晚间 | вечер*
night: night nights nightly overnight | 夜间 夜里 深夜 夜晚 | ноч*
winter: winter* | 冬季 冬天 冬日 | зим*
summer: summer* | 夏季 夏天 夏日 | летн* летом лето
spring: springtime | 春季 春天 | весн*
autumn: autumn* fall_season | 秋季 秋天 | осен*
near: near nearby close_to next_to adjacent adjoin* beside alongside neighbour* neighbor* in_the_vicinity | 附近 邻近 靠近 旁边 紧邻 毗邻 隔壁 相邻 | близ* рядом около_него сосед* поблизости возле вблизи прилег* смежн*
far: far remote distant away_from far_from | 偏远 遥远 远离 | далек* далёк* удаленн* удалённ* отдален* отдалён* вдали подальше
place: place* location* venue* spot spots | 地点 场所 地方 位置 场地 处所 | место места месте мест расположен*
inside: inside indoor* interior* | 内部 室内 里面 屋内 | внутр* помещен*
outside: outside outdoor* exterior* open-air | 外部 室外 户外 外面 露天 | снаружи наружн* на_улице под_открытым_небом внешн*
above: upstairs upper overhead on_top | 上方 上面 楼上 | наверху сверху верхн*
below: downstairs lower_floor beneath underneath | 下方 下面 楼下 底下 | внизу снизу нижн*
front: front in_front ahead facade | 前面 前方 正面 | перед* впереди спереди
behind: behind rear back_of | 后面 后方 背后 | позади сзади задн*
left_side: left-hand left_side on_the_left | 左边 左侧 左方 | слева левый левая лево*
right_side: right-hand right_side on_the_right | 右边 右侧 右方 | справа правый правая правой_сторон*
middle: middle centre center central centr* midpoint | 中间 中央 中心 正中 | середин* центр*
edge: edge edges border borders margin margins boundary boundaries | 边缘 边界 边境 | край края краю краем границ* рубеж*
entrance: entrance* entry entryway gate gates doorway | 入口 进口处 大门 门口 | вход* ворот*
exit_door: exit exits way_out | 出口处 逃生口 | выход выхода выходы
corridor: corridor* hallway* passageway* | 走廊 通道 过道 | коридор* проход*
street: street* lane lanes avenue* | 街道 马路 大街 巷子 | улиц* переул* проспект*
house: house houses home homes dwelling* residence* housing | 房屋 住宅 住所 屋舍 房子 家中 家里 民宅 居所 | дом дома домов доме домой домах жиль* жилищ* жилой жилых
family: family families relatives household* kin next_of_kin | 家人 家庭 家属 亲属 亲人 亲友 家户 | семья семьи семье семью семей семьей семьёй родствен* родн* близкие
friend: friend* companion* | 朋友 友人 同伴 伙伴 | друзь* приятел* товарищ*
child: child* kid kids minor minors youngster* infant* | 儿童 孩子 小孩 孩童 少儿 幼童 | дет* ребен* ребён* малыш* несовершеннолет*
adult: adult* grown-up* | 成人 成年人 | взросл* совершеннолет*
elderly: elderly senior seniors old_people pensioner* retiree* older_people | 老人 长者 老年人 年长者 高龄者 | пожил* пенсионер* престарел* старик*
man: man men male males | 男性 男子 男士 | мужч* мужск*
women: female females | 女子 女士 | женск*
young: young youth youths teen* adolescent* | 年轻 青年 青少年 少年 | молод* юнош* подрост*
people: people person persons individual* human humans | 人们 人士 个人 民众 众人 大众 | человек* люд* лица лиц лицам граждан*
neighbour:  | 邻居 街坊 |
volunteer: volunteer* unpaid_helper* | 志工 志愿者 义工 志愿 | волонтер* волонтёр* доброволь*
employee: labourer* laborer* workman workmen | 工人 劳工 工作人员 | рабоч*
manager: manager* managed_by | 经理 管理者 管理人 | управляющ* менеджер* заведующ*
lead: boss chief in_charge | 首长 主持人 掌管 | глав* заведу*
found: founder* set_up_by | 创办人 创始人 | основател* учредител* основал*
deputy: deputy deputies vice assistant* | 副手 助理 副主任 代理 | заместител* помощник*
expert: expert* specialist* consultant* adviser* advisor* | 专家 顾问 专业人员 | эксперт* специалист* консультант*
engineer: engineer* | 工程师 技师 | инженер*
author: author* writer wrote written writes authored penned | 作者 撰写 编写 写下 执笔 著者 | автор* написа* составил* составител*
scientist: scientist* researcher* scholar* | 科学家 研究员 研究者 学者 科研人员 | учен* учён* исследовател*
lawyer: lawyer* attorney* solicitor* counsel barrister* | 律师 法律顾问 | адвокат* юрист*
judge: judge judges judged magistrate* | 法官 裁判长 裁判 | судь* судей судейск*
witness: witness* eyewitness* | 证人 目击者 | свидетел* очевид*
victim: victim* sufferer* | 受害者 被害人 受害人 | жертв* потерпев*
police: police* constab* | 警方 警察 公安 警员 | полици* милици*
crime: crime* criminal* offence* offense* | 犯罪 罪行 违法 罪案 | преступл* правонаруш* уголовн*
guilty: guilty convict* | 有罪 定罪 判罪 | виновн* осужд*
sue: sue sued sues suing lawsuit* litigat* claim_against took_to_court | 起诉 诉讼 控告 提告 | иск иска иски подал*_в_суд судебн*_разбир* истец
plaintiff: plaintiff* claimant* complainant* | 原告 申诉人 投诉人 | истц*
defendant: defendant* respondent* accused | 被告 被诉人 | ответчик* обвиняем* подсудим*
verdict: verdict* ruling* judgment* judgement* ruled | 判决 裁定 裁决 判定 | приговор* решен*_суда вердикт* постановл*
appeal: appeal* | 上诉 申诉 抗告 | апелляц* обжал*
fine: fine fines fined penalt* penalis* penaliz* | 罚款 罚金 处罚 惩罚 罚锾 | штраф* наказ* взыскан* пени
breach: breach* violat* infring* contraven* broke_the_rules | 违反 违约 违规 侵犯 触犯 | наруш*
rule: rule rules bylaw* guideline* | 规则 规定 规章 守则 章程 指引 | положен* регламент* норма нормы норм нормам
valid: valid in_force effective takes_effect took_effect take_effect come_into_force came_into_force comes_into_force enter_into_force entered_into_force validity | 有效 生效 施行 实施 起效 效力 | действует действуют действит* вступ*_в_силу вступа*_в_силу вступл*_в_силу
invalid: invalid void voided lapse* lapsed loses_its_validity null | 无效 | недействит* утрат*_силу утрач*_силу теря*_силу
approve: approv* ratif* adopt* endors* sanction* passed_the consented | 核准 通过 核定 认可 审定 同意 赞成 采纳 | одобр* утверд* утвержд* соглас* ратифиц*
reject: reject* refus* turn_down turned_down declin_to decline_to declined_to denied denies deny denial veto* dismissed_the | 拒绝 驳回 否决 否定 回绝 不接受 | отклон* отверг* отвергн*
oppose: oppos* object objects objected objection* against resist* disagree* protest* dissent* | 反对 抗议 异议 不赞成 不同意 抵制 持不同意见 | возраж* против противник* протест* не_согла* несоглас*
favour: favour* favor* in_favour in_favor for_it backed backing advocat* defend* | 支持 拥护 主张 赞同 力挺 | поддерж* за_не* сторонник* выступ*_за отстаив* настоя*
agree: agree agrees agreed agreeing accord consensus | 达成一致 一致同意 共识 | сошлись
decide: decid* decision* resolv* determin* settled_on opted chose_to | 决定 决议 定案 拍板 选定 | реши* решен* постанов* определ*
choose: choose chooses chose chosen choosing select* pick picked opt opts elect elects | 选择 挑选 遴选 选取 选中 | выбр* выбор* выбир* отбор* отобра*
vote: poll polls election* elected | 选举 票选 | избра* избир*
propose: propos* suggest* recommend* advis* put_forward | 建议 提议 提案 倡议 推荐 提出 | предлож* предлаг* рекоменд* совет* посовет*
announce: announc* declar* made_public disclos* publicis* proclaim* | 宣布 公布 公告 发布 宣告 公开 | объяв* сообщ* обнарод* анонс* огла*
publish: publish* publication* issued brought_out printed | 出版 发表 刊登 发行 刊载 印制 | опублик* публик* издан* издал* издат* напечат*
report: report* account_of | 报告 报道 汇报 通报 呈报 报导 | отчет* отчёт* доклад* сообща* докладыв*
explain: explain* explanat* clarif* account_for accounts_for accounted_for | 解释 说明 阐明 阐述 | объясн* поясн* разъясн*
say: stated said says tell tells told mention* remark* noted point_out pointed_out points_out according_to assert* claimed | 表示 指出 提到 提及 说道 据称 声称 认为 强调 | говор* сказа* отме* указ* заяв* подчерк*
think: think thinks thought believ* consider* regard* deem* opinion* view_that hold_that holds_that reckon* | 觉得 以为 看法 意见 相信 视为 研判 | счита* полага* думает думают думал* мнен* рассматрива* усматрива*
doubt: doubt* sceptic* skeptic* uncertain* unsure question_whether | 怀疑 质疑 存疑 疑虑 不确定 | сомне* сомнев* неувер* скепти*
prove: prove* proof evidence demonstrat* show shows showed shown confirm* indicat* attest* testif* | 证明 证实 显示 表明 证据 印证 佐证 确认 证明了 | доказ* показ* подтвер* свидетельств* указыва*
trace: trace* track tracks sign_of signs_of vestige* remains remnant* | 痕迹 迹象 踪迹 残留 遗迹 遗留 | след следы следов признак* останк*
contain: contain* includ* comprise* compris* consist* hold_in made_up_of | 包含 含有 包括 内含 涵盖 由组成 里有 中有 | содерж* включ* вход*_в состо*
owner: belong* owned_by property_of possess* | 属于 归属 | владе* собствен* хозяин хозяева хозяйк*
give: give* gives gave given giving hand_over handed_over hand_out handed_out hand_in donat* gift* present_to presented_to bestow* pass_on passed_on grant grants granted | 赠送 捐赠 捐给 给予 交给 赠予 提供 授予 送给 移交 交由 捐献 移转给 发放 派发 | дар* подар* переда* отда* дал дала дали дано дарен* вруч* пожертв* предостав*
distribute: distribut* handing_out dispens* give_out given_out gave_out issue issues pick_up picked_up collect_from | 分发 领取 索取 分配 配发 取得 | разда* раздач* выда* распредел* получ*
receive: receiv* obtain* gain* get gets got getting acquire* earn earned secure secured | 获得 收到 得到 接获 接受 | добыл*
return: return* give_back gave_back given_back hand_back handed_back refund* reimburs* | 归还 退还 退回 返还 退款 交还 退票 | возвр* верну* верн* сдать
lend: lend lends lending lent loan loans loaned borrow* hire_out rent rents rented renting lease* leased rental* | 借用 借出 租用 出租 租借 租赁 借给 外借 承租 借阅 | аренд* прокат* одолж* взя*_на_время сда*_в_наем наем найм*
pay: pays paid paying payment* remit* settle_the | 支付 付款 缴纳 缴费 缴交 付清 给付 | оплат* уплат* заплат* выплат*
buy: buys buying acquisit* | 购置 添购 买进 | покуп*
sell: sells selling sale dispos* market_the | 销售 卖给 发售 变卖 | сбы* реализ*
customer: shopper* consumer* purchaser* | 买家 买主 消费者 客人 | потребител*
supplier: provider* contractor* | 厂商 承包商 承办商 | подрядчик* исполнител*
seller: seller* retailer* shopkeeper* dealer* trader* merchant* | 卖家 零售商 商家 商人 经销商 | продавец продавц* продавщиц* торгов* розничн*
shop: shop shops stores outlet outlets boutique* | 商店 店铺 门店 店面 门市 超市 | магазин* лавк* торгов*_точк*
market: market markets marketplace* | 市场 集市 市集 | рынок рынк* базар*
order: order orders ordered ordering commission_the | 订购 订货 下单 |
company: companies corporation* firms business businesses undertaking* | 业者 商号 | компан* фирм* организац*
plant: mill mills | 厂房 制造厂 | комбинат*
workshop: workshop* atelier* | 工坊 作坊 车间 工作室 | мастерск* цех цеха цехе
office: office offices bureau* | 办公室 办事处 事务所 | офис* контор* бюро канцеляр*
department: department* division* unit units branch branches section_of | 部门 分部 处室 科室 分行 分店 | отдел* департамент* подразделен* филиал* кафедр*
organisation: organisation* organization* body bodies association* institution* institut* society societies | 组织 机构 协会 社团 单位 团体 学会 | учрежден* общест* ассоциац* объединен*
committee: committee* commission_on panel panels council* boards | 委员会 评审团 议会 | комитет* комисси* коллеги*
authority: authorit* official officials officeholder* regulator* agency agencies | 当局 主管机关 官员 机关 | власт* чиновник* орган органы органов ведомств*
mayor: mayor* | 市长 镇长 乡长 | мэр* градоначальн*
parliament: parliament* legislat* assembly | 立法院 国会 立法机关 | парламент* дум* законодат*
partner: partner* cooperat* collaborat* jointly together_with team_up teamed_up | 合作 协作 携手 共同 联手 | сотрудни* партнер* партнёр* совместн* вместе
contract: deal deals treaty treaties | 契约 | соглашен*
sign: signs signature* | 签字 签名 | подпис*
merge: merg* amalgamat* combin* unify unified unification unite united | 合并 整合 并入 合一 | слия* объедин* слил* присоедин*
separate: separat* split_from split_off apart detach* divid* independent_of | 分开 分离 隔开 分隔 独立 | разделен* раздел* обособл* независим*
independent: independen* autonomous* self-contained | 自主 互相独立 | самостоят* автоном*
compare: compar* in_contrast versus relative_to | 比较 相比 对比 对照 | сравн* по_сравнению
same: identical* equal* alike likewise equivalent* | 相同 一样 同样 相等 同一 一致 | одинак* так*_же тот_же то_же та_же равн* идентич* тождеств*
difference: different* distinct* unlike unequal divers* vary varies varied | 不同 相异 不一样 有别 区别 | разн*
similar: similar* resembl* comparable akin | 类似 相似 近似 雷同 | похож* сходн* аналогич* подобн*
contradict: contradict* conflict* inconsisten* at_odds discrepan* diverge* | 矛盾 冲突 不一致 不符 出入 抵触 分歧 | противореч* не_совпада* несовмест* несоответств* расхожд*
correct: correct* right accurate* true precise* exact* | 正确 准确 精确 无误 真实 | правильн* точн* достоверн*
error: wrong* incorrect* false* erroneous* inaccurat* | 不正确 有误 失误 虚假 | ошиб* неверн* неправильн* ложн* недостоверн* неточн*
known: well-known familiar famous renowned | 知名 著名 闻名 众所周知 | извест* знаменит*
unknown: unknown unexplained unclear obscure not_known not_explained | 不明 未知 不详 未明 不清楚 | неизвест* неясн* необъясн* невыясн*
important: important* significan* essential* crucial* vital* key major main principal* primary most_important | 重要 关键 主要 要紧 首要 重大 最看重 重视 | важн* ключев* главн* основн* существенн* значим* первостеп*
minor: insignifican* unimportant trivial* secondary | 次要 轻微 微小 无关紧要 | незначит* второстеп* мелк* несуществ*
heavy: heavy heavier heavily | 沉重 很重 | тяжел* тяжёл*
light_weight: lightweight | 轻便 轻巧 | легк*_вес* облегчен*
strong: strong* powerful* robust intense* intensiv* severe* serious* | 强烈 强劲 严重 剧烈 厉害 激烈 强大 | сильн* мощн* интенсив* тяжк* серьезн* серьёзн*
weak: weak* feeble poor poorly | 薄弱 虚弱 微弱 不佳 | слаб*
majority: majority mostly mainly largely predominantly for_the_most_part main_part | 大部分 多数 大多数 大多 大半 | больш*_част* большинств* преимущ* в_основном главным_образом
minority: minority | 少数人 小部分 | меньшинств*
safety: safely security harmless | 无害 稳妥 | безопас* безвред* надежн* надёжн*
risk: danger* hazard* peril* threat* unsafe | 危险 隐患 威胁 危害 不安全 | опас* угроз* угрож* небезопас*
accident: crash* collision* mishap* | 碰撞 车祸 | инцидент* столкнов* дтп
emergency: emergenc* urgent* crisis crises | 紧急 应急 急迫 危机 突发 | чрезвычайн* экстрен* срочн* кризис* аварийн*
rescue: rescu* save_lives saved evacuat* | 救援 营救 拯救 疏散 撤离 | спас* эвакуац* эвакуир*
death: die dies deceas* fatal* perish* passed_away lost_their_lives lost_his_life lost_her_life | 去世 过世 死去 死者 | гибел* скончал* летальн*
injury: casualt* | 负伤 |
survive: surviv* | 生还 幸存 存活 | выжи* уцеле*
warning: siren* | 警示 报警 | сигнализ* оповещ*
signal: signal* | 信号 讯号 | сигнал*
fire: blaze* burn* burned burnt ablaze | 失火 大火 烧毁 燃烧 | горе* сгоре* загор*
smoke: smok* | 烟雾 冒烟 抽烟 吸烟 | дым* задымл* курен*
explosion: explo* blast blasts | 爆炸 爆破 | взрыв* взорв*
theft: theft* steal* stole* burglar* robbe* | 盗窃 偷窃 失窃 偷走 抢劫 | краж* украд* хищен* грабеж* ограбл*
strike_action: strike_action went_on_strike walkout* industrial_action walked_out | 罢工 | забастов* стачк* бастов*
traffic: traffic congestion* | 交通 车流 堵车 拥堵 塞车 | дорожн*_движен* трафик* пробк*
vehicle: vehicle* car cars automobile* lorry lorries truck* van vans | 车辆 汽车 卡车 货车 轿车 | автомобил* машин* грузовик* транспортн*_средств*
driver: driver* motorist* | 司机 驾驶 驾驶员 驾驶人 | водител* шофер* шофёр*
bicycle: bicycl* bike bikes cycl* | 自行车 脚踏车 单车 | велосипед*
pedestrian: pedestrian* on_foot walk* | 行人 步行 徒步 | пешеход* пешком пеш*
aircraft: aircraft plane planes airplane* aeroplane* flight* | 飞机 航班 班机 | самолет* самолёт* авиа*
airport: airport* aerodrome* | 机场 航空站 | аэропорт* аэродром*
ferry: ferry ferries | 渡轮 渡船 轮渡 | паром*
ship: boat boats canoe* dinghy dinghies | 小船 小艇 独木舟 | лодк* лодок шлюпк* катер*
ticket: ticket tickets | 车票 门票 票券 入场券 | билет*
travel: travel* journey* trip trips tour tours excursion* | 旅行 行程 出行 出差 旅程 旅游 | путешеств* командиров* экскурс*
transport: transport* carry carries carried carriage haul* ship_to conveyed convey | 运输 运送 载运 搬运 输送 运载 | перевоз* транспорт* достав* везти
deliver: dispatch* | 送达 送货 配送 递送 |
arrive: arriv* reach* come_to came_to | 抵达 到达 到来 抵埠 | прибы* приех* приход* прише*
leave: leave leaves departing depart* departure* set_off | 离开 出发 启程 离去 | уехал* отправл* отбы* покин* ушел ушёл ушл* уход*
visit: visit* call_on | 访问 到访 探访 出席 参加 | посе* визит* навещ*
participate: participat* take_part took_part taken_part taking_part join joins joining involved_in attend* | 参与 加入 | участ*
tour_guide: guide guides guided guidebook* brochure* leaflet* booklet* | 导览 手册 导游 小册子 | путевод* брошюр* буклет* листовк*
rehearse: rehears* practis* practic* drill drills | 排练 彩排 练习 演练 | репетиц* репетир* тренир* упражн*
performance: perform* concert* gig gigs | 演出 表演 公演 音乐会 | спектакл* выступл* концерт* представлен*
festival: festival* fest celebrat* fair fairs | 节庆 庆典 庆祝 节日 | фестивал* праздн* ярмарк*
contest: contest* competition* tournament* race races match matches regatta* championship* | 比赛 竞赛 赛事 锦标赛 | соревнован* конкурс* турнир* гонк* матч* регат* чемпионат*
winner: winner* won victor* champion* | 获胜 得主 冠军 优胜者 胜出 | победи* победител* чемпион* выигр*
award: trophy honour* | 颁奖 奖品 奖励 | приз*
ceremony: ceremon* celebration_of | 典礼 仪式 | церемон* торжеств*
hold_event: take_place took_place takes_place taken_place taking_place held_in held_at was_held were_held stage_the staged | 举行 举办 进行 | состоя* прош* прове* проведен*
learn: learn* study studies studied studying learned | 学习 研读 修读 | учи* изуч* обуч* осваив* освои*
teach: teach* taught instruct* educat* tutor* | 教学 教导 授课 讲授 教育 | препода* учит учат учебн* воспит*
lesson: lesson* class classes courses lecture* seminar* | 课程 课堂 上课 讲座 讲习 | урок* заняти* курс* лекци* семинар* инструктаж*
training: trained instruction* coaching briefed briefing* | 教育训练 | тренинг* подготов*
teacher: lecturer* instructor* professor* | 讲师 教授 教官 | педагог* лектор* профессор*
student: schoolchild* learner* | 学童 | ученица ученицы обучающ*
school:  | 小学 中学 | училищ* гимнази* лицей лицея
exam: exam exams examination* test_paper | 考试 考核 测验 | экзамен* зачет* зачёт*
grade_mark: grade grades score scores | 成绩 分数 得分 评分 | оценк* балл*
thesis: thesis theses dissertation* | 论文 学位论文 | диссертац* дипломн*
defend_thesis: defended defence_of viva | 答辩 | защищ*
archive: archiv* record_office records_office | 档案 档案馆 文史馆 存档 | архив*
collection: collection* holdings | 藏品 馆藏 收藏 | коллекц*
document: document* paper papers file files record records certificate* | 文件 资料 证件 记录 文书 证书 | документ* бумаг* справк* удостоверен*
identity_card: identity_card* id_card* passport* | 身份证 护照 | паспорт* удостоверен*_личност*
form: form forms application_form* questionnaire* | 表格 申请表 | анкет* бланк*
apply_for: apply_for applied_for request* asked_for | 申请 请求 提出申请 | заявк* заявлен* ходатайств* просил запрос*
register: regist* sign_up signed_up | 登记 注册 报名 挂号 | регистр* запис* учет* учёт*
list: list lists listed catalog* inventory inventories | 清单 名单 列表 目录 | спис* перечен* перечн* каталог* реестр*
data: data information details figures facts | 数据 信息 资讯 数字 | данны* информац* сведен* цифр*
computer: computer* server* pc laptop* | 电脑 计算机 服务器 主机 | компьютер* сервер* ноутбук* эвм
software: programs programme programmes apps application_software | 应用程序 | программ*_обеспечен*
update: update* updated upgrad* | 更新 升级 更新至 | обновл* обнови* модерниз*
password: password* passcode* | 密码 口令 | парол*
backup: backup* back-up* backed_up | 备份 备援 | резервн*_копи* бэкап*
restore_data: recover* | 恢复 还原 复原 复苏 | восстан*
install: install* fitted mounted set_up_in | 安装 装设 设置 装上 加装 | установ* монтаж* смонтир* устан*
connect: connect* link* linked plug_in plugged_in attach* | 连接 联接 接通 接上 相连 | подключ* соедин*
disconnect: disconnect* unplug* cut_off switched_off switch_off turned_off turn_off | 断开 切断 关掉 拔掉 断电 | отключ* отсоедин* выключ* обесточ*
switch_on: switch_on switched_on turn_on turned_on activate* activated power_on | 打开 开启 开机 | запуст*
restart: restart* reboot* | 重启 重新启动 | перезапу* перезагру*
network: network* internet online | 网络 网路 上网 联网 | сеть сети сетей сетев* интернет* онлайн*
telephone: telephon* phone phones phoned call_centre | 电话 手机 拨打 | телефон* звон* позвон*
message: message* sms email* e-mail* letter letters mail | 讯息 消息 短信 邮件 信件 来信 | сообщен* письм* смс почт*
device: device* appliance* apparatus* gadget* equipment* machine* machinery | 设备 装置 仪器 器材 机具 机器 | прибор* устройств* аппарат* оборудован* установк* счетчик* счётчик*
tool: tool tools | 工具 器具 | инструмент*
part_component: component* part_of parts spare* | 零件 部件 组件 配件 | детал* запчаст* компонент* узел
pipe: pipe* piping conduit* tube tubes | 管道 管线 水管 管路 | труб* трубопровод*
pump: pump* | 水泵 泵浦 抽水机 | насос*
valve: valve* tap taps | 阀门 水龙头 | клапан* задвижк* кран краны
socket: socket* power_outlet* plug plugs | 插座 插头 | розетк* вилк*
extension_lead: extension_lead* extension_cord* extension_cable* | 延长线 接线板 | удлинител*
ground_wire: earthed grounded earthing grounding | 接地 | заземл*
power_cut: power_cut* blackout* power_failure* loss_of_power power_outage* | 停电 电力中断 | отключ*_электр* перебо*_электр* отключен*_свет*
power_supply: power_supply mains electricity_supply | 供电 电源 | питани* электропитан* электроснабж*
light: light lights lamp* lighting lit illuminat* | 灯光 照明 灯具 点灯 | свет* лампа ламп* освещ* фонар*
heating: radiator* boiler* central_heating | 暖气 锅炉 供暖 散热器 | отоплен* котел* котельн* котл* радиатор*
cooling: cool* chill* refrigerat* fridge* freezer* | 冷却 冷冻 冷藏 制冷 冰箱 冷柜 | охлажд* холод* холодильн* морозил*
ventilation: ventilat* air_conditioning | 通风 换气 空调 | вентиляц* проветр* кондицион*
window: window* | 窗户 窗子 窗口 | окно окна окон*
door: door doors | 门扇 门板 房门 | двер*
roof: roof* rooftop* | 屋顶 房顶 顶棚 | крыш* кровл*
wall: wall walls | 墙壁 墙体 墙面 | стен*
floor: floor floors flooring | 地板 楼层 | пола полу этаж*
stairs: stair* staircase* steps | 楼梯 阶梯 台阶 | лестниц* ступен*
room: room rooms chamber* hall halls premises | 房间 大厅 厅堂 | комнат* зал зала зале палат*
space: space spaces room_for clearance* gap gaps | 空间 间隙 空隙 | пространств* зазор* промежут*
warehouse: warehouse* storehouse* depot* storeroom* | 库房 货仓 | хранилищ* амбар*
garden: garden* allotment* | 花园 菜园 园圃 | сад сада саду огород*
park: park parks | 公园 园区 | парк парка парке парки
parking: parking car_park* parking_lot* | 停车场 停车 车位 | парков* стоянк* автостоянк*
field_land: field fields meadow* pasture* | 田地 田野 草地 牧场 | луг* пастбищ*
river: river* stream streams brook* creek* | 河流 溪流 河川 溪水 | река реки реке реку рекой рек ручей ручья ручью
lake: lake* pond* reservoir* | 湖泊 水库 池塘 湖水 | озер* пруд* водохранил* водоем* водоём*
sea: sea seas ocean* marine maritime | 海洋 大海 海水 海域 | море моря морск* океан*
coast: coast* shore* beach* seaside | 海岸 沿岸 海滩 岸边 | побереж* берег* пляж*
island: island* isle* | 岛屿 小岛 | остров*
mountain: mountain* hill* | 山区 山脉 山丘 | гора горы горах горн* холм*
village: village* hamlet* settlement* | 村庄 村落 乡村 村子 | деревн* село села селе селах селени* поселок* посёлок* посел*
city: town towns urban | 城镇 市区 | городск* муницип*
rural: rural countryside | 农村 乡下 | сельск* деревен*
local: local* townspeople villager* | 当地 本地 在地 村民 | местн* житель
abroad: abroad overseas foreign_countries outside_the_country | 海外 境外 | за_границ* за_рубеж* заграни*
farm: grower* peasant* | 农夫 种植户 | фермер* крестьян* аграр*
plant_grow: planted planting sow* sown cultivat* grow_crops | 种植 栽种 播种 栽培 | посад* выращ* сажа*
fertiliser: fertilis* fertiliz* manure compost* | 肥料 化肥 堆肥 | удобрен* компост* навоз*
pesticide: pesticid* herbicid* insecticid* weedkiller* | 农药 杀虫剂 除草剂 | пестицид* ядохимикат* гербицид* инсектицид*
animal: animal* livestock cattle beast* | 动物 牲畜 家畜 牲口 | животн* скот*
dog: dog dogs hound* | 犬只 | собак* пес псы
food: food foods foodstuff* meal meals | 食物 食品 餐点 膳食 | еда еды еду пищ* продукт* питан*
eat: eat eats ate eaten eating consume_food | 进食 吃东西 用餐 吃饭 | ест едят кушать есть_сам* питать* принима*_пищ*
drink: drink* drank drunk beverage* | 饮用 饮料 喝水 饮品 | пить пьет пьёт напит* питьев* выпи*
alcohol: alcohol* liquor wine beer drunken* intoxicat* | 饮酒 喝酒 酒精 酒类 | алкогол* спиртн* вино вина пив* хмел*
sugar: sugar* sweeten* | 加糖 含糖 糖分 | сахар*
sugar_free: sugar-free unsweetened no_sugar without_sugar | 无糖 不加糖 不含糖 零糖 | без_сахар* несладк*
bottle: bottle* | 瓶装 瓶子 小瓶 | бутыл* бутил*
tea: tea teas | 茶叶 茶饮 | чай чая чаю чаев* чайн*
taste: taste* flavour* flavor* | 口味 味道 风味 | вкус*
health: health healthy wellbeing well-being | 健康 身体状况 卫生 | здоров* самочувств*
nurse: nurse* nursing carer* caregiver* | 护士 护理 看护 照护 | медсестр* сиделк* уход ухажив*
care_for: care_for cared_for look_after looked_after looks_after taking_care take_care tend tended | 照顾 照料 照管 | забот* присматр* ухода уходу
doctor: clinician* medic medics gp | 大夫 | медик*
hospital: infirmar* | 医疗院所 | стационар* поликлиник*
blood: blood* | 血液 | кров*
platelet: platelet* thrombocyt* | 血小板 | тромбоцит*
drug: drug drugs medicine medicines pill pills | 药剂 服药 | медикамент* таблет*
vaccine: inoculat* jab jabs | 注射 |
infection: infect* contagi* transmitted | 感染 传染 染疫 | инфекц* заража* заразн* инфицир*
diagnose: diagnos* | 诊断 确诊 | диагно*
pregnant: pregnan* expectant | 怀孕 孕妇 妊娠 | беремен*
allergy: allerg* | 过敏 过敏反应 | аллерг*
test: test tests tested testing trial trials try-out pilot piloted | 试行 试用 试点 | проб* опытн*_эксплуат* апроб*
experiment: experiment* | 实验 | эксперимент* опыт*
measure: measur* gauge* metering reading_of | 测量 量测 测定 计量 | измер* замер*
sample: sample* specimen* | 样本 样品 标本 | образец образц* выборк*
method: method* approach* technique* procedure* way_of means_of process | 方法 方式 做法 手段 办法 流程 | метод* способ* подход* процедур* порядок
step_measure: measures step action actions | 措施 步骤 行动 举措 | мера меры мерам шаг* действия действий мероприят*
purpose: purpose* aim aims aimed intent* in_order_to so_as_to so_that | 目的 为了 用意 意图 旨在 | намер* предназн*
task: task* duty duties role roles responsib* function functions | 任务 职责 职务 责任 角色 工作 | задач* роль роли ролью должност* функци*
post: position positions job jobs title_of rank | 职位 岗位 职称 | пост поста вакан* мест*_работ*
oversee: overs* supervis* in_charge_of monitor* manag* superintend* | 监督 督导 管理 监管 | надзор* надзир* курир* управл* наблюд* следи*
organise: organis* organiz* arrang* coordinat* | 安排 筹办 策划 协调 | организ* устро* устра* координ*
prepare: prepar* get_ready make_ready | 准备 筹备 预备 | готов*
plan: schedul* project_ed intend_to envisag* | 拟定 | намечен* запланир* предусмотр*
forecast: anticipat* foresee* estimat* | 估计 | предвид* предполаг* оцен*
hope: hope* wish* | 希望 期盼 盼望 | надежд* надея*
try: try tries tried trying attempt* endeavour* endeavor* effort* | 尝试 试图 努力 设法 | попыт* пыта* старал* старают* стараться усили*
succeed: succeed* success* manage_to managed_to | 成功 顺利 | успе* удалось удалась удачн*
unable: unable incapable could_not can't inability | 无力 没有能力 不会 | не_мог* не_может не_могут неспособ* невозможн* не_в_состоянии
impossible: impossib* | 不可能 | невозмож*
certain: certain* sure surely definite* undoubted* | 确定 肯定 必定 一定 | уверен* несомненн* определенн* безусловн*
easy: easy easi* simpl* straightforward effortless* | 容易 简单 方便 轻易 简便 | легк* несложн* удобн*
difficult: difficult* hard_to tricky challeng* complicat* problematic* | 困难 艰难 棘手 复杂 不易 难以 | трудн* сложн* затрудн* тяжело
problem: problem* trouble* snag* setback* | 问题 麻烦 难题 | проблем* труднос* неполад* сложност*
solution: solution* solve* solved remed* | 解决 解决方案 对策 化解 |
help: help* assist* aid aids aided relief | 帮助 协助 援助 帮忙 救助 | помощ* помог* помо* содейств*
benefit: benefit* advantage* merit* upside* | 好处 优点 益处 优势 利益 | преимуществ* польз* выгод* достоинств*
drawback: drawback* disadvantage* downside* shortcoming* flaw* weakness* | 缺点 弊端 缺陷 劣势 不足之处 | минус* изъян*
worthwhile: worthwhile worth worth_it pay_off pays_off profitable lucrative | 划算 值得 合算 有利可图 | выгодн* стоит_того целесообраз* окуп* оправдан*
recoup: recoup* pay_back pays_back payback break_even | 收回成本 回本 回收成本 |
undervalued: undervalued well_below_value | 低估 偏低 低于价值 | недооцен*
repurchase: buyback* buy-back* repurchas* share_repurchase* | 回购 购回 | обратн*_выкуп* выкуп*
share_stock: share_price* stock_price* stocks shares equit* | 股价 股票 股份 | акци* котиров*
loss: deficit* lost_money in_the_red | 赤字 亏本 赔钱 损失 | дефицит*_бюдж* потер*
revenue: takings proceeds income incomes receipts |  | поступлен* оборот*
cost: expens* spend* charges | 开支 | потрат*
price: pricing | 定价 价位 价钱 | ценник*
rent: rental_fee* house_rent | 房租 租金 | аренд*_плат* квартплат*
fee: fee fees charge charged dues | 会费 手续费 | взнос* плата плату платы
free_of_charge: free_of_charge for_free gratis at_no_cost complimentary without_charge | 免费 无偿 不收费 免收 | бесплатн* безвозмезд* даром
discount: discount* rebate* price_cut* reduction_of | 折扣 优惠 打折 减价 | скид* льгот*
tax: taxed levy levies | 税收 征税 | пошлин*
debt: credit* mortgage* | 信贷 房贷 | ссуд* ипотек*
withdraw: withdraw* withdrew withdrawn withdrawal* | 提取 領回 领回 取出 | снять снятие снятия изъят*
deposit: deposit* pledge* collateral | 押金 保证金 抵押 存款 定金 | залог* депозит* задат* вклад вклады вкладов
investment: put_money_into | 投入 注资 | вложил*
support: grant-aided funding | 津贴 拨款 | дотац* пособи*
donate: charit* benefaction* | 捐款 捐助 慈善 | благотвор*
salary: remunerat* |  | заработн*_плат* жаловань*
unpaid: unpaid in_arrears arrears | 欠薪 欠款 未付 拖欠 | задолжен* неоплач* невыпл* долг_по_зарплат*
insurance:  | 投保 | страхов* застрах*
guarantee: guarantee* warrant* assur* | 保证 保修 质保 担保 保固 | гарант* ручат* поручит*
compensate: damages redress* | 赔款 | компенс*
dispute: disput* quarrel* argu* controvers* | 争议 争执 纠纷 争论 争端 | спор* конфликт* ссор* разноглас*
complain: complain* grievanc* | 投诉 抱怨 客诉 | жалоб* жалова* претенз*
satisfied: content_with pleased happy_with | 满意 满足感 | доволен довольн*
demand_market: demand in_demand popular* sought-after | 需求 受欢迎 热门 抢手 | спрос* популяр* востребов*
interest_in: interested interest_in keen_on | 兴趣 感兴趣 | интерес* заинтерес*
habit: habit* custom customs tradition* | 习惯 传统 习俗 惯例 | привыч* традиц* обыча*
limit: restrict* capped ceiling constrain* | 限制 限定 约束 | огранич*
extend: extend* prolong* lengthen* renew* | 延长 续期 延伸 续约 | продл* удлин* пролонг*
shorten: shorten* abbreviat* curtail* | 缩短 | укор* сокращ*
expand: broaden* widen* | 扩张 拓展 | увеличен*_площад*
adjust: adjust* modif* amend* alter* adapt* revis* | 调整 修改 修订 修正 改动 更改 变更 | измен* поправ* коррект* скоррект* правк* перераб*
change: chang* switch_to switched_to shift_to convert* turned_into became | 改为 改成 转变 变成 转为 | перемен* смен* превра* преобраз* переоборуд*
remain: remain* stay* stays stayed left_over keep_on kept_on leftover* unspent balance | 仍然 依然 维持 保持 留下 结余 余额 余款 | оста* по-прежнему остаток остатк*
storage: stored storing keep keeps kept keeping | 保存 存放 储存 保管 | хран* складир*
carry_out: carry_out carried_out carries_out conduct* execut* implement* undertake* undertook | 执行 办理 开展 落实 推行 | осуществл* провед* провод* исполн*
produce: makes making | 制作 出产 | произв*
create: creat* establish* set_up_a formed introduc* | 创建 推出 | созда* учред* основ* образов* ввел* введ*
design: devis* developed drew_up drawn_up | 开发 拟订 制定 | разработ* спроект*
wear_out: worn worn_out wear_and_tear obsolete outdated old-fashioned dilapidat* | 磨损 老化 陈旧 老旧 过时 年久失修 | изнош* устар* обветш* ветх*
age: ages years_old | 年纪 岁数 高龄 |
heat_power: warm* warmth | 温暖 暖和 | тепл* тёпл*
dry: dry drier dried dryness | 干燥 干爽 弄干 晾干 | сух* высох* сушк* суше*
wet: wet damp* moist* humid* | 潮湿 湿润 湿气 湿度 | влаж* сырость сырости мокр* сырой сырая
dark: dark* darkness | 黑暗 阴暗 昏暗 | темн* тёмн*
noise: noise* noisy loud* | 吵闹 嘈杂 | громк*
quiet: quiet* silen* calm | 安静 宁静 寂静 平静 | тих* тиш* спокой*
smell: smell* odour* odor* stench* | 气味 臭味 异味 | запах* вон*
colour: colour* color* paint* | 颜色 色彩 油漆 上漆 粉刷 | цвет* краск* покрас* окрас*
shape: shape* shaped | 形状 外形 造型 | очертан*
surface: surface* | 表面 地表 底面 | поверхн*
bottom: bottom underside | 底部 基底 | дно дна днищ* низ низа низу подошв*
layer: layer* stratum strata | 层次 地层 土层 | слой слоя слое слои слоев слоёв пласт*
sand: sand sands sandy | 沙子 砂粒 沙土 细砂 砂层 沙粒 砂石 | песок песк* песч*
stone: stone* rock rocks | 石头 岩石 石块 石材 | камен* камн* скал*
wood_timber: wood wooden timber* lumber | 木材 木料 木头 木制 | древес* деревян* доск*
tree: tree trees | 树木 林木 | дерево дерева деревья деревьев
grave: grave* burial* tomb* | 墓葬 坟墓 | могил* погребен* захорон*
orientation: orientat* aligned alignment* facing direction* | 方向 走向 朝向 方位 | направлен* ориентац* ориентир*
excavate: excavat* digs dug digging unearth* | 发掘 挖掘 出土 开挖 | раскоп* копа* вырыт* выкоп*
dating: dated_to dates_from dates_back | 定年 年代 断代 | датиров* относится_к
ancient: ancient prehistor* antiquit* | 古代 远古 史前 古老 | древн* старин*
century: centur* | 世纪 | век века веке веков столет*
history: histor* | 历史 沿革 始末 经过 | истори*
museum: galler* | 展览馆 | галере*
church: church* chapel* cathedral* | 教堂 礼拜堂 | церк* часовн* собор* храм*
theatre: theatre* theater* playhouse* | 剧院 剧场 戏院 | театр*
cinema: cinema* movie_theater* picture_house* | 电影院 影院 | кинотеатр*
film: film* movie* | 电影 影片 胶片 | фильм* кино* картин* пленк* плёнк*
music: music* | 音乐 乐曲 | музык*
orchestra: orchestra* band bands ensemble* | 乐团 乐队 管弦乐团 | оркестр* ансамбл*
choir: choir* chorus* | 合唱团 唱诗班 | хор хора хоре хоров*
sport: sport* athlet* | 运动 体育 | спорт*
gym: gym gyms gymnasium* sports_hall* | 体育馆 健身房 | спортзал* спортивн*_зал*
club: club clubs | 俱乐部 | клуб*
hotel: hotel* inn inns guesthouse* lodging* | 饭店 旅馆 酒店 宾馆 | гостиниц* отел*
restaurant: restaurant* cafe* canteen* diner* | 餐厅 餐馆 食堂 饭馆 | ресторан* кафе столов*
station: terminal* | 火车站 | вокзал*
bank: bank_branch banker* | 银行 | банк*
post_office: post_office* | 邮局 | почтов*_отделен*
visitor: guest* tourist* sightseer* | 参观者 | гост* турист*
audience: audience* spectator* viewer* listener* | 听众 | зрител* слушател* аудитор*
reader: reader* | 读者 | читател*
owner_landlord: landlord* landlady owner_of_the_building proprietor* | 房东 业主 屋主 产权人 | домовладел* арендодат* владелец
tenant: tenant* lessee* leaseholder* | 租户 房客 承租人 租客 | арендатор* съемщик* съёмщик* квартирант* жильц*
member: membership* | 入会 | членств*
shareholder: shareholder* stockholder* | 股东 | акционер* пайщик* дольщик*
chairman: chair chaired president presidents | 会长 理事长 | президент*
secretary: secretar* | 秘书 干事 | секретар*
treasurer: treasurer* bursar* | 财务 司库 出纳 会计 | казначе* бухгалтер*
union: trade_union* labour_union* labor_union* union unions | 工会 | профсоюз*
population: inhabitants residents_of headcount_of | 居民人数 | числ*_жител*
household:  | 户数 住户 | домохоз*
birth: births |  | рожд*
marry: marr* wed wedding* wedded spouse* | 结婚 婚礼 成婚 婚姻 | женил* замуж* свадьб* супруг*
divorce: divorc* | 离婚 | развод* развел*
migrate: migrat* immigra* emigra* | 移民 迁入 迁出 | мигра* иммигр* эмигр* переселен*
record_high: record_high all-time_high record-breaking highest_ever | 创新高 历史新高 最高纪录 | рекорд*
trend: trend* tendenc* | 趋势 走势 趋向 | тенденц* динамик* тренд*
stable: stable stead* unchanged | 稳定 平稳 持平 不变 | стабил* устойчив* неизмен*
survey: questionnair* polled interview* | 访谈 采访 | анкетир* интервью
answer: answer* reply replied replies respon* | 回答 答复 回应 答案 回复 | ответ* отклик* реакц*
question: question* quer* | 疑问 提问 | вопрос*
yes_affirm: affirmativ* | 肯定的 | утвердит*
no_negative: negativ* in_the_negative | 否定的 | отрицат*
letter_mail: letter_to shareholder_letter | 信函 信中 |
minutes: minutes_of protocol* | 会议记录 纪要 议事录 | протокол*
page: page pages | 页面 页码 | страниц*
chapter: chapter* | 章节 一章 | главе главы
table: table tables chart charts | 图表 | таблиц* табл график* диаграмм*
note_remark: footnote* annotation* | 附注 脚注 备注 | примечан* сноск*
seal: seal seals sealed | 封条 铅封 密封 | пломб*
filter: filter* | 滤网 过滤器 滤芯 | фильтр*
camera: camera* | 相机 摄像头 摄影机 | камер* фотоаппарат*
defrost: defrost* thaw* | 除霜 解冻 融化 | размораж* разморо* оттаив* тая*
upright: upright vertical* standing_up | 直立 竖直 垂直 | вертикальн*
straight: straight | 笔直 直的 | прям*
slope: slope* inclin* gradient* tilt* | 坡度 倾斜 斜坡 | наклон* уклон* склон*
flat_level: levelled | 平坦 平整 水平 | ровн* плоск*
thick: thick* | 厚度 很厚 | толщин* толст*
thin: thin thinner thinness | 很薄 单薄 | тонк*
depth: deeper depth depths | 深处 很深 | глуб*
pressure: pressur* | 压力 压强 | давлен*
humidity: humidity | 相对湿度 | влажност*
standard: standard* norm norms benchmark* | 规范 基准 | стандарт* норматив* эталон*
sewage: sewage wastewater* effluent* | 污水 废水 放流水 排水 | сточн* канализ* стоки стоков
treat_water: water_treatment sewage_treatment purif* | 污水处理 水处理 净化 | очистн* водоочист*
fish: fish* catch_of_fish catches | 渔获 捕鱼 渔民 | улов*
paper: paper_mill* papermak* newsprint | 造纸 纸厂 纸张 纸业 | бумажн*
milk: milk dairy dairies | 牛奶 乳品 乳制品 | молок* молоч*
bread: bread baker* bakeries | 面包 烘焙 | хлеб* пекарн*
cloth: cloth fabric* textile* | 布料 织物 纺织 布匹 | ткан* текстил*
clothes: clothes clothing garment* shirt* | 衣服 服装 衬衫 | одежд* рубаш*
loom: loom looms weav* | 织布机 纺织机 编织 | ткац*
swim: swim* swam | 游泳 会游 | плава* плыть
play: play plays played playing | 玩耍 游玩 | игра*
waste: rubbish garbage trash litter | 垃圾 | мусор*
paint_art: pictures drawing* | 绘画 画作 | живопис* рисун*
language: language* | 语言 语种 | язык*
translate: translat* | 翻译 译成 | перевод* перевел_на
religion: religi* | 宗教 信仰 | религ* вероиспов*
war: war wars wartime | 战争 战乱 | войн* военн*
peace: peace* | 和平 |
army: army armies military troops soldier* | 军队 士兵 部队 | арми* солдат* войск*
attack: attack* assault* | 攻击 袭击 进攻 | атак* нападен* напал*
secret: secret* confidential* classified | 秘密 机密 保密 | секрет* конфиденц* тайн*
openly: public* openly transparent* | 公共 透明 | публичн* общедоступн* гласн*
access: access* | 进入 存取 通行 | доступ*
block: block* obstruct* clog* | 阻塞 堵塞 阻碍 妨碍 挡住 | блокир* перекры* засор* закупор* преграж*
hinder: hinder* hamper* imped* stand_in_the_way | 影响到 | меша* помеш* препятств*
encourage: encourag* promot* foster* stimulat* | 鼓励 促进 推动 激励 | поощр* стимул* способств*
attract: attract* draw_in drew_in lure* | 吸引 招揽 | привлек* привлеч*
lose: lose loses losing lost | 失去 丧失 遗失 丢失 | теря* утрат* лишил*
keep: retain* | 保留 留存 | удерж*
wait: wait* queue* | 等候 等待 排队 | жда* ожидан* очеред*
meeting: meets encounter* | 会面 见面 碰面 | встрет*
talk: talk* discuss* negotiat* debat* conver* | 讨论 商讨 谈判 协商 商议 洽谈 | обсу* перегов* дискус* бесед*
invite: invit* | 邀请 受邀 | пригла*
ask: ask asks asked asking inquir* | 询问 请教 问到 | спраш*
order_command: command* directive* decree* | 命令 下令 责令 指示 勒令 | приказ* распоряж* велел* предпис*
force: forced compel* coerc* had_to | 强迫 被迫 不得不 只好 迫使 | вынужд* заставл* принужд* пришлось
voluntary: voluntar* optional of_its_own_accord | 自愿 自发 选择性 | необязат* по_желанию
replace_person: succeed_him succeed_her took_over take_over takes_over successor* | 接任 继任 接替 接手 | преемн* сменил_на_посту
retire: retire* retired retirement pension* | 退休 养老金 退休金 | пенси* на_заслуженный
young_worker: beginner* newcomer* novice* | 新手 初学者 新人 | новичк* начинающ*
experience: experien* | 经验 经历 | стаж*
skill: skill* qualif* competen* | 技能 技术 资格 能力 | навык* квалифик* умени* умеет умеют умеющ*
tired: tired* fatigue* exhaust* | 疲劳 疲惫 劳累 | устал* утомл*
dead_end: stalled deadlock* stalemate | 僵局 停滞 | тупик*
tide: tide* tidal | 潮汐 潮水 | прилив* отлив*
wave: wave waves | 波浪 海浪 | волн*
earthquake: earthquake* seismic* tremor* | 地震 震灾 | землетряс* сейсм*
landslide: landslide* mudslide* | 土石流 山崩 滑坡 泥石流 | оползн* селев*
indicator: indicator* | 评价指标 | показател*
accompany: accompan* escort* | 陪同 同行 陪伴 随行 | сопровожд*
weekly: weekly every_week each_week a_week per_week | 每周 每星期 每礼拜 | еженедельн* кажд*_недел* раз_в_неделю
daily: daily every_day each_day a_day per_day | 每天 每日 | ежедневн* кажд*_день
monthly: monthly every_month each_month a_month | 每月 每个月 | ежемесячн* кажд*_месяц
yearly: yearly annual* every_year each_year a_year | 每年 年年 | ежегодн* кажд*_год
same_day: same_day that_day | 当日 当天 同日 同一天 | в_тот_же_день
more_and_more: more_and_more increasingly | 日益增多 | все_больше всё_больше
"""  # noqa: E501  (one group a line)
