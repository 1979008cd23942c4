"""How rare English words are: written by ``benchmark/performance/fit_grounding.py``, not by hand.

Stems by the rounded natural logarithm of how many sentences one reads to meet them, counted over the
passages of WiCE (ODC-BY and CC BY-SA) and XQuAD (CC BY-SA 4.0).
"""

RAREST = 9
_BANDS = {
    3: """
new tim
""",
    4: """
com data day film first gam get includ lik liv mak meta one part peopl play read real said say see show
stat team th titl two work world year
""",
    5: """
action ad address against ago air album alway america american announc another april archiv area around
art articl aug august author award back band bas becam becom best big black board book build business call
cam captur car cas center chang city clos club co collection comment community company content continu
country creat current dat december different director division ear email end even event experienc facebook
fami fan featur february feel few field final find follow forc form former found four fre friend full giv
go going good got government great group head health help high history hom hour hous https human imag
industry information interest international issu january john join july jun know known last later law lead
leagu learn left lif lin link list littl london long look los lot lov mad main man many march mark mean
media meet member men million month mov much music nam national nd near need never next november number
october offic official old open order original pag park photo pictur plac plan player point post power
president program project provid public publish put rd receiv recent record relat releas remain report
research result return review right rol royal run school scienc search season second september serv servic
sery set shar sign sit smith someth song south special sport sqn st star start still story student study
support system tak talk that thing think thre today told top tour train turn tv unit university updat use
used video view want war watch way web week well whit william win wing women writ www york young
""",
    6: """
abl academy accept access accord account across act activ actor actress actual adam advanc africa african
age agency aircraft airport allow almost along already amazon amish amy angel annual answer anti anyth
appear approach arriv artist asia asian ask association athlet attack attempt attend audienc australia
australian authority availabl away bad bank bar battalion battl bay bbc beach bear began begin behind
believ benefit better bill bit blog blu bn bob body born box boy brand brandvoic break brief brigad bring
british broken brother brown built bus buy california campaign canada canadian capital card career carry
cast caus celebrat centr central century certain challeng champion championship chanc character charg
check chess chicago chief children china christian church civil claim class classic clear click coach cod
collect colleg color comedy comic command commission committe common compet competition complet computer
concern condition conferenc confirm connect consider contact contain control copy cost council county
coupl cours court cover crawl credit crew cricket critic cross crowd cultur cup cut dai datetim daughter
david de dead deal death debat debut decad decid decision deep defens degre deliver demand department
describ design despit detail develop development died differenc digital direct discover display district
dr drama draw dream driv drop drug due earlier earn earth east economic edition editor education effect
effort eight election energy engineer england english enough enter entertainment entir environment
especial establish europ european eventual everyon everyth exampl excit exclusiv executiv expect
expedition explain express extend fac facility fact fail fall famous far father federal felt femal
festival fight fighter figur fil fill financial finish fir fiv flight focus food football forb forward
foundation founder franc french friday front fund funny futur gallery gav general generation georg german
girl given global goal god goe graduat grand greatest green ground grow guardian guid gun guston guy half
hall hand happen hard heart heavy held hit hold hollywood hop hospital host howard http hug hyakuri icc
icon idea ii impact important improv increas independent india indian individual influenc inspir instead
institut internet interview invit involv island israel jackson jam jan japan jasdf job johnson jon journal
justic kat keep key kid kill kind king knew la lady lak land larg largest lat latest laugh launch leader
leadership least leav led legal less level library light limit local location log longer lost low lower
machin magazin major mal manager mar market marry master match material matter medical messag met michael
michigan middl military mind minister minut miss mission model modern moment money morn mother movement
movi mr museum nation natural neanderthal netflix network newsletter night nin non north not noth nov nra
object oct offer officer often olympic onlin operat operation opportunity org organization other outsid
paint painting palac particular partner party pass past paul pay percent perform performanc period person
personal photograph pick piec plant platform pm polic policy politic political pop popular population
position possibl practic premier present press pretty previous pric prim print privat priz pro probab
problem process produc producer product production professional professor profil publisher quality queen
question quick quit rac radio rais rang rank rat rather re reach reader reality reason red refer referenc
relationship remember rep represent requir reserv reveal richard richest rid ris river road robert rock
room round rout rul russell russian sal san saturday sav saw scen schedul scor scott screen sea seat
section security seem seen select self sell sen send senior sens serious seven several shap she shoot shop
short shot sid significant similar singer singl six siz skip slav small social society soldier someon
sometim son soon sound sourc southern spac speak specimen speech spend spent spring squadron stadium staff
stag stand standard statement station stay step stop stor stream street strong studio styl subject
subscrib success successful summer sun sunday sur surpris swift tail taken talent taylor teacher
technology television tell term test texa thank theater ther third thoma thought throughout ticket
together took total toward town track trad transfer travel trip tru trump trust try tuesday twitter typ uk
understand union unus usa user using usual valu variety version violenc visit vot wachowskibro walk walker
wall washington water wayback websit went west what whol wid wif winner winslet woman won word writer
written wrot yes
""",
    7: """
ab abc ability abroad absolut absorb abus academic accus achiev achievement acquir acquisition acr
activist activity adapt add addition additional administration admit adopt adult advantag adventur
advertis advertisement advic afc affair affect afternoon aged agent agr agre agreement ahead aid aim akira
al albert alert alexa alic alleg allegation allen allianc alon alongsid alternativ amaz amelia amount
analysis ancient anderson andrew andy anim animal animation ann anniversary announcement anthony anyon
anyway anywher ap apart app appeal appearanc appl applicabl application apply appoint appropriat approv
approximat apr arc architect arena argu arm army arrest arrival arrow arsenal artistic aspect assault
asset assign assistant associat assum atlanta atlantic atmospher ato attach attention attorney attract
audio averag aviation avoid baby background ball ban bangladesh banner baseball basic basis basketball
bcci beat beaufort beautiful beauty bed beij belief belong ben bender beyond bibl bid biggest bik
billingham billion biography bird birth bishop blabbermouth block blood bolsonaro bon bond bonus booth
border boss boston bought bound bowl brazil brian bridg bright brilliant britain bro broad broadcast brok
bronx brooklyn brought brows browser buckingham budget building burn bury ca calendar callan cambridg
camera camp campesino campus cancel candidat cann cap capacity capitol captain carbon carey carolina cash
cat catch category catholic cbs cbsn cd celebration celebrity cell cent ceo ceremony chain chair chairman
channel charl charli chart chastain chat chi chil child childhood chines chitos chiw choic choos chris
christ christma chronicl circl cit citizen clark classical clean cleveland client climat climb clinic
cloth cloud clueless cm cnn coal coast coffe col cold collaboration colleagu colonial colour colt column
combin comedian commemoration commercial commit commitment communication companion compar competitiv
complex compos compris comput concept concert conclud conduct conductor confidenc conflict congress
connection conservativ consist constant construct construction consumer contemporary contest contract
contribut contribution contributor controversial controversy conversation conversion convert convinc cook
cooky cool copyright cor corner corp corporat corporation costa count coup courtesy cousin coverag cpp
crash crazy creativ creator crim criminal crisis critical crown cuba cultural customer cwgc cycl dad
daktronic dalla damag dan danc dangerous daniel dark dav davis dc dec declar dedicat defeat defend definit
delay delivery demo democracy democrat democratic denis dennis deny depend deputy description desert
designer destroy determin detroit developer devic devil diabet dictionary dies difficult diiv diploma
direction disability disband discuss discussion diseas disney disqualify distanc distinguish diversity
divid dixson dj dna doctor doctrin document documentary dog dollar domestic dominat donald donat door dop
doubl doubt down download downtown dozen draft dress drink driven driver duk duo duty dvd eagl eastern
easy eat economy edg edinburgh edit editorial edt edward edwin effectiv egypt ej ejkai el elder elect
electric electronic element elizabeth emerg emergency emmy emotional emperor empir employe en enabl
encounter encourag enemy engag engin enjoy enormous ensur entry environmental episod equal equip equipment
equity era eric ericsson error ershad escap essential essex estat estimat et eu evan eve everybody evidenc
evolution ex exact excellent except exchang execution exercis exhibition exist existenc exit expand
experiment expert explor extensiv external extra extrem eye factor faculty fair faith fam family fantastic
farm fashion fast favorit favourit fc fear feb fee feedback feet fell fellow fiction fifth filmmaker fin
financ firm fish fit fix fixtur flag floor florida flow fly foot footnot foreign forest forget forgotten
formal format formation fort forum fossil fourth fox fragranc fram franchis francis francisco frank
freedom frequent ful fun funcinpec function gain galaxy garden gas gat gather gauth gay gear gen gender
generat genr georgia germany getty giant gift gig girlfriend giro gold golden gon gonna googl gov governor
gp grad grant graphic greater grew growth guard guess guest guitar guitarist haan haaretz hair hamamatsu
handl hang happy harrison harry hat havr headlin headquarter healthy hear heard heat heckerl hell henry
her heritag hernandez hero hid hidden higher highest highlight hill hip hir historian historic historical
hockey hol holiday honest hong honor honour horror hors hot hotel household html hub hugh hun hundr
hundred hunt hunter hurrican husband ice identify identity iihf iii illinois imagin immediat immigration
inbox inc incident incom incorporat incredibl index indi indianapolis indicat induct industrial inequality
info initial initiativ injury innovation insid insight instagram instanc institution intelligenc intend
intens introduc invest investigation investment investor ioc iran iraq ireland iron iruma irvin israeli
ita italian item jack jacksonvill jail japanes jason java jean jeff jersey jessica jet jewish jim joe
joint jok jonathan jordan joseph josh journalism journalist journey jr judg jul jump junior justin kel ken
kent kept kg khan kick kim kingdom kit knight knowledg komaki komatsu kyr label labor lack landscap
languag lans larger las latin latter lawyer le leas lee leg legacy legend legislation legislativ length
let letter lewis liberal lieutenant lifestyl lineup listen liverpool liz load locat login logo lord loss
louis ltd luca luk maiden mail maintain majority mamba manag management manhattan manufactur map marc
marking marriag martin mary mass massiv mat matrix matsushima matt matthew max mayb mayor meant measur
medal medicin meeting meghan mel membership memorial memory mental mention metal method metro mexico
michell mid mik mil milken milwauke min ministry minor mirror misawa missil mitchell mitsubishi mix mo
mobil modify mom monday monitor montreal moon most mount mountain mouton movy ms multi multipl murder
murphy murray musical musician naha nasa nativ natur navigation necessary negativ neighborhood neil neo
net newspaper newton nfl nic nobel nomination normal northern notab notic novel nuclear nujeen numerous
nurs nyu nyutabaru observer obtain obvious occasion occur ocean offensiv oh ohio oil ojeda older opera
opinion opponent oppos opposition option orchestra organiz origin orphan oscar otherwis outstand overall
own owner oxford pacific pack packag paid painter pair panel paper parent paris parliament participat
partnership passenger password path patient patterson peac peak penalty perceiv percentag perfect perhap
permanent permission pet peter ph phantom phas phil philip phillip phon photographer phras physic physical
piero pilot pin pioneer pitch pk plagu planet pledg plenty plus pol poll poor port portrait positiv possib
poster potential pound poverty powell powerful pp prais pre prepar presenc preserv pressur prevent
prevention priest primary princ principal principl prior prison privacy profit programm progress prohibit
prominent promis promot proper property propos protect protest prov provisional proxy publication puerto
pull punk purchas purpos push qualify quarter queensland quot rachel raider rail ralph ran ranariddh
ranking rapid rar ray ready realiz recall reception recognition recogniz recommend recruit redback reduc
reflect reform refus regard regim regiment region regional register registration regular regulation reject
relation relativ religious rely remarkabl remov renam replac reporter representativ republic republican
reputation request researcher residenc resident resourc respect respectiv respons responsibility
responsibl rest restor retail retailer retain retir retirement revenu rf rich rifl risk rival robbin
rockman roll rom roman root ros ross roster rough row runner rush russia ryan saf safety sail saint salt
sam sampl sarah sat scal schem scholar scholarship scientific scientist scoreboard scot scout script
seattl secret secretary sector secur seek segment selection senat sent sentenc sep separat sequenc session
settl settlement sever sex sexual sharp shell shift ship shock shown signal silver simon simp simpl sing
sir sister sitcom situation skill sky slavery sleep slow smaller snak snooker soccer soft sold solo
solution solv somebody somerset somewher sorry sort soul spe speaker specific specy spider spin spirit
split spok sponsor spot spread sprint squad squar starbuck statu status stephen stev steven stewart stm
stock ston storm straight strang strategic strategy strength strik strip struck structur struggl stuart
stuff submit subscriber subscription subsequent substanc sudden suffer suggest suit summary summit super
supporter suppos suprem surfac surround surviv survivor sydney syria tabl tac tackl tag taiwan tal tank
tap target task taught tax teach tech technical techniqu teen teeth tel telegraph temperatur ten tend
territory text tfs theatr them theory thousand threat threaten thriller thron throw thursday tie ties tip
tokyo tom ton tony tool tooth topic toronto touch tough tournament tradition traditional traffic tragic
trail trailer transition transport tre treat treatment trend trial tribut tried troop trophy troubl truth
tsuiki tun turkey tweet twenty twic typical uefa ultimat un unabl undergraduat uniqu universal unknown
unlik upcom upgrad upper urban valid valley van various vega ventur venu veteran viber vic victim victoria
victory viewer villag violat violation virginia virtual vision visitor visual vocal voic vol volcanic
volleyball volum volunteer voter vs wait wal walter ward warm warn warner watanab wav wear weather wed
wednesday weekend weightlift welcom welsh western who wikimedia wikipedia wild will wilson wind window
windsor winter wisconsin wish witness wolf wonder wood worker workshop worldwid worry worst worth wound
wrigley wrong yal yeah yellow younger youth youtub zealand zon
""",
    8: """
aaron abandon abbr absenc abstract acceptanc accessibility accessibl accident accommodat accomplish
accountability accuracy accurat acknowledg addiction adelaid adjust admission ads adtechccfullstr adviser
advisor advisory advocat aesthetic affiliat afghanistan aggressiv ai airlift airlin airshow alban albion
alcohol alex alexander alicia aliv ally alt alter ambassador ambitious ambleston amc amendment americup
amid amiga amongst analyst analytic ancestor andreessen android angry animat anni antarctic antarctica
anticipat antonio anybody anymor aoki apartment apparent appointment appreciat approval arab arch
architectur argentina argument armenia arnold arrang arthur artillery artwork asean asid ass assemb
assembl assignment assist assistanc assuranc athletic attendanc attitud attribut au audition austin
automatical autumn awar awareness awkward azerbaijan azerbaijani azusa bachelor backlash badg bag baghdad
bailey baker balanc baldacci baltimor baptist barbara barr barry basical bass bassist bat batka bc beacon
beast beatl bedroom beer beginning behalf behavior belgium bell bench bend benjamin berlin bet bever
bigger billboard billionair bink biology birmingham birthday blad blak blank blend bless blind blogger
blow bns boast boat bodi boesky bomb bondurant boom boost bor boris borker bottl bottom bouchard bout bow
brain branch brav brazilian breath brewer brexit brick brisban bristol broadway bronz brug bruno brush
brutal bskyb buffalo bull bullet bunch bureau burk bush busy butterfield buyer cabinet cabl caf calgary
cambodia campbell cancer capability capabl caption cardi careful caribbean carlisl carlsen carri cart
carter cartoon caruana castl casualty cater caught cav cdc cemetery census certificat chamber chan changer
chapter charity charlott charm charter chas chavkin cheat chef chemical chit chloroplast chos chosen
christianity chronic chung cinema circuit circumstanc citation civilian clash clinton clip clock closer
clu coalition cobra coin coincid collaborat collaps collector collin collision colony colorado combat
combination comfortabl commander commemorat commenc commentary commissioner commodor comparison competenc
competitor compil complain complaint completion complicat complication component composer composit
composition comprehensiv con concentrat confirmation confus conquer consequenc conservation consideration
consistent consol constitution constitutional consult consultant contagion contender context continent
contrast controll convention cooki cooperation cop correct corruption costum cowboy craft craig cran
cranial crater creation creatur criss criticism crucial cruel crunchyroll cruz cry crypto ctenophor cub
cuban cult cur curator curiosity curious dakota dal dam danger databas davy dawn daybed dean dear debt
decil declin dee defenc defensiv defin definition delight demis demon demonstrat demonstration denot
denver depart departur depict deploy der deriv descendant deserv designat desir desk desktop detachment
detectiv devot dhaka di diamond dicaprio die diego dig dignity dimension din dinner directory disabl
disappoint disciplinary discount discovery dismiss disput distinct distinctiv distribut distribution
disturb div divers divorc dock don donation dorval dot dramatic drawing drawn drew drexel drift drum
drummer dsm duplessis dutch dynasty earl earliest earning easier easton ed edmund educat educational eg
electricity elit ellen elora elsewher em embargo embrac emirat emission emma emphasis emphasiz employ
empty encyclopedia endors endur engagement enhanc enk enlist enterpris entitl entity entrepreneur epic
equality equivalent erdener espn essay etc ethic ethnic eurosport eurovision evil evolv examin examination
excellenc exceptional exhibit expansion expectation expens expir explorer expos extraordinary fa factory
failur fak fallen fals familiar fantasia farmer fascinat fat favor feed fellowship ferguson ferreira fewer
fi fierc finger finland fiscal fitzpatrick flam flash flat flew flip flood flown folk follower footag ford
forecast forever formula fortnit fortun foster fought fragment freckl frederick freer fremaux fresco fresh
freshman friendship frontman frustrat fs fuck fuel fulham fundamental fusilier gabi gaetz gagsina gap gary
geldof generous genetic genius geographic gifu gigantour gilbert gin glacier glanc glass glen glob gm
goalkeeper gorg gotten govern governanc grab grac gradual graham grammy gran grandfather grandmaster gray
greek greenland greg grey griffith gross grown guarante guidelin guilty gunilla ha harder harm harris
harvard harvey hatch hawker hbkeyvalu hbo header heal heath heaven heavi hebrew height heimbach helen
helicopter helmet herald hetherington hey hi higgin highway hindu hoffman holland holm holy hondro hopeful
houston hudson huguenot humanity humbl hunger hurt hyd ian iceland iconic icrc id ideal idol iee iginla
ignor ill illegal illustrat immigrant imperial implement implementation import importanc impos impress
impressiv improbabl improvement inaugural inch inclusion incredib ind indiana indigenous indonesia
infantry influential inform infrastructur injur inner insider insist inspiration install instant
instrumental insuranc intak integrat intelligent intention interaction interactiv interception interior
internal interpret introduction invasion invent investigat invisibl involvement iranian iraqi irc irish
islander isolat iv jamaica jasmin jay jazz jeffrey jennifer jerry jesus jew jimmy joan johnny joshua joy
js jury justia justify kamber kazakhstan kelley kenya kevin khmer kickstarter killer kiss kitchen kittel
km knock kong korea kosman kyl lab labour lacross lafayett laid lan lanc lancaster lang larry laura lauren
lawmaker lawrenc lawsuit lay layer lean leap lecqu lectur legendary legislatur leo leon leonardo lesson
liberty licens lies lifetim lift lincoln lindberg lion lionel lisa literal literary liveweb loan lock
logan lon longest longtim loos louisiana lover lp lsj lucky lung luther luxury lyric madonna mainstream
maintenanc maker malaysia malcolm malta manchester manipulat mann manner manufacturer maria marion marker
markl maryland mason massachuset mathematic maximum mcaloon meanwhil measurement medallist medieval medium
megadeth memorabl mend mennonit mentor mer merchant merger merit mess metabolit metallica methodist
metropolitan miami microsoft middlesex midnight minnesota minority mint mistak mls mobilisation mod modul
molecul mongol monk monster moor moral morgan morpheus moscow moser mosqueda motor mouth mp mrs mtv mudd
mum municipality muslim myanmar mystery narrativ narrow nascar nasl nationalist naturalist nav naval nb
nba nbc ncaa nearby neck neighbor nephew nervous netherland newcastl nhl nick nicol nobody nois nomine
nonprofit norman nos notabl notify nova ny nytim oakland obama obituary observ obsess obsession occasional
occupy odd offens ok okinawa oldest oliver olympiad omar ongo ontario opengov operational opposit oracl
orang ordinary oregon organisation oswald oue outcom outdoor outer outlet outlin outlink outsider overlook
overse oversea overview overwhelm ownership oxygen pac pad pain pakistan palm panther parad paramount
parenthood partial participation passag passion pastoral patent patriot patron pattern payment pc pdf
peabody peaceful penh pennsylvania penny pension pentecostal perception perez performer permit personality
personnel perspectiv persuad petiver phan pharmacist philadelphia philosophy phnom physician piano pic
pierr pill pingback pistol pit plain plat playoff plea plead pleas plot pocket podcast poetry poison polar
polish politician politico pollution pool portland portola pos possession possibility postgraduat
practical prato prayer precis prediabet predict prefab prefectur prefer preferenc pregnant preparation
presentation preservation presidential preview prey primari princess priority proceeding profound
progressiv promotion prompt proposal prospect protection protester protocol proud provider provinc
provision pt pur pursu pursuant putin puzzl qra qualification qualifier quantum quebec quiet racial racism
racist radar radical rag railway rap reaction realis rebel reboot rebuild recipient recognis recording
recover recovery reduction reed reflection refuge regardless regina rehearsal reign relevant reliability
relief reliev religion relocat remind remot renew rent repair repeat reply reprint requirement rescu
resolution respond restaurant resum retreat reus revers revis revival revolution reward rhodium richmond
rico rider ring rio rivalry rob robertson rocket rockford rocknroll rodriguez rogier ronni roof roug
routin roy rss rumor runway rural ruth sackler sacramento sad salary salvation samuel sanction sang santa
saudi scandal sci scotland scottish scrap scream seal sean seed seminol senator sensitiv sept sequel
serial server seymour sf shadow shak shareholder sheet shirt shit shmilov sho shor shoulder shout showcas
shut shuttl sierra sight signatur silenc silent silverston simulat simulation singapor sixth sixty
skeleton slat slid slight sloan smart smell smil smok snow softball softwar sol solar solid solidarity
somehow songwriter sony sought southwest southwestern spain spam span spanish spark spartanburg specialist
specializ specifical spell spencer spiritual splash spokesman spotlight sprout spy stanford stapl
statistic steal steam steel stick stood storag stranger stray strengthen stress stretch string striv stuck
stun styliz substantial succeed sugar suggestion suicid sum sunshin sup superstar supply surf surreal
survey susan suspect suspend sustain sutton sweet switch symbol symphony tablet tactical tagmaster tall
tast tat tb tea tear teenager tennis terra terrac tesla theguardian thirty thrill tight timber timesslid
tiny tir tjallingii tobacco todd tomorrow tongu tonight tory totton tourist tower trac trademark tragedy
trait tramp transform transformation transit translat translation transportation treasur treaty tremendous
trib trio tropical truck tub tudor turbin turkish twin twist typeof uc ucla ugur uhr ukrain uncl undefin
undergo underground understood unfortunat uniform unify univers unless unlimit unlock unofficial unusual
unveil ups urg url useful utah uw vacation valuabl variation vary vast vault vehicl velvet venic venom
verdict victor vinyl violent virgin visibility visibl vma wak wanderer warc warfar warren wast watkin
watson wayn wealth weapon webcast weight weinstein weird wellington whatever whatsapp wheel wherea whilst
whitchurch wider widespread wildlif wilk wimbledon wir wireless wit withdrawn wizard wlir wolverhampton
wonderful wordpress wors wrap wrestl wright xxix yanke yard yesterday yield youngest
""",
}
RARITY = {word: band for band, words in _BANDS.items() for word in words.split()}
