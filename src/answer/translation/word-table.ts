/**
 * Words and phrases of work, as English | German | French | Spanish | Japanese, alternatives separated by commas. Where a
 * word has several meanings, the first line wins. An empty English column drops a word that English does not need.
 */
export const wordTable = `how many | wie viele, wieviele | combien de | cuántos, cuántas | いくつ, 何人, 何個, 何回, 何台, 何件
how much is | wie viel kostet, wieviel kostet, was kostet | combien coûte, combien coûtent, quel est le prix de | cuánto cuesta, cuánto cuestan |
how much | wie viel, wieviel, wie hoch | combien, quel montant | cuánto, cuánta | いくら, どのくらい, どれくらい, どれだけ
how long | wie lange | combien de temps | cuánto tiempo | どのくらいの期間, 何日間, 何年間, 何か月間
how often | wie oft, wie häufig | combien de fois | con qué frecuencia, cuántas veces | 何回
how far | wie weit | à quelle distance | a qué distancia | どのくらいの距離
how | wie | comment | cómo | どうやって, どのように, どうすれば, どう
what | was | que, quoi, qu, qu'est ce que, qu'est ce qui | qué | 何, なに
what do I do | was mache ich, was muss ich tun, was soll ich tun, was ist zu tun | que faire, que dois je faire, que faut il faire | qué hago, qué debo hacer, qué tengo que hacer, qué hay que hacer | どうすればいいですか, どうすればいい, どうすればよいですか
what happens | was passiert, was geschieht | que se passe t il, qu'arrive t il | qué pasa, qué ocurre, qué sucede | どうなり
what time | um wie viel uhr, um wieviel uhr, welche uhrzeit | à quelle heure | a qué hora | 何時
which | welche, welcher, welches, welchen, welchem | quel, quelle, quels, quelles, lequel, laquelle | cuál, cuáles | どの, どちら, どれ
who | wer, wen | qui, qui est ce qui, qui est ce que | quién, quiénes | 誰, だれ
to whom | wem, an wen | à qui | a quién | 誰に
whose | wessen | à qui appartient | de quién | 誰の
when | wann | quand | cuándo | いつ
until when | bis wann | jusqu'à quand | hasta cuándo | いつまで
since when | seit wann | depuis quand | desde cuándo | いつから
where | wo, wohin | où | dónde, adónde | どこ
where is | wo ist, wo befindet sich | où se trouve, où est | dónde está |
where are | wo sind, wo befinden sich | où se trouvent, où sont | dónde están |
where from | woher | d'où | de dónde | どこから
why | warum, wieso, weshalb | pourquoi | por qué | なぜ, どうして
if | wenn, falls, ob | si | si | もし
do | tun, mache, machen, macht | faire, fais, fait, font | hacer, hago, hace, hacen | する, します
can | kann, können, kannst, könnte, könnten | peux, peut, pouvons, peuvent, puis, pourrait | puedo, puede, pueden, podemos, poder | できますか, できる, できます, ことができ
may I | | puis je, est ce que je peux | |
can we | | peut on, pouvons nous, est ce qu'on peut, est ce que nous pouvons | |
must I | | dois je, faut il, est ce que je dois, est ce qu'il faut | |
do I have | habe ich, hab ich | ai je, est ce que j'ai | |
am I entitled to | habe ich anspruch auf | ai je droit à, ai je droit au, ai je droit aux | tengo derecho a |
are we entitled to | haben wir anspruch auf | a t on droit à, a t on droit au, avons nous droit à | tenemos derecho a |
may | darf, dürfen, darfst, dürfte | | se puede | いいですか, てもいい, 可能
must | muss, müssen, musst, müsste | dois, doit, doivent, devons, faut, devoir | debo, debe, deben, debemos, tengo que, tiene que, hay que, deber | しなければ, なければ, 必要が
should | soll, sollte, sollen, sollten | devrais, devrait, devraient | debería, deberían | べき
want | will, möchte, möchten, wollen | veux, veut, voudrais, vouloir | quiero, quiere, querer, quisiera | たい, 希望
need | brauche, brauchen, braucht, benötige, benötigen, benötigt | besoin, ai besoin, avoir besoin | necesito, necesita, necesitan, necesitar, hace falta | 必要
have | habe, haben, hat, hast | ai, as, a, avons, ont, avoir | tengo, tiene, tienen, tenemos, tener | 持っ, 持つ
get | bekomme, bekommen, bekommt, kriege, kriegen, erhalte, erhalten, erhält | obtenir, obtiens, reçois, recevoir, reçoit | recibo, recibir, recibe, obtener, obtengo | もらえ, もらう, 受け取
is | ist | est | es, está | です, ですか
are | sind | sont, sommes | son, están, somos | です
be | sein | être | ser, estar | である
was | war, wurde | était, a été | era, fue | でした
were | waren, wurden | étaient, ont été | eran, fueron | でした
is there | gibt es | y a t il, est ce qu'il y a | |
there is | es gibt | il y a | hay, existe | あります, ありますか, ある
is | wird |
are | werden |
become | | devenir, devient | convertirse | なり
I | ich, mir, mich | je, j, moi, me, m | yo, me, mí | 私
my | mein, meine, meinen, meinem, meiner, meines | mon, ma, mes | mi, mis | 私の
we | wir, uns | nous, on | nosotros, nos | 私たち
our | unser, unsere, unseren, unserem, unserer | notre, nos | nuestro, nuestra, nuestros, nuestras | 当社, 弊社
you | du, sie, ihnen, man, dich, dir | vous, tu, te, toi | tú, usted, ustedes, te | あなた
your | dein, deine, ihr, ihre | votre, vos, ton, ta, tes | tu, tus, su, sus | あなたの
they | diese, jene | ils, elles, eux | ellos, ellas | 彼ら
it | es | il, elle, ça, cela | ello, lo | それ
for | für | pour | para | のため, 向け
with | mit | avec | con | と一緒
without | ohne | sans | sin | なしで, なし
in | in, im, ins | dans, en | en | で, に
at | bei, beim, am, zum, zur | à, au, aux, chez | en | で
from | von, vom, aus, ab | depuis | desde | から
to | zu, nach, an | vers | a, hacia | へ
on | auf, an | sur | sobre | で
until | bis | jusque, jusqu | hasta | まで
before | vor, bevor, vorher | avant | antes | 前に, 前
after | danach, nachdem | après | después, tras | 後に, 後
during | während | pendant, durant | durante | 間, 中に
between | zwischen | entre | entre | 間
over | über | plus de | más de |
about | bezüglich | sur, à propos, concernant | sobre, acerca | について
against | gegen | contre | contra | に対して
per | pro, je | par | por | あたり, ごと
and | und | et | y, e | と
or | oder | ou | o, u | または, か
not | nicht, kein, keine, keinen, keinem, keiner | pas, ne, n, aucun, aucune | no, ningún, ninguna | ない, ません
only | nur, lediglich | seulement, uniquement, ne que | sólo, solo, solamente | だけ, のみ
also | auch, außerdem | aussi, également | también | も
still | noch, immer noch | encore, toujours | todavía, aún | まだ
already | schon, bereits | déjà | ya | すでに, もう
always | immer, stets | toujours | siempre | いつも, 常に
never | nie, niemals | jamais | nunca, jamás | 決して
more | mehr, weitere | plus, davantage | más | もっと
less | weniger | moins | menos | 少ない
than | als | que | que | より
at most | höchstens, maximal, höchste | au maximum, au plus | como máximo, máximo | 最大, 最高, まで
at least | mindestens, wenigstens | au moins, au minimum | al menos, como mínimo, por lo menos | 最低, 少なくとも
same | gleich, gleiche, selbe | même | mismo, misma | 同じ
different | verschieden, unterschiedlich, andere, anders | différent | diferente, distinto | 違う, 異なる
other | andere, anderen, sonstige | autre | otro, otra, otros, otras | 他の, ほか
all | alle, allen, aller, alles, ganze | tous, toutes, tout, toute | todo, toda, todos, todas | すべて, 全て, 全部
every | jede, jeder, jedes, jeden, jedem | chaque | cada | 毎
some | einige, manche | quelques, certains | algunos, algunas | いくつか
someone | jemand | quelqu'un | alguien | 誰か
something | etwas | quelque chose | algo | 何か
nobody | niemand | personne ne | nadie | 誰も
here | hier | ici | aquí | ここ
there | dort, da | là | allí, ahí | そこ
now | jetzt, derzeit, aktuell, momentan | maintenant, actuellement | ahora, actualmente | 今, 現在
today | heute | aujourd'hui | hoy | 今日, 本日
tomorrow | morgen | demain | mañana | 明日
yesterday | gestern | hier | ayer | 昨日
 | der, die, das, den, dem, des, ein, eine, einen, einem, einer, eines, denn, mal, bitte, eigentlich, dann, so, sich, dass | le, la, les, l, un, une, des, du, d, c, s, ce, cet, cette, ces, se, y, t, est ce que, s'il vous plaît, qui est ce qui | el, la, los, las, un, una, unos, unas, del, al, de, se, que, por favor, lo | は, が, を, の, も, や, ですか, ますか, ください, か, という, には, では, とは, ますと, ます, って, した, して, している, されて, される, された, され, いる, た, て, る, しますか, されますか, されていますか, していますか, れますか, られますか, いますか, すればよい, よいですか
one | eins | un | uno | 一つ
two | zwei | deux | dos | 二つ
three | drei | trois | tres | 三つ
four | vier | quatre | cuatro | 四つ
five | fünf | cinq | cinco | 五つ
six | sechs | six | seis | 六つ
seven | sieben | sept | siete | 七つ
eight | acht | huit | ocho | 八つ
nine | neun | neuf | nueve | 九つ
ten | zehn | dix | diez | 十
hundred | hundert | cent | cien, ciento | 百
thousand | tausend | mille | mil | 千
first | erste, erster, erstes, ersten, zuerst | premier, première | primero, primera, primer | 最初, 初めて, 第一
second | zweite, zweiter, zweiten | deuxième, second | segundo, segunda | 二番目
third | dritte, dritter | troisième | tercero, tercera | 三番目
last | letzte, letzter, letzten, letztes | dernier, dernière | último, última | 最後
next | nächste, nächster, nächsten, nächstes | prochain, prochaine, suivant | próximo, próxima, siguiente | 次の, 次
half | halb, hälfte, halbe | demi, moitié | medio, mitad, media | 半分, 半
day | tag | jour, journée | día | 日, 日間
days | tage, tagen | jours | días | 日数
week | woche | semaine | semana | 週, 週間
month | monat | mois | mes | 月, か月, ヶ月
quarter | quartal, vierteljahr | trimestre | trimestre | 四半期
year | jahr | an, année | año | 年
hour | stunde | heure | hora | 時間
minute | minute | minute | minuto | 分
time | zeit, uhrzeit | temps, heure | tiempo, hora | 時, 時間
times | mal | fois | veces | 回
date | datum, termin | date | fecha | 日付, 日程
daily | täglich | quotidien, par jour | diario, diariamente | 毎日
weekly | wöchentlich | hebdomadaire, par semaine | semanal | 毎週
monthly | monatlich | mensuel, par mois | mensual | 毎月, 月額
yearly | jährlich | annuel, par an | anual, al año | 毎年, 年間
Monday | montag | lundi | lunes | 月曜日, 月曜
Tuesday | dienstag | mardi | martes | 火曜日, 火曜
Wednesday | mittwoch | mercredi | miércoles | 水曜日, 水曜
Thursday | donnerstag | jeudi | jueves | 木曜日, 木曜
Friday | freitag | vendredi | viernes | 金曜日, 金曜
Saturday | samstag, sonnabend | samedi | sábado | 土曜日, 土曜
Sunday | sonntag | dimanche | domingo | 日曜日, 日曜
weekend | wochenende | week-end, weekend | fin de semana | 週末
January | januar | janvier | enero | 一月
February | februar | février | febrero | 二月
March | märz | mars | marzo | 三月
April | april | avril | abril | 四月
May | mai | mai | mayo | 五月
June | juni | juin | junio | 六月
July | juli | juillet | julio | 七月
August | august | août | agosto | 八月
September | september | septembre | septiembre | 九月
October | oktober | octobre | octubre | 十月
November | november | novembre | noviembre | 十一月
December | dezember | décembre | diciembre | 十二月
morning | morgens, vormittag | matin | por la mañana | 朝, 午前
noon | mittag, mittags | midi | mediodía | 昼, 正午
afternoon | nachmittag | après-midi, après midi | tarde | 午後
evening | abend, abends | soir, soirée | noche, tarde | 夕方, 夜
night | nacht, nachts | nuit | noche | 夜, 夜間
early | früh, frühe, frühen, früher | tôt, anticipé | temprano, temprana | 早い, 早く
late | spät, späte, spätestens, verspätet | tard, retard | tarde, retraso | 遅い, 遅く, 遅れ
soon | bald | bientôt | pronto | すぐ
company | firma, unternehmen, betrieb, gesellschaft | entreprise, société, compagnie | empresa, compañía | 会社, 企業
organization | organisation | organisation | organización | 組織
headquarters | zentrale, hauptsitz | siège, siège social | sede, sede central | 本社
site | standort, standorte | site, sites | sede, centro | 拠点, 事業所
office | büro | bureau | oficina | オフィス, 事務所
factory | werk, fabrik | usine | fábrica, planta | 工場
workshop | werkstatt | atelier | taller | 作業場, 工房
warehouse | lager, lagerhalle | entrepôt | almacén | 倉庫
shop | laden, geschäft | magasin, boutique | tienda | 店, 店舗
building | gebäude | bâtiment, immeuble | edificio | 建物, ビル
floor | stockwerk, etage, boden | étage, sol | planta, piso, suelo | 階, 床
room | raum, zimmer, räume | salle, pièce, chambre | sala, habitación | 部屋, 室
meeting room | besprechungsraum, besprechungsräume, konferenzraum, sitzungszimmer | salle de réunion | sala de reuniones, sala de juntas | 会議室
desk | schreibtisch, arbeitsplatz | bureau, poste de travail | escritorio, mesa, puesto | 机, デスク, 席
chair | stuhl, bürostuhl | chaise, fauteuil | silla | 椅子
kitchen | küche | cuisine | cocina | キッチン, 台所
canteen | kantine | cantine | comedor, cantina | 食堂
parking | parkplatz, parkplätze, parken, stellplatz | parking, stationnement, place de parking | aparcamiento, estacionamiento, plaza de aparcamiento | 駐車場, 駐車
door | tür | porte | puerta | ドア, 扉
entrance | eingang | entrée | entrada | 入口
key | schlüssel | clé, clef | llave | 鍵, キー
badge | ausweis, dienstausweis, zutrittskarte | badge | credencial, tarjeta de acceso | 社員証, バッジ
locker | spind, schließfach | casier, vestiaire | taquilla | ロッカー
alarm | alarm, alarmanlage | alarme | alarma | 警報, アラーム
address | adresse, anschrift | adresse | dirección, domicilio | 住所
phone number | telefonnummer, rufnummer | numéro de téléphone | número de teléfono | 電話番号
phone | telefon, handy | téléphone | teléfono, móvil | 電話
extension | durchwahl | poste téléphonique | extensión | 内線
email | e-mail, mail, mailadresse | e-mail, courriel, mail, messagerie | correo electrónico, correo | メール
letter | brief | lettre, courrier | carta | 手紙
message | nachricht | message | mensaje | メッセージ
call | anruf, anrufen, rufe | appel, appeler, appelle | llamada, llamar, llamo | 電話する, 連絡
contact | kontakt, ansprechpartner, kontaktieren, wenden | contact, contacter, joindre | contacto, contactar | 連絡先, 連絡
employee | mitarbeiter, mitarbeiterin, mitarbeitende, beschäftigte, angestellte, arbeitnehmer | employé, salarié, collaborateur | empleado, trabajador | 従業員, 社員
new employee | neue mitarbeiter, neue mitarbeitende, neuer mitarbeiter | nouvel employé, nouveau salarié, nouveaux employés | nuevo empleado, nuevos empleados | 新入社員, 新しい社員
staff | personal, belegschaft | personnel | personal, plantilla | スタッフ, 職員
employer | arbeitgeber | employeur | empleador | 雇用主
colleague | kollege, kollegin, kollegen | collègue | compañero, colega | 同僚
manager | vorgesetzte, vorgesetzter, führungskraft, manager, chef, chefin | responsable, manager, supérieur, chef | jefe, responsable, gerente, superior | 上司, マネージャー, 管理者
team lead | teamleiter, teamleitung, gruppenleiter | chef d'équipe, responsable d'équipe | jefe de equipo, líder de equipo | チームリーダー
director | geschäftsführer, geschäftsführung, direktor | directeur, directrice, direction | director, directora, dirección | 取締役, 部長
board | vorstand, aufsichtsrat | conseil d'administration | consejo, junta directiva | 取締役会
owner | eigentümer, inhaber | propriétaire | propietario, dueño | 所有者, オーナー
founder | gründer | fondateur | fundador | 創業者
team | team, mannschaft | équipe | equipo | チーム
department | abteilung | service, département | departamento | 部門, 部署
human resources | personalabteilung | ressources humaines, rh | recursos humanos, rrhh | 人事部, 人事
accounting | buchhaltung | comptabilité | contabilidad | 経理
finance | finanzen, finanzabteilung | finance, finances | finanzas | 財務
sales | vertrieb, verkauf | ventes, vente | ventas, venta | 営業, 販売
purchasing | einkauf, beschaffung | achats, achat | compras | 購買, 調達
support | support, unterstützung, unterstützen | assistance, soutien, support | soporte, apoyo | サポート, 支援
works council | betriebsrat | comité d'entreprise, cse | comité de empresa | 労働組合
customer | kunde, kundin, kunden | client, cliente | cliente | 顧客, お客様, 客
supplier | lieferant, zulieferer | fournisseur | proveedor | 仕入先, 供給業者
partner | partner | partenaire | socio, pareja | パートナー
contractor | auftragnehmer, freiberufler, selbständige | prestataire, sous-traitant, indépendant | contratista, autónomo | 請負業者
intern | praktikant, praktikantin, praktikum | stagiaire, stage | becario, prácticas | インターン
apprentice | auszubildende, azubi, lehrling, ausbildung | apprenti, apprentissage | aprendiz | 見習い
student | student, studierende, werkstudent | étudiant | estudiante | 学生
visitor | besucher, gast, gäste | visiteur, invité | visitante, invitado | 訪問者, 来客, ゲスト
family | familie | famille | familia | 家族
child | kind, kinder, kindern | enfant | hijo, niño, hijos | 子供, 子ども
baby | baby, säugling | bébé | bebé | 赤ちゃん
parents | eltern | parents | padres | 両親
mother | mutter | mère | madre | 母
father | vater | père | padre | 父
wife | ehefrau | épouse | esposa | 妻
husband | ehemann | mari | marido | 夫
name | name, namen, heißt, heisst | nom, s'appelle, appelé | nombre, llama, se llama | 名前, 名称
age | alter | âge | edad | 年齢
person | person | personne | persona | 人
people | leute, menschen, personen | gens, personnes | gente, personas | 人々
man | mann | homme | hombre | 男性
woman | frau | femme | mujer | 女性
vacation days | urlaubstage, urlaubsanspruch | jours de congé, jours de vacances, jours de congés | días de vacaciones | 有給休暇の日数, 休暇日数, 有給日数
vacation | urlaub, ferien, jahresurlaub, erholungsurlaub | congé, vacances, congés payés, congés | vacaciones | 有給休暇, 休暇, 有給
public holiday | feiertag, feiertage | jour férié, jours fériés | festivo, día festivo, feriado | 祝日, 休日
leave | freistellung, freie tage, frei | absence | permiso, licencia | 休み
unpaid leave | unbezahlter urlaub, unbezahlten urlaub | congé sans solde | permiso sin sueldo, excedencia | 無給休暇
special leave | sonderurlaub | congé exceptionnel, congé spécial | permiso especial | 特別休暇
parental leave | elternzeit | congé parental | permiso parental | 育児休業, 育児休暇, 育休
maternity leave | mutterschutz, mutterschaftsurlaub | congé maternité, congé de maternité | permiso de maternidad, baja por maternidad | 産休, 産前産後休業
paternity leave | vaterschaftsurlaub | congé paternité, congé de paternité | permiso de paternidad, baja por paternidad | 父親の育休
sick leave | krankenstand, krankheitsurlaub | congé maladie, arrêt maladie | baja médica, baja por enfermedad | 病気休暇, 病休
sick | krank, krankheit, krankgeschrieben, erkrankt | malade, maladie | enfermo, enferma, enfermedad | 病気
sick note | krankmeldung, krankschreibung, attest, arbeitsunfähigkeitsbescheinigung | certificat médical, certificat maladie | certificado médico, parte de baja | 診断書
call in sick | krankmelden, krank melden | se déclarer malade | avisar de la enfermedad | 病欠の連絡
doctor | arzt, ärztin, arzttermin | médecin, docteur | médico, doctor | 医師, 医者
pregnancy | schwangerschaft, schwanger | grossesse, enceinte | embarazo, embarazada | 妊娠
birth | geburt | naissance | nacimiento | 出産, 誕生
wedding | hochzeit, heirat, heirate | mariage | boda, matrimonio | 結婚
death | tod, todesfall | décès, mort | fallecimiento, muerte | 死亡
bereavement | trauerfall | deuil | duelo | 忌引
moving house | umzug | déménagement | mudanza | 引っ越し
working hours | arbeitszeit, arbeitszeiten, arbeitsstunden | horaires de travail, heures de travail, temps de travail | horario laboral, horas de trabajo, jornada laboral, horario de trabajo | 勤務時間, 労働時間, 就業時間
opening hours | öffnungszeiten | heures d'ouverture, horaires d'ouverture | horario de apertura | 営業時間
overtime | überstunden, überstunde, mehrarbeit | heures supplémentaires | horas extra, horas extraordinarias | 残業, 時間外労働
flexitime | gleitzeit | horaires flexibles, horaire flexible | horario flexible | フレックスタイム, フレックス
core hours | kernzeit, kernarbeitszeit | plage horaire, heures obligatoires | horario central | コアタイム
break | pause | pause | descanso, pausa | 休憩
lunch break | mittagspause | pause déjeuner, pause de midi | pausa para comer, descanso para comer | 昼休み
lunch | mittagessen | déjeuner | almuerzo, comida | 昼食, ランチ
shift | schicht, schichtarbeit | équipe, poste | turno | シフト, 交代
early shift | frühschicht | équipe du matin | turno de mañana | 早番
late shift | spätschicht | équipe de l'après midi | turno de tarde | 遅番
night shift | nachtschicht | équipe de nuit, travail de nuit | turno de noche | 夜勤
part-time | teilzeit, teilzeitkräfte, teilzeitarbeit | temps partiel, à temps partiel | tiempo parcial, media jornada | パートタイム, 時短, パート
full-time | vollzeit | temps plein, à plein temps | tiempo completo, jornada completa | フルタイム, 正社員
remote work | homeoffice, heimarbeit, mobiles arbeiten, telearbeit | télétravail, travail à distance | teletrabajo, trabajo remoto | 在宅勤務, リモートワーク, テレワーク
from home | von zu hause, zuhause, daheim | à domicile, depuis chez moi, à la maison | desde casa, en casa | 自宅から, 自宅, 家から
abroad | ausland | étranger, à l'étranger | extranjero | 海外
work | arbeit, arbeite, arbeiten, arbeitet | travail, travailler, travaille | trabajo, trabajar, trabaja | 仕事, 働く, 働き, 作業
job | stelle, job | poste, emploi | puesto, empleo | 職, 職務
task | aufgabe | tâche | tarea | タスク, 業務, 課題
project | projekt | projet | proyecto | プロジェクト
goal | ziel | objectif, but | objetivo, meta | 目標
plan | plan, planen | plan, planifier | plan, planificar | 計画
schedule | zeitplan, dienstplan | calendrier, planning, horaire | calendario, horario | 予定, スケジュール
deadline | frist, abgabetermin | date limite, délai, échéance | plazo, fecha límite | 締め切り, 期限
notice period | kündigungsfrist, kündigungsfristen | préavis, délai de préavis, période de préavis | preaviso, plazo de preaviso, período de preaviso | 退職予告期間, 予告期間
resign | kündige, kündigen, kündigung | démissionner, démission | renunciar, dimitir, renuncia, dimisión | 退職, 辞める, 辞職
dismissal | entlassung | licenciement | despido | 解雇
probation period | probezeit | période d'essai | período de prueba, periodo de prueba | 試用期間
contract | vertrag, arbeitsvertrag | contrat | contrato | 契約, 契約書
onboarding | einarbeitung, onboarding | intégration | incorporación, acogida | オンボーディング, 入社
first day | erster tag, ersten tag, erste arbeitstag | premier jour | primer día | 初日, 入社日
hiring | einstellung, einstellen | embauche, recrutement | contratación, contratar | 採用, 雇用
application | bewerbung | candidature | solicitud, candidatura | 応募
interview | vorstellungsgespräch, bewerbungsgespräch | entretien, entretien d'embauche | entrevista | 面接
candidate | bewerber, kandidat | candidat | candidato | 候補者
referral | empfehlung | recommandation, cooptation | recomendación, referido | 紹介
promotion | beförderung | promotion | ascenso, promoción | 昇進
performance review | mitarbeitergespräch, leistungsbeurteilung | entretien annuel, évaluation | evaluación de desempeño | 人事評価, 評価
feedback | rückmeldung, feedback | retour, avis | comentarios, opinión | フィードバック
training | schulung, weiterbildung, fortbildung, lehrgang | formation | formación, capacitación, curso | 研修, 教育, トレーニング
course | kurs | cours | curso | 講座, コース
conference | konferenz, tagung | conférence | conferencia, congreso | カンファレンス, 会議
meeting | besprechung, sitzung, treffen, meeting | réunion | reunión | 会議, ミーティング, 打ち合わせ
salary | gehalt, lohn, vergütung, verdienst | salaire, rémunération, paie | salario, sueldo, nómina | 給料, 給与, 賃金
payroll | gehaltsabrechnung, lohnabrechnung | fiche de paie, bulletin de salaire | nómina | 給与明細
pay | zahlen, bezahlen, bezahlt, zahlt, gezahlt, ausgezahlt | payer, payé, paie, verser, versé | pagar, pago, paga, pagado | 支払う, 支払い, 支払, 支給
raise | gehaltserhöhung | augmentation, augmentation de salaire | aumento, aumento de sueldo | 昇給
bonus | bonus, prämie, sonderzahlung, weihnachtsgeld | prime, bonus | bono, prima, bonificación, paga extra | ボーナス, 賞与
share | anteil, aktie | action, part | acción, parte | 株, 株式
pension | rente, altersvorsorge, betriebsrente, pension | retraite, pension | pensión, jubilación | 年金, 退職金
insurance | versicherung, versichert | assurance, assuré | seguro, asegurado | 保険
health insurance | krankenversicherung, krankenkasse | assurance maladie, mutuelle | seguro médico, seguro de salud | 健康保険
health | gesundheit | santé | salud | 健康
life insurance | lebensversicherung | assurance vie | seguro de vida | 生命保険
tax | steuer | impôt, taxe | impuesto | 税金, 税
benefit | leistung, vergünstigung, zusatzleistung | avantage | beneficio, prestación | 福利厚生, 特典
discount | rabatt, ermäßigung, mitarbeiterrabatt | remise, réduction, rabais | descuento | 割引
allowance | zuschuss, zulage, pauschale | indemnité, allocation, prime | ayuda, subsidio, dieta | 手当, 補助
budget | budget, etat | budget | presupuesto | 予算
cost | kosten, kostet | coût, frais, coûte, coûter | costo, coste, cuesta, costar | 費用, コスト
price | preis, listenpreis | prix, tarif | precio | 価格, 値段, 料金
fee | gebühr | frais, redevance | tarifa, cuota, tasa | 手数料, 料金
deposit | pfand, kaution, anzahlung | caution, dépôt, acompte | depósito, fianza | 保証金, 預り金
amount | betrag, höhe, summe | montant, somme | importe, cantidad, monto | 金額, 額
money | geld | argent | dinero | お金
expenses | spesen, auslagen, ausgaben, spesenabrechnung | frais, notes de frais, note de frais, dépenses | gastos | 経費
claim | einreichen, abrechnen, reiche, geltend machen | réclamer, déclarer | reclamar, reclamación, presentar | 申請, 請求
refund | erstatten, erstattung, rückerstattung, erstattet, zurückbekommen | remboursement, rembourser, remboursé | reembolso, reembolsar, reembolsan, devolución | 払い戻し, 返金, 精算
receipt | beleg, quittung, kassenbon | reçu, justificatif, ticket | recibo, recibos, ticket, comprobante | 領収書, レシート
invoice | rechnung | facture | factura | 請求書
credit card | kreditkarte, firmenkarte, firmenkreditkarte | carte de crédit, carte bancaire | tarjeta de crédito | クレジットカード
bank account | bankkonto, kontonummer | compte bancaire | cuenta bancaria | 銀行口座
bank | bank | banque | banco | 銀行
cash | bargeld, bar | espèces, liquide | efectivo | 現金
currency | währung | devise, monnaie | moneda, divisa | 通貨
order | bestellung, bestellen, bestelle, auftrag | commande, commander | pedido, pedir, encargar | 注文, 発注
buy | kaufen, kaufe, kauft, gekauft | acheter, achète | comprar, compro, compra | 買う, 購入, 買い物
sell | verkaufen, verkauft | vendre, vend, vendu | vender, vende, vendido | 売る, 販売
approve | genehmigen, genehmigt, bewilligt, freigeben, freigegeben | approuver, approuve, valider, valide, autoriser, autorise | aprobar, aprueba, autorizar, autoriza | 承認, 許可
approval | genehmigung, freigabe, zustimmung, erlaubnis | approbation, autorisation, accord, validation | aprobación, autorización, permiso | 承認
request | antrag, anfrage, beantragen, beantrage, anfordern | demande, demander | solicitud, solicitar, solicito | 申請, 依頼, リクエスト
form | formular | formulaire | formulario | 用紙, フォーム, 書式
sign | unterschreiben, unterschrift, unterzeichnen | signer, signature | firmar, firma | 署名
travel | reise, reisen, reist, dienstreise, dienstreisen, geschäftsreise, geschäftsreisen | voyage, voyager, déplacement, déplacements | viaje, viajar, viajes | 出張, 旅行
flight | flug, fliegen, fliege, flüge | vol, avion | vuelo, volar, avión | 飛行機, フライト
train | zug, bahn, bahnfahrt | train | tren | 電車, 列車, 新幹線
first class | erste klasse, erster klasse | première classe | primera clase | ファーストクラス, グリーン車
business class | businessklasse | classe affaires | clase ejecutiva, clase business | ビジネスクラス
car | auto, wagen | voiture | coche, carro, automóvil | 車, 自動車
company car | dienstwagen, firmenwagen | voiture de fonction, voiture de société | coche de empresa | 社用車
rental car | mietwagen | voiture de location | coche de alquiler | レンタカー
bike | fahrrad, rad, fahrräder, räder | vélo | bicicleta, bici | 自転車
taxi | taxi | taxi | taxi | タクシー
bus | bus | bus, autobus | autobús, bus | バス
ticket | fahrkarte, ticket, fahrschein | billet | billete, boleto, entrada | 切符, チケット
commuting | pendeln, arbeitsweg, anfahrt, fahrtkosten | trajet, trajets domicile travail | desplazamiento, transporte | 通勤
commuter pass | jobticket, monatskarte | abonnement de transport | abono de transporte | 通勤定期, 定期代, 定期券
mileage | kilometergeld, kilometerpauschale | indemnité kilométrique, frais kilométriques | kilometraje | 走行距離
hotel | hotel, unterkunft, übernachtung, übernachten | hôtel, hébergement, nuit d'hôtel | hotel, alojamiento | ホテル, 宿泊
meal | essen, mahlzeit, verpflegung | repas | comida | 食事
breakfast | frühstück | petit-déjeuner, petit déjeuner | desayuno | 朝食
dinner | abendessen | dîner | cena | 夕食
per diem | tagegeld, verpflegungspauschale, spesensatz | indemnité journalière, per diem | dieta, dietas | 日当
food | lebensmittel | nourriture, alimentation | alimentos | 食べ物
drink | getränk, getränke, trinken | boisson, boire | bebida, beber | 飲み物
alcohol | alkohol | alcool | alcohol | アルコール, お酒
coffee | kaffee | café | café | コーヒー
gift | geschenk, geschenke | cadeau | regalo | 贈り物, ギフト
event | veranstaltung, feier | événement, fête | evento, fiesta | イベント, 行事
party | party, weihnachtsfeier | fête, soirée | fiesta | パーティー
passport | reisepass, pass | passeport | pasaporte | パスポート
visa | visum, arbeitserlaubnis | visa | visado, visa | ビザ
country | land, länder | pays | país | 国
city | stadt | ville | ciudad | 都市, 市
world | welt | monde | mundo | 世界
language | sprache | langue | idioma, lengua | 言語, 言葉
computer | rechner, computer | ordinateur | ordenador, computadora | コンピューター, パソコン
laptop | laptop, notebook | ordinateur portable, portable | portátil, ordenador portátil, laptop | ノートパソコン, ラップトップ
screen | bildschirm, monitor | écran | pantalla, monitor | 画面, モニター
keyboard | tastatur | clavier | teclado | キーボード
printer | drucker, drucken | imprimante, imprimer | impresora, imprimir | プリンター, 印刷
headset | headset, kopfhörer | casque | auriculares | ヘッドセット
equipment | ausrüstung, ausstattung, geräte, arbeitsmittel | équipement, matériel | equipo, equipamiento, material | 備品, 機器, 設備
device | gerät | appareil, dispositif | dispositivo, aparato | デバイス, 端末
software | software, programm | logiciel | software, programa | ソフトウェア
app | app, anwendung | application, appli | aplicación, app | アプリ
account | konto, benutzerkonto, zugang | compte | cuenta | アカウント
password | passwort, kennwort, passwörter | mot de passe, mots de passe | contraseña | パスワード
password manager | passwortmanager | gestionnaire de mots de passe | gestor de contraseñas | パスワードマネージャー
two-factor authentication | zwei-faktor-authentifizierung, zwei faktor authentifizierung | double authentification, authentification à deux facteurs | autenticación de dos factores, verificación en dos pasos | 二要素認証, 二段階認証
where do I report | wo melde ich | où signaler | dónde informo, dónde notifico |
how do I report | wie melde ich | comment signaler | cómo informo, cómo notifico |
log in | anmelden, einloggen, anmeldung | connecter, connexion, se connecter | iniciar sesión, acceder | ログイン
sign up | registrieren, registrierung | inscrire, inscription, s'inscrire | registrarse, registro, inscribirse | 登録
access | zugriff, zutritt, betreten | accès, accéder | acceso, acceder, entrar | アクセス, 入室
permission | berechtigung, rechte | droit, permission | permiso, derecho | 権限
network | netzwerk, netz | réseau | red | ネットワーク
wifi | wlan | wifi | wifi | 無線LAN
internet | internet | internet | internet | インターネット
website | webseite, website, internetseite | site web, site internet | sitio web, página web | ウェブサイト
data | daten | données | datos | データ
personal data | personenbezogene daten, persönliche daten | données personnelles | datos personales | 個人情報
data protection | datenschutz | protection des données | protección de datos | データ保護
privacy | privatsphäre | vie privée, confidentialité | privacidad | プライバシー
confidential | vertraulich, geheim | confidentiel | confidencial | 機密, 秘密
security | sicherheit | sécurité | seguridad | セキュリティ, 安全
security incident | sicherheitsvorfall | incident de sécurité | incidente de seguridad | セキュリティインシデント
incident | vorfall, störung | incident | incidente | インシデント, 事故
phishing | phishing, phishing-mail | hameçonnage, phishing | phishing, suplantación | フィッシング
reset | zurücksetzen, setze zurück | réinitialiser | restablecer, reiniciar | リセット
appointment | termin | rendez vous | cita |
lost | verloren, verliere, verlieren, verlust | perdu, perdre, perds, perte | perdido, perder, pierdo, pérdida | 紛失, なくし, 失くし
stolen | gestohlen, geklaut, diebstahl | volé, vol | robado, robo | 盗まれ, 盗難
broken | kaputt, defekt, beschädigt, schaden | cassé, en panne, endommagé, abîmé | roto, rota, averiado, dañado | 壊れ, 故障
repair | reparatur, reparieren, repariert | réparation, réparer | reparación, reparar | 修理
replacement | ersatz, ersetzen, austausch | remplacement, remplacer | reemplazo, sustitución, reemplazar | 交換
warranty | garantie, gewährleistung | garantie | garantía | 保証
return | zurückgeben, rückgabe, zurückschicken | rendre, retour, retourner, restituer | devolver, devolución | 返却, 返品
complaint | beschwerde, reklamation, beschweren | plainte, réclamation | queja, reclamación, denuncia | 苦情, クレーム
delivery | lieferung, liefern, lieferzeit, geliefert | livraison, livrer | entrega, entregar, envío | 配達, 納期, 配送
shipping | versand, verschicken, transport | expédition, envoi, transport | envío, transporte | 発送, 輸送
package | paket | colis, paquet | paquete | 荷物, 小包
mail | post | poste, courrier | correo postal | 郵便
stock | bestand, vorrat | stock | existencias, stock | 在庫
spare parts | ersatzteile, ersatzteil | pièces détachées, pièces de rechange | repuestos, piezas de recambio | 部品, 交換部品
battery | akku, batterie | batterie, pile | batería, pila | 電池, バッテリー
wheel | laufrad, rad | roue | rueda | 車輪, ホイール
brake | bremse | frein | freno | ブレーキ
frame | rahmen | cadre | marco, cuadro | フレーム
tool | werkzeug | outil | herramienta | 道具, ツール
machine | maschine | machine | máquina | 機械
oil | öl | huile | aceite | 油
waste | abfall, müll | déchets, ordures | residuos, basura | ごみ, 廃棄物
energy | energie, strom | énergie, électricité | energía, electricidad | エネルギー, 電力
water | wasser | eau | agua | 水
fire | feuer, brand | feu, incendie | fuego, incendio | 火災, 火事
fire alarm | feueralarm | alarme incendie | alarma de incendios | 火災報知器
emergency | notfall | urgence | emergencia | 緊急, 緊急時
emergency exit | notausgang | sortie de secours, issue de secours | salida de emergencia | 非常口
meeting point | sammelplatz, sammelpunkt | point de rassemblement | punto de encuentro | 集合場所, 避難場所
earthquake | erdbeben | tremblement de terre, séisme | terremoto | 地震
first aid | erste hilfe, ersthelfer | premiers secours, secouriste | primeros auxilios, socorrista | 応急処置, 救急
accident | unfall, arbeitsunfall | accident | accidente | 事故
injury | verletzung, verletzt | blessure, blessé | lesión, herido | 怪我, けが
safety | arbeitssicherheit | sécurité au travail | seguridad laboral | 安全
protective clothing | schutzkleidung, arbeitskleidung, schutzausrüstung | équipement de protection, vêtements de protection | ropa de protección, equipo de protección | 保護具, 作業着
shoes | schuhe, sicherheitsschuhe | chaussures | zapatos, calzado | 靴, 安全靴
clothing | kleidung, kleiderordnung | vêtements, tenue | ropa, vestimenta | 服装, 服
glasses | brille, bildschirmbrille | lunettes | gafas, lentes | 眼鏡, メガネ
eye test | sehtest | examen de la vue | examen de la vista | 視力検査
smoking | rauchen | fumer, tabac | fumar, tabaco | 喫煙
dog | hund, haustier | chien, animal | perro, mascota | 犬, ペット
photo | foto, fotos, fotografieren, bilder, bild | photo, photos, photographier, image | foto, fotos, fotografía, imagen | 写真, 撮影
video | video | vidéo | vídeo | 動画, ビデオ
press | presse | presse | prensa | 報道, プレス
social media | soziale medien | réseaux sociaux | redes sociales | SNS, ソーシャルメディア
marketing | marketing, werbung | marketing, publicité | marketing, publicidad | マーケティング, 広告
logo | logo | logo | logotipo, logo | ロゴ
brand | marke | marque | marca | ブランド
product | produkt, produkte | produit | producto | 製品, 商品
model | modell | modèle | modelo | モデル, 型
version | version | version | versión | バージョン
size | größe | taille | tamaño, talla | サイズ, 大きさ
weight | gewicht, wiegt, schwer | poids, pèse | peso, pesa | 重さ, 重量
length | länge | longueur | longitud | 長さ
height | höhe, hoch | hauteur | altura | 高さ
speed | geschwindigkeit | vitesse | velocidad | 速度
distance | entfernung, reichweite | distance, autonomie | distancia, autonomía | 距離
temperature | temperatur | température | temperatura | 温度
color | farbe | couleur | color | 色
number | nummer, anzahl, zahl | numéro, nombre | número | 番号, 数
code | code | code | código | コード
quality | qualität | qualité | calidad | 品質
test | test, prüfung, testen | test, essai, tester | prueba, probar, ensayo | テスト, 試験
test ride | probefahrt | essai, balade d'essai | prueba de conducción, paseo de prueba | 試乗
loan | leihen, ausleihen, leihe, verleih, darlehen | prêt, emprunter, emprunt | préstamo, prestar, prestado | 借りる, 貸出, 貸し出し, ローン
rent | miete, mieten | loyer, louer, location | alquiler, alquilar | 賃貸, レンタル
lease | leasing, leasen | leasing, crédit-bail | arrendamiento, leasing | リース
use | nutzen, benutzen, verwenden, benutze, nutze, verwendet, benutzt | utiliser, utilise, usage | usar, uso, utilizar, usamos, utilizo | 使う, 使用, 利用
rule | regel, vorschrift | règle, règlement | regla, norma | 規則, ルール
policy | richtlinie, regelung | politique, directive | política, directiva | 方針, ポリシー
law | gesetz | loi, droit | ley | 法律
process | prozess, ablauf, verfahren, vorgang | processus, procédure | proceso, procedimiento, trámite | 手順, プロセス, 手続き
steps | schritte | étapes | pasos | ステップ, 手順
instructions | anleitung, anweisung | instructions, consignes, mode d'emploi | instrucciones | 説明書, 指示
checklist | checkliste | liste de contrôle | lista de verificación, lista de control | チェックリスト
document | dokument, unterlagen, dokumente | document | documento | 書類, 文書
note | notiz | note | nota | メモ, ノート
handbook | handbuch | manuel, guide | manual, guía | ハンドブック, 手引き
file | datei | fichier | archivo, fichero | ファイル
folder | ordner | dossier | carpeta | フォルダ
template | vorlage | modèle | plantilla | テンプレート
report | bericht, melden, melde, meldet, meldung | rapport, signaler | informe, reportar, informar, avisar | 報告, 報告書, レポート
list | liste | liste | lista | 一覧, リスト
table | tabelle, tisch | tableau, table | tabla, mesa | 表, テーブル
calendar | kalender | calendrier, agenda | calendario, agenda | カレンダー
question | frage | question | pregunta, duda | 質問
answer | antwort, antworten | réponse, répondre | respuesta, responder | 回答, 答え
problem | problem | problème | problema | 問題
error | fehler | erreur | error | エラー, 誤り
help | hilfe, helfen, hilft | aide, aider | ayuda, ayudar | 助け, ヘルプ
advice | rat, beratung | conseil | consejo, asesoramiento | 助言, 相談
change | ändern, änderung, wechseln, geändert | changer, changement, modifier, modification | cambiar, cambio, modificar | 変更
start | beginnen, beginnt, beginn, anfangen, anfang, start, startet, fängt | commencer, commence, début, démarrer | empezar, empieza, comenzar, comienza, inicio | 始まり, 始まる, 開始
end | ende, endet, enden, aufhören | fin, finir, termine, terminer | fin, terminar, termina, acabar | 終わり, 終わる, 終了
open | offen, öffnen, geöffnet, öffnet | ouvert, ouvrir, ouvre | abierto, abrir, abre | 開く, 開い, 開ける
close | schließen, geschlossen, schließt | fermer, fermé, ferme | cerrar, cerrado, cierra | 閉める, 閉まる, 閉じ
send | senden, schicken, schicke, sende | envoyer, envoie | enviar, envío, mandar | 送る, 送って, 送信, 送付
bring | bringen, mitbringen, bringe | apporter, amener | traer, llevar | 持ってくる, 持参
take | nehmen, nimmt, nehme | prendre, prends, prend | tomar, tomo, coger | 取る, 取得, 取れ
give | geben, gibt, gebe | donner, donne | dar, da, doy | 与える
show | zeigen, zeigt | montrer, afficher | mostrar | 見せる, 表示
find | finden, finde, findet | trouver, trouve | encontrar, encuentro, encuentra | 見つける, 見つかり, 探す
look for | suchen, suche | chercher, recherche | buscar, busco | 探し
know | wissen, weiß, kennen | savoir, connaître, sais | saber, conocer, sé | 知る, 知り
read | lesen, liest | lire | leer | 読む
write | schreiben, schreibe | écrire | escribir | 書く
speak | sprechen, spreche, spricht | parler, parle | hablar, hablo | 話す
ask | fragen, frage, bitten | demander, poser | preguntar, pregunto, pedir | 尋ねる, 聞く
tell | sagen, sage, informieren, bescheid | dire, informer, prévenir | decir, informar, avisar | 知らせる, 伝える
talk | reden, gespräch | discuter, discussion | hablar, conversación | 話
decide | entscheiden, entscheidet, entscheidung | décider, décide, décision | decidir, decide, decisión | 決める, 決定
choose | wählen, auswählen | choisir | elegir, escoger | 選ぶ
create | erstellen, anlegen, erzeugen | créer | crear | 作成, 作る
delete | löschen | supprimer, effacer | borrar, eliminar | 削除
save | speichern, sparen | enregistrer, sauvegarder | guardar, ahorrar | 保存
install | installieren | installer | instalar | インストール
update | aktualisieren | mettre à jour, mise à jour | actualizar, actualización | 更新
book | buchen, buche, buchung, gebucht, reservieren | réserver, réservation, réserve | reservar, reserva | 予約
cancel | stornieren, absagen, stornierung | annuler, annulation | cancelar, anular | キャンセル, 取り消し
register | anmelden, eintragen | enregistrer, inscrire | registrar, inscribir | 登録
check | prüfen, überprüfen, kontrollieren, prüft | vérifier, contrôler, vérifie | comprobar, revisar, verificar, comprueba | 確認, 点検
wait | warten, wartezeit | attendre, attente | esperar, espera | 待つ
meet | treffen, trifft | rencontrer | reunirse, reunimos, encontrarse | 会う, 集ま, 集合
drive | fahren, fahre, fährt | conduire, rouler | conducir, manejar | 運転
stay | bleiben, bleibt | rester | quedarse, permanecer | 残る, 滞在
live | leben, wohnen, wohnt | vivre, habiter | vivir | 住む
go | gehen, gehe, geht | aller, vais, va | ir, voy, va | 行く, 行き
come | kommen, kommt | venir, vient | venir, viene | 来る
leave the company | ausscheiden, verlassen, austritt | quitter, quitter l'entreprise, départ | dejar la empresa, salir de la empresa | 退社
last | dauert, dauern | durer, dure | durar, dura | 続く
cover | übernehmen, übernimmt, decken, abgedeckt | couvrir, couvre, prend en charge, pris en charge | cubrir, cubre | 負担, 補償
carry over | übertragen, mitnehmen, übertrag | reporter, report | trasladar, acumular | 繰り越し, 繰越
expire | verfallen, verfällt, ablaufen, läuft ab, abgelaufen | expirer, expire, périmé | caducar, caduca, vencer, vence | 失効, 期限切れ
apply | gelten, gilt, bewerben | appliquer, s'applique, postuler | aplicar, aplica, solicitar | 適用
allow | erlauben, erlaubt, gestattet, zulässig | autorisé, permis, permettre | permitido, permitir, permite | 許可, 許され
forbidden | verboten, untersagt | interdit | prohibido | 禁止
required | erforderlich, notwendig, nötig, vorgeschrieben, pflicht | obligatoire, nécessaire, requis | obligatorio, necesario, requerido | 必要, 必須
optional | freiwillig, optional | facultatif | opcional, voluntario | 任意
responsible | verantwortlich, zuständig | responsable | responsable, encargado | 担当, 責任者, 責任
available | verfügbar | disponible | disponible | 利用可能
important | wichtig | important | importante | 重要
urgent | dringend, eilig | urgent | urgente | 緊急
new | neu, neue, neuen, neuer, neues | nouveau, nouvelle, nouvel, nouveaux | nuevo, nueva, nuevos | 新しい, 新
old | alt, alte, alten | ancien, vieux, ancienne | viejo, antiguo | 古い
big | groß, große, großen | grand, grande, gros | grande | 大きい
small | klein, kleine, kleinen | petit, petite | pequeño, pequeña | 小さい
long | lang, lange | long, longue | largo, larga | 長い
short | kurz, kurze | court, courte | corto, corta | 短い
high | hoch, hohe | haut, haute, élevé | alto, alta | 高い
low | niedrig, niedrige | bas, basse | bajo, baja | 低い
fast | schnell | rapide, vite | rápido | 速い
slow | langsam | lent | lento | 遅い
good | gut, gute, guten | bon, bonne, bien | bueno, buena, bien | 良い
bad | schlecht | mauvais | malo, mal | 悪い
cheap | günstig, billig | bon marché | barato | 安い
expensive | teuer | cher | caro | 高価
free | kostenlos, gratis, umsonst | gratuit | gratis, gratuito | 無料
private | privat, persönlich | privé, personnel | privado, personal | 私的, 個人
public | öffentlich | public | público | 公開, 公共
internal | intern | interne | interno | 社内, 内部
external | extern | externe | externo | 社外, 外部
maximum | maximum, obergrenze | maximum, plafond, maximal | máximo, límite | 上限
minimum | minimum, untergrenze | minimum, minimal | mínimo | 下限
limit | grenze, limit | limite | límite | 制限, 限度
difference | unterschied | différence | diferencia | 違い, 差
compare | vergleiche, vergleichen, vergleich | comparer, compare, comparaison | comparar, compara, comparación | 比較
example | beispiel | exemple | ejemplo | 例
reason | grund | raison, motif | razón, motivo | 理由
way | weg, art | façon, manière | manera, forma | 方法
place | ort, platz, stelle | lieu, endroit, place | lugar, sitio | 場所, 所
part | teil | partie, part | parte | 部分
group | gruppe | groupe | grupo | グループ
kind | art, sorte | type, sorte, genre | tipo, clase | 種類
level | stufe, niveau, ebene | niveau | nivel | レベル, 段階
step | schritt | étape | paso | ステップ
value | wert | valeur | valor | 値, 価値
values | werte | valeurs | valores | 価値観
mission | mission, auftrag | mission | misión | 使命, ミッション
strategy | strategie | stratégie | estrategia | 戦略
history | geschichte, gegründet, gründung | histoire, fondé, fondée | historia, fundada, fundado | 歴史, 設立, 創業
news | neuigkeiten, nachrichten | actualités, nouvelles | noticias | ニュース
newsletter | newsletter, rundbrief | lettre d'information | boletín | ニュースレター
culture | kultur | culture | cultura | 文化
diversity | vielfalt | diversité | diversidad | 多様性
discrimination | diskriminierung | discrimination | discriminación | 差別
harassment | belästigung, mobbing | harcèlement | acoso | ハラスメント, 嫌がらせ
conflict | konflikt, streit | conflit | conflicto | 対立, 紛争
disability | behinderung, schwerbehinderung | handicap, handicapé | discapacidad | 障害
volunteering | ehrenamt, freiwilligenarbeit | bénévolat | voluntariado | ボランティア
donation | spende, spenden | don, dons | donación | 寄付
gym | fitnessstudio, sport | salle de sport, sport | gimnasio, deporte | ジム
childcare | kinderbetreuung, kita, kindergarten | garde d'enfants, crèche | guardería, cuidado de niños | 保育, 託児
school | schule | école | escuela | 学校
university | universität, hochschule | université | universidad | 大学
degree | abschluss, studium | diplôme | título, grado | 学位
certificate | zeugnis, bescheinigung, zertifikat | certificat, attestation | certificado | 証明書
reference letter | arbeitszeugnis | lettre de recommandation | carta de recomendación | 推薦状
medical check | untersuchung, betriebsarzt | visite médicale, médecine du travail | reconocimiento médico, revisión médica | 健康診断
mental health | psychische gesundheit | santé mentale | salud mental | メンタルヘルス
retirement | ruhestand, renteneintritt | retraite, départ en retraite | jubilación, retiro | 定年, 引退
sabbatical | sabbatical, auszeit | congé sabbatique | año sabático | サバティカル
time off in lieu | zeitausgleich, freizeitausgleich | récupération, repos compensateur | tiempo compensatorio | 代休, 振替休日
timesheet | zeiterfassung, stundenzettel, arbeitszeiterfassung | feuille de temps, relevé d'heures | registro horario, hoja de horas, fichar | 勤怠, タイムシート
on call | bereitschaft, rufbereitschaft, bereitschaftsdienst | astreinte, d'astreinte | guardia, de guardia | オンコール, 待機
outage | ausfall, störung | panne | caída, interrupción | 障害, 停止
backup | sicherung, datensicherung | sauvegarde | copia de seguridad | バックアップ
release | veröffentlichung, veröffentlichen | publication, version, publier | lanzamiento, publicación | リリース
review | prüfung, überprüfung | revue, relecture | revisión | レビュー
code review | code-review | revue de code | revisión de código | コードレビュー
engineer | ingenieur, entwickler | ingénieur, développeur | ingeniero, desarrollador | エンジニア, 技術者
developer | entwickler, entwicklerin | développeur | desarrollador | 開発者
design | gestaltung, entwurf | conception, design | diseño | デザイン, 設計
research | forschung | recherche | investigación | 研究
production | produktion, fertigung, herstellung | production, fabrication | producción, fabricación | 生産, 製造
maintenance | wartung, instandhaltung | entretien, maintenance | mantenimiento | 保守, メンテナンス
service | service, dienst, dienstleistung | service | servicio | サービス
cleaning | reinigung, putzen | nettoyage, ménage | limpieza | 清掃, 掃除
caretaker | hausmeister | concierge, gardien | conserje | 管理人
reception | empfang, rezeption | accueil, réception | recepción | 受付
mailbox | postfach | boîte aux lettres, boîte mail | buzón | 郵便受け, メールボックス
signature | unterschrift, signatur | signature | firma | 署名
share | teilen | partager, partage | compartir | 共有
print | drucken, ausdrucken | imprimer | imprimir | 印刷
store | aufbewahren, lagern, speichern, aufbewahrt | conserver, stocker | guardar, almacenar, conservar | 保管
keep | behalten, aufheben | garder, conserver | conservar, mantener, guardar | 保持
dispose | entsorgen, wegwerfen, entsorgung | jeter, éliminer, mettre au rebut | desechar, tirar, eliminar | 捨てる, 処分, 廃棄
wear | tragen, anziehen | porter | llevar, usar | 着る, 着用
eat | essen | manger | comer | 食べる
sleep | schlafen | dormir | dormir | 寝る
win | gewinnen | gagner | ganar | 勝つ
lead | leiten, leitet, führt, führen | diriger, dirige | dirigir, dirige, liderar | 率いる
represent | vertreten, vertretung, stellvertreter | représenter, remplacer, remplaçant | representar, sustituir, suplente | 代理
join | beitreten, teilnehmen, anfangen | rejoindre, participer | unirse, participar, incorporarse | 参加, 入る
member | mitglied | membre | miembro | メンバー, 会員
stop | aufhören, stoppen, beenden | arrêter | parar, dejar | 止める, 停止
happen | passieren, passiert, geschieht | arriver, se passer | pasar, ocurrir, suceder | 起こる
fail | scheitern, fehlschlagen, ausfallen | échouer | fallar, fracasar | 失敗
agreement | vereinbarung, abkommen | accord, convention | acuerdo, convenio | 合意, 協定
collective agreement | tarifvertrag | convention collective | convenio colectivo | 労働協約
union | gewerkschaft | syndicat | sindicato | 組合
percent | prozent | pour cent, pourcent | por ciento | パーセント
euro | euro | euro, euros | euro, euros | ユーロ
dollar | dollar | dollar | dólar | ドル
yen | yen | yen | yen | 円
kilometer | kilometer | kilomètre | kilómetro | キロ
what is | was ist, wie lautet, wie ist | quel est, quelle est, qu'est ce qu, c'est quoi | cuál es, qué es | とは何, は何です, 何ですか
what are | was sind, wie lauten | quels sont, quelles sont | cuáles son, qué son | 何です
how many days | | | | 何日ありますか, 何日あります, 何日間ですか, 何日取れますか, 何日前, 何日以内, 何日まで, 何日もらえ
what day | welchem tag, welcher tag, welchen tag | quel jour | qué día | 何日, 何曜日
on which days | an welchen tagen | quels jours | qué días | 何曜日
what temperature | welcher temperatur, welche temperatur | quelle température | qué temperatura | 何度
how many days | wie viele tage, wie viele freie tage | combien de jours | cuántos días | 何日, 何日間
how many years | wie viele jahre | combien d'années, combien d'ans | cuántos años | 何年
how many months | wie viele monate | combien de mois | cuántos meses | 何か月, 何ヶ月
how many hours | wie viele stunden | combien d'heures | cuántas horas | 何時間
how many people | wie viele leute, wie viele personen, wie viele menschen, wie viele mitarbeiter | combien de personnes | cuántas personas | 何人
how quickly | wie schnell | sous quel délai, en combien de temps, à quelle vitesse | en cuánto tiempo, con qué rapidez | どれくらい早く, いつまでに
how old | wie alt | quel âge | cuántos años tiene, qué edad | 何歳
how big | wie groß | quelle taille | qué tamaño, de qué tamaño | どのくらいの大きさ
how heavy | wie schwer | quel poids, combien pèse | cuánto pesa | どのくらいの重さ
how high | wie hoch | quelle hauteur | qué altura | どのくらいの高さ
how much is | wie hoch ist, wie hoch sind, wie viel beträgt, was beträgt | à combien s'élève, à combien s'élèvent, quel est le montant de, quel est le montant du | a cuánto asciende |
how tall | | de quelle hauteur | qué alto |
up to | bis zu | jusqu'à | hasta | まで
next to | neben | à côté | al lado | 隣
am | bin | suis | soy, estoy |
does | tut, macht | fait | hace | する
of | von der, von dem | de, des, d | de | の
to the | zum, zur | au, aux | al |
this | dieser, dieses, diesen, diesem | ce, cette | este, esta, estos, estas | この, これ
that | jener, jenes | celui, celle | ese, esa, eso | その, それ
extra | extra, zusätzlich | supplémentaire, en plus | extra, adicional | 余分, 追加
too | zu viel, zu | trop | demasiado | すぎる
again | wieder, nochmal, erneut | à nouveau, de nouveau | otra vez, de nuevo | また, 再び
together | zusammen, gemeinsam | ensemble | juntos | 一緒
alone | allein | seul | solo | 一人で
maybe | vielleicht | peut-être, peut être | quizás, tal vez | たぶん
really | wirklich | vraiment | realmente | 本当に
often | oft, häufig | souvent | a menudo, frecuentemente | よく
usually | normalerweise, gewöhnlich, üblich | normalement, habituellement, d'habitude | normalmente, habitualmente | 通常, 普段
immediately | sofort, unverzüglich | immédiatement, tout de suite | inmediatamente, de inmediato | すぐに, 直ちに
automatically | automatisch | automatiquement | automáticamente | 自動的に, 自動
directly | direkt | directement | directamente | 直接
outside | außerhalb, draußen | dehors, en dehors, hors | fuera | 外, 以外
inside | innerhalb, drinnen | à l'intérieur, dedans | dentro | 内
above | oberhalb, mehr als | au dessus, au-dessus, supérieur | encima, superior | 以上, 超える
below | unterhalb, unter | en dessous, sous, inférieur | debajo, bajo, inferior | 以下, 未満
because | weil, wegen, aufgrund | parce que, car, à cause | porque, debido | ので
although | obwohl | bien que | aunque |
spring | frühling, frühjahr | printemps | primavera | 春
summer | sommer | été | verano | 夏
autumn | herbst | automne | otoño | 秋
winter | winter | hiver | invierno | 冬
Christmas | weihnachten | noël | navidad | クリスマス
Easter | ostern | pâques | pascua, semana santa |
New Year | neujahr, silvester | nouvel an, jour de l'an | año nuevo, nochevieja | 正月, 年末年始
birthday | geburtstag | anniversaire | cumpleaños | 誕生日
summer party | sommerfest | fête d'été, fête de l'été | fiesta de verano | 夏のパーティー, 夏祭り
Christmas party | weihnachtsfeier | fête de noël | fiesta de navidad, cena de navidad | 忘年会, クリスマス会
anniversary | jubiläum, jahrestag | anniversaire, ancienneté | aniversario | 記念日, 周年
grandmother | großmutter, oma | grand-mère, grand mère | abuela | 祖母
grandfather | großvater, opa | grand-père, grand père | abuelo | 祖父
brother | bruder | frère | hermano | 兄弟, 兄, 弟
sister | schwester | sœur | hermana | 姉妹, 姉, 妹
son | sohn | fils | hijo | 息子
daughter | tochter | fille | hija | 娘
relative | verwandte, angehörige | proche, parent | familiar, pariente | 親族
friend | freund, freundin | ami, amie | amigo, amiga | 友人, 友達
died | gestorben, verstorben | décédé, mort, morte | murió, fallecido, fallecida, ha muerto | 亡くな
die | sterben, stirbt | mourir | morir | 死ぬ
married | verheiratet | marié | casado | 既婚
get married | heirate, heiraten | me marie, marier | me caso, casarse, casarme | 結婚する
born | geboren | né, née | nacido, nace | 生まれ
fever | fieber | fièvre | fiebre | 熱
ill | krank bin, krank ist | souffrant | malo | 病気
hurt | verletzt, weh | blessé, mal | herido, lastimado | 怪我を
hospital | krankenhaus | hôpital | hospital | 病院
medicine | medikament, medizin | médicament | medicina, medicamento | 薬
dentist | zahnarzt | dentiste | dentista | 歯医者, 歯科
vaccination | impfung | vaccin, vaccination | vacuna, vacunación | 予防接種, ワクチン
pain | schmerz | douleur | dolor | 痛み
body | körper | corps | cuerpo | 体
hand | hand, hände | main | mano | 手
eye | auge, augen | œil, yeux | ojo | 目
head | kopf | tête | cabeza | 頭
back | rücken, zurück | dos | espalda | 背中
heavy | schwer, schweren | lourd | pesado | 重い
light | licht, leicht | lumière, léger | luz, ligero | 光, 軽い
hot | heiß, hitze | chaud, chaleur | caliente, calor | 暑い, 熱い
cold | kalt, kälte | froid | frío | 寒い, 冷たい
clean | sauber | propre | limpio | きれい
dirty | schmutzig, verschmutzt | sale | sucio | 汚れ
full | voll, volle, vollen | plein, complet | lleno, completo | 全額, 満
empty | leer | vide | vacío | 空
loud | laut, lärm | bruyant, bruit | ruidoso, ruido | 騒音
quiet | ruhig, leise | calme, silencieux | tranquilo, silencioso | 静か
easy | einfach, leicht | facile, simple | fácil, sencillo | 簡単
difficult | schwierig | difficile | difícil | 難しい
dangerous | gefährlich, gefahr | dangereux, danger | peligroso, peligro | 危険
dangerous goods | gefahrgut, gefahrgüter | matières dangereuses, marchandises dangereuses | mercancías peligrosas | 危険物
safe | sicher | sûr | seguro, segura | 安全な
right | richtig, recht | correct, juste, bon | correcto, derecho | 正しい
wrong | falsch | faux, incorrect | incorrecto, equivocado | 間違い
possible | möglich | possible | posible | 可能
true | wahr | vrai | verdadero | 本当
own | eigen, eigene, eigenen | propre | propio, propia | 自分の
card | karte | carte | tarjeta | カード
company card | firmenkarte, firmenkreditkarte | carte de l'entreprise, carte d'entreprise, carte entreprise | tarjeta de empresa, tarjeta de la empresa | 会社のカード, 法人カード
per night | pro nacht | par nuit | por noche | 一泊
per person | pro person, pro kopf | par personne | por persona | 一人当たり, 一人あたり
per month | pro monat, im monat | par mois | al mes, por mes | 月に
per week | pro woche, in der woche | par semaine | a la semana, por semana | 週に
per year | pro jahr, im jahr | par an | al año, por año | 年に
per day | pro tag, am tag | par jour | al día, por día | 一日
pay into | einzahlen, zahlt ein | cotiser, verser | aportar, cotizar | 払い込む
learning budget | weiterbildungsbudget, lernbudget, bildungsbudget | budget de formation, budget annuel de formation | presupuesto de formación, presupuesto anual de formación | 研修予算
learn | lernen, lerne | apprendre | aprender | 学ぶ, 学習
teach | unterrichten, beibringen | enseigner, former | enseñar | 教える
data protection officer | datenschutzbeauftragte, datenschutzbeauftragter | délégué à la protection des données, dpo | delegado de protección de datos | 個人情報保護責任者, データ保護責任者
work from home | homeoffice arbeiten, zu hause arbeiten | télétravailler, travailler à domicile, travailler de chez moi | teletrabajar, trabajar desde casa | 在宅で働
notice | ankündigung, hinweis | avis, annonce | aviso | 通知, お知らせ
inform | informieren, mitteilen, bescheid geben | informer, prévenir, avertir | informar, notificar, avisar | 通知する
in advance | im voraus, vorab | à l'avance, d'avance | con antelación, por adelantado | 事前に, 前もって
head of department | abteilungsleiter, abteilungsleiterin, abteilungsleitung | chef de service, chef de département, directeur de département | jefe de departamento | 部長, 部門長
signatory | zeichnungsberechtigt | signataire | firmante | 署名権者
quote | angebot, kostenvoranschlag | devis | presupuesto, cotización, oferta | 見積もり, 見積
offer | anbieten, bieten | offrir, proposer, offre | ofrecer, oferta | 提供
supply | versorgen | fournir, approvisionner | suministrar | 供給
purchase | einkauf, anschaffung, kauf | achat | compra | 購入, 購買
payment | zahlung, auszahlung, bezahlung | paiement, versement, règlement | pago | 支払い
debt | schulden | dette | deuda | 借金
profit | gewinn | bénéfice, profit | beneficio, ganancia | 利益
revenue | umsatz | chiffre d'affaires, revenu | ingresos, facturación | 売上
loss | verlust | perte | pérdida | 損失
target | zielwert, soll | cible | objetivo | 目標
growth | wachstum | croissance | crecimiento | 成長
market | markt | marché | mercado | 市場
competitor | wettbewerber, konkurrent, konkurrenz | concurrent | competidor, competencia | 競合
dealer | händler | revendeur, concessionnaire | distribuidor, concesionario | 販売店
investor | investor | investisseur | inversor | 投資家
foundation | stiftung | fondation | fundación | 財団
association | verein, verband | association | asociación | 協会
government | regierung, behörde | gouvernement, administration | gobierno, administración | 政府
agency | agentur, amt | agence | agencia | 機関, 代理店
council | rat | conseil | consejo | 評議会
election | wahl | élection | elección, elecciones | 選挙
vote | abstimmen, stimme | voter, vote | votar, voto | 投票
community | gemeinschaft | communauté | comunidad | コミュニティ
role | rolle | rôle, fonction | rol, función, papel | 役割
skill | fähigkeit, kompetenz | compétence | habilidad, competencia | スキル
experience | erfahrung | expérience | experiencia | 経験
degree of employment | beschäftigungsgrad, pensum | taux d'occupation | porcentaje de jornada |
career | karriere, laufbahn | carrière | carrera | キャリア
mentor | mentor, pate, patin | mentor, parrain | mentor, padrino | メンター
buddy | buddy, pate | parrain, binôme | compañero asignado, mentor | バディ
newcomer | neuling, neue, neueinsteiger | nouveau venu, nouvel arrivant | recién llegado | 新人
retention period | aufbewahrungsfrist, speicherfrist | durée de conservation | plazo de conservación | 保存期間
archive | archiv, archivieren | archive, archiver | archivo, archivar | アーカイブ
upload | hochladen | téléverser, télécharger | subir, cargar | アップロード
download | herunterladen | télécharger | descargar | ダウンロード
link | link, verknüpfung | lien | enlace | リンク
page | seite | page | página | ページ
search | suche, suchen | recherche, chercher | búsqueda, buscar | 検索
setting | einstellung | réglage, paramètre | ajuste, configuración | 設定
configure | konfigurieren, einrichten, richte | configurer, paramétrer | configurar | 構成, 設定する
set up | einrichten, aufsetzen | mettre en place, installer, configurer | configurar, instalar, montar | セットアップ
server | server | serveur | servidor | サーバー, サーバ
database | datenbank | base de données | base de datos | データベース
cloud | cloud | cloud, nuage | nube | クラウド
system | system | système | sistema | システム
user | benutzer, nutzer, anwender | utilisateur | usuario | ユーザー, 利用者
role model | vorbild | modèle | modelo |
admin | administrator, verwalter | administrateur | administrador | 管理者
management | verwaltung, leitung | gestion, direction | gestión, dirección, administración | 管理, 経営
manage | verwalten | gérer | gestionar, administrar | 管理する
control | kontrolle, steuern | contrôle | control | 制御
monitor | überwachen | surveiller | supervisar, vigilar | 監視
camera | kamera, überwachungskamera | caméra | cámara | カメラ
recording | aufzeichnung, aufnahme | enregistrement | grabación | 録画, 記録
record | aufzeichnen, erfassen | enregistrer | registrar, grabar | 記録する
measure | messen, maßnahme | mesurer, mesure | medir, medida | 測る, 測定
calculate | berechnen, berechnet, berechnung | calculer, calculé, calcul | calcular, cálculo | 計算
count | zählen, zählt | compter, compte | contar, cuenta | 数える
add | hinzufügen, ergänzen | ajouter | añadir, agregar | 追加
remove | entfernen | enlever, retirer | quitar, retirar | 取り除く, 外す
move | umziehen, verschieben, bewegen | déplacer, déménager | mover, mudarse | 移動
connect | verbinden, anschließen | connecter, relier | conectar | 接続
turn on | einschalten, anschalten, aktivieren | allumer, activer | encender, activar | オンにする, 有効
turn off | ausschalten, abschalten, deaktivieren | éteindre, désactiver | apagar, desactivar | オフにする, 無効
charge | aufladen, laden | charger, recharger, recharge | cargar, recargar | 充電
build | bauen, gebaut | construire, construit | construir | 建てる, 作る
fix | beheben, reparieren | corriger, réparer | arreglar, corregir | 直す, 修正
solve | lösen, lösung | résoudre, solution | resolver, solución | 解決
improve | verbessern, verbesserung | améliorer, amélioration | mejorar, mejora | 改善
develop | entwickeln, entwicklung | développer, développement | desarrollar, desarrollo | 開発
publish | veröffentlichen | publier | publicar | 公開, 出版
present | präsentieren, präsentation | présenter, présentation | presentar, presentación | 発表
discuss | besprechen, diskutieren | discuter | discutir, hablar | 話し合う, 議論
agree | zustimmen, einverstanden, vereinbaren | accepter, d'accord | aceptar, de acuerdo, acordar | 同意
accept | annehmen, akzeptieren | accepter | aceptar | 受け入れ, 受け取る
refuse | ablehnen, verweigern | refuser | rechazar, negar | 拒否
receive | empfangen, bekommen | recevoir | recibir | 受け取り
earn | verdienen, verdiene | gagner | ganar | 稼ぐ
spend | ausgeben, ausgebe | dépenser | gastar | 使える, 費やす
invest | investieren | investir | invertir | 投資
win a customer | kunden gewinnen | gagner un client | ganar un cliente |
believe | glauben | croire | creer | 信じる
think | denken | penser | pensar | 考える
understand | verstehen | comprendre | entender, comprender | 理解
remember | erinnern, merken | se souvenir, rappeler | recordar | 覚え
forget | vergessen, vergesse | oublier | olvidar, olvido | 忘れ
try | versuchen, probieren | essayer | intentar, probar | 試す
follow | folgen, befolgen, einhalten | suivre, respecter | seguir, cumplir | 従う
belong | gehören, gehört | appartenir, appartient | pertenecer, pertenece | 属する
depend | abhängen, hängt ab | dépendre, dépend | depender, depende | による
mean | bedeuten, bedeutet, heißt | signifier, signifie, veut dire | significar, significa, quiere decir | 意味
include | enthalten, beinhalten, einschließlich, inklusive | inclure, comprendre, compris, inclus | incluir, incluye, incluido | 含む, 含まれ
contain | enthält, enthalten | contenir, contient | contener, contiene | 含ま
consist | bestehen, besteht | consister | consistir, consta |
exist | existieren, existiert | exister, existe | existir, existe | 存在
fit | passen, passt | tenir, rentrer | caber, cabe, encajar | 収まる
reach | erreichen, erreiche, erreichbar | joindre, atteindre, joignable | alcanzar, localizar | 届く
park | parken, parke, abstellen | garer, stationner | aparcar, estacionar | 駐車
ride | fahren, reiten | rouler, monter | montar, conducir | 乗る
fly | fliegen | prendre l'avion, voler | volar, ir en avión | 飛ぶ
carry | tragen, befördern | porter, transporter | llevar, transportar | 運ぶ
lift | heben, aufzug | soulever, ascenseur | levantar, ascensor | 持ち上げ, エレベーター
pick up | abholen | récupérer, venir chercher | recoger | 引き取り, 迎え
drop off | abgeben | déposer | dejar, entregar |
hand in | abgeben, einreichen | remettre, rendre | entregar, presentar | 提出
fill in | ausfüllen | remplir | rellenar, completar | 記入
attach | anhängen, beifügen | joindre, attacher | adjuntar | 添付
throw away | wegwerfen | jeter | tirar | 捨て
wash | waschen, duschen, dusche | laver, douche | lavar, ducha | 洗う, シャワー
toilet | toilette, wc | toilettes, wc | baño, aseo, servicio | トイレ
shower | dusche | douche | ducha | シャワー
changing room | umkleide, umkleideraum | vestiaire | vestuario | 更衣室
breastfeeding room | stillzimmer, stillen | salle d'allaitement, allaiter | sala de lactancia, amamantar | 授乳室
prayer room | gebetsraum | salle de prière | sala de oración | 祈祷室
library | bibliothek | bibliothèque | biblioteca | 図書館, 図書室
garden | garten | jardin | jardín | 庭
gate | tor | portail, porte | puerta, portón | 門, ゲート
street | straße | rue | calle | 通り
map | karte, lageplan | plan, carte | mapa, plano | 地図
north | nord, norden | nord | norte | 北
south | süd, süden | sud | sur | 南
east | ost, osten | est | este | 東
west | west, westen | ouest | oeste | 西
left | links | gauche | izquierda | 左
right side | rechts | droite | derecha | 右
lorry | lastwagen, lkw | camion | camión | トラック
forklift | gabelstapler, stapler | chariot élévateur | carretilla elevadora, montacargas | フォークリフト
licence | führerschein, lizenz, schein | permis, licence | licencia, carnet, permiso de conducir | 免許, ライセンス
motor | motor | moteur | motor | モーター
tyre | reifen | pneu | neumático, rueda | タイヤ
seat | sitz, sattel | siège, selle | asiento, sillín | 座席
helmet | helm | casque | casco | ヘルメット
screw | schraube | vis | tornillo | ねじ
torque | drehmoment, anzugsmoment | couple, couple de serrage | par de apriete, torque | トルク
steel | stahl | acier | acero | 鋼
wood | holz | bois | madera | 木材
glass | glas | verre | vidrio, cristal | ガラス
paper | papier | papier | papel | 紙
plastic | kunststoff, plastik | plastique | plástico | プラスチック
paint | farbe, lack, lackieren | peinture | pintura | 塗料, 塗装
robot | roboter | robot | robot | ロボット
noise protection | gehörschutz | protection auditive | protección auditiva | 耳栓, 防音保護具
gloves | handschuhe | gants | guantes | 手袋
vest | warnweste, weste | gilet | chaleco | ベスト
music | musik | musique | música | 音楽
headphones | kopfhörer, ohrhörer | écouteurs, casque | auriculares | ヘッドホン, イヤホン
game | spiel, spielen | jeu, jouer | juego, jugar | ゲーム
film | film, filmen | film, filmer | película, filmar | 映画
newspaper | zeitung | journal | periódico | 新聞
article | artikel | article | artículo | 記事
interview with the press | presseinterview | interview | entrevista con la prensa | 取材
speech | rede, vortrag | discours | discurso, charla | スピーチ
translation | übersetzung, übersetzen | traduction, traduire | traducción, traducir | 翻訳
English | englisch | anglais | inglés | 英語
German | deutsch | allemand | alemán | ドイツ語
French | französisch | français | francés | フランス語
Spanish | spanisch | espagnol | español | スペイン語
Japanese | japanisch | japonais | japonés | 日本語
Dutch | niederländisch, holländisch | néerlandais | neerlandés, holandés | オランダ語
Europe | europa | europe | europa | ヨーロッパ, 欧州
EU country | eu-land, eu land | pays de l'ue, pays de l'union européenne | país de la ue, país de la unión europea | EU諸国
Munich | münchen | munich | múnich | ミュンヘン
Cologne | köln | cologne | colonia | ケルン
Vienna | wien | vienne | viena | ウィーン
Zurich | zürich | zurich | zúrich | チューリッヒ
Geneva | genf | genève | ginebra | ジュネーブ
London | london | londres | londres | ロンドン
Paris | paris | paris | parís | パリ
Berlin | berlin | berlin | berlín | ベルリン
Hamburg | hamburg | hambourg | hamburgo | ハンブルク
Leipzig | leipzig | leipzig | leipzig | ライプツィヒ
Amsterdam | amsterdam | amsterdam | ámsterdam | アムステルダム
Brussels | brüssel | bruxelles | bruselas | ブリュッセル
Rome | rom | rome | roma | ローマ
Milan | mailand | milan | milán | ミラノ
Madrid | madrid | madrid | madrid | マドリード
Barcelona | barcelona | barcelone | barcelona | バルセロナ
Lisbon | lissabon | lisbonne | lisboa | リスボン
Prague | prag | prague | praga | プラハ
Warsaw | warschau | varsovie | varsovia | ワルシャワ
Copenhagen | kopenhagen | copenhague | copenhague | コペンハーゲン
Moscow | moskau | moscou | moscú | モスクワ
New York | new york | new york | nueva york | ニューヨーク
San Francisco | san francisco | san francisco | san francisco | サンフランシスコ
Beijing | peking | pékin | pekín | 北京
Shanghai | schanghai | shanghai | shanghái | 上海
Seoul | seoul | séoul | seúl | ソウル
Singapore | singapur | singapour | singapur | シンガポール
Tokyo | tokio | tokyo | tokio | 東京
Osaka | osaka | osaka | osaka | 大阪
Kyoto | kyoto | kyoto | kioto | 京都
Kobe | kobe | kobe | kobe | 神戸
Nagoya | nagoya | nagoya | nagoya | 名古屋
Yokohama | yokohama | yokohama | yokohama | 横浜
Fukuoka | fukuoka | fukuoka | fukuoka | 福岡
Sapporo | sapporo | sapporo | sapporo | 札幌`
