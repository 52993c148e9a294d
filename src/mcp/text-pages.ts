const pageLength = 16_000

/** Part of a long text, with the cursor of the next part. */
export interface TextPage {
  text: string
  nextCursor: string | undefined
}

/** Returns the part of a text at `cursor`. Parts end at line breaks, if there is one in their second half. */
export function readTextPage(text: string, cursor: string | undefined): TextPage {
  const start = cursor === undefined ? 0 : Math.min(Number(cursor), text.length)
  if (text.length - start <= pageLength) return { text: text.slice(start), nextCursor: undefined }
  const lineBreak = text.lastIndexOf('\n', start + pageLength)
  let end = lineBreak > start + pageLength / 2 ? lineBreak + 1 : start + pageLength
  const isInSurrogatePair = /[\uD800-\uDBFF]/.test(text.charAt(end - 1))
  if (isInSurrogatePair) end--
  return { text: text.slice(start, end), nextCursor: String(end) }
}
