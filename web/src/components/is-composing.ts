/** The code of keys that an input method handles. */
const inputMethodKeyCode = 229

/**
 * Tells whether a key belongs to an input method, with which Japanese, Chinese and Korean are typed: Enter confirms a word,
 * arrows choose a candidate, Escape and Backspace undo. Safari ends the composition before it reports the Enter that
 * confirms it, and only its code tells.
 */
export function isComposing({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === inputMethodKeyCode
}
