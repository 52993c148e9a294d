import { isFunctionWord } from '../../ingest/function-words.ts'
import { withoutEndMark } from '../../ingest/sentence-end.ts'
import { unescapeMarkdown } from '../markdown-text.ts'
import { isAcknowledgement } from './acknowledgement.ts'
import { substitute } from './substitute-phrase.ts'
import type { StartedTurn } from './thread-turn.ts'
import { topicPhrase } from './topic-phrase.ts'

/** The earlier turns of a conversation, oldest first. The last six that ask for something are used. */
export interface Conversation {
  turns: readonly ConversationTurn[]
  /** The turn that the question becomes once it is answered. */
  turn?: StartedTurn
}

export interface ConversationTurn {
  /** As it was typed. */
  question: string
  /** The question that was answered, if the typed one was a follow-up: `standaloneQuestion` of the turn's trace. */
  standaloneQuestion?: string | undefined
  /** The standalone question can contain words of earlier answers. */
  quotesAnswers?: boolean
  answer: string
}

/** How a question can be understood within its conversation. */
export interface FollowUp {
  /** The question with what it takes from the earlier turns. */
  inContext: string
  /** The question makes no sense alone: "and in Leipzig?", "who approves that?" */
  needsContext: boolean
  /** Of two readings, the one to try first. */
  prefersContext: boolean
  /** What was typed adds something to the earlier topic, which is there to find the right pages: it takes nothing's place. */
  isAppended: boolean
  /** It contains words of an earlier answer, which may come from documents that others can't see. */
  quotesAnswer: boolean
}

const maxTurns = 6
const maxCharacters = 4000

/** Returns the turns that a follow-up can refer to. */
export function lastTurns({ turns }: Conversation): readonly ConversationTurn[] {
  return turns.filter(({ question }) => !isAcknowledgement(question)).slice(-maxTurns)
}

/** Returns how a question depends on the turns before it, by rules; undefined if it clearly stands alone. */
export function interpretFollowUp(question: string, conversation: Conversation | undefined): FollowUp | undefined {
  const turns = conversation ? lastTurns(conversation) : []
  if (turns.length === 0 || isAcknowledgement(question)) return undefined
  const { rest, isOpened } = splitOpening(question)
  const shape = shapeOf(rest)
  if (shape === 'complete' && standsAlone(rest)) return undefined
  const names = shape === 'reference' && refersToPerson(rest) ? namedPerson(turns.at(-1)!.answer) : undefined
  const { inContext, isAppended, quotesAnswer } = names
    ? { inContext: append(rest, names), isAppended: false, quotesAnswer: true }
    : readInContext(question, rest, shape, turns)
  return {
    inContext: inContext.slice(0, maxCharacters),
    isAppended,
    needsContext: shape !== 'complete' && (shape !== 'fragment' || (isOpened && !isAppended)),
    prefersContext: shape !== 'complete',
    quotesAnswer,
  }
}

/**
 * `fragment`: a phrase without a question ("and in Leipzig?"), `condition`: "what if …", `reference`: a question with "it"
 * or "that", `bare`: one without anything that it is about ("until when?").
 */
type Shape = 'fragment' | 'condition' | 'reference' | 'bare' | 'complete'

function readInContext(
  question: string,
  rest: string,
  shape: Shape,
  turns: readonly ConversationTurn[],
): Pick<FollowUp, 'inContext' | 'isAppended' | 'quotesAnswer'> {
  const standalone = turns.map((turn) => turn.standaloneQuestion ?? turn.question)
  const previous = standalone.at(-1)!
  const at = topicTurn(turns)
  const topic = topicPhrase(standalone[at]!)
  const substituted = shape === 'fragment' ? substitute(previous, rest, standalone.at(-2)) : undefined
  const merged =
    shape === 'fragment'
      ? substituted?.question
      : shape === 'condition'
        ? `${withoutEndMark(previous)} ${rest.replace(/^what if\b/i, 'if')}`
        : topic.isNoun
          ? replacePronoun(rest, topic.text)
          : undefined
  const quotes = ({ quotesAnswers = false }: ConversationTurn) => quotesAnswers
  if (merged) {
    const isOfPrevious = shape === 'fragment' || shape === 'condition'
    return {
      inContext: merged,
      isAppended: substituted?.isAdded ?? false,
      quotesAnswer: quotes(turns.at(isOfPrevious ? -1 : at)!),
    }
  }
  const { rest: earlier } = splitOpening(turns[at]!.question)
  const added = shape === 'fragment' && areDifferentAdjuncts(earlier, rest) ? `, ${withoutEndMark(earlier)}` : ''
  return {
    inContext: append(question, `${topic.text}${added}`),
    isAppended: true,
    quotesAnswer: quotes(turns[at]!),
  }
}

/** Tells whether one phrase can stand beside the other: "at the weekend" and "for couriers". */
function areDifferentAdjuncts(earlier: string, later: string): boolean {
  const preposition = (text: string) =>
    /^(?:in|on|at|for|of|to|from|by|with|without|after|before|during)\b/i.exec(text)?.[0]
  const [first, second] = [preposition(earlier), preposition(later)]
  return first !== undefined && second !== undefined && first.toLowerCase() !== second.toLowerCase()
}

/** Returns the turn that set the topic: the last one that isn't about the topic of another. */
function topicTurn(turns: readonly ConversationTurn[]): number {
  for (let at = turns.length - 1; at > 0; at--) {
    const { rest } = splitOpening(turns[at]!.question)
    const shape = shapeOf(rest)
    if (shape === 'fragment' || (shape === 'complete' && contentWords(rest).length >= minTopicWords)) return at
  }
  return 0
}

const minTopicWords = 3

/** Returns the question with its topic in parentheses, so that the question itself stays as it was typed. */
function append(question: string, topic: string): string {
  return `${withoutEndMark(question)} (${topic})?`
}

const opening =
  /^[¿¡\s]*(?:(?:ok|okay|and|or|but|also|so|then|und|oder|aber|et|ou|mais|y|o|e|pero)\b[\s,]*)*(?:(?:what|how) about\b|was ist mit\b|wie sieht es mit\b|qu['’]en est-il d[eu']?\b|et pour\b|qué tal\b)?[\s,]*/iu

/** Splits "and", "what about" and the like off. */
function splitOpening(question: string): { rest: string; isOpened: boolean } {
  const opener = opening.exec(question)?.[0] ?? ''
  const rest = question.slice(opener.length)
  return rest === '' ? { rest: question, isOpened: true } : { rest, isOpened: /\p{L}/u.test(opener) }
}

const questionStart =
  /^(?:\p{L}+ )?(?:how|what|which|who|whom|whose|when|where|why|wie|was|wer|wen|wem|wann|wo|woher|wohin|warum|welche\p{L}*|comment|combien|quel\p{L}*|qui|quand|où|pourquoi|cómo|cuánt\p{L}*|qué|quién\p{L}*|cuándo|dónde)(?!\p{L})|^(?:is|are|am|was|were|do|does|did|can|could|may|might|must|should|shall|will|would|has|have|had|isn['’]t|aren['’]t|don['’]t|doesn['’]t|can['’]t|tell|explain|show|list|compare|describe|ist|sind|gibt|kann|muss|darf|bekomme|est-ce)(?!\p{L})/iu
const maxFragmentWords = 6
const maxConditionWords = 3

function shapeOf(question: string): Shape {
  const content = contentWords(question).length
  if (/^(?:what )?if\b/i.test(question)) return content <= maxConditionWords ? 'condition' : 'complete'
  if (!questionStart.test(question)) return question.split(/\s+/).length <= maxFragmentWords ? 'fragment' : 'complete'
  if (refersBack(question)) return 'reference'
  return content === 0 ? 'bare' : 'complete'
}

/** A pronoun that a noun phrase can replace. */
const pronoun = /\b(?:it|they|them|this|that|these|those|(?:the |a new |a )?ones?)(?=\s*$|\s+(?!to\b|if\b))/iu
const otherReference = /\b(?:its|their|theirs|his|her|hers|him|he|she|there|the same)\b/iu
/** "How long does it take to …", "Is there …", "the form that I need": they refer to nothing that was said before. */
const expletive =
  /\bit (?:is |was |be )?(?:takes?|costs?|possible|ok|okay|allowed|necessary|required|fine|safe|worth|important|true|matters?)(?= (?:\p{L}+ )?(?:to|that|if|when)\b)|\b(?:is|are|was|were|be) there\b|\bthere (?:is|are|was|were)\b|\b\p{L}{3,} that (?:i|you|we|they|he|she|it|is|are|was|has|have|can)\b|\bone (?:of|day|week|month|year|time|hour|person)\b/giu
/** Beyond this, "it" more likely stands for something in the question. */
const maxReferenceWords = 10

function refersBack(question: string): boolean {
  const text = maskExpletives(withoutEndMark(question))
  if (text.split(/\s+/).length > maxReferenceWords || /[,;:]\s/.test(text)) return false
  return pronoun.test(text) || otherReference.test(text)
}

function maskExpletives(text: string): string {
  return text.replace(expletive, (match) => '_'.repeat(match.length))
}

/** Returns the question with its first pronoun replaced; undefined if it has none that a noun can replace. */
function replacePronoun(question: string, noun: string): string | undefined {
  const text = withoutEndMark(question)
  const match = pronoun.exec(maskExpletives(text))
  return match ? `${text.slice(0, match.index)}${noun}${text.slice(match.index + match[0].length)}?` : undefined
}

function refersToPerson(question: string): boolean {
  return /\b(?:he|him|his|she|her|hers)\b/i.test(question)
}

/** Returns the name that an answer gives, if it marks one. */
function namedPerson(answer: string): string | undefined {
  return /\*\*(\p{Lu}[\p{L}'’.-]+(?: \p{Lu}?[\p{L}'’.-]+){1,4})\*\*/u.exec(unescapeMarkdown(answer))?.[1]
}

/** A question of this many words, or with a name or figure of its own, says what it is about. */
const minStandaloneWords = 10

function standsAlone(question: string): boolean {
  const words = question.split(/\s+/)
  return words.length >= minStandaloneWords || words.slice(1).some((word) => /\p{N}|^["'(]*\p{Lu}\p{L}/u.test(word))
}

function contentWords(question: string): string[] {
  const words = question.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? []
  return words.filter((word) => !isFunctionWord(word, 'en'))
}
