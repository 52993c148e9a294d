/** The earlier turns of a conversation, oldest first. The last six are used. */
export interface Conversation {
  turns: readonly ConversationTurn[]
}

export interface ConversationTurn {
  /** As it was typed. */
  question: string
  /** The question that was answered, if the typed one was a follow-up: `standaloneQuestion` of the turn's trace. */
  standaloneQuestion?: string | undefined
  answer: string
}

const maxTurns = 6
const maxStandaloneCharacters = 4000

/**
 * Returns a follow-up as a question that can be answered alone: "And at the weekend?" together with the question before it.
 * Returns undefined for a question that stands alone.
 */
export function standaloneReading(question: string, conversation: Conversation | undefined): string | undefined {
  const previous = conversation?.turns.slice(-maxTurns).at(-1)
  if (!previous || !dependsOnContext(question)) return undefined
  const topic = previous.standaloneQuestion ?? previous.question
  return `${topic.trim()} ${question}`.slice(0, maxStandaloneCharacters)
}

const followUpOpening =
  /^(?:and|or|but|also|so|then|what about|how about|why|why not|which (?:one|ones)|und|was ist mit|et|y|e)\b/i
const backReference =
  /\b(?:it|its|they|them|their|theirs|he|him|his|she|her|hers|this|that|these|those|there|the same|one|ones)\b/i

function dependsOnContext(question: string): boolean {
  const words = question.split(/\s+/).length
  return (
    followUpOpening.test(question) ||
    (words <= 8 && backReference.test(question)) ||
    (words <= 2 && !/^[A-Z]{2,}/.test(question))
  )
}
