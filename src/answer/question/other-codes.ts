import { quantitiesIn } from './quantity-ranges.ts'
import { isAboutOtherCountry } from './wider-names.ts'

/**
 * Tells whether a sentence is about another year, code or country than the question: 2025 instead of 2022, P2 instead of P5.
 * The year can stand in the titles above it. One that its passage contains elsewhere, or that a period of the passage
 * includes, isn't lacking.
 */
export function namesOtherCode(question: string, sentence: string, passage: string, titles = ''): boolean {
  return (
    isOtherYear(question, `${titles}\n${sentence}`, passage) ||
    isOtherSerial(question, sentence, passage) ||
    isAboutOtherCountry(question, sentence, passage)
  )
}

function isOtherYear(question: string, sentence: string, passage: string): boolean {
  const quantities = quantitiesIn(question).map(({ word }) => word)
  const asked = yearsIn(question).filter((year) => !quantities.some((word) => word.includes(String(year))))
  if (asked.length === 0 || yearsIn(sentence).length === 0) return false
  return !asked.some((year) => includesYear(passage, year))
}

function yearsIn(text: string): number[] {
  return [...text.matchAll(yearPattern)].map(([year]) => Number(year))
}

/** Tells whether the text contains the year, or a period that includes it. */
function includesYear(text: string, year: number): boolean {
  if (yearsIn(text).includes(year)) return true
  const isWithin = ({ groups = {} }: RegExpMatchArray) =>
    year >= Number(groups.from ?? Number.NEGATIVE_INFINITY) && year <= Number(groups.to ?? Number.POSITIVE_INFINITY)
  const closed = [...text.matchAll(closedPeriod)]
  if (closed.some(isWithin)) return true
  const rest = text.replace(closedPeriod, '')
  return [...rest.matchAll(openPeriod), ...rest.matchAll(endedPeriod)].some(isWithin)
}

const yearPattern = /(?<![\p{L}\p{N}.,€$£¥-])(?:19|20)\d\d(?![\p{L}\p{N}]|[.,]\d)/gu
const year = (name: string) => `(?<${name}>(?:19|20)\\d\\d)(?!\\d)`
/** A day or month between the preposition and the year: "since 1 January 2024". */
const dayAndMonth = '(?:(?:the )?(?:\\d{1,2}|\\p{L}+)(?: of)? ){0,3}'
const closedPeriod = new RegExp(
  `\\b${year('from')}\\s?(?:to|and|until|through|–|-|—)\\s?${dayAndMonth}${year('to')}`,
  'giu',
)
const openPeriod = new RegExp(`\\b(?:since|from|after|as of|starting) ${dayAndMonth}${year('from')}`, 'giu')
const endedPeriod = new RegExp(`\\b(?:until|till|before|up to|by|through) ${dayAndMonth}${year('to')}`, 'giu')

/** Letters and a number that counts: "P2", "Q3", "SF-182". */
const serialPattern = /(?<![\p{L}\p{N}])(?<series>\p{L}{1,4}-?)(?<number>\d{1,4})(?![\p{L}\p{N}]|[.,]\d)/gu

function isOtherSerial(question: string, sentence: string, passage: string): boolean {
  const asked = serialsIn(question)
  if (asked.length === 0) return false
  const own = new Set(serialsIn(sentence).map(({ series }) => series))
  if (own.size === 0) return false
  const inPassage = new Set(serialsIn(passage).map(({ code }) => code))
  return asked.every(({ code, series }) => !inPassage.has(code) && own.has(series))
}

function serialsIn(text: string): { code: string; series: string }[] {
  return [...text.matchAll(serialPattern)].map(({ 0: code, groups = {} }) => ({
    code: code.toLowerCase(),
    series: groups.series!.toLowerCase(),
  }))
}
