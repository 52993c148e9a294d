import { stripListMarker } from '../list-marker.ts'
import { claimTerms } from './claim-terms.ts'
import { type Figure, readFigures } from './figures.ts'
import { readNames } from './names.ts'

/** A clause of a sentence, or a cell of a table row with the name of its column and the row's label. */
export interface Clause {
  terms: ReadonlySet<string>
  figures: readonly Figure[]
  /** In lower case; words of one name together. */
  names: ReadonlySet<string>
}

/**
 * Words in parentheses or after a dash belong to the words before them: "gate 3 (goods) or gate 4 (tankers)". "3.8 or later"
 * is one value.
 */
const clauseEnd =
  /[,;]\s|\)|\s\|\s|\s(?:and|or(?!\s(?:later|more|longer|newer|older|higher|above|less|fewer|shorter|lower|below|earlier|younger|over|under|greater)\b)|but|while|whereas|then)\s/
/** "And" also joins words of one clause: "summarization and creation of documents". */
const clauseEndBesideAnd = /[,;]\s|\)|\s\|\s|\s(?:but|while|whereas|then)\s/
const cellEnd = '; '
/** "- Delete: threats, adverts": the label holds for each part. */
const labelled = /^\s*(?<label>[^:;.,]{1,40}): (?<parts>.+)$/s

/** Returns the clauses of a sentence or list item, or the cells of a table row. Values of different clauses belong to different things. */
export function readClauses(text: string, language: string, { splitsAtAnd = true } = {}): Clause[] {
  if (hasNamedCells(text)) return readCells(text, language)
  const { label = '', parts = text } = labelled.exec(stripListMarker(text))?.groups ?? {}
  const own = readClause(label, language)
  return parts
    .split(splitsAtAnd ? clauseEnd : clauseEndBesideAnd)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const clause = readClause(part, language)
      return {
        terms: new Set([...own.terms, ...clause.terms]),
        figures: [...own.figures, ...clause.figures],
        names: new Set([...own.names, ...clause.names]),
      }
    })
}

/** Returns the row as a whole, its label, and each further cell with the label. */
function readCells(row: string, language: string): Clause[] {
  const [first = '', ...cells] = row.split(cellEnd)
  const label = readClause(first, language)
  return [
    readClause(row, language),
    label,
    ...cells.map((cell) => {
      const clause = readClause(cell, language)
      return { ...clause, terms: new Set([...label.terms, ...clause.terms]) }
    }),
  ]
}

/** Tells whether the text is a table row as passages and verified answers write it: "Site: Kobe; Holiday: 20 days". */
export function hasNamedCells(text: string): boolean {
  return readNamedCells(text).length > 0
}

/** Returns the cells of a table row with the names of their columns; none if the text is no such row. The first is its label. */
export function readNamedCells(text: string): { name: string; value: string }[] {
  const [first = '', ...others] = text.split(cellEnd)
  const cells = others.flatMap((cell) => {
    const { name, value } = /^(?<name>[^:]{1,80}): (?<value>.*)$/s.exec(cell)?.groups ?? {}
    return name === undefined || value === undefined ? [] : [{ name, value }]
  })
  if (cells.length === 0 || cells.length < others.length) return []
  const [, name = '', value = first] = /^([^:]{1,80}): (.*)$/s.exec(first) ?? []
  return [{ name, value }, ...cells]
}

function readClause(text: string, language: string): Clause {
  return {
    terms: claimTerms(text, language),
    figures: readFigures(text),
    names: new Set(joinNames(text, readNames(text, language)).map((name) => name.toLowerCase())),
  }
}

/** Joins names that follow each other: "Tobias Wren" is exchanged as a whole. */
function joinNames(text: string, names: readonly string[]): string[] {
  const joined: string[] = []
  let end = -1
  for (const name of names) {
    const start = text.indexOf(name, Math.max(0, end))
    if (end >= 0 && text.slice(end, start) === ' ') joined.push(`${joined.pop()} ${name}`)
    else joined.push(name)
    end = start + name.length
  }
  return joined
}
