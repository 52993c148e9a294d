import { anyNumberWord } from '../ingest/number-words.ts'
import { isQuestion } from '../ingest/sentence-end.ts'

/**
 * Returns questions that a sentence answers, for a few simple patterns of English ("The workshop opens at seven"). Uses
 * rules, because it must work without a language model; other sentences give no question.
 */
export function questionsFromSentence(sentence: string): string[] {
  const text = sentence.replace(/\s+/g, ' ').trim()
  if (text.length > 220) return []
  for (const { pattern, question } of sentencePatterns) {
    const found = pattern.exec(text)
    const subject = found?.[1]
    if (subject === undefined || !isClearSubject(subject)) continue
    const isSingular = found?.[2] !== ''
    if (!isSingular && singularDeterminer.test(subject)) continue
    return [question(lowerFirst(subject), isSingular ? 'does' : 'do')]
  }
  return []
}

/** "The staff bike allowance": an article and two to five words. One word ("the limit") is too vague. */
const subjectPattern = "((?:The|Our|An?|Every|Each) (?:[\\p{L}\\p{N}’'-]+ ){1,4}?[\\p{L}\\p{N}’'-]+)"
/** The verb is followed by "s" where the subject is singular; `is` always is. */
const sentencePatterns: { pattern: RegExp; question: (subject: string, does: 'does' | 'do') => string }[] = [
  sentencePattern('open(s?) (?:at|on|from)\\b', (it, does) => `When ${does} ${it} open?`),
  sentencePattern('close(s?) (?:at|on|from|for)\\b', (it, does) => `When ${does} ${it} close?`),
  sentencePattern('cost(s?)\\b.*\\d', (it, does) => `How much ${does} ${it} cost?`),
  sentencePattern('last(s?)\\b.*\\d', (it, does) => `How long ${does} ${it} last?`),
  sentencePattern(
    `take(s?) (?:about |around |up to |at most )?(?:\\d|(?:${anyNumberWord})\\b)`,
    (it, does) => `How long ${does} ${it} take?`,
  ),
  sentencePattern('(?:start|begin)(s?) (?:at|on|in)\\b', (it, does) => `When ${does} ${it} start?`),
  sentencePattern('end(s?) (?:at|on|in|after)\\b', (it, does) => `When ${does} ${it} end?`),
  sentencePattern('happen(s?) (?:at|on|every|each|once)\\b', (it, does) => `When ${does} ${it} happen?`),
  sentencePattern('(is) (?:kept|stored|located) (?:at|in|on|under)\\b', (it) => `Where is ${it} kept?`),
  sentencePattern('(is) due (?:on|by|within|at)\\b', (it) => `When is ${it} due?`),
  sentencePattern('(is) (?:€|\\$|£|about |at least |at most |up to )?\\d', (it) => `What is ${it}?`),
]

const singularDeterminer = /^(?:an?|every|each) /i

/** Tells whether a subject can be understood by itself, and is one. */
function isClearSubject(subject: string): boolean {
  return !vagueSubject.test(subject) && !clauseWord.test(subject) && !trailingAdverb.test(subject)
}

/** Subjects that refer to another sentence: "the other one", "the eleven positions". */
const vagueSubject = new RegExp(
  String.raw`^(?:the|our|an?|every|each) (?:first|second|third|last|next|same|other|rest|latter|former|whole|above|following|\d\S*|${anyNumberWord}|both|many|few|several)(?=\s|$)`,
  'i',
)

/** Words of a clause: the verb isn't the subject's. */
const clauseWord =
  / (?:that|which|who|whom|whose|we|you|they|he|she|it|this|these|those|and|or|but|is|are|was|were|be|been|has|have|had|do|does|if|when|where|while|because|as|than|then)(?=\s|$)/i

/** An auxiliary or an adverb before the pattern's verb: "a hotel may cost". */
const trailingAdverb =
  / (?:may|can|could|must|should|will|would|might|never|not|also|only|usually|normally|always|often|still|already|currently|now|typically|generally)$/i

function sentencePattern(verb: string, question: (subject: string, does: 'does' | 'do') => string) {
  return { pattern: new RegExp(`^${subjectPattern} ${verb}`, 'u'), question }
}

/** Returns a question about a section. Outside English, only a heading that is a question itself. */
export function questionFromHeading(heading: string, title: string, language: string): string | undefined {
  const text = heading.replace(/\s+/g, ' ').trim()
  if (text.length > 80 || title.length > 80) return undefined
  if (isQuestion(text)) return text
  if (language !== 'en') return undefined
  const howTo = /^how to (.+)$/i.exec(text)?.[1]
  if (howTo !== undefined) return `How do I ${lowerFirst(howTo)}?`
  const isSpecific = text.includes(' ') && !/\b(?:it|this|that|these|those|here)\b/i.test(text) && !clause.test(text)
  const name = isSpecific ? text : title.trim()
  if (clause.test(name)) return undefined
  // A number, a path or a line of code isn't the name of a topic.
  if (!/^\p{L}/u.test(name) || /[?!.:]$|[:/|_<>{}[\]=]/.test(name)) return undefined
  return `What should I know about ${lowerFirst(name)}?`
}

/** "Who is who", "When you leave": not the name of a topic either. */
const clause = /^(?:who|whom|whose|what|when|where|why|how|which|if|whether)\b/i

/** Turns "Expenses" into "expenses" and keeps "IT": only an ordinary first word is lowered. */
function lowerFirst(text: string): string {
  return /^[\p{Lu}][\p{Ll}’']*(?=[\s,;]|$)/u.test(text) ? text.charAt(0).toLocaleLowerCase() + text.slice(1) : text
}
