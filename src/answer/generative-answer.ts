import type { ChatModel } from '../models/chat.ts'
import { createLinkedAbortController } from '../models/linked-abort-controller.ts'
import type { HydratedPassage } from '../search/hydrate-passages.ts'
import { type CitedText, escapeCitationMarkers } from './citations.ts'
import { createDraftParser, type DraftSentence } from './draft-parser.ts'
import { removeMarkdownLinks } from './markdown-text.ts'
import { answerPrompt, noAnswerMarker } from './prompt.ts'
import { readAhead } from './read-ahead.ts'

const maxAnswerTokens = 800

/** Returns the cited passages that support a statement, best first; none if they don't. */
export type FindSupport = (statement: string, cited: readonly HydratedPassage[]) => Promise<HydratedPassage[]>

/**
 * Lets the model write from the passages and yields each sentence as soon as it is complete and verified. Keeps only the
 * citations that support the sentence, and drops a sentence without one. Sentences that arrive while one is verified wait
 * in order.
 */
export async function* generateAnswer({
  chat,
  findSupport,
  question,
  passages,
  instructions,
  language,
  delimiter,
  signal,
  onDropped,
}: {
  chat: ChatModel
  findSupport: FindSupport
  question: string
  passages: readonly HydratedPassage[]
  instructions: string
  language: string
  delimiter: string
  signal: AbortSignal
  /** Called for each sentence that no passage supports. */
  onDropped: () => void
}): AsyncGenerator<CitedText> {
  const writing = createLinkedAbortController(signal)
  const draft = chat.stream({
    ...answerPrompt({ question, passages, instructions, language, delimiter }),
    maxOutputTokens: maxAnswerTokens,
    temperature: 0,
    signal: writing.signal,
  })
  try {
    for await (const sentence of readAhead(parseDraft(draft))) {
      if (sentence.text.includes(noAnswerMarker)) continue
      const citations = await verify(sentence)
      if (citations.length > 0)
        yield { text: toSafeMarkdown(sentence.text), passages: citations, startsLine: sentence.startsLine }
      else onDropped()
    }
  } finally {
    writing.abort(new Error('The answer was closed'))
    writing.release()
  }

  async function verify({ text, numbers }: DraftSentence): Promise<HydratedPassage[]> {
    const named = numbers.map((number) => passages[number - 1]).filter((passage) => passage !== undefined)
    if (named.length > 0) return findSupport(text, named)
    // A sentence without a valid number can still be supported by one of the passages.
    const [best] = await findSupport(text, passages)
    return best ? findSupport(text, [best]) : []
  }
}

async function* parseDraft(draft: AsyncIterable<string>): AsyncGenerator<DraftSentence> {
  const parser = createDraftParser()
  for await (const delta of draft) yield* parser.push(delta)
  yield* parser.flush()
}

function toSafeMarkdown(draft: string): string {
  return removeMarkdownLinks(escapeCitationMarkers(draft))
}
