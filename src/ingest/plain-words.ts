/** Returns the words of a text in lower case, to compare short texts by; the index has its own terms. */
export function plainWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []
}
