/** Returns the names, figures and codes in a question, in lower case: "Kobe", "P2", "€18,000". */
export function questionNames(question: string): string[] {
  return typedNames(question).map((name) => name.toLowerCase())
}

function typedNames(question: string): string[] {
  const words = question.match(/\S+/g) ?? []
  return words
    .map((word, index) => ({ bare: word.replace(edgePunctuation, '').replace(/['’]s$/, ''), index }))
    .filter(({ bare, index }) => /\p{N}/u.test(bare) || (index > 0 && /^\p{Lu}\p{L}/u.test(bare)))
    .map(({ bare }) => bare)
}

/** Returns the names of the question that the text contains as they were typed: "Customers" is a team, "customers" are not. */
export function namesIn(question: string, text: string): string[] {
  return typedNames(question).filter((name) => containsWord(text, name))
}

const edgePunctuation = /^[^\p{L}\p{N}€$£]+|[^\p{L}\p{N}%]+$/gu

/** Returns the share of the names that the text contains as whole words, 0 to 1; 0 without names. */
export function nameCoverage(names: readonly string[], text: string): number {
  if (names.length === 0) return 0
  const lower = text.toLowerCase()
  return names.filter((name) => containsWord(lower, name)).length / names.length
}

function containsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const isEdge = (character: string | undefined) => character === undefined || !/[\p{L}\p{N}]/u.test(character)
    if (isEdge(text[at - 1]) && isEdge(text[at + word.length])) return true
  }
  return false
}
