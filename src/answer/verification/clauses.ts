import { claimTerms } from './claim-terms.ts'
import { type Figure, readFigures } from './figures.ts'
import { readNames } from './names.ts'

/** A clause of a sentence, or a cell of a table row with the name of its column and the row's label. */
export interface Clause {
  terms: ReadonlySet<string>
  figures: readonly Figure[]
  /** In lower case. */
  names: ReadonlySet<string>
}

const clauseEnd = /[,;]\s|\s[–—|]\s|[()]|\s(?:and|or|but|while|whereas|then)\s/
const cellEnd = '; '

/** Returns the clauses of a sentence or list item, or the cells of a table row. Values of different clauses belong to different things. */
export function readClauses(text: string, language: string): Clause[] {
  if (!hasNamedCells(text))
    return text
      .split(clauseEnd)
      .filter((part) => part.trim() !== '')
      .map((part) => readClause(part, language))
  const [first = '', ...cells] = text.split(cellEnd)
  const label = readClause(first, language)
  return [
    label,
    ...cells.map((cell) => {
      const clause = readClause(cell, language)
      return { ...clause, terms: new Set([...label.terms, ...clause.terms]) }
    }),
  ]
}

/** Tells whether the text is a table row as passages and verified answers write it: "Site: Kobe; Holiday: 20 days". */
export function hasNamedCells(text: string): boolean {
  const [, ...cells] = text.split(cellEnd)
  return cells.length > 0 && cells.every((cell) => /^[^:]{1,80}: /.test(cell))
}

function readClause(text: string, language: string): Clause {
  return {
    terms: claimTerms(text, language),
    figures: readFigures(text),
    names: new Set(readNames(text, language).map((name) => name.toLowerCase())),
  }
}
