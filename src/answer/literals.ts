/**
 * Tells whether the evidence contains every literal of the sentence: e-mail addresses, host and file names, paths,
 * versions, identifiers, telephone numbers and amounts. A literal that differs in one character names something else, so
 * similar words don't support it.
 */
export function containsAllLiterals(sentence: string, evidence: string): boolean {
  const known = normalize(evidence)
  const knownDigits = [...known.matchAll(/\d[\d ()/.,'’-]*/g)].map(([run]) => run.replace(/\D/g, ''))
  const text = normalize(sentence)
  return (
    literalPatterns.every((pattern) => (text.match(pattern) ?? []).every((literal) => hasLiteral(known, literal))) &&
    telephoneNumbers(text).every((digits) => knownDigits.some((run) => run.includes(digits))) &&
    amounts(text).every((amount) => amounts(known).includes(amount))
  )
}

const literalPatterns = [
  // E-mail addresses.
  /[\p{L}\p{N}.!#$%&'*+/=?^_{|}~-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*/gu,
  // Host names, file names, versions and IP addresses; not abbreviations (e.g.), dates or decimal numbers.
  /(?<![\p{L}\p{N}.])(?!(?:\p{L}\.)+\p{L}?(?![\p{L}\p{N}]))(?!\d{1,4}\.\d{1,2}\.\d{2,4}(?![\p{L}\p{N}]|\.\d))(?!\d+\.\d+(?![\p{L}\p{N}]|\.\d))[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+/gu,
  // Paths.
  /(?<![\p{L}\p{N}/])(?:~|\.{1,2}|[a-z]:)?[/\\][\p{L}\p{N}._-]+(?:[/\\][\p{L}\p{N}._-]+)+/gu,
  // Identifiers: letters followed by digits, or words joined by underscores.
  /(?<![\p{L}\p{N}_])\p{L}+\p{N}[\p{L}\p{N}]*(?![\p{L}\p{N}_])|[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+/gu,
]

function normalize(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** Tells whether the text contains the literal, not as a part of a longer one. */
function hasLiteral(text: string, literal: string): boolean {
  const bare = literal.replace(/[.!?'*_-]+$/, '')
  for (let at = text.indexOf(bare); at >= 0; at = text.indexOf(bare, at + 1)) {
    const isWhole = !/[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ') && !/[\p{L}\p{N}]/u.test(text[at + bare.length] ?? ' ')
    if (isWhole) return true
  }
  return false
}

/** Returns the digits of telephone-like numbers: seven or more, with separators, and not a date. */
function telephoneNumbers(text: string): string[] {
  return [...text.matchAll(/\+?\d[\d ()/.-]{5,}\d/g)]
    .map(([run]) => run)
    .filter((run) => /\D/.test(run) && !/^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}$/.test(run))
    .map((run) => run.replace(/\D/g, ''))
    .filter((digits) => digits.length >= 7)
}

/** Returns numbers with a currency or percent sign, each as the sign and the number: `5 €` and `€5` are equal. */
function amounts(text: string): string[] {
  const signs = '[$€£¥₹₩₽%‰]'
  const number = "\\d+(?:[.,'’ ]\\d+)*"
  return [...text.matchAll(new RegExp(`(${signs}) ?(${number})|(${number}) ?(${signs})`, 'gu'))].map(
    ([, before, after, first, last]) => `${before ?? last}${(after ?? first ?? '').replace(/\D/g, '')}`,
  )
}
