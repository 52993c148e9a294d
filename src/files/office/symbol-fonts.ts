const wingdings: Record<number, string> = {
  111: '☐',
  113: '❑',
  159: '•',
  167: '▪',
  168: '☐',
  223: '←',
  224: '→',
  251: '✗',
  252: '✓',
  253: '☒',
  254: '☑',
}
const symbolLetters = 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ'
const symbolSmallLetters = 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ'
const symbolSigns: Record<number, string> = {
  163: '≤',
  165: '∞',
  174: '→',
  176: '°',
  177: '±',
  179: '≥',
  180: '×',
  183: '•',
  184: '÷',
  185: '≠',
  187: '≈',
  229: '∑',
}

/** Returns the character that a font of symbols shows for a code, or nothing if it has no meaning as text. */
export function symbolCharacter(font: string, code: number): string {
  if (Number.isNaN(code)) return ''
  const isPrivate = code >= 0xf000 && code <= 0xf0ff
  const index = isPrivate ? code - 0xf000 : code
  if (/^wingdings/i.test(font)) return wingdings[index] ?? ''
  if (/^symbol/i.test(font)) return symbolSigns[index] ?? symbolLetter(index) ?? ''
  return isPrivate || code > 0x10ffff ? '' : String.fromCodePoint(code)
}

function symbolLetter(index: number): string | undefined {
  if (index >= 0x41 && index <= 0x5a) return symbolLetters[index - 0x41]
  if (index >= 0x61 && index <= 0x7a) return symbolSmallLetters[index - 0x61]
  return index >= 0x20 && index < 0x41 ? String.fromCharCode(index) : undefined
}
