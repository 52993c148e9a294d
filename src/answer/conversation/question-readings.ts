import { plainWords } from '../../ingest/plain-words.ts'
import type { ChatModel } from '../../models/chat.ts'
import type { Reader } from '../../models/reader.ts'
import { languageOfQuestion } from '../translation/question-language.ts'
import { translateQuestion } from '../translation/translate-question.ts'
import { type Conversation, interpretFollowUp, lastTurns } from './follow-up.ts'
import { rewriteFollowUp } from './rewrite-follow-up.ts'

/** One way to understand a question within its conversation. */
export interface QuestionReading {
  question: string
  /** Present if the question was not taken as it was typed. */
  standaloneQuestion?: string
  /** It can contain words of an earlier answer. */
  quotesAnswers?: true
  /** Present if the topic was appended: what was typed, and the earlier answers, which are rarely asked for again. */
  focus?: { typed: string; earlierAnswers: string[] }
  /** Present if the question was translated: what it was before, and in which language. */
  translatedFrom?: { question: string; language: string }
}

/**
 * Returns the ways to understand a question, at most two, the likelier one first. The language model decides where there is
 * one; rules do otherwise, and where it fails. A question that clearly stands alone costs no call.
 */
export async function readQuestion(
  typed: string,
  conversation: Conversation | undefined,
  {
    chat,
    newDelimiter,
    onModelFailure,
    signal = new AbortController().signal,
  }: {
    chat: ChatModel | undefined
    newDelimiter: () => string
    onModelFailure: (error: unknown) => void
    signal?: AbortSignal | undefined
  },
): Promise<[QuestionReading, QuestionReading?]> {
  const alone: QuestionReading = { question: typed }
  const followUp = interpretFollowUp(typed, conversation)
  if (!conversation || !followUp) return [alone]
  const turns = lastTurns(conversation)
  if (chat) {
    try {
      const input = { chat, question: typed, turns, delimiter: newDelimiter(), signal }
      const rewritten = await rewriteFollowUp(input)
      if (rewritten !== undefined) {
        return isSameQuestion(rewritten, typed) ? [alone] : [{ ...standalone(rewritten), quotesAnswers: true }]
      }
    } catch (error) {
      signal.throwIfAborted()
      onModelFailure(error)
    }
  }
  const inContext: QuestionReading = {
    ...standalone(followUp.inContext),
    ...(followUp.quotesAnswer && { quotesAnswers: true }),
    ...(followUp.isAppended && { focus: { typed, earlierAnswers: turns.map(({ answer }) => answer) } }),
  }
  if (followUp.needsContext) return [inContext]
  return followUp.prefersContext ? [inContext, alone] : [alone, inContext]
}

/** Returns the ways to understand a question, with a translation if the reader doesn't know its language. */
export function withTranslation(
  readings: [QuestionReading, QuestionReading?],
  reader: Pick<Reader, 'language'> | undefined,
): [QuestionReading, QuestionReading?] {
  const [{ question, quotesAnswers }] = readings
  if (reader?.language !== 'en') return readings
  const language = languageOfQuestion(question)
  if (language === 'en') return readings
  const translated = translateQuestion(question, language)
  if (translated === undefined) return readings
  const translatedFrom = { question, language }
  return [readings[0], { ...standalone(translated), ...(quotesAnswers && { quotesAnswers }), translatedFrom }]
}

function standalone(question: string): QuestionReading {
  return { question, standaloneQuestion: question }
}

function isSameQuestion(a: string, b: string): boolean {
  const normalized = (text: string) => plainWords(text).join(' ')
  return normalized(a) === normalized(b)
}
