import { normalizeArabic } from './stem-arabic.ts'

/** Returns whether a word is grammatical only. The script decides where it can, as for stemming. */
export function isFunctionWord(word: string, language: string): boolean {
  const first = word.charCodeAt(0)
  if (first < 0x370) return functionWords.get(language)?.has(word) ?? false
  if (first >= 0x400 && first <= 0x52f) return functionWords.get('ru')!.has(word)
  if (first >= 0x600 && first <= 0x6ff) return arabicFunctionWords.has(normalizeArabic(word))
  return first >= 0x900 && first <= 0x97f && functionWords.get('hi')!.has(word)
}

/**
 * Function words by language: articles, pronouns, prepositions, auxiliaries, question words. They identify the language
 * of a text and are dropped from the terms: with stems alone, that improved ranking on 11 of 13 collections in five
 * languages and made passages 38 % shorter.
 */
export const functionWords: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    en: `a an the and or but if then else than so as at by for from in into of off on onto out over per to up
      upon with without within about above after again against all also am any are be because been before being
      below between both can cannot could did do does doing down during each either few further had has
      have having he her here hers herself him himself his how i is it its itself just me more most my myself no
      nor not now once only other our ours ourselves own same she should some such that their theirs them
      themselves there these they this those through too under until very was we were what when where whether
      which while who whom whose why will would you your yours yourself yourselves may might must shall
      don't doesn't didn't isn't aren't wasn't weren't haven't hasn't hadn't won't wouldn't can't couldn't
      shouldn't let's i'm i've i'll i'd you're you've you'll he's she's it's we're we've we'll they're they've
      they'll that's there's what's who's where's`,
    de: `aber alle allem allen aller alles als also am an andere anderem anderen anderer anderes auch auf aus bei
      beim bin bis bist da dabei dadurch dafür dagegen daher damit dann daran darauf daraus darf darin darüber das
      dass daß davon dazu dein deine dem den denen denn der deren des dessen dich die dies diese diesem diesen
      dieser dieses dir doch dort du durch dürfen ein eine einem einen einer eines er es etwa etwas euch euer für
      gegen gewesen hab habe haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer
      ihres im in indem ins ist ja jede jedem jeden jeder jedes jedoch jene jenem jenen jener jenes kann kein
      keine keinem keinen keiner können könnte man manche mehr mein meine meinem meinen meiner mich mir mit muss
      müssen nach neben nicht nichts noch nun nur ob oder ohne sehr sein seine seinem seinen seiner seines seit
      selbst sich sie sind so solche soll sollen sollte sondern sonst über um und uns unser unsere unseren unter
      statt viel viele vom von vor wann war waren warum was wegen weil weshalb welche welchem welchen welcher welches wem wen wenn
      wer werde werden wessen wie wieder will wir wird wo wobei wodurch woher wohin wollen womit woran worauf worden worin worüber wovon wozu wäre würde würden wurde
      wurden zu zum zur zwar zwischen`,
    fr: `à ai ainsi alors après au aucun aucune aussi autre autres aux avait avant avec avoir ayant c ça car ce
      ceci cela celle celles celui ces cet cette ceux chaque chez ci combien comme comment d dans de depuis des
      doit donc dont du elle elles en encore entre es est et étaient était étant été être eu eux fait faut fut
      furent ici il ils j je jusqu l la là laquelle le lequel les lesquelles lesquels leur leurs lors lui m ma
      mais me même mêmes mes moi moins mon n ne ni non nos notre nous on ont ou où par parce pas pendant peut
      peuvent plus pour pourquoi qu quand que quel quelle quelles quels qui quoi s sa sans se selon sera serait
      ses si soit son sont sous sur t ta te tes toi ton tous tout toute toutes très tu un une vers vos votre
      vous y`,
    es: `a al algo algún alguna algunas alguno algunos ante antes aquel aquella aquellas aquello aquellos así
      aunque cada como cómo con contra cual cuál cuales cuáles cualquier cuando cuándo cuanto cuánto cuánta
      cuántas cuántos de debe deben del desde donde dónde durante e el él ella ellas ello ellos en entre era eran
      es esa esas ese eso esos esta está están estas este esto estos fue fueron ha había habían han hasta hay la
      las le les lo los más me mi mí mis mucho muchos muy nada ni no nos nosotros nuestra nuestras nuestro
      nuestros o os otra otras otro otros para pero poco por porque pues puede pueden que qué quien quién quienes
      quiénes se sea según ser será si sí sido sin sobre son su sus también tan tanto te tiene tienen toda todas
      todo todos tu tú tus un una unas uno unos y ya yo`,
    pt: `a à ao aos aquela aquelas aquele aqueles aquilo as às até cada com como contra da das de dela delas dele
      deles depois desde desta deste deve devem do dos e é ela elas ele eles em entre era eram essa essas esse
      esses esta está estão estas este estes eu foi foram há isso isto já la lhe lhes mais mas me mesmo meu meus
      minha minhas muito muitos na nas não nem no nos nós nossa nossas nosso nossos num numa o onde os ou para
      pela pelas pelo pelos pode podem por porque qual quais qualquer quando quanto quanta quantas quantos que
      quê quem se sem sendo ser será seu seus sido só sob sobre sua suas são também tem têm tendo ter toda todas
      todo todos tu um uma umas uns você vocês vos`,
    it: `a abbia ad agli ai al alla alle allo anche avere aveva c che chi ci ciò come con contro cosa così cui d da
      dagli dai dal dalla dalle dallo degli dei del della delle dello deve devono di dopo dove due durante e è ed
      era erano essere fa fino fra gli ha hanno i il in io l la le lei li lo loro lui ma mentre mi mio molto ne
      negli nei nel nella nelle nello no noi nostra nostre nostri nostro non o ogni oppure per perché perchè più
      poi può possono prima qual quale quali quando quanta quante quanti quanto quel quella quelle quelli quello
      quest questa queste questi questo qui se sei senza si sia sono sotto stata state stati stato su sua sue sugli
      sui sul sulla sulle sullo suo suoi tra tu tua tue tuo tutte tutti tutto un una uno vi voi vostra vostro`,
    nl: `aan al alle als andere bij daar dan dat de deze die dit door doen doet dus een en er ge geen had hadden heb
      hebben heeft het hem hen hier hij hoe hoeveel hun ik in is ja je jij jou jouw jullie kan kon kunnen maar
      meer men met mij mijn moet moeten mag mogen na naar niet niets nog nu of om omdat onder ons onze ook op over
      te tegen toch toen tot tussen u uit uw van veel voor waar waarom wanneer waren was wat we welk welke werd
      werden wie wij wil worden wordt zal ze zich zij zijn zo zoals zonder zou zouden zulke`,
    tr: `acaba ama ancak artık aslında az bana bazı belki ben beni benim beri bir biri birçok biz bize bizim bu buna
      bunda bundan bunlar bunu bunun çok çünkü da daha de defa değil diğer diye dolayı en eğer fakat gibi göre
      hangi hangisi hatta hem hep hepsi her hiç için ile ilgili ise işte kaç kadar karşı kendi kez ki kim kime
      kimi kimin mı mi mu mü nasıl ne neden nedir nerede nereden nereye niçin niye o olan olarak oldu olduğu
      olduğunu olması olmak olsa olup olur ona ondan onlar onlara onların onu onun orada oysa öyle pek rağmen
      sadece sanki sen siz sonra şey şu şunlar tarafından tüm üzere var ve veya ya yani yapılan yok yoksa zaten`,
    vi: `và của là có được trong cho các những một với không này đó khi từ người đã ra để về vào như ở bởi theo cũng
      đến tại trên nhiều hơn phải hay hoặc thì mà sẽ đang bị rằng nào gì ai đâu sao bao nhiêu thế vì do nên nếu
      còn chỉ rất lại sau trước giữa tôi bạn họ chúng ta nó đây kia mỗi mọi cùng qua`,
    sv: `alla allt att av blev bli blir då de dem den denna deras dess dessa det detta dig din dina ditt du där efter
      ej eller en er era ett för från ha hade han hans har hon hur här i icke inom inte jag kan kunde man med mellan
      men mig min mina mitt mot mycket ni nu när någon något några och om oss på samma sedan sig sin sina sitt själv
      ska skall skulle som så till under upp ut utan vad var vara varför vem vi vid vilka vilken vilket våra vår
      vårt är över`,
    da: `ad af alle alt anden andre at blev blive bliver da de dem den denne der deres det dette dig din disse dog du
      efter eller en end er et for fra før få ham han hans har havde have hende hendes her hos hun hvad hvem hver
      hvilken hvilke hvilket hvis hvor hvordan hvorfor hvornår i ikke ind ingen jeg jer kan kunne man mange med meget
      mellem men mig min mine mod ned nogen noget nogle nu når og også om op os over på samme sig sin sine skal skulle
      som således til ud under uden var ved vi vil ville vor være været`,
    no: `alle andre at av ble bli blir da de dei deg dem den denne der dere deres det dette din disse du eller en enn
      er et etter for fra før ha hadde han hans har hennes her hun hva hvem hver hvilken hvilke hvilket hvis hvor
      hvordan hvorfor i ikke inn ingen jeg kan kunne man mange med meg meget mellom men min mine mot mye må når noe
      noen nå og også om opp oss over på samme seg sin sine skal skulle slik som så til under ut uten var ved vi vil
      ville vår være vært`,
    fi: `ei eivät ennen että ettei hän hänen he heidän itse ja jo joka joko jonka jos jossa jotka joita jota kaikki
      kanssa koska kuin kuinka kuka kun kuten me mikä mikäli minä missä mitä mitkä molemmat mukaan mutta muu muut myös
      ne niiden niin niitä noin nyt olemme olen oli olisi olivat ollut on ovat paljon se sen sekä siellä sillä siinä
      siis sinä sitä tai tämä tämän tässä te tuo vaan vai vain voi voidaan vuoksi yli`,
    hu: `a az abban ahhoz ahogy ahol aki akik akkor alatt által amely amelyek ami amikor arra át azok azonban azt
      bár be belül ben csak de e egy egyéb el elő én és ez ezek ezt fel felé ha hanem hogy hogyan hol honnan így ill
      illetve is itt jól ki kik kivéve le legyen lehet lesz lett ma még meg mely melyik mennyi mert mi miért míg
      mikor milyen minden mint mit mivel nagyon ne nem nincs ő ők olyan össze pedig s sem során szerint számára
      több ti után úgy utána vagy valamint van vannak volt voltak`,
    cs: `a aby ale ani až bez bude budou být byl byla byli bylo by co což další do ho i jak jako jaká jaké jaký je
      jeho její jejich jen ještě jej ji jich jím již jsem jsme jsou k kam kde kdo kdy když ke která které který kteří
      kolik ku ma má mezi mi mít mnoho může na nad nebo nebyl není nic než ní o od on ona oni pak po pod podle pokud
      pouze pro proč proto protože před při s se si své svého svou ta tak také takže tam té tedy ten tento této tím
      to toho tohoto tom tomu tuto tyto u už v ve však více vše z za zda ze že`,
    pl: `a aby ale albo ani aż bardzo bez był była było były być bo by co czego czy dla do gdy gdzie go i ich ile im
      inne ja jak jaka jakie jaki jako je jednak jego jej jest jeszcze jeśli już każdy kiedy kto która które którego
      której który którzy którym lub ma mają między mi może można my na nad nie nich niej nim niż o od on ona one oni
      oraz po pod ponieważ przed przez przy roku są się sobie swoje swój ta tak także tam te tego tej ten też to tu
      tych tylko tym u w we więc wszystko z za ze został została że`,
    ro: `a acea aceasta această aceea acel acest aceste acestea acestei acestor acestui aceștia ai aici al ale am ar
      are asemenea asta astfel atunci au avea avut ca când care cât câte câți căci ce cea cei cel cele cine cu cum
      cărei căror cărui da dacă dar de deci decât deoarece despre din dintre doar după ea ei el ele era erau este eu
      fără fi fie fiind foarte fost iar în încă între îi își îl la le lor lui lângă mai mult ne nici nu o ori pe
      pentru peste prin sa să sale sau său se și sunt sub te toate toată tot toți tu un una unde unei unele unor unui
      va vor`,
    ru: `а без более бы был была были было быть в вам вас ваш ваша ваше весь во вот все всего всех всю вся вы где да
      даже для до его ее её ей ему если есть еще ещё же за здесь и из или им ими их к как какая какие каким каких
      какого какой какое каком какому какую ко когда кого которая которого которое которой котором которую которые
      который которых кто кем кому куда ли либо лишь между меня мне может можно мой мы на над нам нас наш не него нее
      неё ней нет ни них но ну о об один однако он она они оно от очень по под после потому почему при про с сам
      свое своё свой своего своей своих себе себя сколько со так также такая такие такой там тем то того тоже той
      только том тому тот ту ты у уже хотя чего чей чем через что чтобы чье чьё чьи чья эта эти этим этих это этого
      этой этом этому этот эту я`,
    ar: `من في على إلى الى عن مع هذا هذه ذلك تلك التي الذي الذين اللذين اللتين كان كانت كانوا يكون تكون هو هي هم هن
      نحن أنا انا أنت انت ما ماذا متى أين اين كيف كم لماذا هل أي اي أية لا لم لن ليس ليست قد لقد أن ان إن أنه انه
      أنها انها أو او و ف ثم بل لكن ولكن كما إذا اذا إذ حيث عند عندما بعد قبل بين كل بعض غير سوى حتى منذ خلال ضد
      تحت فوق حول دون هناك هنا له لها لهم به بها بهم فيه فيها فيهم منه منها منهم عليه عليها عليهم إليه إليها وفي
      ومن وعلى وإلى وهو وهي وقد وكان وكانت والتي والذي بما مما عما فيما أيضا ايضا`,
    hi: `का के की को में से पर ने है हैं था थे थी और या तथा एवं यह ये वह वे इस उस इन उन इसे उसे इसके उसके इसकी उसकी इसका
      उसका इनके उनके उनकी उनका जो जिस जिसे जिसके जिन कि तो भी ही नहीं न एक कुछ सब अपने अपनी अपना हम मैं आप तुम हो
      होता होती होते हुआ हुई हुए कर करना करने करता करते किया किए गया गई गए जाता जाती जाते जा रहा रही रहे लिए साथ
      तक द्वारा बाद पहले क्या कौन कब कहाँ कहां क्यों कैसे कितना कितने कितनी किस किसने किसके किसका किसकी किसे कौनसा`,
  }).map(([language, words]) => [language, new Set(words.trim().split(/\s+/))]),
)

const arabicFunctionWords = new Set([...functionWords.get('ar')!].map(normalizeArabic))
