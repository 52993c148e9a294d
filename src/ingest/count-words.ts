/** Counts words. Chinese, Japanese and Thai have no spaces between words: about two characters count as one. */
export function countWords(text: string): number {
  return Math.max(text.match(/\S+/g)?.length ?? 0, Math.ceil((text.match(unspaced)?.length ?? 0) / 2))
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu
