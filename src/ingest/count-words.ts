/** Chinese, Japanese and Thai put no spaces between words; one has about two characters there. */
export function countWords(text: string): number {
  return Math.max(text.match(/\S+/g)?.length ?? 0, Math.ceil((text.match(unspaced)?.length ?? 0) / 2))
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu
