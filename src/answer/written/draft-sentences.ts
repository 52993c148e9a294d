import { cleanText } from '../../ingest/clean-text.ts'
import { splitSentences } from '../../ingest/sentences.ts'
import { withoutFormTags, withoutUnsafeTags } from './draft-tags.ts'
import { moveCitationsBeforePunctuation, readCitations } from './model-citations.ts'

/** Text of a model and the passage numbers that it cites. */
export interface NumberedText {
  text: string
  numbers: number[]
}

/**
 * Splits the text of a line into sentences with their numbers. `rest` is the end of an incomplete line: it can continue, or
 * its number can still follow.
 */
export function readSentences(line: string, isComplete: boolean): { sentences: NumberedText[]; rest: string } {
  const parts = splitDraft(moveCitationsBeforePunctuation(withoutFormTags(line)))
  const rest = isComplete ? '' : takeOpenEnd(parts)
  return { sentences: parts.map(readNumberedText), rest }
}

/** Takes the numbers, unsafe tags and needless spaces out of a text. */
export function readNumberedText(written: string): NumberedText {
  const { text, numbers } = readCitations(written)
  // A model can also write invisible characters.
  const bare = withoutUnsafeTags(cleanText(text))
    .replace(/(?<!\s)\s+(?=\*\*[.,;:!?]|[.,;:!?。！？](?!\w))/g, '')
    .replace(/ {2,}/g, ' ')
    .trim()
  return { text: bare, numbers }
}

/** Splits text into sentences, each up to the start of the next one. The end of bold text stays with its sentence. */
function splitDraft(text: string): string[] {
  const starts = splitSentences(text).map(({ start }) => {
    const closing = /^\*\*(?:\s+|$)/.exec(text.slice(start))
    return closing && start > 0 ? start + closing[0].length : start
  })
  // "**2. Choose**" is one sentence.
  if (starts.length > 1 && /^[\s*]*\d{1,3}[.)]\s*$/.test(text.slice(0, starts[1]))) starts.splice(1, 1)
  return starts.map((start, index) => text.slice(index === 0 ? 0 : start, starts[index + 1]))
}

/** Takes the part that can still continue; with the sentence before it, if its number is being written. */
function takeOpenEnd(parts: string[]): string {
  const last = parts.pop() ?? ''
  return /^(?:\\?[[【［(]|<|[⁰¹²³⁴-⁹]|$)/.test(last) && parts.length > 0 ? `${parts.pop()}${last}` : last
}
