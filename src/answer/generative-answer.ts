import type { ChatModel } from '../models/chat.ts'
import type { HydratedPassage } from '../search/hydrate-passages.ts'
import { type CitedText, escapeCitationMarkers } from './citations.ts'
import { createDraftParser } from './draft-parser.ts'
import { removeMarkdownLinks } from './markdown-text.ts'
import { answerPrompt, noAnswerMarker } from './prompt.ts'
import { findSupportingPassages } from './verification.ts'

const maxAnswerTokens = 800

/**
 * Lets the model write from the passages and yields each sentence as soon as it is complete and verified. Keeps only the
 * citations that support the sentence, and drops a sentence without one.
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
  /** Called for each sentence that no passage supports. */
  onDropped: () => void
}): AsyncGenerator<CitedText> {
  const background = passages.map((passage) => passage.body).join('\n')
  const parser = createDraftParser()
  const verified = function* (sentences: ReturnType<typeof parser.push>): Generator<CitedText> {
    for (const { text, numbers, startsLine } of sentences) {
      if (text.includes(noAnswerMarker)) continue
      const named = numbers.map((number) => passages[number - 1]).filter((passage) => passage !== undefined)
      // A sentence without a valid number can still be supported by one of the passages.
      const cited = named.length > 0 ? named : passages
      const supporting = findSupportingPassages(text, cited, { language, background })
      const citations =
        named.length > 0 ? supporting : supporting.slice(0, 1).filter((passage) => isEnough(text, passage))
      if (citations.length > 0) yield { text: toSafeMarkdown(text), passages: citations, startsLine }
      else onDropped()
    }
  }
  const isEnough = (text: string, passage: HydratedPassage) =>
    findSupportingPassages(text, [passage], { language, background }).length > 0

  const prompt = answerPrompt({ question, passages, instructions, language, delimiter })
  for await (const delta of chat.stream({
    ...prompt,
    maxOutputTokens: maxAnswerTokens,
    temperature: 0,
    signal,
  })) {
    yield* verified(parser.push(delta))
  }
  yield* verified(parser.flush())
}

function toSafeMarkdown(draft: string): string {
  return removeMarkdownLinks(escapeCitationMarkers(draft))
}
