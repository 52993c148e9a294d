import { stripListMarker, stripStepLabel } from '../list-marker.ts'

/** Returns what a sentence, list item or heading of a draft claims, as plain text: no list marker, emphasis or code marks. */
export function statementText(draft: string): string {
  return stripStepLabel(stripListMarker(draft.replace(/^\s*(?:#{1,6}\s+|>\s*)+/, '')))
    .replace(/\*{1,3}|(?<![\p{L}\p{N}])_{1,3}|_{1,3}(?![\p{L}\p{N}])|`+/gu, '')
    .replace(/[‘’ʼ′]/g, "'")
    .replace(/[“”]/g, '"')
    .trim()
}

/** Returns the sentences of a statement; fragments of less than four words stay with the sentence before or after them. */
export function splitStatement(statement: string): string[] {
  const sentences: string[] = []
  for (const part of statement.split(/(?<=[.!?]["')\]]{0,3}|["'][.!?])\s+/)) {
    const last = sentences.at(-1)
    const isShort = (text: string) => text.split(/\s+/).length < 4
    if (last !== undefined && (isShort(last) || isShort(part))) sentences[sentences.length - 1] = `${last} ${part}`
    else sentences.push(part)
  }
  return sentences
}
