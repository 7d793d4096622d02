/**
 * Words of common passwords, in small letters and without digits and signs around them. Compiled for Lectern by topic, from
 * well-known lists too.
 */
const TOPICS: Readonly<Record<string, string>> = {
  passwords: `
    pass passe passer password passwords passwort passwords passw passwd passphrase passcode passkey pswd motdepasse mdp contrasena
    contrasenia clave senha parola haslo heslo wachtwoord lozinka losenord losenordet adgangskode salasana sifre parol kennwort
    geheim geheimnis geheimwort secret secrets secreto segreto topsecret mysecret mypassword mypass mypasswd yourpassword
    thepassword newpassword oldpassword nopassword password password passwordpassword passpass onepassword mypwd changeme
    changethis changeit changemenow pleasechange default defaultpassword temp temporary temppass temppassword tempass initial
    initpass letmein letmeinnow letmeinplease openup opensesame sesame sesam sesamoeffnedich access accessgranted noaccess
    login loginlogin logon signin enter enternow unlock welcome welcomehome welcomeback willkommen bienvenue bienvenido
    benvenuto bemvindo witamy hello hellohello helloworld hallo hallohallo hallowelt bonjour bonsoir hola holahola holamundo
    ciao ciaociao hejhej heihei salut salutsalut namaste konnichiwa goodbye cheers thankyou thanks please
    verysecret supersecret secretsecret supersecure secure secured security mysecurity nosecurity private privat geheimsache
    trustno trustnoone trustme trust nopass nothing nothingatall none nobody whatever idontknow idk dontknow dontknowit
    forgotten forgot iforgot iforgotit remember rememberme guess guessit guessme guesswhat cantguess cantguessthis
    youcantguess blank empty null undefined void unknown anonymous example sample demo demodemo test testing tester testtest
    testpass testpassword testuser testaccount mytest trial trials probe prova essai ensayo pruebas prueba dummy foobar
    foobarbaz lorem loremipsum ipsum correcthorsebatterystaple hunter iamgod monkeymonkey abracadabra
    hocuspocus simsalabim alohomora openstack rosebud swordfish joshua zaq nimda toor
  `,
  roles: `
    admin administrator administrateur administrador administracion admins adminadmin adminpass adminpassword admini sysadmin
    superadmin superuser superman root rootroot rootpass rooted system systems service server homeserver mediaserver myserver
    user users username myuser newuser useruser guest guests guestguest gast besucher benutzer utilisateur usuario utente
    operator manager master masters webmaster webadmin hostmaster postmaster support helpdesk staff team office company
    business student students teacher school schule ecole escuela university college library librarian bibliothek bibliotheque
    biblioteca reader readers comics comic manga mangas ebook ebooks books bookworm bookshelf lectern lecterns komga kavita
    calibre calibreweb koreader plex jellyfin emby kodi nextcloud owncloud synology qnap raspberry raspberrypi raspbian docker
    portainer linux ubuntu debian fedora archlinux windows windowsxp microsoft apple macbook iphone ipad android samsung galaxy
    google googlegoogle facebook youtube twitter instagram snapchat tiktok whatsapp telegram spotify netflix amazon ebay paypal
    linkedin myspace yahoo hotmail gmail email internet computer computador ordinateur laptop notebook keyboard tastatur clavier
    monitor printer network wireless router modem wifi wifipassword homenetwork cisco oracle mysql postgres postgresql database
    mongodb redis apache nginx tomcat jenkins github gitlab python javascript typescript nodejs developer programmer hacker
    hackers hacked hackme cracker matrix thematrix neo cyber cyberpunk robot robots killer terminator
  `,
  love: `
    love loves lovely loveme loveyou lover lovers loveless lovelove lovebug truelove mylove mylover foreverlove iloveyou
    iloveyouu iloveu iluvu iluvyou luvyou loveyouforever iloveme ilovemyself iloveher ilovehim ilovegod ilovejesus ilovemom
    ilovemum ilovedad ilovemyfamily ilovemusic ilovebooks ilovelife ilovecats ilovedogs iheartyou imissyou missyou forever
    foreveryours together always alwayslove sweetheart sweetie sweety sweetlove sweet sweetness honey honeybee honeybunny
    darling dear dearest babe baby babygirl babyboy babydoll babyface bigbaby mybaby angel angels angelface angelina angelo
    myangel guardianangel heart hearts heartbreak heartless cuore amore amoremio tiamo tiamoamore teamo teamomucho amor amormio
    amorcito miamor mividaloca mivida corazon corazones corazoncito jetaime jetadore jtm monamour moncoeur coeur amour
    amoureux toujours cheri cherie bisous doudou chouchou loulou minou nounours schatz schatzi schatzilein liebe liebling
    ichliebedich ichliebdich fuerimmer herz herzchen maus mausi mausebaer hase hasi haeschen engel engelchen sonnenschein
    sonnenblume prinzessin prinz kuschel teddy teddybear teddybaer kochanie kocham kochamcie misiek myszka kisses kiss kissme
    hugs hugsandkisses sexy sexygirl sexyboy sexybitch sexylady sexyback hottie hotgirl hotstuff beautiful beauty bella bello
    bellissima pretty prettygirl gorgeous cutie cutiepie cute princess princesa princesse principessa queen queenbee king
    kingkong prince family familia famille familie mother mommy mummy mama mamma maman mamapapa father daddy papa papapapa
    brother sister friend friends bestfriend bestfriends friendship freunde freundschaft amigos amis wedding marriage husband
  `,
  beings: `
    dragon dragons dragonfly dragonball dragonballz reddragon blackdragon monkey monkeys monkeyboy tiger tigers tigger tigerlily
    lion lions lioness lionking panther blackpanther pinkpanther leopard cheetah jaguar puma bear bears grizzly polarbear panda
    pandabear koala kangaroo wolf wolves wolfpack wolfgang werewolf fox foxes firefox foxtrot rabbit rabbits bunny bunnies bugsbunny
    kitty kitten kittens kittycat hellokitty cats catcat blackcat pussycat pussy chat chaton gatito gato gatinho katze kater kaetzchen
    mieze puppy puppies puppydog doggy doggie dogs dogdog bulldog bulldogs hotdog watchdog reddog snoopy scooby scoobydoo garfield
    hund hunde hundchen chien perro perrito cane horse horses pferd pferde cheval caballo pony ponies mylittlepony unicorn unicorns
    einhorn licorne butterfly butterflies schmetterling papillon mariposa farfalla ladybug bumblebee spider spiders spiderman spinne
    scorpion snake snakes viper cobra python turtle turtles ninjaturtle frog froggy froggie fish fishes fishing fisherman goldfish
    dolphin dolphins delfin delphin dauphin shark sharks whale penguin penguins pinguin eagle eagles falcon falcons hawk hawks phoenix
    raven ravens robin bluebird bigbird chicken chickens rooster duck ducks donald donaldduck mickey mickeymouse minnie minniemouse
    pluto goofy elephant elefant elephants giraffe hippo rhino zebra buffalo moose deer hamster mouse mice rats piglet piggy cowboy
    cowboys cowgirl mustang stallion bronco broncos pokemon pikachu charizard bulbasaur squirtle mewtwo digimon godzilla kingkong
    dinosaur vampire vampires zombie zombies monster monsters ghost ghosts witch wizard magic magical merlin fairy fairytail fairytale
    mermaid ninja ninjas samurai pirate pirates piratesofthecaribbean viking vikings warrior warriors gladiator spartan spartans trojan
    knight knights knightrider soldier sniper hunter ranger rangers marine marines captain captainamerica major general assassin
    assassins shadow shadows darkness darkangel darklord blackrose devil devils demon demons lucifer satan hell hellfire hellraiser
  `,
  sports: `
    football footballer footbal fussball fusball futbol soccer soccerball baseball softball basketball basket volleyball handball
    hockey icehockey fieldhockey rugby tennis golf golfer golfing golfball cricket boxing wrestling karate judo surfing surfer skate
    skater skateboard skateboarding snowboard snowboarding skiing swimming swimmer swim running runner runners cycling bicycle
    motorcycle motocross racing racer formula formulaone champion champions championship winner winners winning victory victoria
    arsenal chelsea liverpool manchester manunited manchesterunited mancity everton tottenham celtic rangers westham newcastle
    astonvilla barcelona barca realmadrid madrid atletico juventus acmilan intermilan milan napoli roma asroma lazio bayern
    bayernmuenchen fcbayern dortmund borussia schalke hamburg werder bremen hertha koeln fckoeln psg parissg marseille olympique lyon
    ajax feyenoord benfica sporting porto fcporto galatasaray fenerbahce besiktas bocajuniors riverplate flamengo corinthians
    palmeiras santos cruzeiro ronaldo cristiano cristianoronaldo ronaldinho messi leomessi lionelmessi neymar beckham zidane zizou
    maradona pele rooney gerrard lampard torres yankees redsox dodgers giants cubs mets braves lakers celtics bulls chicagobulls jordan
    michaeljordan kobe kobebryant lebron steelers patriots packers raiders dallas dallascowboys fortyniners dolphins redskins seahawks
    chargers saints jets bengals colts titans texans panthers cardinals longhorns gators buckeyes wildcats huskies tarheels hoosiers
    nascar earnhardt ferrari lamborghini porsche mercedes bmw audi volkswagen golfgti corvette camaro chevy chevrolet charger viper
    ford fordmustang honda hondacivic toyota nissan skyline subaru suzuki yamaha kawasaki harley harleydavidson ducati triumph jaguar
  `,
  people: `
    michael michaela michelle mike mikey matthew matthias mathieu martin martina marcus markus marco maria mariah marie marianne
    marina mario marion mark mary margaret margarita daniel daniela danielle danny david davide dennis diana dominic dominik donald
    dorothy alex alexander alexandra alexandre alexis alice alicia alison amanda amelia andrea andreas andrei andrew andy angela anna
    annabelle anne annika annie anthony antonio antonia arthur ashley ashleigh audrey austin barbara benjamin bernard bernd bettina
    brandon brandy brenda brian britney bryan calvin camille carlos carmen carolina caroline catherine cecilia charles charlie
    charlotte chelsea chiara chris christian christina christine christoph christophe christopher cindy claire claudia clara courtney
    crystal cynthia dakota deborah denise edward elena elisabeth elizabeth ella emily emma eric erika ernesto eugene eva fabian
    felix fernando florian francesca francesco francis francisco frank frankie fred freddy frederic friedrich gabriel gabriela
    gabrielle george georgia gerald giovanni giulia grace gregory guillaume gustavo hannah hannes heather helena helene helmut henry
    herbert holger isabel isabella isabelle jack jackie jackson jacob jacqueline jakob james jamie jan jana janine jasmin jasmine
    jason jean jeffrey jennifer jenny jeremy jerome jessica jessie jesus jimmy joanna johanna johannes john johnny johnson jonathan
    jorge jose joseph josephine josh joshua juan julia julian juliana julie julien juliette junior justin karen karin karina
    katharina katherine kathrin katie katrin katrina kelly kenneth kevin kimberly klaus kristen kristina kyle lars laura lauren
    laurent leon leonard leonardo leonie leslie lena linda lisa lorenzo louis louise lucas lucia lucy luis lukas luisa madeline
    madison manuel manuela marcel melanie melissa mercedes miguel miriam mohamed mohammed mohammad monica monika monique morgan moritz
    muhammad nadine nancy natalia natalie natasha nathalie nathan nicholas nicola nicolas nicole nikita nikolas nina oliver olivia
    oscar pamela pascal patricia patrick patrizia paul paula pauline pedro peter petra philip philipp philippe phillip pierre rachel
    rafael ralph raphael raymond rebecca renate ricardo richard robert roberta roberto rodrigo roger roland roman romeo ronald rosemary
    roxana roxanne russell ryan sabine sabrina samantha samuel sandra santiago sara sarah scott sebastian sergio shannon sharon silke
    silvia simon simone sofia sonja sophia sophie stefan stefanie stefano stella stephan stephane stephanie stephen steve steven stewart
    susan susanne sylvia sylvie taylor teresa theodore theresa thomas thorsten timothy tobias tommy travis tristan tyler ulrike ursula
    uwe valentin valentina valentine valeria valerie vanessa veronica veronika veronique victor vincent virginia vivian vladimir
    walter wendy werner whitney wilhelm william williams wolfgang xavier yannick yvonne zachary
  `,
  stories: `
    batman robin batgirl batmobile darkknight joker superman supergirl superstar spiderman ironman thor hulk avengers xmen wolverine
    deadpool punisher catwoman wonderwoman flash greenlantern captainmarvel marvel marvelcomics dccomics starwars starwar startrek
    stargate darthvader vader anakin skywalker lukeskywalker hansolo chewbacca yoda masteryoda jedi jedimaster theforce maytheforce
    maytheforcebewithyou millenniumfalcon deathstar enterprise picard spock kirk klingon harrypotter hogwarts gryffindor slytherin
    hufflepuff ravenclaw dumbledore hermione voldemort quidditch gandalf frodo bilbo baggins aragorn legolas gollum mordor hobbit
    lordoftherings myprecious gameofthrones winteriscoming winterfell stark lannister targaryen khaleesi narnia hungergames twilight
    edwardcullen sherlock sherlockholmes jamesbond bond goldfinger goldeneye moonraker casinoroyale indiana indianajones
    rocky rambo godfather scarface pulpfiction fightclub tylerdurden gladiator titanic avatar frozen letitgo elsa simba nemo findingnemo
    shrek toystory buzzlightyear cinderella snowwhite bambi dumbo peterpan tinkerbell aladdin mulan pocahontas tarzan simpsons homer
    homersimpson bartsimpson bart southpark cartman familyguy futurama spongebob squarepants naruto narutouzumaki uzumaki sasuke
    sasukeuchiha uchiha itachi kakashi hinata sakura boruto onepiece luffy monkeydluffy zoro dragonballsuper goku songoku vegeta gohan
    trunks saiyan supersaiyan kamehameha bleach ichigo deathnote lightyagami fullmetal fullmetalalchemist edwardelric attackontitan
    levi eren mikasa demonslayer tanjiro nezuko jujutsukaisen jujutsu myheroacademia hunterxhunter gonfreecss killua sailormoon inuyasha
    evangelion cowboybebop akira totoro ghibli asterix obelix tintin milou lucky luckyluke spirou gaston schtroumpf schlumpf
    minecraft creeper herobrine fortnite roblox warcraft worldofwarcraft wow starcraft diablo overwatch leagueoflegends dota
    counterstrike callofduty halo masterchief zelda mario supermario luigi mariokart nintendo gameboy playstation xbox sega sonic
    finalfantasy sephiroth cloudstrife kingdomhearts metalgear assassinscreed witcher geralt skyrim elderscrolls fallout tombraider
    laracroft doom quake tetris pacman gamer gamers gaming player playboy playgirl
  `,
  music: `
    music musica musik musique musicman rockandroll rocknroll rockstar rocker heavymetal metal metallica megadeth slayer slipknot
    ironmaiden maiden blacksabbath ozzy motorhead acdc gunsnroses gunsandroses nirvana kurtcobain cobain pearljam soundgarden linkinpark
    greenday blink evanescence mychemicalromance panicatthedisco falloutboy paramore rammstein toten totenhosen dietotenhosen
    dieaerzte scooter queen freddiemercury beatles thebeatles lennon johnlennon rollingstones stones ledzeppelin zeppelin pinkfloyd
    floyd genesis bowie elvis elvispresley presley madonna michaeljackson prince whitneyhouston britneyspears eminem slimshady fiftycent
    tupac biggie snoopdogg drdre kanyewest jayz rihanna beyonce ladygaga katyperry taylorswift justinbieber bieber onedirection
    harrystyles backstreetboys backstreet nsync spicegirls shakira enrique selena selenagomez bobmarley marley rasta rastaman reggae
    jazz blues hiphop techno trance tiesto guitar gitarre guitare guitarra fender stratocaster gibson lespaul drummer drums piano violin
    trumpet saxophone singer singing dancer dancing dance ballerina disco party partytime karaoke radio radiohead coldplay oasis muse
    depechemode duranduran abba bonjovi aerosmith kissarmy vanhalen santana hendrix jimihendrix
  `,
  world: `
    america american usausa unitedstates canada canadian mexico mexican viva vivamexico brasil brazil argentina colombia venezuela
    chile peru england english london londres britain scotland scottish ireland irish wales france french paris marseille germany
    german deutschland deutsch berlin muenchen munich hamburg oesterreich austria wien schweiz switzerland italia italy italian roma
    rome venezia espana spain spanish madrid portugal lisboa holland nederland amsterdam rotterdam belgium belgique bruxelles sweden
    sverige stockholm norway norge denmark danmark finland suomi helsinki poland polska warszawa krakow czech praha prague hungary
    budapest romania bucuresti bulgaria serbia srbija beograd croatia hrvatska greece hellas athens turkey turkiye istanbul ankara
    russia moscow moskva ukraine israel jerusalem egypt africa southafrica nigeria india indian indiana mumbai pakistan bangladesh
    china chinese beijing japan japanese tokyo korea seoul thailand bangkok vietnam indonesia jakarta malaysia philippines pilipinas
    singapore australia aussie sydney melbourne newzealand kiwi texas dallas houston austin california losangeles hollywood
    sanfrancisco newyork newyorkcity brooklyn manhattan boston chicago philadelphia miami florida orlando atlanta georgia virginia
    washington seattle denver phoenix arizona vegas lasvegas detroit cleveland hawaii aloha alaska europe europa world hello earth moon
    sunshine sunny sunday sunset sunrise sunflower moonlight moonshine starlight stars star superstar shootingstar heaven paradise
    rainbow rainbows thunder thunderbird lightning storm hurricane tornado snow snowball snowflake snowman winter wintertime summer
    summertime sommer hiver verano estate spring springtime fruehling printemps primavera autumn herbst automne january february march
    april june july august september october november december januar februar maerz juni juli oktober dezember janvier fevrier
    juillet septembre octobre novembre decembre monday tuesday wednesday thursday friday saturday montag dienstag mittwoch donnerstag
    freitag samstag sonntag lundi mardi mercredi jeudi vendredi samedi dimanche christmas merrychristmas weihnachten noel navidad
    santaclaus halloween easter ostern birthday happybirthday holiday holidays vacation ferien urlaub vacances vacaciones
    ocean oceans beach beaches island mountain mountains river forest flower flowers blume blumen fleur fleurs flores rose roses rosa
    tulip daisy lily lilies orchid jasmine lavender violet cherry cherries cherryblossom strawberry erdbeere fraise blueberry blackberry
    raspberry banana bananas apples appletree applepie orange oranges lemon lemons lemonade peach peaches peanut peanuts peanutbutter
    coconut pineapple ananas mango melon watermelon pumpkin potato kartoffel tomato cookie cookies cookiemonster chocolate schokolade
    chocolat chocolata vanilla caramel candy candyman sugar cupcake muffin pancake pancakes brownie butter buttercup cheese cheesecake
    cheeseburger hamburger pizza pizzapizza pasta spaghetti sushi taco tacos burrito nachos chicken bacon sandwich pudding pepper
    peppermint ginger cinnamon coffee kaffee cafe espresso cappuccino latte whiskey whisky vodka tequila beer beerbeer bier biere cerveza
    heineken budweiser corona guinness cocacola coke pepsi pepsicola redbull sprite fanta silver golden goldmine diamond diamonds
    crystal emerald sapphire ruby pearl platinum purple purplerain yellow green greenday blue blueblue bluesky black blackwhite white
    pinkpink pinky orange rainbow colors
  `,
  faith: `
    jesus jesuschrist jesuschristo jesuslove jesuslovesme jesusislord jesussaves christ christian godisgood godislove godbless
    godblessme godblessyou lordjesus praisegod praisethelord hallelujah halleluja amen amenamen faith faithful faithhope hope hopeful
    blessed blessing blessings grace graceful angel heaven heavenly holy holyspirit spirit spiritual prayer bible genesis gloria maria
    avemaria santamaria trinity church jehovah yahweh allah allahuakbar bismillah inshallah mashallah alhamdulillah islam muslim mecca
    buddha krishna harekrishna ganesha shiva omsairam sairam jaimatadi waheguru shalom peace peaceful peaceandlove loveandpeace
    freedom freiheit liberte libertad liberty justice truth wisdom happy happiness happyday happydays happylife behappy happyfeet smile
    smiley smiles smiling laugh laughter lucky luckyone luckyday luckyme luckycharm fortune success successful destiny karma carpediem
    hakunamatata dontworry dontworrybehappy lifeisgood lifeisbeautiful goodlife mylife newlife bestlife dream dreams dreamer dreaming
    dreamcatcher believe believer imagine inspire courage strong stronger power powerful energy money moneymoney moneyman cashmoney
    dollar dollars million millionaire billionaire bitcoin crypto richman business bigboss boss bosslady legend legends legendary
    awesome amazing fantastic perfect perfection wonderful excellent special number numberone numero first thebest bestever
    supercool coolcool coolguy coolman coolgirl coolboy cool freeman freebird nevermind neveragain nevergiveup goodluck goodday
    goodgirl goodboy goodtimes goodmorning goodnight badboy badboys badgirl badass badman bigdaddy bigdog bigmac bigman bigboy
    littleman littlegirl littleone crazy crazygirl crazyboy crazyhorse psycho maniac stupid idiot dumbass asshole arschloch
    bitch bitches bastard fucker fuckyou fuckoff fuckme fuckit fuckthis motherfucker cunt shit bullshit holyshit scheisse
    merde putain puta hijodeputa caralho kurwa suka blyad cazzo vaffanculo penis dick bigdick cock boobs bigtits tits sexsex sexsexsex
    porn porno pornhub blowjob
  `,
};

const words = new Set(Object.values(TOPICS).flatMap((topic) => topic.split(/\s+/).filter((word) => word !== '')));

/** Whether a word is a common password. @param word small letters only */
export function isCommonPassword(word: string): boolean {
  return words.has(word);
}
