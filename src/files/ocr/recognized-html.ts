import { escapeHtml } from '../html-writer.ts'
import { vocabularyOf } from '../pdf/hyphens.ts'
import { joinAll } from '../pdf/write-html.ts'

/** Returns recognized text as paragraphs; a word that is split over two lines is joined. */
export function recognizedHtml(text: string): string {
  const paragraphs = text
    .split(/\n\s*\n/)
    .map((paragraph) =>
      paragraph
        .split('\n')
        .map((line) => line.trim())
        .filter(isReadable),
    )
    .filter((lines) => lines.length > 0)
  const vocabulary = vocabularyOf(paragraphs.flat())
  return paragraphs.map((lines) => `<p>${escapeHtml(joinAll(lines, vocabulary))}</p>`).join('\n')
}

/** Specks and rules become lines of single signs. */
function isReadable(line: string): boolean {
  return /[\p{L}\p{N}]{2}/u.test(line)
}
