const bullet = /^([•‣◦▪▫●○■□◆◇➢➤✓✔❖·∙⁃–—*-]|o(?=\s))\s*(?=\S)/
const dash = /^[–—*·-]/
const number = /^(\d{1,3})[.)]\s+(?=\S)/
const letter = /^(\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)])\s+(?=\S)/

export interface ListMarker {
  /** Undefined for bullets. */
  number?: number
  /** Text behind the marker. */
  rest: string
}

/** Reads the marker that a line of a list starts with: a bullet, or a number with a point or bracket. */
export function listMarker(text: string): ListMarker | undefined {
  const bulleted = bullet.exec(text)
  if (bulleted) {
    const rest = text.slice(bulleted[0].length)
    // A dash is a bullet only before a space; otherwise it is a sign or an aside.
    if (dash.test(text) && !/^\S\s/.test(text)) return undefined
    return { rest }
  }
  const numbered = number.exec(text)
  return numbered ? { number: Number(numbered[1]), rest: text.slice(numbered[0].length) } : undefined
}

/** Says whether a line starts a list item of any kind, also "(a)", "iv." or a box to tick, which HTML lists don't have. */
export function startsItem(text: string): boolean {
  return listMarker(text) !== undefined || letter.test(text) || /^[☐☑☒]/.test(text)
}

/** Says whether text is nothing but a marker. */
export function isListMarker(text: string): boolean {
  return text !== '' && startsItem(`${text} x`)
}
