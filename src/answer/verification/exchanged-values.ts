import { claimTerms } from './claim-terms.ts'
import { type Clause, hasNamedCells, readClauses } from './clauses.ts'
import { type EvidenceUnit, sharedWeight } from './evidence.ts'
import { type Figure, isNumberWord } from './figures.ts'
import { isNegated } from './polarity.ts'

/** How much better the evidence must fit the statement with two values exchanged; 2 is from not at all to fully. */
const minGain = { figure: 0.3, name: 0.3, term: 0.7 }
/** Where "and" alone joins the parts: how much better each of them must fit, since "and" also joins words of one part. */
const minGainOfEachJoined = 0.4
/** Parts that contrast two things. */
const contrast = /[,;]\s(?:and\s|but\s|while\s|whereas\s)?|\s(?:but|while|whereas)\s/
const coordination = /\sand\s/
const duration = /^(?:second|minute|hour|day|week|month|quarter|year)$/

/** Shorter parts are items of an enumeration. */
const minContrastedTerms = 2
const opener =
  /^(?:about|after|as|at|because|before|both|by|during|either|for|from|if|in|including|like|on|once|since|so|that|though|to|unless|until|when|where|whether|which|who|with|without)\b/i

/**
 * Tells whether two parts of a statement have exchanged their figures, names or words: "Students keep a laptop for 28 days,
 * staff for 7", where the evidence says 28 next to staff and 7 next to students. Only statements whose two parts both fit
 * better the other way round count, so words that the evidence puts differently decide nothing.
 */
export function hasExchangedValues(statement: string, units: readonly EvidenceUnit[], language: string): boolean {
  // The conjunctions are English, and no other language was measured.
  if (language !== 'en') return false
  const parts = readParts(statement, language)
  const hasCells = hasNamedCells(statement)
  const contrasted = hasCells ? [] : readContrasted(statement, contrast, language)
  const coordinated = hasCells || contrast.test(statement) ? [] : readContrasted(statement, coordination, language)
  if (parts.length < 2 && contrasted.length < 2) return false
  const clauses = units.flatMap((unit) => unit.clauses())
  const weigh = weighTerms(clauses)
  const countedThings = new Set(units.flatMap(({ figures }) => figures.map(({ unit }) => unit)))
  const isExchanged = (a: PlacedValue, b: PlacedValue) => {
    const gains = gainsByExchange(a, b, clauses, weigh)
    return Math.min(...gains) > 0 && sumOf(gains) >= minGain[a.kind]
  }
  return (
    somePair(parts.flatMap(readValues), (a, b) => areComparable(a, b, countedThings) && isExchanged(a, b)) ||
    somePair(contrasted.flatMap(readWords), isExchanged) ||
    areCoordinatedWordsExchanged()
  )

  /** Tells it of "Confetti is allowed and petals are forbidden". Words that "and" joins in the evidence, too, have no places. */
  function areCoordinatedWordsExchanged(): boolean {
    if (coordinated.length < 2) return false
    const isClear = (a: PlacedValue, b: PlacedValue, among: readonly Clause[]) =>
      Math.min(...gainsByExchange(a, b, among, weigh)) >= minGainOfEachJoined
    let undivided: Clause[] | undefined
    return somePair(coordinated.flatMap(readWords), (a, b) => {
      if (!isClear(a, b, clauses)) return false
      undivided ??= units.flatMap(({ text }) => readClauses(text, language, { splitsAtAnd: false }))
      return isClear(a, b, undivided)
    })
  }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

/** A value of a statement with the part that it stands in. */
interface PlacedValue {
  kind: 'figure' | 'name' | 'term'
  part: Clause
  figure?: Figure
  /** The value's own terms, and what a figure counts: they say nothing about its place. */
  terms: ReadonlySet<string>
  isIn(clause: Clause): boolean
}

function readParts(statement: string, language: string): Clause[] {
  return hasNamedCells(statement)
    ? readClauses(statement, language)
    : statement.split(/:\s/).flatMap((part) => readClauses(part, language))
}

/** Returns the two parts of a statement that contrast two things; none if only one is a condition or a negation. */
function readContrasted(statement: string, border: RegExp, language: string): Clause[] {
  const parts = statement.replace(/^(?:yes|no),\s/i, '').split(border)
  const openers = new Set(parts.map((part) => opener.exec(part)?.[0].toLowerCase()))
  // More parts are an enumeration.
  if (parts.length !== 2 || openers.size > 1 || new Set(parts.map(isNegated)).size > 1) return []
  return parts
    .map((part) => ({ terms: claimTerms(part, language), figures: [], names: new Set<string>() }))
    .filter(({ terms }) => terms.size >= minContrastedTerms)
}

function readValues(part: Clause): PlacedValue[] {
  const figures = part.figures
    // "One" is a pronoun, too.
    .filter(({ isWord, value }) => !(isWord && value === '1'))
    .map(
      (figure): PlacedValue => ({
        kind: 'figure',
        part,
        figure,
        terms: claimTerms(figure.unit, 'en'),
        isIn: (clause) => clause.figures.some(({ value }) => value === figure.value),
      }),
    )
  const names = [...part.names].map((name): PlacedValue => {
    const terms = claimTerms(name, 'en')
    // In the evidence it can be the first word of a sentence, whose capital shows nothing.
    return { kind: 'name', part, terms, isIn: (clause) => [...terms].every((term) => clause.terms.has(term)) }
  })
  return [...figures, ...names.filter(({ terms }) => terms.size > 0)]
}

function readWords(part: Clause): PlacedValue[] {
  return [...part.terms]
    .filter((term) => !isNumberWord(term))
    .map((term) => ({ kind: 'term', part, terms: new Set([term]), isIn: (clause) => clause.terms.has(term) }))
}

function areComparable(a: PlacedValue, b: PlacedValue, countedThings: ReadonlySet<string>): boolean {
  if (a.kind !== b.kind) return false
  if (!a.figure || !b.figure) return true
  if (a.figure.value === b.figure.value) return false
  const [unit, other] = [a.figure.unit, b.figure.unit]
  if (duration.test(unit) && duration.test(other)) return true
  // The word after a figure isn't always what it counts: "Key 3 stands for a break".
  return unit === other || [unit, other].some((word) => word === '' || !countedThings.has(word))
}

/** Returns how much better the evidence fits the part of each value with the other in its place, -1 to 1. */
function gainsByExchange(
  a: PlacedValue,
  b: PlacedValue,
  clauses: readonly Clause[],
  weigh: (term: string) => number,
): number[] {
  if (a.isIn(b.part) || b.isIn(a.part)) return [0, 0]
  const own = new Set([...a.terms, ...b.terms])
  // "Three" is the figure itself, not a word beside it.
  const isOwn = (term: string) => own.has(term) || (a.kind === 'figure' && isNumberWord(term))
  return [gainByExchange(a, b), gainByExchange(b, a)]

  function gainByExchange(value: PlacedValue, other: PlacedValue): number {
    const terms = new Set([...value.part.terms].filter((term) => !isOwn(term)))
    const closest = (wanted: PlacedValue, unwanted: PlacedValue) =>
      Math.max(
        0,
        ...clauses
          .filter((clause) => wanted.isIn(clause) && !unwanted.isIn(clause))
          .map((clause) => sharedWeight(terms, clause.terms, weigh)),
      )
    return (closest(other, value) - closest(value, other)) / (sharedWeight(terms, terms, weigh) || 1)
  }
}

/** Returns how much a term tells clauses apart; 0 for one that the evidence doesn't have. */
function weighTerms(clauses: readonly Clause[]): (term: string) => number {
  const counts = new Map<string, number>()
  for (const { terms } of clauses) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return (term) => {
    const count = counts.get(term)
    return count === undefined ? 0 : Math.log1p(clauses.length / count)
  }
}

function somePair(values: readonly PlacedValue[], test: (a: PlacedValue, b: PlacedValue) => boolean): boolean {
  return values.some((a, i) => values.slice(i + 1).some((b) => a.part !== b.part && test(a, b)))
}
