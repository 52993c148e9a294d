import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { AppError } from '../../errors.ts'
import type { Judgements } from './metrics.ts'

export interface CorpusDocument {
  id: string
  title: string
  text: string
}

export interface JudgedQuery {
  id: string
  text: string
}

export interface GoldAnswer {
  id: string
  question: string
  /** Empty: the corpus does not say. */
  answers: string[]
}

/** The documents of corpus.jsonl, one after the other: a corpus need not fit into memory. */
export async function* readCorpus(directory: string): AsyncGenerator<CorpusDocument> {
  const path = corpusPath(directory)
  let line = 0
  for await (const text of createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    line += 1
    if (text.trim() === '') continue
    const row = parseLine(text, path, line)
    yield { id: toText(row._id), title: toText(row.title), text: toText(row.text) }
  }
}

export function corpusPath(directory: string): string {
  const path = join(directory, 'corpus.jsonl')
  if (existsSync(path)) return path
  throw new AppError(
    'validation',
    `${path} is missing: "lorewell eval --help" tells what belongs into the folder.`,
  )
}

export async function corpusHash(directory: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(corpusPath(directory))) hash.update(piece)
  return hash.digest('hex')
}

export function readQueries(path: string): JudgedQuery[] {
  return readLines(path).map((row) => ({ id: toText(row._id), text: toText(row.text) }))
}

/** Undefined where the folder has none. */
export function readAnswers(directory: string): GoldAnswer[] | undefined {
  const path = join(directory, 'answers.jsonl')
  if (!existsSync(path)) return undefined
  return readLines(path).map((row) => ({
    id: toText(row._id),
    question: toText(row.question),
    answers: row.answerable === false || !Array.isArray(row.answers) ? [] : row.answers.map(toText),
  }))
}

/** qrels/test.tsv: query id, document id, grade, with a line of headings. */
export function readJudgements(directory: string): Map<string, Judgements> {
  const path = join(directory, 'qrels', 'test.tsv')
  const all = new Map<string, Map<string, number>>()
  for (const [index, line] of readText(path).split(/\r?\n/).entries()) {
    const [query, document, grade] = line.split('\t')
    if (query === undefined || document === undefined || grade === undefined) continue
    if (index === 0 && !Number.isFinite(Number(grade))) continue
    all.set(query, (all.get(query) ?? new Map<string, number>()).set(document, Number(grade)))
  }
  return all
}

function readLines(path: string): Record<string, unknown>[] {
  return readText(path)
    .split(/\r?\n/)
    .flatMap((text, index) => (text.trim() === '' ? [] : [parseLine(text, path, index + 1)]))
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new AppError('validation', `${path} cannot be read: ${(cause as Error).message}`, { cause })
  }
}

function parseLine(text: string, path: string, line: number): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch (cause) {
    throw new AppError('validation', `${path} line ${line} is not JSON: ${(cause as Error).message}`, {
      cause,
    })
  }
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
