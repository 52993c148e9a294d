/**
 * Questions that a sentence answers, for English sentences of a few plain shapes ("The workshop opens at seven").
 * Rules, not a model: they must work without one, and a sentence of any other shape simply gives none.
 */
export function questionsFromSentence(sentence: string): string[] {
  const text = sentence.replace(/\s+/g, ' ').trim()
  if (text.length > 220) return []
  for (const { shape, question } of sentencePatterns) {
    const found = shape.exec(text)
    const subject = found?.[1]
    if (subject === undefined || vagueSubject.test(subject) || trailingAuxiliary.test(subject)) continue
    return [question(lowerFirst(subject))]
  }
  return []
}

/** "The staff bike allowance": an article and two to five words. One word ("the limit") could be anything. */
const subjectPattern = "((?:The|Our|An?|Every|Each) (?:[\\p{L}\\p{N}’'-]+ ){1,4}?[\\p{L}\\p{N}’'-]+)"
const sentencePatterns: { shape: RegExp; question: (subject: string) => string }[] = [
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

/** What such a subject points to stands in another sentence. */
const vagueSubject =
  /^(?:the|our|an?|every|each) (?:first|second|third|last|next|same|other|rest|latter|former|one|whole|two)(?=\s|$)/i

/** The verb has begun before the shape's own: "a hotel may cost". */
const trailingAuxiliary = / (?:may|can|must|should|will|would|might|never|not|also|only|usually|normally)$/i

function sentencePattern(verb: string, question: (subject: string) => string) {
  return { shape: new RegExp(`^${subjectPattern} ${verb}`, 'u'), question }
}

/** A question about a section. Where its language is not English, the heading itself unless it is one. */
export function questionFromHeading(heading: string, title: string, language: string): string | undefined {
  const text = heading.replace(/\s+/g, ' ').trim()
  if (text.length > 80 || title.length > 80) return undefined
  if (/[?？]$/.test(text)) return text
  if (language !== 'en') return undefined
  const howTo = /^how to (.+)$/i.exec(text)?.[1]
  if (howTo !== undefined) return `How do I ${lowerFirst(howTo)}?`
  const isTelling = text.includes(' ') && !/\b(?:it|this|that|these|those|here)\b/i.test(text)
  const name = isTelling ? text : title.trim()
  if (name === '' || /[?!.:]$/.test(name)) return undefined
  return `What should I know about ${lowerFirst(name)}?`
}

/** "Expenses" → "expenses", but "IT" and "Perch" within a sentence stay: only a plain first word is lowered. */
function lowerFirst(text: string): string {
  return /^[\p{Lu}][\p{Ll}’']*(?=[\s,;]|$)/u.test(text)
    ? text.charAt(0).toLocaleLowerCase() + text.slice(1)
    : text
}
