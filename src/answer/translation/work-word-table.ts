/** Further words of work by field, in the format of `word-table.ts`, whose lines come first. */
export const workWordTable = `in case of | im falle von, im fall von | en cas d, en cas de, en cas du | en caso de | の場合は, の場合, 場合は, 場合
from | | à partir de, à partir du, à partir d' | a partir de |
from what amount | ab welchem betrag, ab welcher summe, ab wie viel euro | à partir de quel montant, à partir de combien | a partir de qué importe, a partir de cuánto | いくらから
how far in advance | wie lange im voraus, wie weit im voraus, wie viel vorlauf | combien de temps à l'avance | con cuánta antelación, con cuánto tiempo de antelación |
how many days in advance | wie viele tage im voraus, wie viele tage vorher | combien de jours à l'avance | con cuántos días de antelación | 何日前まで
unused | nicht genommen, nicht genommener, nicht genommene, ungenutzt | non pris, non utilisé, non prises | no disfrutadas, no usado, no utilizadas | 未使用, 使わなかった, 残った
helmet | | un casque, le casque, port du casque | el casco, un casco |
paid | gezahlt, ausbezahlt, vergütet | rémunéré, rémunérée, payé, payées | cobra, cobro, remunerado, se cobra | 支払われ, 有償
submit | | soumettre, transmettre | enviar | 提出する, 提出し
replace | vertritt, vertreten, ersetzen, austauschen | remplace, remplacer | sustituye, sustituir, reemplazar | 代わり
sick pay | lohnfortzahlung, entgeltfortzahlung, krankengeld | maintien de salaire, indemnités journalières | baja remunerada, prestación por enfermedad | 傷病手当, 病気休暇手当
parental allowance | elterngeld | prime de naissance | prestación por nacimiento | 育児給付金
child sick days | kinderkrankentage, kinderkrankengeld, kind krank | enfant malade | hijo enfermo | 子の看護休暇
care leave | pflegezeit, pflegeurlaub | congé de proche aidant, congé de solidarité | permiso por cuidado, permiso de cuidados | 介護休暇, 介護休業
remaining vacation | resturlaub, restliche urlaubstage | reliquat de congés, congés restants, solde de congés | vacaciones pendientes, días pendientes | 残りの有給, 有給残
vacation entitlement | urlaubsanspruch | droit aux congés, droits à congés | derecho a vacaciones | 有給休暇日数, 年次有給休暇
vacation request | urlaubsantrag | demande de congé, demande de congés | solicitud de vacaciones | 休暇申請, 有給申請
paid vacation | bezahlter urlaub, bezahlten urlaub | congés payés, congé payé | vacaciones pagadas | 有給休暇, 有給, 有休
vacation pay | urlaubsgeld | prime de vacances, pécule de vacances | paga de vacaciones | 休暇手当
company shutdown | betriebsferien, werksferien | fermeture annuelle | cierre anual, cierre por vacaciones | 一斉休業, 夏季休業
bridge day | brückentag | jour de pont, pont | puente, día puente | 飛び石連休
vacation replacement | urlaubsvertretung | remplaçant, remplacement pendant les congés | sustituto, sustitución | 休暇中の代理
warning | abmahnen, abmahnung | avertissement, blâme | amonestación | 懲戒, 警告
prospect | interessent, interessenten, lead | prospect, prospects | cliente potencial, prospecto | 見込み客, リード
empty | leeren, geleert, ausräumen | vider, vidé | vaciar, vacía | 空にする
line manager | vorgesetzte, vorgesetzter, vorgesetzten, führungskraft, führungskräfte | supérieur, supérieur hiérarchique, responsable hiérarchique, n 1 | superior, jefe directo, responsable directo, supervisor | 上司, 直属の上司, 上長
deputy | stellvertreter, stellvertreterin, stellvertretung, vertretung | suppléant, adjoint | suplente, sustituto | 代理, 副担当
managing director | geschäftsführer, geschäftsführerin, geschäftsführung, geschäftsleitung | gérant, directeur général | director general, gerente | 代表取締役, 社長
assistant | assistentin, assistent, assistenz, sekretariat, sekretärin | assistante, assistant, secrétariat, secrétaire | asistente, secretaria, secretaría | 秘書, アシスタント
contact | ansprechpartnerin, ansprechperson, kontaktperson | interlocuteur, personne à contacter | persona de contacto | 担当窓口, 連絡窓口, 問い合わせ先
in charge | zuständigkeit, federführend | en charge | encargado, encargada | 担当, 担当者, 担当して
works agreement | betriebsvereinbarung | accord d'entreprise | acuerdo de empresa | 労使協定
working time account | arbeitszeitkonto, zeitkonto, gleitzeitkonto, stundenkonto | compte épargne temps, compteur d'heures | bolsa de horas | 労働時間口座
time tracking | zeiterfassung, stempeluhr | pointage, suivi du temps, badgeuse | control horario, fichaje, registro horario | 勤怠管理, 勤怠, 打刻
clock in | einstempeln, stempeln | pointer | fichar | 打刻する
shift schedule | schichtplan, dienstplan, rota | planning, tableau de service | cuadrante, turno de trabajo, planilla | シフト表, 勤務表
shift swap | schichttausch, dienst tauschen, schicht tauschen | échange de poste, échanger un poste | cambio de turno, cambiar el turno | シフト交代
swap | tauschen, tausch, getauscht | échanger, échange | intercambiar | 交代, 交換する
supplement | zuschlag, zuschläge | majoration, supplément | plus, recargo, suplemento | 割増, 加算
night supplement | nachtzuschlag, nachtarbeitszuschlag | majoration de nuit, prime de nuit | plus de nocturnidad, nocturnidad | 深夜手当, 夜勤手当
Sunday supplement | sonntagszuschlag | majoration du dimanche | plus de domingo | 日曜手当
on-call duty | bereitschaftsdienst, rufbereitschaft | astreinte, permanence | guardia, disponibilidad | オンコール, 待機
permanent | unbefristet, unbefristete, unbefristeten, festanstellung | cdi, durée indéterminée | indefinido, fijo | 無期, 正社員
fixed-term | befristet, befristete, befristeten | cdd, durée déterminée | temporal, eventual | 有期, 契約社員
full day | ganztägig, ganztags, ganzer tag, ganzen tag | journée entière, journée complète | día completo, jornada completa | 終日, 全日
half day | halbtags, halbtägig, halber tag, halben tag | demi journée | media jornada, medio día | 半日, 半休
hourly | stündlich, pro stunde | par heure, horaire | por hora | 毎時, 時間あたり
hourly rate | stundensatz, stundenlohn | taux horaire | tarifa por hora, precio por hora | 時給, 時間単価
daily rate | tagessatz | tarif journalier | tarifa diaria | 日給, 日当
rate | satz, sätze | taux | tasa, porcentaje | 率, レート
gross | brutto | brut, brute | bruto | 総額, 額面
net | netto | net, nette | neto | 手取り, 純
income tax | lohnsteuer, einkommensteuer | impôt sur le revenu | irpf, impuesto sobre la renta | 所得税
social security | sozialversicherung | sécurité sociale | seguridad social | 社会保険
contribution | beitrag, beiträge | cotisation, contribution | cotización, contribución, aportación | 拠出, 掛金
severance pay | abfindung | indemnité de départ, indemnité de licenciement | indemnización, finiquito | 退職手当
advance | vorschuss, gehaltsvorschuss | avance, acompte sur salaire | anticipo | 前払い, 前借り
commission | provision, provisionen | commission | comisión | 歩合, コミッション
voucher | gutschein, gutscheine | bon d'achat, chèque cadeau | vale, cupón | 商品券, クーポン
meal voucher | essensmarke, essensmarken, essensgutschein, essenszuschuss | ticket restaurant, titre restaurant, chèque repas, tickets restaurant, titres restaurant | ticket restaurante, vale de comida, cheque restaurante | 食事補助, 食券
bike lease | jobrad, dienstrad, fahrradleasing, bikeleasing | leasing vélo, vélo de fonction | leasing de bicicleta, renting de bicicleta | 自転車リース
job ticket | jobticket, deutschlandticket | abonnement de transport, pass navigo | abono transporte, tarjeta transporte | 定期代
reference | zwischenzeugnis, arbeitszeugnis, zeugnis | certificat de travail, attestation de travail | certificado de trabajo, certificado de empresa | 在職証明書, 退職証明書
side job | nebentätigkeit, nebenjob, nebenbeschäftigung | activité annexe, second emploi, cumul d'emplois | segundo empleo, pluriempleo | 副業, 兼業
conflict of interest | interessenkonflikt, interessenkonflikte | conflit d'intérêts | conflicto de intereses | 利益相反
bribery | bestechung, korruption, schmiergeld | corruption, pot de vin | soborno, corrupción | 贈収賄, 賄賂
whistleblower | hinweisgeber, hinweisgeberin, whistleblower | lanceur d'alerte | denunciante, informante | 内部通報, 通報者
reporting office | meldestelle, beschwerdestelle | | canal de denuncias, canal ético | 相談窓口
non-compete | wettbewerbsverbot | clause de non concurrence, non concurrence | no competencia, pacto de no competencia | 競業避止
educational leave | bildungsurlaub | congé de formation | permiso de formación | 研修休暇
language course | sprachkurs, sprachkurse | cours de langue | curso de idiomas | 語学研修, 語学講座
objectives | zielvereinbarung, ziele | objectifs | objetivos | 目標設定
job posting | stellenausschreibung, stellenanzeige, ausschreibung | offre d'emploi, annonce | oferta de empleo, anuncio de empleo, vacante | 求人, 募集
recruit | einstellen, rekrutieren | recruter, embaucher | contratar, reclutar | 採用する
temporary worker | zeitarbeit, leiharbeiter, leiharbeit, zeitarbeiter | intérimaire, intérim | trabajador temporal, ett | 派遣社員, 派遣
working student | werkstudent, werkstudentin | étudiant salarié, alternant | becario | アルバイト学生
mentoring program | patenprogramm, mentorenprogramm | programme de mentorat, parrainage | programa de mentoría | メンター制度
workplace | arbeitsplatz, arbeitsort | lieu de travail, poste de travail | lugar de trabajo, puesto de trabajo | 職場, 勤務地
vaccination | impfung, impfpass, impfen, geimpft | vaccination, vaccin, vacciné, carnet de vaccination | vacuna, vacunación, vacunado | 予防接種, ワクチン
dress code | dresscode, kleiderordnung, bekleidung | code vestimentaire, tenue | código de vestimenta, vestimenta | ドレスコード, 服装
uniform | uniform, dienstkleidung | uniforme | uniforme | 制服
name tag | namensschild | badge nominatif | placa identificativa, placa con el nombre | 名札
tattoo | tattoo, tattoos, tätowierung | tatouage | tatuaje | 入れ墨, タトゥー
overnight stay | übernachtung, übernachtungskosten, übernachten | nuitée, hébergement | alojamiento, pernocta | 宿泊, 宿泊費
meal allowance | verpflegungsmehraufwand, verpflegungspauschale, tagespauschale, tagegeld, verpflegungsgeld | indemnité de repas, indemnités repas, frais de repas | dieta, dietas, manutención | 日当
mileage allowance | kilometergeld, kilometerpauschale | indemnité kilométrique, indemnités kilométriques, frais kilométriques | kilometraje, precio por kilómetro | 走行距離手当
entertainment | bewirtung, bewirtungsbeleg, geschäftsessen | repas d'affaires, frais de représentation, invitation | comida de negocios, gastos de representación | 接待, 接待費, 会食
tip | trinkgeld, trinkgelder | pourboire, pourboires | propina, propinas | チップ
travel expense report | reisekostenabrechnung, reiseabrechnung | note de frais de déplacement | liquidación de viaje, liquidación de gastos | 出張精算, 旅費精算
travel expenses | reisekosten | frais de déplacement, frais de mission | gastos de viaje, gastos de desplazamiento | 出張旅費, 旅費, 出張費
business trip | dienstreise, dienstreisen, geschäftsreise, geschäftsreisen | déplacement professionnel, voyage d'affaires, mission | viaje de negocios, viaje de trabajo, viaje de empresa | 出張
second class | zweite klasse, zweiter klasse, zweiten klasse | seconde classe, deuxième classe | segunda clase, clase turista | 普通車
economy class | economy, economyclass, touristenklasse | classe économique, classe éco | clase turista, turista | エコノミー, エコノミークラス
rail card | bahncard, bahncards | carte de réduction sncf, carte avantage | tarjeta de tren | 回数券
fuel | kraftstoff, benzin, diesel, sprit | carburant, essence, gazole | combustible, gasolina, gasóleo | 燃料, ガソリン
fuel card | tankkarte, tankkarten | carte carburant, carte essence | tarjeta de combustible, tarjeta gasolina | 給油カード
refuel | tanken, getankt | faire le plein | repostar | 給油
toll | maut, autobahngebühr | péage | peaje, peajes | 高速料金, 通行料
driving licence check | führerscheinkontrolle | contrôle du permis | control del carné | 免許証確認
seat reservation | sitzplatzreservierung, platzreservierung | réservation de place | reserva de asiento | 座席指定
rebook | umbuchen, umbuchung | modifier, modifier la réservation | cambiar la reserva | 変更する
dunning | mahnung, mahnungen | relance, rappel, mise en demeure | requerimiento de pago, recordatorio de pago | 督促
reminder fee | mahngebühr | frais de relance | recargo por mora | 督促手数料
payment term | zahlungsziel, zahlungsfrist, zahlungsbedingungen | délai de paiement, conditions de paiement | plazo de pago, condiciones de pago | 支払期限, 支払条件, 支払いサイト
cash discount | skonto | escompte | descuento por pronto pago | 現金割引
credit note | gutschrift, gutschriften | avoir, note de crédit | nota de crédito, abono | 返金通知
transfer | überweisen, überweisung, überwiesen, überweist | virement, virer, transférer | transferencia, transferir | 振込, 振り込み, 振り込まれ
delivery note | lieferschein, lieferscheine | bon de livraison | albarán, nota de entrega | 納品書
delivery time | lieferzeit, lieferfrist, liefertermin | délai de livraison | plazo de entrega | 納期, 納品日
order number | bestellnummer, auftragsnummer | numéro de commande, bon de commande | número de pedido | 注文番号
release | freigabe, freigeben, freigegeben, freigibt | validation, valider, valide | validar, valida, visto bueno | 承認する
approval limit | freigabegrenze, genehmigungsgrenze, wertgrenze | seuil de validation, plafond de validation | límite de aprobación | 決裁限度, 決裁権限
power of attorney | vollmacht, vollmachten, prokura | procuration, délégation de signature | poder, poder notarial | 委任状
consent | einwilligung, einwilligungen, zustimmung | consentement, accord | consentimiento | 同意書
confidentiality | geheimhaltung, verschwiegenheit, vertraulichkeit, schweigepflicht | confidentialité, secret professionnel | confidencialidad, secreto profesional | 守秘義務, 機密保持
non-disclosure agreement | geheimhaltungsvereinbarung, vertraulichkeitsvereinbarung, nda | accord de confidentialité | acuerdo de confidencialidad | 秘密保持契約, 秘密保持契約書
liability | haftung, haften, haftet, haftpflicht | responsabilité civile | responsabilidad civil | 賠償責任
jurisdiction | gerichtsstand | tribunal compétent, juridiction | jurisdicción, fuero | 管轄裁判所
contractual penalty | vertragsstrafe, konventionalstrafe | pénalité, clause pénale, pénalités de retard | penalización, cláusula penal | 違約金
contract term | vertragslaufzeit, laufzeit, mindestlaufzeit | durée du contrat, durée d'engagement | duración del contrato, permanencia | 契約期間
extension of a contract | vertragsverlängerung | renouvellement, reconduction, prolongation | renovación, prórroga | 契約更新
extend | verlängern, verlängerung | prolonger, renouveler | prorrogar, renovar | 更新, 延長
lawyer | anwalt, rechtsanwalt, anwältin | avocat | abogado, abogada | 弁護士
legal department | rechtsabteilung | service juridique | departamento jurídico, asesoría jurídica | 法務部, 法務
court | gericht | tribunal | tribunal, juzgado | 裁判所
fine | bußgeld, geldbuße, strafe, strafzettel | amende, contravention | multa, sanción | 罰金, 反則金
personal data breach | datenpanne, datenpannen, datenleck, datenschutzverletzung | violation de données, fuite de données | brecha de datos, violación de datos, fuga de datos | 情報漏えい, 情報漏洩, データ漏洩
retention | löschfrist, löschfristen | conservation, archivage | conservación | 保管期間, 保存
credentials | zugangsdaten, anmeldedaten | identifiants | credenciales, datos de acceso | ログイン情報, 認証情報
username | benutzername, nutzername | identifiant, nom d'utilisateur | nombre de usuario | ユーザー名, ユーザID
access rights | zugriffsrechte, zugriffsrecht, zugriffsberechtigung | droits d'accès | derechos de acceso | アクセス権, 権限
screen lock | bildschirmsperre, bildschirm sperren | verrouillage de l'écran, verrouiller l'écran | bloqueo de pantalla, bloquear la pantalla | 画面ロック
lock | sperren, gesperrt, sperrt, absperren, abschließen | verrouiller, verrouillé, bloquer, bloqué, fermer à clé | bloquear, bloqueado, bloquea, cerrar con llave | ロック, 施錠
unlock | entsperren, freischalten, aufsperren | déverrouiller, débloquer | desbloquear | ロック解除, 解除
encryption | verschlüsselung, verschlüsseln, verschlüsselt | chiffrement, chiffrer, chiffré, crypter | cifrado, cifrar, encriptar, encriptación | 暗号化
hard disk | festplatte, festplatten, ssd | disque dur | disco duro | ハードディスク
USB stick | usb stick, usb sticks, speicherstick | clé usb, clés usb | memoria usb, pendrive, lápiz usb | USBメモリ
drive | laufwerk, laufwerke, netzlaufwerk | lecteur, lecteur réseau, disque | unidad, unidad de red | ドライブ, 共有ドライブ, 共有フォルダ
docking station | dockingstation, dock | station d'accueil | estación de acoplamiento | ドッキングステーション
distribution list | verteiler, verteilerliste, mailverteiler | liste de diffusion | lista de distribución | メーリングリスト
out-of-office message | abwesenheitsnotiz, abwesenheitsmeldung, abwesenheitsassistent | message d'absence, réponse automatique | mensaje de ausencia, respuesta automática | 不在通知, 自動返信
restore | wiederherstellen, wiederherstellung, zurückspielen | restaurer, restauration | restaurar, restauración | 復元, 復旧
fault | störung, störungen, störungsmeldung | panne, dysfonctionnement | avería, fallo | 故障, 障害
escalation | eskalation, eskalieren, eskaliert | escalade, escalader | escalado, escalar, escalamiento | エスカレーション
maintenance window | wartungsfenster | fenêtre de maintenance | ventana de mantenimiento | メンテナンス時間
response time | reaktionszeit, antwortzeit | délai de réponse, temps de réponse, délai d'intervention | tiempo de respuesta | 応答時間, 対応時間, 回答期限
virus | virus, viren, schadsoftware | virus, logiciel malveillant | virus, malware | ウイルス, マルウェア
forward | weiterleiten, weiterleitung, weitergeleitet | transférer, faire suivre | reenviar, remitir | 転送
notify | benachrichtigen, benachrichtigung, verständigen | notifier, aviser | notificar, notificación | 通知して
scan | scannen, einscannen, scanner | scanner, numériser | escanear, escáner | スキャン
copy | kopieren, kopie, kopien | copier, copie, photocopie | copiar, copia, fotocopia | コピー
copier | kopierer, kopiergerät | photocopieur, photocopieuse | fotocopiadora | コピー機, 複合機
cable | kabel | câble | cable | ケーブル
charger | ladegerät, ladekabel, netzteil | chargeur | cargador | 充電器
charging station | ladesäule, ladesäulen, ladestation, wallbox | borne de recharge, bornes de recharge | punto de recarga, cargador eléctrico | 充電スタンド, 充電ステーション
plug | stecker | prise mâle, fiche | enchufe | プラグ
socket | steckdose, steckdosen | prise de courant, prise électrique | toma de corriente | コンセント
light bulb | glühbirne, lampe, lampen, beleuchtung | ampoule, lampe, éclairage | bombilla, lámpara, iluminación | 電球, 照明
heating | heizung, heizen | chauffage | calefacción | 暖房
air conditioning | klimaanlage, klimatisierung | climatisation, clim | aire acondicionado, climatización | エアコン, 冷房, 空調
window | fenster | fenêtre | ventana | 窓
fridge | kühlschrank, kühlschränke | réfrigérateur, frigo | nevera, frigorífico | 冷蔵庫
microwave | mikrowelle | micro ondes | microondas | 電子レンジ
dishwasher | geschirrspüler, spülmaschine | lave vaisselle | lavavajillas | 食洗機
water dispenser | wasserspender | fontaine à eau | dispensador de agua | ウォーターサーバー
fruit | obst, obstkorb | fruit, fruits | fruta | 果物, フルーツ
dishes | geschirr, tassen | vaisselle | vajilla, platos | 食器
hall | halle, hallen, saal | hall, salle | sala, salón, nave | ホール
ground floor | erdgeschoss, parterre | rez de chaussée | planta baja | 一階
basement | keller, untergeschoss | sous sol, cave | sótano | 地下, 地下室
roof | dach | toit | techo, tejado, azotea | 屋根, 屋上
corridor | flur, gang | couloir | pasillo | 廊下
staircase | treppe, treppenhaus | escalier, escaliers | escalera, escaleras | 階段
cupboard | schrank, schränke | armoire, placard | armario | 棚, キャビネット, ロッカー
safe deposit | tresor, safe | coffre fort, coffre | caja fuerte | 金庫
porter | pförtner, pforte, wache, werkschutz | gardien, gardiennage, loge | portería, conserje, vigilante | 守衛, 警備, 警備員
branch | filiale, filialen, niederlassung, niederlassungen, zweigstelle | succursale, filiale, agence | sucursal, filial, delegación | 支店, 支社, 営業所
construction site | baustelle, baustellen | chantier, chantiers | obra, obras | 現場, 工事現場
laboratory | labor, labore | laboratoire | laboratorio | 研究室, ラボ, 実験室
bike cellar | fahrradkeller, fahrradraum, fahrradstellplatz | local à vélos, garage à vélos | aparcabicis, aparcamiento de bicicletas | 駐輪場
parking space | parkplatz, parkplätze, stellplatz | place de parking, place de stationnement | plaza de aparcamiento, plaza de garaje | 駐車場
room booking | raumbuchung, raumreservierung | réservation de salle | reserva de salas, reserva de sala | 会議室予約, 会議室の予約
office supplies | büromaterial, bürobedarf, schreibwaren | fournitures de bureau, fournitures | material de oficina | 事務用品, 備品, 文房具
business cards | visitenkarte, visitenkarten | cartes de visite, carte de visite | tarjetas de visita, tarjeta de visita | 名刺
waste separation | mülltrennung, müll trennen, recycling | tri des déchets, recyclage | reciclaje, separación de residuos | 分別, ごみの分別, リサイクル
cleaning schedule | putzplan, reinigungsplan | planning de nettoyage, planning de ménage | plan de limpieza, turno de limpieza | 清掃計画, 掃除当番
visitor badge | besucherausweis, besucherausweise | badge visiteur | tarjeta de visitante, pase de visitante | 来客証, ビジターカード, 入館証
admission | zutritt, zugang | accès, entrée | acceso, entrada | 入館, 入室
duplicate key | ersatzschlüssel, zweitschlüssel | double de clé, double des clés | copia de llave, llave de repuesto | 合鍵, スペアキー
fire protection | brandschutz | protection incendie, sécurité incendie | protección contra incendios | 防火
fire warden | brandschutzhelfer, brandschutzbeauftragte, evakuierungshelfer | guide file, serre file, équipier de première intervention | responsable de evacuación, jefe de emergencias | 防火管理者, 火元責任者
fire extinguisher | feuerlöscher | extincteur, extincteurs | extintor, extintores | 消火器
fire drill | feueralarmübung, räumungsübung, brandschutzübung, evakuierungsübung | exercice d'évacuation, exercice incendie | simulacro, simulacro de incendio, simulacro de evacuación | 避難訓練, 消防訓練, 防災訓練
evacuation | evakuierung, räumung, evakuieren | évacuation, évacuer | evacuación, evacuar | 避難, 避難する
first aider | ersthelfer, ersthelferin, ersthelfende | secouriste, sauveteur secouriste, sst | socorrista, persona de primeros auxilios | 救護担当, 救急担当
first aid kit | erste hilfe kasten, verbandskasten, verbandkasten | trousse de secours, trousse à pharmacie | botiquín | 救急箱
defibrillator | defibrillator, defi | défibrillateur | desfibrilador | AED, 除細動器
accident book | verbandbuch, verbandsbuch, unfallbuch | registre des accidents | libro de accidentes, registro de accidentes | 事故記録簿
work accident | arbeitsunfall, arbeitsunfälle, wegeunfall | accident du travail, accident de trajet | accidente laboral, accidente de trabajo, accidente in itinere | 労災, 労働災害, 通勤災害
near miss | beinaheunfall | presqu'accident, presque accident | cuasi accidente, incidente | ヒヤリハット
assembly point | sammelplatz, sammelstelle, sammelpunkt | point de rassemblement | punto de encuentro, punto de reunión | 集合場所, 避難場所
escape route | fluchtweg, fluchtwege, rettungsweg | issue de secours, voie d'évacuation | vía de evacuación, ruta de evacuación | 避難経路, 避難路
emergency call | notruf, notrufnummer | numéro d'urgence, appel d'urgence | número de emergencias, teléfono de emergencia | 緊急連絡先, 緊急通報, 緊急電話
safety glasses | schutzbrille, schutzbrillen | lunettes de protection, lunettes de sécurité | gafas de protección, gafas de seguridad | 保護メガネ, 保護眼鏡
safety helmet | schutzhelm, schutzhelme, bauhelm | casque de sécurité, casque de chantier | casco de seguridad | 安全帽, ヘルメット
safety shoes | sicherheitsschuhe, arbeitsschuhe, schutzschuhe | chaussures de sécurité | zapatos de seguridad, calzado de seguridad, botas de seguridad | 安全靴
hearing protection | gehörschutz, ohrstöpsel | protection auditive, bouchons d'oreilles, casque antibruit | protección auditiva, tapones | 耳栓, 聴覚保護
protective equipment | schutzausrüstung, psa, schutzkleidung | équipement de protection individuelle, équipement de protection, epi | equipo de protección individual, equipo de protección, epi, epis | 保護具
hazardous substance | gefahrstoff, gefahrstoffe, chemikalie, chemikalien | produit dangereux, produits dangereux, produit chimique, produits chimiques | sustancia peligrosa, sustancias peligrosas, producto químico, productos químicos | 危険物質, 化学物質, 薬品, 化学薬品
safety data sheet | sicherheitsdatenblatt | fiche de données de sécurité | ficha de datos de seguridad | 安全データシート
operating instructions | betriebsanweisung, bedienungsanleitung, gebrauchsanweisung | mode d'emploi, notice d'utilisation | instrucciones de uso, manual de instrucciones | 取扱説明書, 操作マニュアル
safety training | sicherheitsunterweisung, sicherheitsschulung, unterweisung, unterweisungen | formation à la sécurité, formation sécurité | formación en seguridad, formación de prevención | 安全教育, 安全研修
risk assessment | gefährdungsbeurteilung, risikobeurteilung | évaluation des risques, document unique | evaluación de riesgos | リスクアセスメント, 危険評価
company doctor | betriebsarzt, betriebsärztin, werksarzt | médecin du travail, médecine du travail | médico de empresa, servicio médico | 産業医
medical examination | vorsorgeuntersuchung, untersuchung | visite médicale, examen médical | reconocimiento médico, revisión médica | 健康診断, 検診
screen glasses | bildschirmbrille, bildschirmarbeitsplatzbrille | lunettes d'écran, lunettes de travail sur écran | gafas para pantalla | 
hygiene | hygiene | hygiène | higiene | 衛生
disinfect | desinfizieren, desinfektion, desinfiziert | désinfecter, désinfection | desinfectar, desinfección | 消毒
infection | infektion, ansteckend, infektionskrankheit | infection, contagieux | infección, contagioso | 感染, 感染症
patient | patient, patientin, patienten | patient, patiente | paciente | 患者
nurse | krankenschwester, pfleger, pflegekraft, pflegefachkraft | infirmière, infirmier | enfermera, enfermero | 看護師
guest | gast, gäste, gästen | hôte, invité, client de l'hôtel | huésped, huéspedes, invitado | 宿泊客, お客
returns | rückgaberecht, retoure, retouren, rücksendung, rücksendungen | retours, droit de retour, droit de rétractation, rétractation | devoluciones, derecho de devolución, derecho de desistimiento, desistimiento | 返品
exchange | umtauschen, umtausch, eintauschen | échanger un article | canje, canjear | 交換
shipping costs | versandkosten, portokosten, porto, lieferkosten | frais de port, frais de livraison | gastos de envío | 送料
quantity discount | mengenrabatt, staffelrabatt, staffelpreis | remise sur quantité, remise quantitative, tarif dégressif | descuento por volumen, descuento por cantidad | 数量割引, ボリューム割引
minimum order | mindestbestellmenge, mindestbestellwert, mindestmenge | commande minimum, quantité minimum, minimum de commande | pedido mínimo, cantidad mínima | 最小注文数, 最低注文数, 最低ロット
warranty claim | gewährleistung, garantiefall | garantie légale, recours en garantie | reclamación de garantía | 保証請求
lead time | vorlaufzeit, durchlaufzeit | délai d'approvisionnement | plazo de aprovisionamiento | リードタイム
inventory | inventur, inventar, bestandsaufnahme | inventaire | inventario | 棚卸, 棚卸し, 在庫数
stock level | lagerbestand, lagerbestände, bestände | niveau de stock, stocks | existencias, nivel de existencias | 在庫
item number | artikelnummer, artikelnummern, teilenummer, materialnummer | numéro d'article, référence article | número de artículo, referencia | 品番, 商品番号, 部品番号
serial number | seriennummer, seriennummern | numéro de série | número de serie | シリアル番号, 製造番号
batch | charge, chargen, losgröße | lot | lote | ロット
accessories | zubehör, zubehörteile | accessoire, accessoires | accesorio, accesorios | 付属品, アクセサリー
assembly | montage, montieren, montiert, zusammenbau | montage, assemblage, monter | montaje, montar | 組立, 組み立て
manufacture | fertigung, fertigen, herstellen, herstellung | fabrication, fabriquer | fabricación, fabricar | 製造
scrap | ausschuss, ausschussquote, schrott | rebut, rebuts | desecho, chatarra | 不良品, スクラップ
inspection | prüfung, inspektion, kontrolle, abnahme | inspection, vérification | inspección, verificación | 検査, 点検
inspection report | prüfprotokoll, prüfbericht, abnahmeprotokoll | rapport de contrôle, procès verbal | informe de inspección, acta | 検査報告書, 検査記録
measurement | messung, messungen, messwert | mesurage | medición | 計測
calibration | kalibrierung, kalibrieren, kalibriert | étalonnage, calibrage, étalonner, calibrer | calibración, calibrar | 校正
tolerance | toleranz, toleranzen | tolérance | tolerancia | 公差, 許容差
pressure | druck | pression | presión | 圧力
dimensions | abmessungen, maße | dimensions | dimensiones, medidas | 寸法
width | breite, breit | largeur, large | ancho, anchura | 幅
depth | tiefe, tief | profondeur, profond | profundidad, profundo | 深さ, 奥行
thickness | dicke, stärke, dick | épaisseur, épais | espesor, grosor | 厚さ, 厚み
load capacity | traglast, tragfähigkeit, nutzlast, zuladung, belastbarkeit | charge maximale, capacité de charge, charge utile | carga máxima, capacidad de carga | 積載量, 耐荷重, 最大荷重
voltage | spannung | tension | tensión, voltaje | 電圧
power | leistung, strom | puissance, courant | potencia, corriente | 電力, 出力
consumption | verbrauch, energieverbrauch, stromverbrauch | consommation | consumo | 消費, 消費量, 消費電力
range | reichweite, spanne | autonomie, portée, plage | alcance, autonomía, rango | 航続距離, 範囲
crane | kran, kräne | grue | grúa | クレーン
ladder | leitern, stehleiter | échelle | escalera de mano | はしご, 脚立
drill | bohrmaschine, bohrer, bohren | perceuse, percer | taladro, taladrar | ドリル
weld | schweißen, schweißer, schweißt | souder, soudure, soudage | soldar, soldadura | 溶接
expiry date | ablaufdatum, haltbarkeitsdatum, mindesthaltbarkeitsdatum, haltbarkeit, verfallsdatum | date d'expiration, date de péremption, date limite | fecha de caducidad, fecha de vencimiento, caducidad | 有効期限, 消費期限, 賞味期限
validity | gültigkeit, gültigkeitsdauer, gültig, gelten, gilt | validité, valable, valide | validez, válido, vigencia | 有効
due date | fälligkeit, fällig, fälligkeitsdatum | échéance, date d'échéance | vencimiento, fecha de pago | 期日
reference date | stichtag | date de référence | fecha de referencia | 基準日
period | zeitraum, zeitspanne, dauer | période, durée | período, periodo, duración | 期間
weekday | wochentag, wochentage, wochentagen | jour de la semaine, jours de semaine | día de la semana, entre semana | 平日, 曜日
working day | werktag, werktage, werktagen, arbeitstag, arbeitstage, arbeitstagen | jour ouvrable, jours ouvrables, jour ouvré, jours ouvrés | día laborable, días laborables, día hábil, días hábiles | 営業日, 稼働日, 労働日
business year | geschäftsjahr, wirtschaftsjahr | exercice comptable, année fiscale | ejercicio, año fiscal | 会計年度, 事業年度
half year | halbjahr, halbjährlich | semestre | semestre | 半年, 半期
quarterly | vierteljährlich, quartalsweise | trimestriel, par trimestre | trimestral | 四半期ごと, 四半期
midnight | mitternacht | minuit | medianoche | 深夜0時
maximum amount | höchstbetrag, obergrenze, höchstgrenze, maximalbetrag, höchstsatz | montant maximum, plafond | importe máximo, tope, límite máximo | 上限額, 上限, 限度額
minimum amount | mindestbetrag, untergrenze, mindestsumme | montant minimum | importe mínimo | 最低額, 下限
minimum age | mindestalter | âge minimum | edad mínima | 最低年齢
limit value | grenzwert, grenzwerte, schwelle, schwellenwert | seuil, valeur limite | umbral, valor límite | 基準値, しきい値
percentage | prozentsatz, prozentanteil | pourcentage | porcentaje | 割合, 百分率
own contribution | eigenanteil, selbstbehalt, selbstbeteiligung, eigenbeteiligung, zuzahlung | reste à charge, franchise, participation | franquicia, copago, aportación propia | 自己負担, 自己負担額
VAT | mehrwertsteuer, umsatzsteuer, vorsteuer | tva | iva | 消費税
customs | zoll, zollgebühren | douane, droits de douane | aduana, aduanas | 関税, 税関
cost centre | kostenstelle, kostenstellen | centre de coûts, centre de coût | centro de coste, centro de costes | コストセンター, 部門コード
credit | kredit, kredite | crédit | crédito | クレジット
deductible | absetzbar, abgezogen, abziehen, abzug | déductible, déduit, déduire, retenue | deducible, deducir, descontar, descontado | 控除, 差し引
subsidize | bezuschussen, bezuschusst, zuschüsse | subventionner, subvention, participer | subvencionar, subvención, subvencionado | 補助金
reimburse | ersetzt, übernommen, übernimmt, übernehmen | prendre en charge, pris en charge, prise en charge | cubrir, cubre, abonar, abona | 負担
summer party | betriebsfest, sommerfest, firmenfeier | fête d'entreprise, fête d'été | fiesta de la empresa, fiesta de verano | 夏祭り, 社内イベント
excursion | ausflug, betriebsausflug, teamausflug | sortie, sortie d'équipe | excursión, salida de equipo | 社員旅行, 遠足
pet | haustier, haustiere | animal de compagnie, animaux de compagnie, animal, animaux | mascota, mascotas, animal | ペット
deregister | abmelden, abmeldung | désinscrire, se désinscrire | darse de baja, dar de baja | 登録解除, 退会
announce | ankündigen, angekündigt | annoncer | anunciar | 知らせる
mandatory | verpflichtend, verbindlich, vorgeschrieben, pflicht | obligatoire, imposé | obligatorio, obligatoria | 必須, 義務
at the same time | gleichzeitig, zugleich | en même temps, simultanément | al mismo tiempo, a la vez | 同時に
at the earliest | frühestens | au plus tôt | como pronto | 早くても
at the latest | spätestens | au plus tard | a más tardar, como tarde | 遅くとも, までに
within | innerhalb, binnen | dans un délai de, sous, dans les | dentro de, en un plazo de | 以内
exclude | ausschließen, ausgeschlossen, ausgenommen, ausnahme, ausnahmen | exclure, exclu, exception, exceptions | excluir, excluido, excepción, excepciones | 除外, 例外
located | liegt, liegen, befindet sich, befinden sich, gelegen | situé, située, se trouve, se trouvent | ubicado, situado, encuentra, queda | 位置
entitled | steht mir zu, stehen mir zu, zusteht, zustehen, anspruch, berechtigt | droit à, avoir droit, ai droit | derecho a, corresponde, corresponden | 権利, 受けられ, 対象
count towards | angerechnet, anrechnen, anrechnung | pris en compte, compte pour | computa, cuenta para | 算入
reached | erreicht, erreichbarkeit | joint, atteint | localizable, alcanzado | 連絡がつく
vehicle | fahrzeug, fahrzeuge, fuhrpark | véhicule, véhicules | vehículo, vehículos | 車両
trailer | anhänger | remorque | remolque | トレーラー
pallet | palette, paletten, europalette | palette, palettes | palé, palet, palés | パレット
load | verladen, beladen, laderampe | charger, chargement, quai de chargement | cargar, carga, muelle de carga | 積み込み, 荷積み
forwarder | spedition, spediteur, frachtführer | transporteur, transitaire | transportista, agencia de transporte | 運送会社, 配送業者
wholesale | großhandel, großhändler | grossiste, gros | mayorista | 卸売
retail | einzelhandel | commerce de détail, détaillant | minorista, venta al por menor | 小売
till | kasse, kassensturz | caisse | caja, caja registradora | レジ
subscription | abo, abonnement, abos | abonnement, abonnements | suscripción, abono | サブスクリプション, 購読
trial | testphase, testversion, probeabo | période d'essai gratuite, essai gratuit, version d'essai | prueba gratuita, versión de prueba | 無料トライアル, 試用版, トライアル
feature | funktion, funktionen, merkmal | fonctionnalité, fonctionnalités | función, funciones, funcionalidad | 機能
licence key | lizenzschlüssel, lizenzen | clé de licence | clave de licencia | ライセンスキー
roadmap | roadmap, fahrplan | feuille de route | hoja de ruta | ロードマップ
target group | zielgruppe, zielgruppen | public cible, cible | público objetivo | ターゲット層
campaign | kampagne, kampagnen | campagne | campaña | キャンペーン
trade fair | messe, messen, messestand | salon, salon professionnel, foire | feria, feria comercial | 展示会, 見本市
key account | großkunde, großkunden, schlüsselkunde | grand compte, grands comptes | cliente clave, gran cuenta | 大口顧客
end customer | endkunde, endkunden | client final | cliente final | エンドユーザー
minutes | protokoll, protokolle, niederschrift | compte rendu, comptes rendus, procès verbal | acta, actas | 議事録
agenda | tagesordnung, agenda | ordre du jour | orden del día | 議題
participant | teilnehmer, teilnehmerin, teilnehmende | participant, participants | participante, participantes | 参加者, 出席者
register for | einschreiben, einschreibung | s'inscrire, inscription | inscribirse, inscripción | 申し込み, 申込, 申し込む
sponsor | sponsor, förderer | parrain, sponsor | patrocinador | スポンサー
hand over | übergeben, übergabe, aushändigen | remise, passation | traspaso, entregar | 引き継ぎ, 引継ぎ, 引き渡し
pay attention | achten, beachten, aufpassen | faire attention, veiller | tener en cuenta, fijarse | 注意, 気をつけ
shut down | herunterfahren, stilllegen | arrêter, arrêt | apagar, parada | 停止
emergency stop | notaus, not aus, notausschalter | arrêt d'urgence | parada de emergencia | 非常停止
leak | leck, undicht, auslaufen | fuite | fuga | 漏れ
flood | überschwemmung, wasserschaden, rohrbruch | inondation, dégât des eaux | inundación, fuga de agua | 水漏れ, 浸水
power cut | stromausfall | coupure de courant, panne de courant | corte de luz, apagón | 停電
lost property | fundsache, fundsachen, fundbüro | objets trouvés, objet trouvé | objetos perdidos | 忘れ物, 落とし物, 遺失物
theft | diebstahl, klau, gestohlen | vol, volé | robo, hurto, robado | 盗難
police | polizei, anzeige | police, plainte | policía, denuncia | 警察
ambulance | krankenwagen, rettungswagen, rettungsdienst | ambulance, samu | ambulancia | 救急車
hospital | krankenhaus, klinik | hôpital, clinique | hospital, clínica | 病院
medicine | medikament, medikamente, arznei | médicament, médicaments | medicamento, medicamentos | 薬, 医薬品
prescription | rezept | ordonnance | receta | 処方箋, 処方
blood | blut | sang | sangre | 血液
allergy | allergie, allergien, allergisch | allergie, allergique | alergia, alérgico | アレルギー
vegetarian | vegetarisch, vegetarier, vegan | végétarien, végétalien | vegetariano, vegano | ベジタリアン, 菜食
swimming pool | schwimmbad, pool | piscine | piscina | プール
towel | handtuch, handtücher | serviette, serviettes | toalla, toallas | タオル
bed | bett, betten | lit, lits | cama, camas | ベッド
single room | einzelzimmer | chambre simple, chambre individuelle | habitación individual | シングルルーム
double room | doppelzimmer | chambre double | habitación doble | ダブルルーム
reservation | reservierung, reservierungen, vormerkung | réservation, réservations | reserva, reservas | 予約
cancellation | stornierung, stornierungen, storno, absage | annulation, annulations | cancelación, cancelaciones, anulación | キャンセル, 取り消し
cancellation fee | stornogebühr, stornokosten, stornierungsgebühr | frais d'annulation | gastos de cancelación, gastos de anulación | キャンセル料
check in | einchecken, anreise | arrivée, enregistrement | entrada, registro, llegada | チェックイン
check out | auschecken, abreise | départ | salida | チェックアウト
luggage | gepäck, koffer | bagage, bagages, valise | equipaje, maleta | 荷物, 手荷物
tenant | mieter, mieterin | locataire | inquilino, arrendatario | 借主, テナント
landlord | vermieter, vermieterin | propriétaire, bailleur | arrendador, casero | 大家, 貸主
citizen | bürger, bürgerin, bürgerinnen | citoyen, citoyens, administré | ciudadano, ciudadanos | 市民, 住民
identity card | personalausweis, ausweis | carte d'identité, pièce d'identité | documento de identidad, dni, carné de identidad | 身分証, 身分証明書
town hall | rathaus, gemeinde, gemeindeverwaltung | mairie, hôtel de ville, commune | ayuntamiento | 市役所, 役所
mayor | bürgermeister, bürgermeisterin | maire | alcalde, alcaldesa | 市長
pupil | schüler, schülerin, schülerinnen | élève, élèves | alumno, alumnos, alumna | 生徒
teacher | lehrer, lehrerin, lehrkraft, lehrkräfte | enseignant, enseignante, professeur | profesor, profesora, maestro, docente | 教師, 先生, 教員
class | klasse, klassen | classe, classes | clase, clases | クラス
exam | prüfungen, klausur, examen | examen, examens, épreuve | examen, exámenes | 試験
homework | hausaufgaben, hausaufgabe | devoirs | deberes | 宿題
membership fee | mitgliedsbeitrag, mitgliedsbeiträge | cotisation annuelle | cuota de socio | 会費
insured event | versicherungsfall, schadensfall, schaden, schäden | sinistre, dommage, dommages, dégâts | siniestro, daño, daños | 損害, 保険事故
policy number | versicherungsnummer, policennummer | numéro de police | número de póliza | 保険証券番号
occupational pension | betriebsrente, betriebliche altersvorsorge | retraite complémentaire | plan de pensiones | 企業年金
bereavement leave | trauerurlaub | congé pour décès, congé décès, congé de deuil | permiso por fallecimiento, permiso por defunción | 忌引, 忌引き, 忌引休暇
wedding leave | hochzeitsurlaub | congé mariage, congé pour mariage | permiso por matrimonio | 結婚休暇
data centre | rechenzentrum, rechenzentren, serverraum | centre de données, salle serveur, salle des serveurs | centro de datos, sala de servidores | データセンター, サーバールーム
environment | umgebung, umgebungen, umwelt | environnement | entorno, medio ambiente | 環境
deployment | bereitstellung, ausrollen, deployment | déploiement, déployer, mise en production | despliegue, desplegar | デプロイ, リリース作業
monitoring | überwachung, monitoring | surveillance, supervision | monitorización, supervisión | 監視する
firewall | firewall | pare feu | cortafuegos | ファイアウォール
certificate renewal | zertifikat, zertifikate | certificat, certificats | certificado, certificados | 証明書
ergonomics | ergonomie, ergonomisch | ergonomie, ergonomique | ergonomía, ergonómico | 人間工学
height-adjustable desk | höhenverstellbar, stehpult, höhenverstellbarer | bureau assis debout, réglable en hauteur | regulable en altura, mesa elevable | 昇降デスク
company | firmen, konzern | groupe, société mère | grupo, matriz | グループ会社
rule | regeln, vorgabe, vorgaben, vorschrift, vorschriften | règlement, consigne, consignes | norma, normas, reglamento | 規則, 決まり, ルール
change | wechsel, wechseln, gewechselt, änderung | changement, changer | cambio, cambiar | 変更
office hours | sprechzeiten, sprechstunde, sprechstunden | heures de permanence, permanences | horario de atención | 受付時間
rest period | ruhezeit, ruhezeiten | temps de repos, repos | descanso, tiempo de descanso | 休息時間, 休息
confirmation | bestätigung, auftragsbestätigung | confirmation | confirmación | 確認書
confirm | bestätigen | confirmer | confirmar | 確認する
survey | befragung, umfrage, umfragen | enquête, sondage | encuesta | アンケート, 調査
participation | beteiligung, teilnahme | participation aux bénéfices, intéressement | participación | 参加
profit sharing | gewinnbeteiligung, erfolgsbeteiligung | intéressement, participation aux bénéfices | participación en beneficios | 利益分配
reimbursement | kostenübernahme, kostenerstattung, übernahme | remboursement des frais | reembolso de gastos | 費用負担, 実費精算
compensation | ausgleich, entschädigung | compensation, indemnisation | compensación, indemnización | 補償
dental | zahn, zahnersatz | dentaire | dental | 歯科
additional | zusatz, zusätzlich, zusätzliche, zusätzlichen | supplémentaire, complémentaire | adicional, complementario | 追加の
protection | schutz | protection | protección | 保護
cleaning agent | reinigungsmittel, putzmittel | produit d'entretien, produits d'entretien, produit de nettoyage | producto de limpieza, productos de limpieza | 洗剤
stay | aufenthalt, aufenthalte, auslandsaufenthalt | séjour | estancia | 滞在
fraud | betrug | fraude | fraude | 不正, 詐欺
handover | ausgabe, aushändigung | distribution | entrega | 受け渡し
reporting obligation | meldepflicht, anzeigepflicht | obligation de déclaration | obligación de notificar | 届出義務, 報告義務
reporting deadline | meldefrist | délai de déclaration | plazo de notificación | 届出期限
dismissal protection | kündigungsschutz | protection contre le licenciement | protección contra el despido | 解雇制限
sit | sitzen, sitzt | s'asseoir, assis | sentarse, sentado, sienta | 座る
smoke | rauchen, raucht, raucherpause | fumer, pause cigarette | fumar, fuma | タバコ, たばこ, 喫煙所`
