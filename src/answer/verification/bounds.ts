import { anyNumberWord } from '../../ingest/number-words.ts'
import { stripListMarker } from '../list-marker.ts'
import type { EvidenceUnit } from './evidence.ts'
import { readFigures } from './figures.ts'
import { isNegated } from './polarity.ts'

/**
 * Tells whether a figure is a limit, or lies on a side of something, and the evidence has it as the opposite only: at least 14
 * days for at most 14 days, 3 days after for 3 days before. "More than" and "less than" aren't compared: what is allowed
 * below a limit is forbidden above it, and both are said of the same figure.
 */
export function hasOppositeBounds(
  statement: string,
  { units, context }: { units: readonly EvidenceUnit[]; context: string },
): boolean {
  return hasOppositeLimits(statement, units, context) || hasOppositeSides(statement, units, context)
}

const number = String.raw`(?:\d[\d.,]*|${anyNumberWord})`
const numberPattern = new RegExp(String.raw`(?<![\p{L}\d.,])${number}(?!\p{L})`, 'giu')
const article = String.raw`\s(?:(?:the|an?|first|last|next)\s)*[€$£]?$`
const limits = [
  {
    kind: 'maximum',
    before: new RegExp(
      String.raw`(?:at most|(?<!\b(?:add|adds|adding|sum) )up to|(?:no|not) more than|maximum(?: of)?|max\.?|not (?:to )?exceed(?:ing)?|no longer than|(?<!not )within)${article}`,
      'i',
    ),
    after:
      /^[^,;.]{0,20}?\b(?:(?:or (?:less|fewer|shorter|younger|lower|below|under|smaller|earlier))\b|(?:at most|maximum)(?=[.,;)]|$))/i,
  },
  {
    kind: 'minimum',
    before: new RegExp(String.raw`(?:at least|minimum(?: of)?|(?:no|not) (?:less|fewer) than)${article}`, 'i'),
    after:
      /^[^,;.]{0,20}?\b(?:(?:or (?:more|longer|later|older|higher|newer|above|over|greater|larger))\b|(?:at least|minimum)(?=[.,;)]|$))/i,
  },
]

interface Bounded {
  value: string
  /** Undefined: as it is. */
  kind: string | undefined
}

function hasOppositeLimits(statement: string, units: readonly EvidenceUnit[], context: string): boolean {
  const own = readLimits(statement).filter(({ kind }) => kind !== undefined)
  if (own.length === 0 || isNegated(statement)) return false
  // "Not at least 14 days" is no minimum.
  const known = [
    ...readLimits(context),
    ...units.flatMap(({ text }) =>
      isNegated(text) ? readLimits(text).map((limit) => ({ ...limit, kind: undefined })) : readLimits(text),
    ),
  ]
  return own.some(({ value, kind }) => {
    const same = known.filter((limit) => limit.value === value)
    return same.length > 0 && same.every((limit) => limit.kind !== undefined && limit.kind !== kind)
  })
}

function readLimits(text: string): Bounded[] {
  const line = stripListMarker(text)
  return [...line.matchAll(numberPattern)].map(({ 0: figure, index }) => {
    const before = line.slice(Math.max(0, index - 40), index)
    const after = line.slice(index + figure.length, index + figure.length + 60)
    const limit = limits.find((one) => one.before.test(before)) ?? limits.find((one) => one.after.test(after))
    return { value: readFigures(figure)[0]?.value ?? figure, kind: limit?.kind }
  })
}

const opposites = new Map(
  [
    ['above', 'below'],
    ['before', 'after'],
    ['more', 'less'],
    ['higher', 'lower'],
    ['earlier', 'later'],
    ['longer', 'shorter'],
  ].flatMap(([one, other]) => [[one, other] as const, [other, one] as const]),
)
const sameSides = new Map([
  ['prior to', 'before'],
  ['ahead of', 'before'],
  ['following', 'after'],
])
const sidePattern = new RegExp(
  [
    String.raw`(?<![\p{L}\d.,])(?<number>${number})(?:\s?%|(?:[\s-]+(?!(?:and|or|to|of)\b)[\p{L}-]{1,30}){0,3}?)`,
    String.raw`\s(?<side>${[...opposites.keys(), ...sameSides.keys()].join('|')})(?!\p{L})`,
  ].join(''),
  'giu',
)

function hasOppositeSides(statement: string, units: readonly EvidenceUnit[], context: string): boolean {
  const own = readSides(statement)
  if (own.length === 0) return false
  const known = units.flatMap(({ text }) => readSides(text))
  const figures = [...readFigures(context), ...units.flatMap((unit) => unit.figures)]
  return own.some(({ value, kind }) => {
    const same = known.filter((other) => other.value === value)
    const isOpposite = same.length > 0 && same.every((other) => other.kind === opposites.get(kind!))
    return isOpposite && figures.filter((figure) => figure.value === value).length === same.length
  })
}

function readSides(text: string): Bounded[] {
  return [...text.matchAll(sidePattern)].map(({ groups }) => {
    const side = groups!.side!.toLowerCase()
    return { value: readFigures(groups!.number!)[0]?.value ?? '', kind: sameSides.get(side) ?? side }
  })
}
