import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../errors.ts'
import { splitStream } from '../../split-stream.ts'
import { readTextFile } from '../read-text-file.ts'
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
  /** Empty if the corpus has no answer. */
  answers: string[]
}

/** Yields the documents of corpus.jsonl; a corpus need not fit into memory. */
export async function* readCorpus(directory: string): AsyncGenerator<CorpusDocument> {
  const path = corpusPath(directory)
  let line = 0
  for await (const bytes of splitStream(createReadStream(path))) {
    line += 1
    const text = bytes.toString()
    if (text.trim() === '') continue
    const row = parseLine(text, path, line)
    yield { id: toText(row._id), title: toText(row.title), text: toText(row.text) }
  }
}

export function corpusPath(directory: string): string {
  const path = join(directory, 'corpus.jsonl')
  if (existsSync(path)) return path
  throw new AppError('validation', `${path} is missing. "lorewell eval --help" lists the files of the folder.`)
}

export async function corpusHash(directory: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(corpusPath(directory))) hash.update(chunk)
  return hash.digest('hex')
}

export function readQueries(path: string): JudgedQuery[] {
  return readLines(path).map((row) => ({ id: toText(row._id), text: toText(row.text) }))
}

/** Returns undefined if the folder has no answers.jsonl. */
export function readAnswers(directory: string): GoldAnswer[] | undefined {
  const path = join(directory, 'answers.jsonl')
  if (!existsSync(path)) return undefined
  return readLines(path).map((row) => ({
    id: toText(row._id),
    question: toText(row.question),
    answers: row.answerable === false || !Array.isArray(row.answers) ? [] : row.answers.map(toText),
  }))
}

/** Reads qrels/test.tsv: query id, document id and grade, below a header line. */
export function readJudgements(directory: string): Map<string, Judgements> {
  const path = join(directory, 'qrels', 'test.tsv')
  const all = new Map<string, Map<string, number>>()
  for (const [index, line] of readTextFile(path).split(/\r?\n/).entries()) {
    const [query, document, grade] = line.split('\t')
    if (query === undefined || document === undefined || grade === undefined) continue
    if (index === 0 && !Number.isFinite(Number(grade))) continue
    all.set(query, (all.get(query) ?? new Map<string, number>()).set(document, Number(grade)))
  }
  return all
}

function readLines(path: string): Record<string, unknown>[] {
  return readTextFile(path)
    .split(/\r?\n/)
    .flatMap((text, index) => (text.trim() === '' ? [] : [parseLine(text, path, index + 1)]))
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
