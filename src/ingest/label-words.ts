/**
 * Words that name the columns of tables and the lines of forms, with days and months. Tables have few function words and many
 * names, which are often foreign. Words that English has, too, are left out of the other languages.
 */
export const labelWords: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    en: `name date price cost amount city country phone room street address office item kind type team lead owner supplier
      department status hours days weeks number year month open closed yes drink food size colour color weight monday
      tuesday wednesday thursday friday saturday sunday january february march april may june july august september
      october november december`,
    de: `name datum preis kosten betrag stadt ort telefon raum zimmer straße adresse büro artikel typ team leitung
      lieferant abteilung status stunden tage wochen nummer jahr monat geöffnet geschlossen ja nein getränk größe farbe
      gewicht montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz april mai juni juli august
      september oktober november dezember`,
    fr: `nom date prix coût montant ville téléphone salle adresse équipe responsable fournisseur
      statut heures jours semaines numéro année mois ouvert fermé oui boisson taille couleur poids lundi mardi
      mercredi jeudi vendredi samedi dimanche janvier février avril mai juin juillet août septembre octobre novembre
      décembre`,
    es: `nombre fecha precio coste importe ciudad país teléfono sala calle dirección oficina artículo tipo equipo responsable
      proveedor departamento estado horas días semanas número año mes abierto cerrado bebida tamaño color lunes martes
      miércoles jueves viernes sábado domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre
      noviembre diciembre`,
    it: `nome prezzo costo importo città paese telefono sala indirizzo ufficio articolo tipo squadra responsabile
      fornitore reparto stato giorni settimane numero anno mese aperto chiuso bevanda colore lunedì martedì
      mercoledì giovedì venerdì sabato domenica gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre
      novembre dicembre`,
    nl: `naam datum prijs kosten bedrag stad telefoon kamer straat adres kantoor artikel soort team leverancier
      afdeling status uren dagen weken nummer jaar maand open gesloten ja nee maat kleur gewicht maandag dinsdag
      woensdag donderdag vrijdag zaterdag zondag januari februari maart april mei juni juli augustus september oktober
      november december`,
    pt: `nome preço custo valor cidade país telefone sala rua endereço escritório artigo tipo equipe responsável
      fornecedor departamento estado horas dias semanas número ano mês aberto fechado bebida tamanho cor segunda terça
      quarta quinta sexta sábado domingo janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro
      dezembro`,
  }).map(([language, words]) => [language, new Set(words.trim().split(/\s+/))]),
)
