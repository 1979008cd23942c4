"""The multilingual dictionary as data: a concept a line, its words in English, Chinese and Russian.

A small dictionary by hand, of what reports, statistics and reference works commonly speak of. Chinese is
written in Simplified form (texts are folded to it first); ``*`` stands for any word ending, ``_`` joins the
words of a phrase.
"""

DICTIONARY = """
revenue: revenue* turnover sales | 营业收入 营业额 营收 收入 销售额 | выруч* доход* заработал*
net_profit: net_profit* net_income profit_after_tax after-tax_profit* | 税后净利 净利润 净利 纯利 税后盈余 | чист*_прибыл*
operating_profit: operating_profit* operating_income | 营业利益 营业利润 经营利润 | операционн*_прибыл*
profit: profit* earnings | 利润 获利 盈余 盈利 | прибыл*
loss: loss losses | 亏损 | убыт*
cost: cost* expense* expenditure* outlay* spend spending spent | 成本 费用 支出 花费 开销 经费 花了 耗资 | затрат* расход* стоимост* стоил* обош* издерж*
price: price* | 价格 售价 单价 | цена цены цене цену ценой ценою цен ценам ценами ценах ценов*
fee: fee* tariff* fare* | 票价 费率 收费 资费 | тариф* плат*
budget: budget* | 预算 | бюджет* смет*
investment: invest* | 投资 | инвестиц* вложен* инвестир*
debt: debt* borrowing* loan* | 贷款 债务 借款 负债 联贷 | долг* заём* заем* кредит*
interest: interest | 利息 | процент*_по
dividend: dividend* | 股利 股息 | дивиденд*
salary: salar* wage* pay remuneration compensation | 薪资 薪酬 工资 薪水 报酬 | зарплат* заработн* оклад* вознагражден*
employee: employee* staff workforce headcount worker* personnel employed employ* | 员工 雇员 职工 人员 同仁 | сотрудник* работник* персонал* работал* штат*
women: women woman female* | 女性 妇女 | женщин*
turnover_rate: staff_turnover attrition | 离职率 流失率 | текучест*
training: train* training | 受训 培训 训练 | обучен*
injury: injur* hurt wounded | 受伤 伤害 伤者 | травм* пострада* ранен*
accident: accident* incident* | 事故 事件 意外 | авари* происшеств* несчастн*
death: death* died dead fatalit* killed | 死亡 身亡 丧生 逝世 | смерт* погиб* умер*
open: open opened opening inaugurat* commission* launched launch energised energized | 启用 启用 投运 开幕 商转 通车 开馆 投产 开业 上线 营运 启动 | открыт* открыл* запущ* запуск* введен* введён*
born: born birth birthplace | 出生 生于 出生于 诞生 出生地 | родил* рожден* рождён* урожен*
design: design* architect* | 设计 设计者 设计师 建筑师 | спроектир* проектировщ* проектировал* архитект*
lead: lead leads led leader* leading | 领导 领队 带领 主持 负责人 | руковод* возглав*
found: founded established | 成立 创立 创办 设立 建立 | основан* учрежд* создан*
complete: complete* completion finish* | 完工 竣工 完成 落成 | заверш* окончен* сдан* сдач*
begin: begin* began begun start* commence* | 开始 动工 开工 | начат* начал* начин*
end: end ended ending | 结束 终止 | оконча* конц* конец
deliver: deliver* shipment* shipped | 交付 交货 运交 | поставк* поставл* доставк*
delay: delay* postpon* | 延后 延迟 推迟 延误 | задерж* перенесен* отсроч*
length: length* long | 长度 全长 总长 | длин* протяж*
depth: depth* deep | 深度 埋深 水深 | глубин*
height: height* tall high | 高度 身高 | высот*
width: width* wide | 宽度 | ширин*
area: area* surface | 面积 | площад*
weight: weigh* weight* mass | 重量 质量 | вес веса весом весу весит весят весил* весов* масс*
capacity: capacit* | 容量 产能 装机 装置容量 | мощност* ёмкост* емкост* вместим*
power: power | 功率 | мощность
generate: generat* | 发电量 发电 | выработ*
discharge: discharg* | 放电量 放电 | разряд*
produce: produc* manufactur* made make output | 生产 产量 制造 产出 | произвед* производств* выпуск* изготов*
consume: consum* used use uses | 耗电 用电 消耗 耗用 使用 用量 | потребл* использ*
electricity: electric* | 电力 电量 | электроэнерг* электр*
energy: energy | 能源 能量 | энерги*
efficiency: efficien* | 效率 | эффективност* кпд
availability: availab* | 可用率 | готовност* доступност*
temperature: temperature* | 温度 气温 水温 | температур*
maximum: maximum highest largest biggest greatest peak most | 最高 最大 最多 峰值 | максимальн* наибольш* крупнейш* самый самая самое самого самой
minimum: minimum lowest smallest least fewest | 最低 最小 最少 | минимальн* наименьш*
average: average* mean | 平均 均值 | средн*
total: total* altogether overall sum combined | 合计 总计 总额 总数 | всего итог* общ* суммарн*
share: share* proportion percentage stake* shareholding* holding | 占比 比例 份额 比率 持股 股权 出资 入股 | доля доли долю долей долях удельн*_вес* пакет* участи*
increase: increas* rise* rose risen grew grow* growth up higher | 增加 上升 增长 成长 增至 升至 提高 提升 上涨 | увелич* рост* вырос* выше повы*
decrease: decreas* fall* fell decline* drop* reduc* lower down cut | 减少 下降 降低 降至 下滑 缩减 衰退 | снизи* сниж* уменьш* сократ* упал* паден* ниже
change: change* changed | 变化 变动 改变 | изменен* изменил*
difference: differ* | 差异 差距 相差 差别 | разниц* различ* отлич*
reason: reason* cause* caused because why due | 原因 因素 导致 造成 起因 | причин* вызван* из-за обусловлен*
result: result* outcome* | 结果 成果 | результат*
contract: contract* agreement* | 合约 合同 协议 | договор* контракт*
sign: sign signed signing | 签约 签订 签署 | подписан* заключ*
customer: customer* client* buyer* | 客户 顾客 | клиент* заказчик* покупател*
supplier: supplier* vendor* | 供应商 供货商 | поставщик*
project: project* | 专案 项目 计划 计画 | проект*
plan: plan plans planned planning intend* | 规划 预计 预定 打算 | план* намерен* ожида*
target: target* goal* aim* objective* | 目标 指标 | цел*
forecast: forecast* predict* expect* outlook | 预测 展望 预期 | прогноз*
board: board | 董事会 理事会 | совет*_директоров
chairman: chairman chairwoman chairperson chair* | 董事长 主席 | председател*
chief_executive: chief_executive* ceo | 总经理 执行长 首席执行官 总裁 | генеральн*_директор*
finance_chief: chief_financial_officer* cfo finance_director* | 财务长 财务总监 首席财务官 | финансов*_директор*
director: director* head heads headed led leads | 院长 馆长 主任 负责人 所长 校长 | директор* руковод* возглав* начальник*
company: company corporation firm enterprise* | 公司 企业 | компани* предприят* обществ*
plant: plant plants factory factories works | 工厂 厂区 | завод* фабрик*
headquarters: headquarter* | 总部 | штаб-квартир*
port: port harbour harbor | 港口 码头 | порт* гаван* терминал*
berth: berth* quay* pier* dock* | 泊位 | причал*
ship: ship ships vessel* boat* | 船只 船舶 | судн* судов* корабл*
cargo: cargo freight throughput | 货物 货运 吞吐量 | груз* грузооборот*
container: container* | 货柜 集装箱 | контейнер*
coal: coal | 煤炭 | уголь угля углем углём углю угольн*
copper: copper |  | медь меди медью медн*
steel: steel | 钢铁 | сталь сталью стальн* сталеплав*
metal: metal* | 金属 | металл*
cable: cable* | 电缆 海缆 缆线 | кабел*
wind_farm: wind_farm* windfarm* | 风场 风电场 | ветропарк* ветроэлектростанц*
wind: wind | 风力 风电 | ветр* ветер*
turbine: turbine* | 风机 涡轮 | турбин*
tower: tower* | 塔筒 塔架 | баш*
gearbox: gearbox* | 齿轮箱 | редуктор*
battery: batter* | 电池 | батаре* аккумулятор*
storage: storage store | 储能 贮存 存储 仓库 | хранен* склад* накопит*
station: station* site sites | 站点 车站 电站 | станци* площадк*
voltage: voltage | 电压 | напряжени*
degradation: degrad* decay fade faded | 衰减 衰退 劣化 | деградац* износ*
repair: repair* mended fix* | 维修 修复 修理 检修 | ремонт*
maintenance: maintenance | 维运 维护 保养 运维 | обслужив*
replace: replac* | 更换 替换 换掉 | замен*
damage: damag* | 受损 损坏 损害 破损 | поврежд* ущерб*
fail: fail* fault* broke* breakdown* | 故障 失效 失败 | отказ* поломк* неисправн*
stop: stop* shutdown outage* halt* standstill idle* downtime | 停机 停运 停摆 停止 | остановк* остановл* простой простоя простое простои простоев простаив*
fire: fire fires blaze | 火灾 起火 | пожар* возгоран*
storm: storm* typhoon* hurricane* | 台风 风暴 暴风 | шторм* тайфун* ураган*
weather: weather | 天气 气候 | погод*
emission: emission* | 排放 排放量 | выброс*
carbon: carbon co2 | 二氧化碳 减碳 | углерод* со2
waste: waste scrap | 废弃物 废料 废物 | отход* брак*
recycle: recycl* | 回收 再生 | переработ* вторичн*
noise: noise | 噪音 噪声 | шум*
dust: dust | 粉尘 扬尘 | пыл*
bird: bird* | 鸟类 | птиц*
dolphin: dolphin* | 海豚 | дельфин*
fish: fish fisher* fishing | 渔业 渔船 | рыб*
compensate: compensat* indemnit* | 补偿 赔偿 | компенсац* возмещ*
species: species | 物种 种类 | вид* видов*
sighting: sight* | 目击 | наблюден* встреч*
research: research* | 研究 研发 | исследова*
test: test* trial* | 测试 试验 检测 | испыт* тест*
survey: survey* poll* | 调查 勘测 问卷 | опрос* обследован* съёмк*
population: population* inhabitant* resident* | 人口 居民 | населен* жител*
visitor: visitor* attendance | 访客 参观 游客 入馆 观众 | посетител* посещ*
passenger: passenger* rider* ridership | 乘客 旅客 客运量 搭乘 | пассажир*
student: student* pupil* | 学生 学员 | студент* учащ* школьник* ученик*
teacher: teacher* | 教师 老师 | учител* преподават*
school: school* | 学校 | школ*
university: universit* college* | 大学 学院 | университет* институт*
hospital: hospital* clinic* | 医院 诊所 | больниц* клиник* госпитал*
patient: patient* | 病人 患者 病患 | пациент* больн*
doctor: doctor* physician* | 医生 医师 | врач* доктор*
vaccine: vaccin* | 疫苗 接种 | вакцин* привив*
drug: drug* medicine* medication* | 药物 药品 用药 | лекарств* препарат*
library: librar* | 图书馆 | библиотек*
book: book* volume* | 图书 书籍 | книг* томик* томов томах
museum: museum* | 博物馆 美术馆 | музе*
exhibition: exhibit* | 展览 特展 | выставк*
train: train trains rail railway* | 列车 火车 铁路 | поезд* железнодор*
bus: bus buses | 公车 公交 巴士 客车 | автобус*
bridge: bridge* | 桥梁 大桥 | мост*
road: road* highway* | 道路 公路 | дорог* шоссе
building: building* | 大楼 建筑物 建筑 | здани* строен*
construct: construct* build built | 兴建 建设 建造 施工 建成 | строительств* построен* строит*
expand: expan* extension* enlarg* | 扩建 扩大 扩充 | расширен* расшир*
land: land | 土地 用地 | земл*
forest: forest* wood* | 森林 林地 | лес* лесн*
water: water | 用水 水量 | вод* водн*
rain: rain* precipitation | 降雨 雨量 降水 | осадк* дожд*
harvest: harvest* yield* crop* | 收成 收获 产量 作物 | урожа* сбор*
farm: farm farms farmer* | 农场 农户 农民 | ферм* хозяйств*
government: government* ministry | 政府 部会 | правительств* министерств*
city: city cities town* municipal* | 城市 都市 市府 | город*
country: country countries nation* | 国家 全国 | стран* государств*
law: law laws act regulation* statute* | 法律 法规 条例 法令 | закон* правил*
court: court* | 法院 法庭 | суд суда суду судом суде суды судов судебн*
vote: vote* voting ballot* | 投票 表决 票数 | голос*
member: member* | 成员 会员 委员 | член* участник*
meeting: meeting* meet met session* | 会议 召开 开会 | заседан* собран* совещан*
user: user* subscriber* | 用户 使用者 | пользовател* абонент*
software: software program app application* | 软件 软体 程式 程序 应用 | программ* приложен*
version: version* release* | 版本 | верси*
distance: distance* offshore away | 距离 离岸 | расстоян* удал*
speed: speed* velocity | 速度 时速 | скорост*
duration: duration last* lasted | 期间 为期 历时 持续 | длительност* продолжительн* длил*
age: age aged | 年龄 | возраст*
name: name named called known codename* alias* | 名称 代号 别名 称为 又称 俗称 | назван* именуем* называ*
owner: owner* owns owned own | 拥有 持有 所有 | владел* принадлеж* собственник*
buy: buy bought purchas* acquir* acquisition* | 购买 采购 收购 买下 购入 | куп* приобре* закуп*
sell: sell sold | 出售 卖出 售出 贩售 | прода*
order: order* backlog | 订单 在手 | заказ*
award: award* prize* | 奖项 获奖 | преми* наград*
support: support* subsid* grant* fund* | 补助 资助 补贴 基金 | субсид* грант* поддержк* фонд*
insurance: insur* premium* | 保险 | страх*
tax: tax taxes taxation | 税金 税款 | налог*
asset: asset* | 资产 | актив*
depreciation: depreciat* amorti* | 折旧 | амортиз*
export: export* | 输出 出口 | экспорт*
import: import* | 进口 输入 | импорт*
risk: risk* | 风险 | риск*
error: error* mistake* | 错误 误差 | ошибк*
warning: warning* alarm* alert* | 告警 警报 警告 | предупрежд* тревог*
limit: limit* threshold* cap | 上限 限值 阈值 限额 | предел* лимит* порог*
visit: voyage* trip* sortie* | 航次 出海 趟次 | рейс* судозаход*
group: group* | 团队 小组 | групп*
region: region* district* | 地区 区域 | регион* район*
quality: quality | 品质 质量 | качеств*
safety: safety safe | 安全 职安 | безопасн*
environment: environment* | 环境 环保 | окружающ* эколог*
responsible: responsible | 负责 主管 主持 | отвеча* ответствен*
appoint: appoint* took-office joined takes-office | 任职 就任 上任 任命 到任 | назначен* вступил* занимает
asia: asia* | 亚洲 | ази*
europe: europ* | 欧洲 欧盟 | европ*
america: america* | 美洲 美国 | америк* сша
africa: africa* | 非洲 | африк*
china: china chinese | 中国 | кита*
japan: japan* | 日本 | япон*
taiwan: taiwan* | 台湾 | тайван*
russia: russia* | 俄罗斯 | росси* российск*
germany: german* | 德国 | герман*
france: france french | 法国 | франци* французск*
britain: britain british england english | 英国 | британ* англи*
half: half halves | 一半 半数 | половин*
double: double* twice | 两倍 翻倍 加倍 | вдвое удво*
"""  # noqa: E501  (one concept a line)
