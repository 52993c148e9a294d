import { monthNames, weekdayNames } from '../../ingest/calendar-words.ts'
import { anyNumberWord } from '../../ingest/number-words.ts'

/** The type of answer that a question word asks for. */
export type QuestionType = 'number' | 'time' | 'person' | 'place' | 'other'

/** Question words of the languages we analyze. */
const questionTypePatterns: [QuestionType, RegExp][] = [
  [
    'number',
    /\b(?:how (?:many|much|old|long|far|tall|large|big|high|fast|often|deep)|what (?:percent|percentage|number|amount|size|population|age|portion|fraction)|wie ?viele?|wie (?:lange|hoch|oft|weit)|cuánt[oa]s?|combien|quant[oaie]+|hoeveel|kaç)\b|сколько|كم |多少|几|幾|いくつ|いくら|何人|몇|कितन|เท่าไร|กี่|bao nhiêu|mấy/iu,
  ],
  [
    'time',
    /\b(?:when|what (?:year|date|day|month|century|decade|time|era|period)|which (?:year|century|decade|month|day)|wann|welche[mnrs]? (?:jahr|jahrhundert|datum|tag)|cuándo|qué (?:año|siglo|fecha)|quand|quando|wanneer|ne zaman)\b|когда|в каком (?:году|веке)|متى|什么时候|何时|哪一?年|いつ|何時|언제|कब|เมื่อไ|khi nào/iu,
  ],
  [
    'person',
    /\b(?:who|whom|whose|wer|wem|wen|wessen|quién(?:es)?|qui|chi|quem|kim)\b|(?<!\p{L})(?:кто|кого|кому|чей)(?!\p{L})|من الذي|من هو|谁|誰|누가|누구|कौन|ใคร|\bai\b/iu,
  ],
  [
    'place',
    /^\s*(?:where|wo|wohin|dónde|où|dove|onde|waar|где|куда)(?!\p{L})|\bwhat (?:city|country|state|place|location|region|county)\b|أين|哪里|哪裡|どこ|어디/iu,
  ],
]

export function classifyQuestion(question: string): QuestionType {
  return questionTypePatterns.find(([, words]) => words.test(question))?.[0] ?? 'other'
}

const numberPattern = new RegExp(
  String.raw`\p{N}|\b(?:${anyNumberWord}|dozen|hundred|thousand|million|billion|half|third|quarter|once|twice|first|second|ein|eine|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|deux|trois|quatre|cinq)\b|[一二三四五六七八九十百千万]|(?<!\p{L})(?:два|две|три|четыре|пять|шесть|семь|восемь|девять|десять)`,
  'iu',
)
const timePattern = new RegExp(
  String.raw`\p{N}|\b(?:${[...monthNames, ...weekdayNames].join('|')}|century|centuries|noon|midnight|morning|evening|o'clock|past|jahrhundert|siglo)\b|век|世纪|[年月日时時]`,
  'iu',
)

/** Tells whether a sentence contains an answer of the type. Always true for types that cannot be recognized. */
export function matchesQuestionType(type: QuestionType, sentence: string, question: string): boolean {
  if (type === 'number') return numberPattern.test(sentence)
  if (type === 'time') return timePattern.test(sentence)
  if (type === 'other') return true
  // Looks for a name that is not in the question. Scripts without capitals cannot show one.
  if (!/\p{Lu}/u.test(sentence)) return !/\p{Ll}/u.test(sentence)
  const known = question.toLowerCase()
  // Single blanks: looking back over a long run of them from each one would take time by its square.
  const text = sentence.replace(/\s+/g, ' ')
  const names = text.match(/(?<=[\p{L}\p{N},;)"”’] ["“(]?)\p{Lu}[\p{L}'’.-]+/gu) ?? []
  const opening = /^\W*(\p{Lu}[\p{L}'’-]+) \p{Lu}/u.exec(text)?.[1]
  return [...names, ...(opening ? [opening] : [])].some((name) => !known.includes(name.toLowerCase()))
}
