import { readFileSync } from 'node:fs'
import { normalize } from './extracted-text.ts'

/** A question over files with the facts that its answer must contain. */
export interface FileQuestion {
  id: string
  /** `none`: the files don't answer it. */
  kind: string
  question: string
  /** One of these must be in the answer. */
  answer?: string[]
  /** All of these must be in the answer. */
  all?: string[]
  /** The name of the file that answers. */
  file?: string
  /** The page, slide or sheet that answers. */
  page?: number
  /** Measured only with `--held-out`: nothing was tuned to it. */
  heldOut?: boolean
}

export interface MeasuredFileAnswer {
  question: FileQuestion
  answer: string
  isRefused: boolean
  isFound: boolean
  /** Whether the citation names the right file and page; undefined if no page is expected or the fact isn't there. */
  isPageRight: boolean | undefined
  words: number
  ms: number
}

export function readFileQuestions(path: string): FileQuestion[] {
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as FileQuestion)
}

/** Tells whether the answer contains the expected facts, compared without markup, citations and case. */
export function containsFacts(answer: string, { answer: alternatives, all }: FileQuestion): boolean {
  const text = plainText(answer)
  if (all) return all.every((fact) => containsFact(text, fact))
  return alternatives?.some((fact) => containsFact(text, fact)) ?? false
}

/** Compares whole words and figures: "11" is not in "2011". */
function containsFact(text: string, fact: string): boolean {
  const pattern = plainText(fact).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'u').test(text)
}

function plainText(text: string): string {
  const withoutMarkup = text.replace(/ ?\[\d+\]/g, '').replace(/\*\*|\\(?=[^\p{L}\p{N}\s])/gu, '')
  return normalize(withoutMarkup).toLowerCase()
}
