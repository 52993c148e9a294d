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
    if (subject === undefined || vagueSubject.test(subject) || trailingAuxiliary.test(subject)) continue
    return [question(lowerFirst(subject))]
  }
  return []
}

/** "The staff bike allowance": an article and two to five words. One word ("the limit") is too vague. */
const subjectPattern = "((?:The|Our|An?|Every|Each) (?:[\\p{L}\\p{N}’'-]+ ){1,4}?[\\p{L}\\p{N}’'-]+)"
const sentencePatterns: { pattern: RegExp; question: (subject: string) => string }[] = [
  sentencePattern('opens? (?:at|on|from)\\b', (it) => `When does ${it} open?`),
  sentencePattern('closes? (?:at|on|from|for)\\b', (it) => `When does ${it} close?`),
  sentencePattern('costs?\\b.*\\d', (it) => `How much does ${it} cost?`),
  sentencePattern('lasts?\\b.*\\d', (it) => `How long does ${it} last?`),
  sentencePattern(
    'takes? (?:about |around |up to |at most )?(?:\\d|one|two|three|four|five|six|ten)',
    (it) => `How long does ${it} take?`,
  ),
  sentencePattern('(?:starts?|begins?) (?:at|on|in)\\b', (it) => `When does ${it} start?`),
  sentencePattern('ends? (?:at|on|in|after)\\b', (it) => `When does ${it} end?`),
  sentencePattern('happens? (?:at|on|every|each|once)\\b', (it) => `When does ${it} happen?`),
  sentencePattern('is (?:kept|stored|located) (?:at|in|on|under)\\b', (it) => `Where is ${it} kept?`),
  sentencePattern('is due (?:on|by|within|at)\\b', (it) => `When is ${it} due?`),
  sentencePattern('is (?:€|\\$|£|about |at least |at most |up to )?\\d', (it) => `What is ${it}?`),
]

/** Subjects that refer to another sentence. */
const vagueSubject =
  /^(?:the|our|an?|every|each) (?:first|second|third|last|next|same|other|rest|latter|former|one|whole|two)(?=\s|$)/i

/** An auxiliary before the pattern's verb: "a hotel may cost". */
const trailingAuxiliary = / (?:may|can|must|should|will|would|might|never|not|also|only|usually|normally)$/i

function sentencePattern(verb: string, question: (subject: string) => string) {
  return { pattern: new RegExp(`^${subjectPattern} ${verb}`, 'u'), question }
}

/** Returns a question about a section. Outside English, only a heading that is a question itself. */
export function questionFromHeading(heading: string, title: string, language: string): string | undefined {
  const text = heading.replace(/\s+/g, ' ').trim()
  if (text.length > 80 || title.length > 80) return undefined
  if (/[?？]$/.test(text)) return text
  if (language !== 'en') return undefined
  const howTo = /^how to (.+)$/i.exec(text)?.[1]
  if (howTo !== undefined) return `How do I ${lowerFirst(howTo)}?`
  const isSpecific = text.includes(' ') && !/\b(?:it|this|that|these|those|here)\b/i.test(text)
  const name = isSpecific ? text : title.trim()
  if (name === '' || /[?!.:]$/.test(name)) return undefined
  return `What should I know about ${lowerFirst(name)}?`
}

/** Turns "Expenses" into "expenses" and keeps "IT": only an ordinary first word is lowered. */
function lowerFirst(text: string): string {
  return /^[\p{Lu}][\p{Ll}’']*(?=[\s,;]|$)/u.test(text) ? text.charAt(0).toLocaleLowerCase() + text.slice(1) : text
}
