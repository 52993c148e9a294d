/**
 * Estimates the number of tokens of a text for the embedding model. An exact count needs the tokenizer of a particular
 * model; chunking only has to stay below its context window. For nine of ten passages of English prose, abstracts and
 * manuals the exact count is .85 to 1.2 times the estimate. English models split other scripts into letters; the estimate
 * counts words there as well, because smaller chunks would not help such a model.
 */
export function estimateTokens(text: string): number {
  let tokens = 0
  let wordLength = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (isWordCharCode(code)) {
      wordLength++
      continue
    }
    if (wordLength > 0) tokens += estimateWordTokens(wordLength)
    wordLength = 0
    // Spaces cost nothing; a punctuation mark, ideograph or syllable is one token.
    if (code > 0x20) tokens += code >= 0x0e00 && code <= 0x0eff ? 0.5 : 1
  }
  return Math.ceil(wordLength > 0 ? tokens + estimateWordTokens(wordLength) : tokens)
}

function isWordCharCode(code: number): boolean {
  if (code < 0x80)
    return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39)
  return code >= 0xaa && code < 0x2000 && !(code >= 0x0e00 && code <= 0x0eff)
}

/** Common words up to about seven letters are one token; longer ones are split every four or five. */
function estimateWordTokens(wordLength: number): number {
  return wordLength <= 7 ? 1.05 : 1.05 + (wordLength - 7) / 4.5
}
