/**
 * The words of leaked passwords in the languages of the portal's customers, mostly in Latin letters. The list was
 * written for this project from general knowledge; endings and swapped signs are added by rule.
 */
/** The most common ones. */
const first =
  'password passwort passw0rd p@ssword p@ssw0rd pa55word password! contrasena contraseña motdepasse senha parol parola gozarvazheh welcome letmein iloveyou loveyou ' +
  'sunshine princess football baseball basketball superman batman dragon monkey master shadow michael jordan jennifer jessica ashley charlie daniel thomas andrew joshua ' +
  'matthew anthony robert william george richard nicole amanda hannah samantha alexander alexandra maximus hunter ranger buster soccer hockey tigger pepper ginger summer ' +
  'winter spring autumn orange banana cookie chocolate cheese flower butterfly angel angels freedom secret killer whatever computer internet samsung iphone google facebook ' +
  'youtube instagram twitter microsoft windows liverpool arsenal chelsea barcelona realmadrid juventus manchester yankees cowboys lakers pokemon naruto starwars minecraft ' +
  'fortnite admin administrator root toor guest user test tester testing demo default changeme changeit temp system server database manager support service access login ' +
  'abcd abcde abcdef abcdefg abcdefgh abc qwerty qwertz azerty qwer qwert qazwsx qwaszx asdf asdfgh asdfghjk zxcv zxcvbn zxcvbnm mypassword mypass love lovely baby babygirl ' +
  'hello hallo bonjour hola merhaba salam marhaba privet mohammed muhammad mohamed ahmed ahmad mustafa abdullah fatima khaled hassan hussein ali123 omar allah bismillah inshallah ' +
  'habibi maradona ronaldo messi neymar ronaldinho brasil brazil mexico france paris london moscow moskva russia ukraine cairo egypt tehran iran baghdad algeria morocco ' +
  'dubai saudi turkey natasha marina svetlana nikita sergey dmitry vladimir ekaterina anastasia zenit spartak dynamo teamo amigos corazon estrella bonita guapa alejandra fernando carlos ' +
  'trustno1 michelle corvette mercedes maverick bigdaddy jordan23 elizabeth superstar rockyou loveme sweetheart snowball softball slipknot metallica nirvana blink182 eminem 50cent midnight moonlight starlight rainbow stephanie christian christopher nicholas benjamin jonathan victoria veronica danielle caroline isabella gabriella jasmine brandon marlboro redskins steelers packers mustang porsche ferrari scorpion panthers dolphins cardinal blackjack bluebird buttercup blessed dolphin tinkerbell spongebob nintendo playstation xbox360 xbox360x access14 йцукен matrix gandalf hogwarts startrek firebird thunder lightning hardcore skateboard forever babyboy sexygirl sexy hotstuff cutiepie honey peaches pumpkin precious harley helloworld passport 1g2w3e4r 3rjs1la7qe fqrg7cs493 vfhbyf123 vfhbyf пароль привет любовь солнце tequiero mariposa sebastian alejandro rockstar linkedin myspace fuckyou asshole bullshit drowssap lovers access system32 oracle ' +
  'trustnoone whatsapp telegram tiktok snapchat amazon netflix iloveu iloveme loveyou2 mylove mybaby angel1 bestfriend friends family father mother brother sister daughter monster warrior phoenix eagle falcon panther lion tigers bulldog cowboy chicken coffee kitty kitten puppy doggie money dollar lucky lucky7 winner champion player gamer hacker ninja samurai spiderman ironman hulk avengers marvel batman1 joker naruto1 goku dragonball vegeta sasuke roblox callofduty counter strike apple samsung1 nokia motorola huawei xiaomi android windows7 windows10 p4ssw0rd passwd passcode pass1234 parolamea sifre123 hesloheslo salasana kennwort hallo123 schatz ' +
  'marseille doudou chouchou soleil bonheur loulou amour jetaime flamengo corinthians palmeiras saopaulo vitoria mangotv mango satellite receiver settopbox television starsat tiger'
/** Arabic: names, places, clubs, endearments and phrases. */
const arabic =
  'ahmad ali youssef yousef yusuf ibrahim ismail mahmoud mahmud mostafa hamada hamza bilal tarek tariq walid waleed said saeed saad sami samir rami ramy karim kareem rachid rashid nabil jamal kamal salah adel amine amin amira aisha ' +
  'aicha mariam meriem nour noor nora sara salma yasmine yasmin yassine yassin zineb hanan huda layla leila rania dina dalia heba mona nada reem fatma fatema khadija zahra abdallah abdulrahman abdelrahman abdo osama usama ayman hany ' +
  'hani ashraf sherif wael hossam hesham haitham majed fahad faisal sultan khalid abdelkader mohamad mohammad muhamed habibti habiby hayati omri albi rouhi 7abibi 7ayati hobbi qalbi mama baba alhamdulillah elhamdulillah alhamdolilah ' +
  'subhanallah mashallah bismillah allahakbar allahuakbar muhamad islam islamic muslim quran koran makkah mekka madina rasoul yarab yarabb inshaallah astaghfirullah salamalikoum assalam marhaban sabah shukran masr misr maroc maghrib ' +
  'algerie jazair tunisie tunis libya lebanon lubnan syria souria jordan urdun palestine falastin gaza kuwait qatar bahrain oman yemen riyadh jeddah iskandaria alexandria casablanca casa alahly ahly zamalek raja wydad hilal alhilal ' +
  'nassr alnassr ittihad'
/** Persian: names, places, clubs, endearments and phrases. */
const persian =
  'mohammadi mohamadreza mohammadreza amir amirhossein amirali alireza hamid hamidreza reza mehdi mahdi majid masoud saeid vahid navid omid arash arman ardalan babak behnam behzad farhad farzad hadi hosein hossein javad kaveh kian ' +
  'kourosh cyrus mehran milad mojtaba morteza nima parham parsa pouya pooya ramin saman sina soroush yasin fatemeh fateme maryam mahsa mina nasrin negar nazanin niloofar niloufar parisa roya sahar samira sanaz setareh shima shirin ' +
  'yasaman elham elnaz azadeh bahar baran ghazal golnaz hadis khoda khodaya khodaia khodam yakhoda yahossein yahosein yaali yamahdi yazahra eshgh eshgham asheghetam ashegh asheghtam dooset doostet dostat doosetdaram dosetdaram azizam ' +
  'azizami janam joonam jigar jigaram khoshgel khoshgele golam ghalbam zendegi delam madar pedar maman irani iranian persia persian farsi tehrani shiraz esfahan isfahan mashhad tabriz ahvaz karaj perspolis persepolis esteghlal ' +
  'piroozi pirouzi sepahan gozarvazhe ramz ramzeobur salamati mersi'
/** Russian: names, places, clubs, endearments and phrases. */
const russian =
  'parol lubov lyubov lubimaya lubimiy lublu lublutebya lyublyu iloveyouu yatebyalublu ljubov nastya nastia anastasiya anna annushka katya katia ekaterina lena elena olga olya irina ira ivan ivanov ivanova sasha aleksandr aleksandra ' +
  'alexandr alex andrey andrei maksim maxim misha mikhail dima dimadima dmitriy denis roman ruslan rustam artem artur anton egor evgeniy igor ilya kirill kostya oleg pavel petrov stas sergei serega slava tanya tatyana tatiana vika ' +
  'viktor viktoriya vitaly vlad vladik yana yulia julia yuliya zhenya galina lyudmila nadezhda vera alina alena diana kristina ksenia marina margarita solnishko solnyshko solnce zaika zayka zaichik kotenok koteno kotik kotyara ' +
  'krasotka krasota malishka malyshka angelochek devochka druzhba schastie schastye privetik pokapoka moskau rossiya rossia sankt peterburg piter sibir kiev kyiv ukraina lviv odessa kharkiv dnipro dynamo shakhtar shakhter lokomotiv ' +
  'cska tsska rubin qweqwe qweasd qweasdzxc qazqaz zxczxc asdasd qwaszx ghbdtn ghjcnj vfvfgfgf gfhjkm cjkysirj yfnfif natasha natusik mamapapa mamochka babushka sobaka koshka samsung vodka'
/** Portuguese: names, places, clubs, endearments and phrases. */
const portuguese =
  'senha minhasenha mudar mudarsenha brasileiro brasileira portugal portugues lisboa porto benfica sporting fcporto vasco vascodagama gremio inter internacional cruzeiro atletico botafogo fluminense santos corinthiano flamenguista ' +
  'palmeirense timao galo meuamor amor amorzinho amoreterno teamo euteamo teamomuito felicidade saudade coracao princesa principe gatinha gatinho linda lindinha lindo bebe bebezinho familia deus deusefiel jesuscristo jesuse ' +
  'jesuseterno jesuseteama amigo amiga amizade sempre gabriel gabriela rafael rafaela eduardo eduarda mariana juliana fernanda amanda camila leticia larissa bruna bruno felipe gustavo guilherme henrique joao joaopedro jose josecarlos ' +
  'lucas luciana marcelo marcos mateus matheus patricia paulo pedro priscila renata ricardo roberto rodrigo thiago tiago vinicius vanessa viviane beatriz carla claudia daniela aline adriana ana anaclara antonio'
/** Spanish: names, places, clubs, endearments and phrases. */
const spanish =
  'contrasenia clave miclave micontrasena micontraseña micontra hola holahola holamundo tequieromucho teamomucho amorcito amormio miamor mivida micorazon corazones cielo princesita reina bebita nena chiquita chiquito hermosa hermoso ' +
  'preciosa precioso gatito perrito colombia colombiano argentina argentino mexicano venezuela ecuador peru chile bolivia paraguay uruguay espana españa madrid sevilla valencia bogota medellin guadalajara monterrey americadecali ' +
  'nacional millonarios boca bocajuniors riverplate river chivas pumas barca atletimadrid betis jesusteama jesucristo cristo diosesamor diosteama diosmio virgen guadalupe amigas siempre felicidad alegria esperanza angelito valentina ' +
  'carolina alejandra andrea angela daniel diego esteban javier jesus jorge joseluis juan juancarlos juanito laura leonardo lorena luis luisa manuel marcela maria mariajose miguel miguelangel monica natalia nicolas oscar pablo paola ' +
  'paula rocio rosario santiago sergio sofia ximena yesenia'
/** French: names, places, clubs, endearments and phrases. */
const french =
  'motdepass mdp monmotdepasse jetaimes jetaime moncoeur monamour monange mapuce mapoule mabiche cheri cherie mamour amour amours amoureux bisous bisou calin chocolat doudou loulou loulette louloute coucou salut bonsoir minou minette ' +
  'nounours poupette princesse pupuce soleil etoile papillon licorne vacances famille papa mamie papy toutou chaton chien cheval camille caroline celine chloe christophe clement corentin cyril delphine emilie fabien fabrice florian ' +
  'francois francoise frederic guillaume isabelle jeremy jerome julie julien kevin laurent laurie lea manon marie marine marion mathieu maxime mickael nathalie olivier pascal patrice patrick philippe pierre quentin romain sandrine ' +
  'sebastien sophie stephane sylvie thibault tiphaine valentin valerie vincent virginie french francais parisien toulouse lyon bordeaux nantes nice lille lens strasbourg rennes montpellier bretagne corse corsica olympique om psg ' +
  'parissg asse zidane benzema mbappe griezmann quebec montreal canada belgique suisse senegal cameroun cotedivoire abidjan dakar congo kinshasa jesusestseigneur dieu dieuestgrand dieumerci merci'
/** English: names, places, clubs, endearments and phrases. */
const english =
  'pass aa abc ab target tinkle gwerty zag india indian pakistan god godisgood godisgreat godislove godbless ilovegod ilovejesus jesuschrist jesussaves jesuslovesme jesusislord christ heaven blessing faith amazing awesome beautiful ' +
  'gorgeous pretty smile sweety sweetie sugar candy cupcake crazy cool diamond golden silver purple yellow green orange black white america american england scotland ireland australia germany italia italy texas florida boston chicago ' +
  'newyork losangeles california hollywood disney mickey minnie hellokitty garfield snoopy scooby tweety batgirl superboy cr7 leomessi cristiano haaland beckham rooney kobe lebron lakers24 bulls celtics dodgers raiders broncos ' +
  'patriots bayern dortmund schalke milan intermilan napoli roma psv ajax manutd mancity everton tottenham united benz bmw audi honda toyota yamaha suzuki kawasaki subaru nissan hello hi goodluck goodlife goodday goodmorning myspace ' +
  'mylife mydream mydreams myworld myhome myfamily mybaby mymother myfather mylove myangel myprincess iamthebest iamking kingking queen king boss bigboss money1 millionaire success victory jackson marley tupac eminem rihanna beyonce ' +
  'bieber justin onedirection bts army blackpink exo taylor swift'
/** Months, days and seasons, which people use when a password must be changed regularly. */
const calendar =
  'january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre lunes martes miercoles jueves viernes sabado domingo primavera verano otono invierno ' +
  'janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre lundi mardi mercredi jeudi vendredi samedi dimanche printemps automne hiver janeiro fevereiro marco maio junho julho setembro outubro novembro dezembro segunda sexta inverno outono verao ' +
  'yanvar fevral aprel iyun iyul avgust sentyabr oktyabr noyabr dekabr zima vesna leto osen farvardin ordibehesht khordad mordad shahrivar mehr aban azar bahman esfand norooz nowruz ramadan ramazan yanayer ramadhan azadi golestan khomeini kavkaz elclasico vivafrance christmas halloween birthday'

export const words: readonly string[] = [
  first,
  calendar,
  arabic,
  persian,
  russian,
  portuguese,
  spanish,
  french,
  english,
].flatMap((some) => some.split(' '))
