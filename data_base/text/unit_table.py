"""Units of measure and money as data: how each is written in four languages and what it is worth.

A line reads ``canonical unit | factor | forms``; the value in the canonical unit is the number times the
factor, which may be a fraction. Several words in one form are joined by ``_``. Forms are written in lower
case with Simplified Chinese characters (see ``folding``); ``word~m`` and ``word~f`` stand for all case forms
of a Russian noun that ends in a hard consonant or in -а.
"""

# Written exactly so, as far as capital letters are concerned.
SYMBOLS = """
m | 1 | m
m | 1000 | km
m | 0.01 | cm
m | 0.001 | mm
m | 0.000001 | μm um
m | 0.000000001 | nm
kg | 1 | kg Kg KG
kg | 0.001 | g
kg | 0.000001 | mg
kg | 0.000000001 | μg
kg | 1000 | t
kg | 1000000 | kt
kg | 1000000000 | Mt
W | 1 | W
W | 0.001 | mW
W | 1000 | kW KW kWp
W | 1000000 | MW MWp
W | 1000000000 | GW GWp
W | 1000000000000 | TW
VA | 1000 | kVA
VA | 1000000 | MVA
Wh | 1 | Wh
Wh | 1000 | kWh KWh KWH
Wh | 1000000 | MWh MWH
Wh | 1000000000 | GWh GWH
Wh | 1000000000000 | TWh TWH
J | 1 | J
J | 1000 | kJ
J | 1000000 | MJ
J | 1000000000 | GJ
J | 1000000000000 | TJ
J | 1000000000000000 | PJ
V | 1 | V
V | 1000 | kV KV
V | 0.001 | mV
A | 1 | A
A | 0.001 | mA
Ah | 1 | Ah
Ah | 0.001 | mAh
Hz | 1 | Hz
Hz | 1000 | kHz
Hz | 1000000 | MHz
Hz | 1000000000 | GHz
Pa | 1 | Pa
Pa | 100 | hPa
Pa | 1000 | kPa
Pa | 1000000 | MPa
Pa | 100000 | bar
m/s | 1852/3600 | kn
N | 1 | N
N | 1000 | kN
L | 1 | L l
L | 0.001 | mL ml
L | 1000000 | Ml ML
L | 0.01 | cl
L | 100 | hl hL
L | 1000 | m³ m3 m^3
L | 0.001 | cm³ cm3 cm^3 cc
L | 1 | dm³ dm3
L | 0.1 | dl dL
L | 0.000001 | μL μl
L | 1000000000000 | km³ km3
m² | 1 | m² m2 m^2
m² | 1000000 | km² km2
m² | 0.0001 | cm² cm2 cm^2
m² | 0.000001 | mm² mm2
m² | 10000 | ha
s | 1 | s
s | 0.001 | ms
s | 0.000001 | μs
s | 0.000000001 | ns
s | 3600 | h
byte | 1000 | kB KB
byte | 1000000 | MB
byte | 1000000000 | GB
byte | 1000000000000 | TB
byte | 1000000000000000 | PB
bit/s | 1000 | kbps Kbps
bit/s | 1000000 | Mbps
bit/s | 1000000000 | Gbps
°C | 1 | °C ℃
°F | 1 | °F ℉
K | 1 | K
dB | 1 | dB dBA
kg | 1000 | tCO2 tCO2e tCO2eq
kg | 1 | kgCO2 kgCO2e kgCO2eq
kg | 0.001 | gCO2 gCO2e
cal | 1000 | kcal
"""

# Capital letters make no difference.
WORDS = """
m | 1 | metre metres meter meters 米 公尺 м метр~m
m | 1000 | kilometre kilometres kilometer kilometers kms 公里 千米 км километр~m
m | 0.01 | centimetre centimetres centimeter centimeters 公分 厘米 см сантиметр~m
m | 0.001 | millimetre millimetres millimeter millimeters 毫米 公厘 мм миллиметр~m
m | 0.000001 | micrometre micrometres micrometer micrometers micron microns 微米 мкм
m | 0.000000001 | nanometre nanometres nanometer nanometers 纳米 нм
m | 0.3048 | ft foot feet
m | 0.0254 | inch inches 英寸 英吋
m | 0.9144 | yd yard yards
m | 1609.344 | mi mile miles 英里 миля мили миль
m | 1852 | nmi nautical_mile nautical_miles 海里 浬 морская_миля морские_мили морских_миль морской_мили
m | 0.3048 | 英尺 呎 фут~m
kg | 0.001 | gram grams gramme grammes 克 公克 г грамм~m
kg | 1 | kilogram kilograms kilogramme kilogrammes kilo kilos kgs 公斤 千克 кг килограмм~m кило
kg | 0.000001 | milligram milligrams 毫克 мг миллиграмм~m
kg | 0.000000001 | microgram micrograms mcg 微克 мкг микрограмм~m
kg | 1000 | tonne tonnes ton tons metric_ton metric_tons metric_tonnes 吨 公吨 т тн тонн~f
kg | 0.45359237 | lb lbs 磅
kg | 100 | центнер~m ц quintal quintals dt decitonne decitonnes 公担
kg | 0.028349523125 | oz ounce ounces
W | 1 | watt watts 瓦 瓦特 вт ватт~m
W | 1000 | kilowatt kilowatts 千瓦 瓩 квт киловатт~m
W | 1000000 | megawatt megawatts 兆瓦 百万瓦 百万瓩 мвт мегаватт~m
W | 1000000000 | gigawatt gigawatts 吉瓦 гвт гигаватт~m
W | 1000000000000 | terawatt terawatts 太瓦
W | 735.49875 | л.с л._с лошадиных_сил лошадиные_силы 匹马力
Wh | 1 | watt_hour watt_hours 瓦时 瓦小时 вт_ч
Wh | 1000 | kilowatt_hour kilowatt_hours 千瓦时 千瓦小时 瓩时 度电 квт_ч квтч квт_час киловатт_часов
Wh | 1000 | киловатт_часа киловатт_час
Wh | 1000000 | megawatt_hour megawatt_hours 兆瓦时 兆瓦小时 мвт_ч мвтч мегаватт_часов мегаватт_часа
Wh | 1000000 | мегаватт_час
Wh | 1000000000 | gigawatt_hour gigawatt_hours 吉瓦时 吉瓦小时 гвт_ч гвтч гигаватт_часов гигаватт_часа
Wh | 1000000000 | гигаватт_час
Wh | 1000000000000 | terawatt_hour terawatt_hours 太瓦时 твт_ч твтч
V | 1 | volt volts 伏 伏特 вольт~m
V | 1000 | kilovolt kilovolts 千伏 кв киловольт~m
A | 1 | ampere amperes amps 安培 ампер~m
A | 0.001 | milliampere milliamperes 毫安 миллиампер~m
Ah | 0.001 | 毫安时
Hz | 1 | hertz 赫 赫兹 гц герц~m
Hz | 1000 | kilohertz 千赫 кгц
Hz | 1000000 | megahertz 兆赫 мгц
Hz | 1000000000 | gigahertz 吉赫 ггц
Pa | 1 | pascal pascals 帕 паскаль па
Pa | 1000 | kilopascals 千帕 кпа
Pa | 1000000 | megapascals 兆帕 мпа
Pa | 100000 | bars бар
L | 1 | litre litres liter liters 公升 升 л литр~m
L | 0.000001 | microlitre microlitres microliter microliters 微升 мкл микролитр~m
L | 0.001 | millilitre millilitres milliliter milliliters 毫升 мл миллилитр~m
L | 0.1 | decilitre decilitres deciliter deciliters
L | 0.01 | centilitre centilitres centiliter centiliters
L | 100 | hectolitre hectolitres hectoliter hectoliters 百升 гл гектолитр~m
L | 1000 | kilolitre kilolitres kiloliter kiloliters 公秉 千升
L | 1000000 | megalitre megalitres megaliter megaliters 百万升 мегалитр~m
L | 0.001 | cubic_centimetre cubic_centimetres cubic_centimeter cubic_centimeters 立方厘米 立方公分
L | 0.001 | куб_см см³ см3
L | 0.001 | кубических_сантиметров кубических_сантиметра
L | 1000000000000 | cubic_kilometre cubic_kilometres cubic_kilometer cubic_kilometers 立方公里 立方千米 куб_км
L | 1000 | cubic_metre cubic_metres cubic_meter cubic_meters cu_m 立方米 立方公尺 куб_м кубометр~m м³ м3
L | 1000 | кубических_метров кубических_метра кубов куба
m² | 1 | square_metre square_metres square_meter square_meters sq_m sqm 平方米 平方公尺 平米 кв_м м² м2
m² | 1 | квадратных_метров квадратных_метра
m² | 1000000 | square_kilometre square_kilometres square_kilometer square_kilometers sq_km sqkm 平方公里
m² | 1000000 | 平方千米 кв_км км² км2 квадратных_километров квадратных_километра
m² | 0.0001 | square_centimetre square_centimetres square_centimeter square_centimeters sq_cm
m² | 0.0001 | 平方厘米 平方公分 кв_см см² см2 квадратных_сантиметров квадратных_сантиметра
m² | 0.000001 | square_millimetre square_millimetres square_millimeter square_millimeters sq_mm 平方毫米 кв_мм
m² | 1 | квадратный_метр квадратного_метра
m² | 10000 | hectare hectares 公顷 га гектар~m
m² | 1 | ㎡
m² | 1000000 | ㎢
m² | 0.0001 | ㎠
m² | 10000 | ㏊
L | 1000 | ㎥
L | 0.001 | ㎖ ㎤
m | 1000 | ㎞
m | 0.01 | ㎝
m | 0.001 | ㎜
kg | 1 | ㎏
kg | 0.000001 | ㎎
dB | 1 | ㏈
m² | 4046.8564224 | acre acres 英亩
m² | 0.09290304 | sq_ft square_feet square_foot 平方英尺
坪 | 1 | 坪
亩 | 1 | 亩
s | 1 | sec secs second seconds 秒 秒钟 сек секунд~f
s | 0.001 | millisecond milliseconds msec 毫秒 мс миллисекунд~f
s | 0.000001 | microsecond microseconds 微秒 мкс микросекунд~f
s | 0.000000001 | nanosecond nanoseconds 纳秒 наносекунд~f
s | 60 | min mins minute minutes 分钟 мин минут~f
s | 3600 | hr hrs hour hours 小时 个小时 钟头 个钟头 ч час~m
s | 86400 | day days 天 日 昼夜 个工作日 工作日 день дня дней дню днем днями сутки суток сут дн
s | 86400 | working_day working_days business_day business_days calendar_day calendar_days
s | 86400 | рабочий_день рабочих_дней рабочих_дня рабочим_дням календарных_дней календарных_дня
s | 604800 | week weeks wk wks нед 周 星期 个星期 礼拜 个礼拜
s | 604800 | неделя недели неделе неделю неделей недель неделям неделями
month | 1 | month months 个月 мес месяц~m месяцев месяцем
month | 3 | 季 个季度
month | 6 | полугодия полугодий
month | 12 | year years yr yrs 年 год года году годом годы лет годам годами 岁 周岁 周年
month | 120 | decade decades
month | 1200 | century centuries 世纪
°C | 1 | degrees_celsius degree_celsius deg_c 摄氏度 °с градусов_цельсия градуса_цельсия градус_цельсия
°C | 1 | градусов_по_цельсию градуса_по_цельсию градус_по_цельсию
°F | 1 | degrees_fahrenheit degree_fahrenheit 华氏度 градусов_фаренгейта градуса_фаренгейта градус_фаренгейта
°F | 1 | градусов_по_фаренгейту градуса_по_фаренгейту градус_по_фаренгейту
° | 1 | ° degree degrees 度 градус~m
byte | 1 | byte bytes 字节 байт~m
byte | 1000 | kilobytes кб
byte | 1000000 | megabyte megabytes мб
byte | 1000000000 | gigabyte gigabytes гб
byte | 1000000000000 | terabyte terabytes тб
dB | 1 | decibel decibels 分贝 дб дба децибел~m
cal | 1 | calories 卡路里
cal | 1000 | kilocalories 大卡 千卡 ккал
ppm | 1 | ppm
ppm | 0.001 | ppb
rpm | 1 | rpm
px | 1 | px pixel pixels 像素
x | 1 | x × times fold 倍 раз раза
m/s | 1 | mps
m/s | 1609.344/3600 | mph
m/s | 1000/3600 | kmh kph
m/s | 1852/3600 | knot knots kts узел узла узлов узлами 海里/时
"""

PERCENT = """
% | 1 | % percent per_cent pct 个百分比 процент~m
% | 10 | 成
% | 0.1 | ‰ permille per_mille промилле
"""

POINTS = """
pp | 1 | pp p.p ppt percentage_point percentage_points 百分点 个百分点 п.п п._п п_п процентных_пункта
pp | 1 | процентных_пунктов процентный_пункт процентного_пункта
pp | 0.01 | bp bps basis_point basis_points 个基点 基点 базисных_пунктов базисных_пункта
"""

MONEY = """
$ | 1 | $ dollar dollars bucks 块钱 доллар~m долл дол
$ | 0.01 | cent cents 美分 цент~m
USD | 1 | us$ usd us_dollars us_dollar u.s_dollars u.s._dollars 美元 美金 долларов_сша доллара_сша
USD | 1 | доллар_сша долл_сша
TWD | 1 | nt$ ntd twd ntd$ nt_dollars new_taiwan_dollars 新台币 台币 新台币元 тайваньских_долларов
HKD | 1 | hk$ hkd hong_kong_dollars 港元 港币 гонконгских_долларов
SGD | 1 | s$ sgd singapore_dollars 新加坡元 新币
AUD | 1 | a$ au$ aud australian_dollars 澳元 澳币
CAD | 1 | c$ ca$ cad canadian_dollars 加元 加币
NZD | 1 | nz$ nzd 纽元
元 | 1 | 元 圆
元 | 0.01 | 分钱 分錢
元 | 0.1 | 毛钱 毛錢 角钱 角錢
CNY | 1 | cny rmb cnh yuan renminbi 人民币 人民币元 юань юаня юаней юаням юани
¥ | 1 | ¥
JPY | 1 | jpy yen 日元 日圆 日币 иен иены иена йен йены
KRW | 1 | ₩ krw 韩元 韩圆 вон
EUR | 1 | € eur euro euros 欧元 евро
EUR | 0.01 | eurocent eurocents euro_cent euro_cents 欧分 евроцент~m
GBP | 1 | pound pounds фунт~m
GBP | 0.01 | penny pence 便士 пенс~m
GBP | 1 | £ gbp pounds_sterling pound_sterling 英镑 фунтов_стерлингов фунта_стерлингов
CHF | 1 | chf swiss_francs 瑞士法郎
RUB | 1 | ₽ rub ruble rubles rouble roubles 卢布 руб р рубль рубля рублей рублю рублем рубли рублям рублями
RUB | 1 | рублях
RUB | 0.01 | kopeck kopecks kopek kopeks копеек копейки копейка копейку коп
INR | 1 | ₹ inr rupees 印度卢比
kr | 1 | kr kroner kronor крон кроны крона
SEK | 1 | sek
NOK | 1 | nok
DKK | 1 | dkk
THB | 1 | ฿ thb baht 泰铢
MYR | 1 | myr ringgit 林吉特
UAH | 1 | ₴ uah гривен гривны
KZT | 1 | ₸ kzt тенге
"""

# A currency said without its country, or a degree without its scale, may be any of these.
FAMILIES = {
    "$": frozenset({"USD", "TWD", "HKD", "SGD", "AUD", "CAD", "NZD"}),
    "元": frozenset({"TWD", "CNY", "USD", "HKD", "SGD", "AUD", "CAD", "NZD", "JPY", "KRW", "EUR"}),
    "¥": frozenset({"CNY", "JPY"}),
    "kr": frozenset({"SEK", "NOK", "DKK"}),
    "°": frozenset({"°C", "°F"}),
}

# What a form may mean as well: "12 pounds" is a price or a weight, a cent is not only one of a dollar, 度 is
# a degree or a kilowatt-hour.
OTHER_SENSES = """
kg | 0.45359237 | pound pounds фунт~m
Wh | 1000 | 度
"""
OTHER_MONEY = """
EUR | 0.01 | cent cents цент~m
"""
# Units that are common nouns too; without the unit they count something.
OTHER_NOUNS = """
 | 1 | узел узла узлов узлами
"""

# Counters: what they count is the same figure with another one, so they are no units.
# What must not follow a form for it to be that unit: 升至 is "rose to", 五年级 is a school year.
NOT_BEFORE = {
    "升": "至到级高幅为格值",
    "年": "级",
    "成": "为长立功本果员品交年就分都熟绩不效",
    "日": "本元圆币",
    "周": "边围",
    "元": "件素旦化论次方",
    "米": "饭",
    "天": "然津空",
    "克": "拉服隆",
    "季": "度节節军軍后後风風赛賽票",
    "圆": "形桌",
}

COUNTERS = frozenset(
    "人家座台具件项次名个位间所处辆架艘栋套笔户种类款条场届只头棵株份张本册节层级期批组队支颗片块段轮站国题倍届例篇门"
)
WIDER_COUNTERS = COUNTERS | frozenset(
    "号页章楼折票股点分步口桶箱盒瓶杯袋包代线轨车机案字句行列省市县区村校班室床席员面页"
)

RUSSIAN_ENDINGS = {
    "m": ("", "а", "у", "ом", "е", "ы", "ов", "ам", "ами", "ах"),
    "f": ("", "а", "ы", "е", "у", "ой", "ам", "ами", "ах"),
}
