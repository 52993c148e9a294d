import type { ChatModel } from '../models/chat.ts'
import type { HydratedPassage } from '../search/hydrate-passages.ts'
import type { CitedText } from './citations.ts'
import { createDraftParser } from './draft-parser.ts'
import { answerPrompt, noAnswerMarker } from './prompt.ts'
import { findSupportingPassages } from './verification.ts'

const maxAnswerTokens = 800

/**
 * Lets the model write from the passages and passes on each sentence once it is whole and verified: only citations that
 * support it are kept, and a sentence that none supports is dropped.
 */
export async function* generateAnswer({
  chat,
  question,
  passages,
  instructions,
  language,
  delimiter,
  signal,
  onDropped,
}: {
  chat: ChatModel
  question: string
  passages: readonly HydratedPassage[]
  instructions: string
  language: string
  delimiter: string
  signal: AbortSignal
  /** A sentence was left out, because no passage supports it. */
  onDropped: () => void
}): AsyncGenerator<CitedText> {
  const languageName = new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? 'English'
  const background = passages.map((passage) => passage.body).join('\n')
  const reader = createDraftParser()
  const verified = function* (sentences: ReturnType<typeof reader.push>): Generator<CitedText> {
    for (const { text, numbers, startsLine } of sentences) {
      if (text.includes(noAnswerMarker)) continue
      const named = numbers.map((number) => passages[number - 1]).filter((passage) => passage !== undefined)
      // A sentence without a valid number may still be said by one of the passages.
      const cited = named.length > 0 ? named : passages
      const supporting = findSupportingPassages(text, cited, { language, background })
      const kept = named.length > 0 ? supporting : supporting.slice(0, 1).filter((one) => isAlone(text, one))
      if (kept.length > 0) yield { text, passages: kept, startsLine }
      else onDropped()
    }
  }
  const isAlone = (text: string, passage: HydratedPassage) =>
    findSupportingPassages(text, [passage], { language, background }).length > 0

  const prompt = answerPrompt({ question, passages, instructions, languageName, delimiter })
  for await (const delta of chat.stream({
    ...prompt,
    maxOutputTokens: maxAnswerTokens,
    temperature: 0,
    signal,
  })) {
    yield* verified(reader.push(delta))
  }
  yield* verified(reader.flush())
}
