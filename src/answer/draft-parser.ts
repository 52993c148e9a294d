import { cleanText } from '../ingest/clean-text.ts'
import { splitSentences } from '../ingest/sentences.ts'

export interface DraftSentence {
  text: string
  /** The passage numbers that the model put beside it. */
  numbers: number[]
  startsLine: boolean
}

const citationMarker = /\[\s*\d+(?:\s*[,;]\s*\d+)*\s*\]/g

/** Takes what a model writes as it comes and gives it back sentence by sentence, each with its numbers. */
export function createDraftParser() {
  let waiting = ''
  let isFirstOfLine = true

  const readLine = (line: string, isWhole: boolean): { sentences: DraftSentence[]; rest: string } => {
    const parts = splitSentences(moveCitationsBeforePunctuation(line)).map((sentence) => sentence.text)
    // The last one may go on, or its number may still be on the way.
    const rest = isWhole ? '' : (parts.pop() ?? '')
    const sentences: DraftSentence[] = []
    for (const part of parts) {
      const numbers = [...part.matchAll(citationMarker)].flatMap(([found]) =>
        (found.match(/\d+/g) ?? []).map(Number),
      )
      // A model may also write what no reader sees.
      const text = stripUnsafeTags(cleanText(part))
        .replace(citationMarker, '')
        .replace(/\s+([.,;:!?。！？])/g, '$1')
        .replace(/ {2,}/g, ' ')
        .trim()
      if (/[\p{L}\p{Nd}]/u.test(text)) {
        sentences.push({ text, numbers, startsLine: isFirstOfLine })
        isFirstOfLine = false
      }
    }
    return { sentences, rest }
  }

  return {
    push(delta: string): DraftSentence[] {
      waiting += delta
      const sentences: DraftSentence[] = []
      for (let end = waiting.indexOf('\n'); end >= 0; end = waiting.indexOf('\n')) {
        sentences.push(...readLine(waiting.slice(0, end), true).sentences)
        waiting = waiting.slice(end + 1)
        isFirstOfLine = true
      }
      if (/[.!?。！？\]]\s+\S/.test(waiting) || /[。！？]\S/.test(waiting)) {
        const { sentences: whole, rest } = readLine(waiting, false)
        sentences.push(...whole)
        if (whole.length > 0) waiting = rest
      }
      return sentences
    },
    flush(): DraftSentence[] {
      const { sentences } = readLine(waiting, true)
      waiting = ''
      return sentences
    },
  }
}

const unsafeTagPattern =
  /<\/?(?:a|area|audio|base|embed|form|iframe|img|input|link|meta|object|script|source|style|svg|video)\b[^>]*>?/gi

/** Whoever shows an answer as HTML must not fetch or follow what a document put into the model's mouth; code stays. */
function stripUnsafeTags(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replace(unsafeTagPattern, '')))
    .join('')
}

/** `Text. [1] More.` → `Text [1]. More.`: a number after the stop belongs to the sentence before it, and one stop does. */
function moveCitationsBeforePunctuation(line: string): string {
  return line.replace(
    /([.!?。！？]+)((?:\s*\[\s*\d+(?:\s*[,;]\s*\d+)*\s*\])+)\.?/g,
    (_, stop: string, marks: string) => `${marks}${stop}`,
  )
}
