import { isRightToLeft } from './characters.ts'

const brackets: Record<string, string> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '«': '»',
  '»': '«',
}
const leftToRight = /[\p{L}\p{N}]/u

/**
 * Turns a line from visual order (left to right, as drawn) into logical order. The inverse of the bidirectional
 * algorithm (Unicode annex 9) for one level of embedding, which is what lines of people have.
 */
export function toLogicalOrder(visual: string): string {
  if (!isRightToLeft(visual)) return visual
  const characters = [...visual]
  const rightToLeft = baseIsRightToLeft(characters)
  const ordered = runsOf(characters, rightToLeft)
  if (rightToLeft) ordered.reverse()
  return withMatchingBrackets(
    ordered.map((run) => (run.reversed ? reverse(run.characters) : run.characters).join('')).join(''),
  )
}

/** Says whether most letters of a text run from right to left. */
export function isMostlyRightToLeft(text: string): boolean {
  return baseIsRightToLeft([...text])
}

function baseIsRightToLeft(characters: string[]): boolean {
  let balance = 0
  for (const character of characters) {
    if (isRightToLeft(character)) balance++
    else if (/\p{L}/u.test(character)) balance--
  }
  return balance > 0
}

interface Run {
  reversed: boolean
  characters: string[]
}

function runsOf(characters: string[], rightToLeft: boolean): Run[] {
  const runs: Run[] = []
  let neutral: string[] = []
  for (const character of characters) {
    const strong =
      isRightToLeft(character) || /\p{M}/u.test(character) ? true : leftToRight.test(character) ? false : undefined
    if (strong === undefined) {
      neutral.push(character)
      continue
    }
    const last = runs.at(-1)
    // Neutral characters between two runs of one direction belong to them, otherwise to the direction of the line.
    if (last && last.reversed === strong) last.characters.push(...neutral, character)
    else {
      if (neutral.length > 0) runs.push({ reversed: rightToLeft, characters: neutral })
      runs.push({ reversed: strong, characters: [character] })
    }
    neutral = []
  }
  if (neutral.length > 0) runs.push({ reversed: rightToLeft, characters: neutral })
  return runs
}

/** Reverses characters; combining marks stay behind their letter. */
function reverse(characters: string[]): string[] {
  return [...characters].reverse()
}

/** Swaps brackets where the file gives their drawn shape: then a closing one comes first. */
function withMatchingBrackets(text: string): string {
  const first = /[()[\]{}«»]/.exec(text)?.[0]
  if (!first || !/[)\]}»]/.test(first)) return text
  return text.replace(/[()[\]{}«»]/g, (bracket) => brackets[bracket] as string)
}
