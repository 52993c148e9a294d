import { listMarkerSource } from '../ingest/list-marker.ts'

const listMarker = new RegExp(`^\\s*${listMarkerSource}\\s+`)
const stepLabel =
  /^\s*(?<emphasis>\**)(?:(?:step|schritt|étape|paso|passo|stap|шаг|adım)\s+\d{1,2}\s*(?:\**[:.)]\**|[–—-])|\d{1,2}[.)])(?:\s+|(?=\**$))/iu
const abbreviation = /^\s*(?:e\. g|i\. e|z\. B|d\. h|u\. a)\./

export function isListItem(text: string): boolean {
  return readListMarker(text) !== ''
}

/** Tells whether a list item has a number: an ordered list consists of steps. */
export function isNumberedItem(text: string): boolean {
  return /\d/.test(readListMarker(text))
}

/** Returns the number of a list item; undefined for other items. */
export function readItemNumber(text: string): number | undefined {
  const digits = /\d+/.exec(readListMarker(text))?.[0]
  return digits === undefined ? undefined : Number(digits)
}

/** Tells whether a text begins with a letter as list items do: "(a) ", but also "c. 1900". Only the lines around it decide. */
export function isLetteredItem(text: string): boolean {
  return /[a-z]/.test(readListMarker(text))
}

/** Returns the marker of a list item with the space after it; '' for other text. */
export function readListMarker(text: string): string {
  return abbreviation.test(text) ? '' : (listMarker.exec(text)?.[0] ?? '')
}

/** Returns the text of a step without its number: "Step 2: Choose", "**2. Choose**". The notes count no steps so. */
export function stripStepLabel(text: string): string {
  return text.replace(stepLabel, '$<emphasis>')
}

export function stripListMarker(text: string): string {
  return text.slice(readListMarker(text).length)
}
