import { readFileSync } from 'node:fs'

/** A model's answer, written by hand: what a capable model writes from these passages. */
export interface RecordedAnswer {
  id: string
  book: 'sample' | 'public'
  kind: string
  question: string
  /** Words of the passages that it was written from; [1] in the answer cites the first. */
  passages: string[]
  answer: string
  as?: 'Engineering'
}

/** The same answer with one sentence that its passage does not support. */
export interface FalseSentence {
  id: string
  /** The answer that it changes. */
  of: string
  kind: 'value' | 'negation' | 'role' | 'scope' | 'invented'
  replace: string
  with: string
}

export function readAnswers(): RecordedAnswer[] {
  return readLines<RecordedAnswer>('answers.jsonl')
}

export function readFalseSentences(): FalseSentence[] {
  return readLines<FalseSentence>('false-sentences.jsonl')
}

/** Returns the answer with its false sentence. */
export function withFalseSentence(answers: readonly RecordedAnswer[], sentence: FalseSentence): RecordedAnswer {
  const base = answers.find(({ id }) => id === sentence.of)
  if (!base?.answer.includes(sentence.replace)) throw new Error(`${sentence.id} changes nothing in ${sentence.of}`)
  return { ...base, answer: base.answer.replace(sentence.replace, () => sentence.with) }
}

function readLines<T>(file: string): T[] {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => JSON.parse(line) as T)
}
