import { detectLanguage } from '../../ingest/language-detection.ts'

/** What a question can ask for; `question-intent.ts` says what each means and has the English words. */
type Intent = 'how' | 'whatToDo' | 'whatHappens' | 'why' | 'several' | 'all' | 'difference' | 'compare' | 'max' | 'min'

/** Tells whether a German, French or Spanish question asks for this. */
export function asksInOtherLanguage(intent: Intent, question: string): boolean {
  if (question.length > maxQuestionLength) return false
  return intents[detectLanguage(question)]?.[intent].test(question) ?? false
}

/** Longer texts ask nothing in these words, and would take long to match. */
const maxQuestionLength = 1000

/** Tells whether a German, French or Spanish question, a whole sentence, has no question word: it asks for yes or no. */
export function asksWhetherInOtherLanguage(question: string): boolean {
  if (question.length > maxQuestionLength) return false
  const text = question.trim().replace(/(?<!\p{L})est-ce qu(?:e(?!\p{L})|['’])/giu, '')
  if (!/[?？]$/.test(text) || (text.match(/\p{L}+/gu) ?? []).length < minSentenceWords) return false
  const language = detectLanguage(question)
  const words = questionWords[language]
  return words !== undefined && !words.test(text) && nominal[language]?.test(question.trim()) !== true
}

/**
 * Tells whether a German, French or Spanish text tells a case and asks nothing: "Mein Laptop wurde gestern gestohlen." Keywords
 * are shorter, or begin with a small letter.
 */
export function tellsOnly(question: string): boolean {
  const words = questionWords[detectLanguage(question)]
  if (words === undefined || question.length > maxQuestionLength || /[?？]/.test(question)) return false
  const isSentence = /^\P{L}*\p{Lu}/u.test(question) && (question.match(/\p{L}+/gu) ?? []).length >= minToldWords
  return isSentence && !words.test(question)
}

const minToldWords = 6

/** Questions without a verb: "Kündigungsfrist in der Probezeit?" A French one has a subject: "on peut", "est-il". */
const nominal: Record<string, RegExp> = {
  de: /^\p{L}+ (?:in|im|bei|beim|f[uü]r|nach|während|von|vom|zu|zum|zur|mit|ohne|ab|pro|je|auf|am|an|und|oder)(?!\p{L})/iu,
  fr: /^(?!.*(?:-(?:t-)?(?:ils?|elles?|on|je|tu|nous|vous|ce)(?!\p{L})|(?<!\p{L})(?:est-ce|je|j['’]\p{L}+|on|nous|tu|vous|ils?|elles?|ça|c['’]est)(?!\p{L})))/isu,
}

/** "Kilometergeld?" and "Préavis cadres ?" are keywords. */
const minSentenceWords = 3

/** Matches as whole words; "\b" knows the letters of English alone. */
function wordsOf(pattern: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${pattern})(?!\\p{L})`, 'iu')
}

const questionWords: Record<string, RegExp> = {
  de: wordsOf(
    'wer|wen|wem|wessen|was|wann|wo|woher|wohin|womit|wof[uü]r|worauf|woran|worin|wozu|wobei|wodurch|wovon|wie|wieviele?|warum|wieso|weshalb|welche[mnrs]?',
  ),
  fr: wordsOf(
    "quel\\p{L}*|lequel|laquelle|lesquel\\p{L}*|qui|quoi|quand|où|comment|combien|pourquoi|^\\s*qu(?:e|['’].*)",
  ),
  es: wordsOf(
    'qué|quién(?:es)?|cuál(?:es)?|cuándo|a?dónde|cómo|cuánt[oa]s?|^[¿\\s]*(?:y )?(?:(?:a|de|con|en|para|por|hasta|desde) )?(?:que|quien(?:es)?|cual(?:es)?|cuando|donde|como|cuant[oa]s?)',
  ),
}

const intents: Record<string, Record<Intent, RegExp>> = {
  de: {
    how: wordsOf(
      '^(?:und )?wie (?!viele?|lange?|hoch|oft|häufig|weit|groß|alt|schnell|früh|spät|schwer|teuer|breit|tief|dick|heiß|warm|kalt|heißt|heißen|lautet|lauten|ist|sind|war)\\p{L}+|was (?:muss|soll|müssen|sollen|sollte) (?:ich|wir|man|du) .*(?:tun|machen)|was (?:mache|tue) (?:ich|wir|man)|(?:welche|einzelnen?) schritte|ablauf|vorgehensweise|anleitung',
    ),
    whatToDo: wordsOf(
      'was (?:mache|tue|machen|tun) (?:ich|wir|man)|was (?:muss|soll|müssen|sollen|sollte) (?:ich|wir|man|du) (?:.* )?(?:tun|machen|unternehmen)|was (?:ist (?:dann |jetzt )?zu |jetzt |nun )?tun|was (?:nun|jetzt)\\W*$|wie (?:verhalte|reagiere) ich|wie (?:verhalten|reagieren) wir',
    ),
    whatHappens: wordsOf('was (?:passiert|geschieht)'),
    why: wordsOf('warum|wieso|weshalb|aus welche[mn] gr[uü]nd(?:en?)?'),
    several: wordsOf(
      'was (?:sind|muss|müssen|soll|sollen|sollte|kann|können|darf|dürfen|brauche|brauchen|benötige|benötigen|braucht|gehört|gehören|zählt|umfasst|enthält|beinhaltet|bringe|ist (?:alles|zu beachten))(?! (?:\\p{L}+ ){0,4}kosten)|welche \\p{L}+ (?:sind|gelten|gibt|haben|müssen|muss|werden|brauche|brauchen|braucht|benötige|benötigen|benötigt|können|dürfen|gehören|bekommen|soll|sollen)|liste|checkliste|beispiele|unterlagen',
    ),
    all: wordsOf(
      'was sind (?:die|alle|unsere)|welche \\p{L}+ (?:gibt es|sind|gelten|haben wir)|(?:möglichkeiten|voraussetzungen|bedingungen|gründe|regeln|vorteile|anforderungen|beispiele|arten|kriterien|unterlagen) (?:für|zu|zum|zur|bei|der|des|von|gelten)',
    ),
    difference: wordsOf('unterschiede?|unterschiedlich|unterscheide[nt]?|vergleich\\p{L}*|verglichen|im gegensatz'),
    compare: wordsOf(
      'unterschied\\p{L}*|unterscheide[nt]?|vergleich\\p{L}*|alle[nr]? (?:standorte?n?|filialen|länder|abteilungen|stufen|tarife)|jede[mnrs]? \\p{L}+|(?:mehr|weniger|\\p{L}{3,}er) (?:\\p{L}+ ){0,3}als|(?:am|der|die|das|den|dem) (?:meisten|\\p{L}{3,}ste[mnrs]?)',
    ),
    max: wordsOf(
      '(?<!die )meisten|(?:höchst|größt|längst|teuerst|schwerst|ältest|weitest|stärkst|breitest|schnellst)e[mnrs]?',
    ),
    min: wordsOf(
      '(?:wenigst|niedrigst|kleinst|kürzest|billigst|günstigst|leichtest|jüngst|geringst|preiswertest|schmalst)e[mnrs]?',
    ),
  },
  fr: {
    how: wordsOf(
      "^(?:et )?comment (?!s['’]appel|se nomme)\\p{L}+|que (?:faire|dois-je faire|faut-il faire|doit-on faire)|quelles? (?:sont les étapes|est la (?:procédure|démarche|marche à suivre))",
    ),
    whatToDo: wordsOf(
      "que (?:faire|fais-je|fait-on|dois-je faire|faut-il faire|doit-on faire|devons-nous faire)|qu['’]est-ce que je (?:fais|dois faire)|comment (?:réagir|dois-je réagir)",
    ),
    whatHappens: wordsOf("que se passe-t-il|qu['’]arrive-t-il|qu['’]est-ce qui se passe"),
    why: wordsOf('pourquoi|pour quelles? raisons?'),
    several: wordsOf(
      "quel(?:le)?s \\p{L}+|(?:que|qu['’]est-ce que?) (?:dois-je|faut-il|doit-on|devons-nous|peut-on|puis-je|contient|comprend|je dois|l['’]on doit)|liste|exemples|pièces|documents",
    ),
    all: wordsOf(
      "quel(?:le)?s sont (?:les|tous|toutes|nos|vos|mes)|(?:conditions|règles|exigences|avantages|critères|types|raisons|pièces|documents|étapes) (?:pour|de|d['’]\\p{L}+|à)",
    ),
    difference: wordsOf('différences?|différent(?:e|s|es)?|diffèrent|compar\\p{L}+|par rapport'),
    compare: wordsOf(
      'différen\\p{L}+|compar\\p{L}+|chaque \\p{L}+|tou(?:s|tes) les (?:sites|services|pays|niveaux|tarifs|secteurs)|(?:plus|moins) (?:\\p{L}+ ){0,3}que|(?:le|la|les) (?:plus|moins) \\p{L}+',
    ),
    max: wordsOf(
      '(?:le|la|les) plus (?:de|grand|haut|long|cher|élevé|lourd|ancien|âgé|spacieu|vaste|important|large|profond)\\p{L}*',
    ),
    min: wordsOf('(?:le|la|les) (?:moins \\p{L}+|plus (?:petit|bas|court|faible|léger|jeune|étroit)\\p{L}*)'),
  },
  es: {
    how: wordsOf(
      'cómo (?!se llama|es|son|está)\\p{L}+|qué (?:hago|hacer|hacemos|debo hacer|tengo que hacer|hay que hacer)|qué pasos|cuáles son los pasos|cuál es el (?:procedimiento|proceso)',
    ),
    whatToDo: wordsOf(
      'qué (?:hago|hacer|hacemos|debo hacer|debemos hacer|tengo que hacer|hay que hacer|se hace|se debe hacer)|cómo (?:reacciono|debo reaccionar)',
    ),
    whatHappens: wordsOf('qué (?:pasa|ocurre|sucede|pasará)'),
    why: wordsOf('por qué|cuál es (?:el motivo|la razón)'),
    several: wordsOf(
      'qué \\p{L}+(?:as|os|es)|cuáles (?:son|\\p{L}+)|qué (?:debo|hay que|tengo que|necesito|se necesita|incluye|contiene|puedo|hace falta)|lista|ejemplos|documentos',
    ),
    all: wordsOf(
      'cuáles son (?:los|las|nuestr[oa]s|mis|sus)|(?:requisitos|condiciones|reglas|normas|ventajas|criterios|tipos|motivos|documentos|pasos) (?:para|de|del)',
    ),
    difference: wordsOf('diferencias?|diferentes?|difieren|compar\\p{L}+|frente a'),
    compare: wordsOf(
      'diferenci\\p{L}+|diferentes?|compar\\p{L}+|cada (?!cuánto|uno)\\p{L}+|tod[oa]s l[oa]s (?:sedes|oficinas|países|niveles|tarifas|tipos)|(?:más|menos|mayor|menor) (?:\\p{L}+ ){0,3}que|(?:el|la|los|las) (?:\\p{L}+ )?(?:más|menos) \\p{L}+',
    ),
    max: wordsOf(
      'más (?:grande|alt[oa]|larg[oa]|car[oa]|pesad[oa]|antigu[oa]|elevad[oa]|ampli[oa])s?|(?:el|la|los|las|tiene) (?:\\p{L}+ )?mayor',
    ),
    min: wordsOf(
      'más (?:pequeñ[oa]|baj[oa]|cort[oa]|barat[oa]|liger[oa]|joven|reducid[oa])s?|menos car[oa]s?|(?:el|la|los|las|tiene) (?:\\p{L}+ )?menor',
    ),
  },
}
