import { anyNumberWord } from '../../ingest/number-words.ts'
import { claimTerms } from './claim-terms.ts'
import { readNamedCells } from './clauses.ts'
import { coveredShare, type EvidenceUnit } from './evidence.ts'
import { type Figure, readFigures } from './figures.ts'

/** The spellings of units, by what they measure. */
const dimensions: Record<string, string> = {
  time: 'second,sec minute,min hour,hr,h day week,wk month quarter year,yr',
  length: 'mm,millimetre,millimeter cm,centimetre,centimeter m,metre,meter km,kilometre,kilometer mile inch foot,feet',
  weight: 'g,gram kg,kilogram,kilo tonne,ton lb,pound',
  data: 'kb mb gb tb',
}
const measures = new Map(
  Object.entries(dimensions).flatMap(([dimension, units]) =>
    units.split(' ').flatMap((spellings) => {
      const names = spellings.split(',')
      return names.map((name) => [name, { dimension, unit: names[0] }] as const)
    }),
  ),
)
/** Figures as words also tell the case that a rule is applied to; below this they are pronouns, too. */
const minWordValue = 3
/** Share of the terms that a unit of evidence with such a figure must have: then it is the rule itself. */
const minWordCoverage = 0.5

/**
 * Tells whether a figure has another unit than the evidence ever gives it: 40 hours for 40 minutes, or 60 per hour for 60 per
 * minute. Only units that measure the same are compared, as other words after a figure can stand for each other.
 */
export function hasOtherUnits(
  statement: string,
  { units, context }: { units: readonly EvidenceUnit[]; context: string },
  language: string,
): boolean {
  return hasOtherMeasures() || hasOtherRates(statement, units)

  function hasOtherMeasures(): boolean {
    const own = readMeasured(statement)
    if (own.length === 0) return false
    const known = readMeasured([context, ...units.map(({ text }) => text)].join('\n'), { isWithoutUnitKept: true })
    return own.some((figure) => {
      const same = known.filter(({ value }) => value === figure.value)
      const isOther = ({ measure }: Measured) =>
        measure !== undefined && measure.dimension === figure.measure?.dimension && measure.unit !== figure.measure.unit
      return same.length > 0 && same.every(isOther) && (!figure.isWord || isOfRule(figure))
    })
  }

  function isOfRule(figure: Figure): boolean {
    const terms = claimTerms(statement, language)
    return (
      Number(figure.value) >= minWordValue &&
      units.some(
        (unit) =>
          unit.figures.some(({ value }) => value === figure.value) &&
          coveredShare(terms, unit.terms) >= minWordCoverage,
      )
    )
  }
}

interface Measured extends Figure {
  measure: { dimension: string; unit: string | undefined } | undefined
}

function readMeasured(text: string, { isWithoutUnitKept = false } = {}): Measured[] {
  // "Twice a week", or "nine hours, ten twice a week", measures nothing in weeks.
  return readFigures(
    text.replace(/(?:\s(?:once|twice))?\s(?:an?|per|each|every)(?=\s\p{L})|\b(?:once|twice)\b/giu, ' /'),
  )
    .map((figure) => ({ ...figure, measure: measures.get(figure.unit) }))
    .filter(({ measure }) => isWithoutUnitKept || measure !== undefined)
}

const period = '(?:second|minute|hour|day|night|week|month|quarter|year|km|kilomet(?:re|er)|mile)'
const ratePattern = new RegExp(
  [
    String.raw`(?<![\p{L}\d.,])(?<number>\d[\d.,]*|${anyNumberWord}|twice)(?:\s?[%€$£])?`,
    // What is counted; "1.25 of a day" is no rate.
    String.raw`(?:[\s-]+(?!(?:and|or|to)\b|of\s(?:an?|each|every)\s)[\p{L}-]{1,30}){0,3}?`,
    String.raw`\s*(?:/|\s(?:per|an?|each|every)\s)\s*(?<period>${period})(?!\p{L})`,
  ].join(''),
  'giu',
)
const columnPeriod = new RegExp(String.raw`\bper (?<period>${period})(?!\p{L})`, 'i')

interface Rate {
  value: string
  period: string
}

function hasOtherRates(statement: string, units: readonly EvidenceUnit[]): boolean {
  // "One" is a pronoun, too.
  const own = readRates(statement).filter(({ value }) => value !== '1')
  if (own.length === 0) return false
  const known = units.flatMap(({ text }) => [...readRates(text), ...readColumnRates(text)])
  return own.some((rate) => {
    const same = known.filter(({ value }) => value === rate.value)
    return same.length > 0 && same.every((other) => other.period !== rate.period)
  })
}

function readRates(text: string): Rate[] {
  return [...text.matchAll(ratePattern)].map(({ groups }) => toRate(groups!.number!, groups!.period!))
}

/** Returns the rates of a table row whose columns say per what: "Price per month: €49". */
function readColumnRates(row: string): Rate[] {
  return readNamedCells(row).flatMap(({ name, value }) => {
    const named = columnPeriod.exec(name)?.groups?.period
    return named === undefined ? [] : readFigures(value).map((figure) => toRate(figure.value, named))
  })
}

function toRate(number: string, period: string): Rate {
  const name = period.toLowerCase()
  return { value: readFigures(number)[0]?.value ?? '', period: measures.get(name)?.unit ?? name }
}
