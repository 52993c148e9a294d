import { cleanText } from '../ingest/clean-text.ts'
import { splitSentences } from '../ingest/sentences.ts'

export interface DraftSentence {
  text: string
  /** The passage numbers that the model cites. */
  numbers: number[]
  startsLine: boolean
}

const citationMarker = /\[\s*\d+(?:\s*[,;]\s*\d+)*\s*\]/g
const citationsAfterPunctuation = new RegExp(`([.!?。！？]+)((?:\\s*${citationMarker.source})+)\\.?`, 'g')

/** Splits the streamed text of a model into sentences with their citations. */
export function createDraftParser() {
  let buffer = ''
  let isFirstOfLine = true

  const readLine = (line: string, isComplete: boolean): { sentences: DraftSentence[]; rest: string } => {
    const parts = splitSentences(moveCitationsBeforePunctuation(line)).map((sentence) => sentence.text)
    // The last sentence can continue, or its number can still follow.
    const rest = isComplete ? '' : (parts.pop() ?? '')
    const sentences: DraftSentence[] = []
    for (const part of parts) {
      const numbers = [...part.matchAll(citationMarker)].flatMap(([found]) => (found.match(/\d+/g) ?? []).map(Number))
      // A model can also write invisible characters.
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
      buffer += delta
      const sentences: DraftSentence[] = []
      for (let end = buffer.indexOf('\n'); end >= 0; end = buffer.indexOf('\n')) {
        sentences.push(...readLine(buffer.slice(0, end), true).sentences)
        buffer = buffer.slice(end + 1)
        isFirstOfLine = true
      }
      if (/[.!?。！？\]]\s+\S/.test(buffer) || /[。！？]\S/.test(buffer)) {
        const { sentences: complete, rest } = readLine(buffer, false)
        sentences.push(...complete)
        if (complete.length > 0) buffer = rest
      }
      return sentences
    },
    flush(): DraftSentence[] {
      const { sentences } = readLine(buffer, true)
      buffer = ''
      return sentences
    },
  }
}

const unsafeTagPattern =
  /<\/?(?:a|area|audio|base|embed|form|iframe|img|input|link|meta|object|script|source|style|svg|video)\b[^>]*>?/gi

/** Removes tags that load or link to something, except in code: a document could have made the model write them. */
function stripUnsafeTags(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replace(unsafeTagPattern, '')))
    .join('')
}

/** Turns `Text. [1] More.` into `Text [1]. More.`: a number after the stop belongs to the sentence before it. */
function moveCitationsBeforePunctuation(line: string): string {
  return line.replace(citationsAfterPunctuation, '$2$1')
}
