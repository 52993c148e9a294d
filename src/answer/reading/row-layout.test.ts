import { expect, test } from 'vitest'
import type { Reading } from '../../models/reader.ts'
import { layOutRows, readingOfSentences } from './row-layout.ts'

const sentences = [
  'Holidays differ.',
  'Site: Kobe; Paid holiday: 20 days; Carry-over: 10 days',
  'Site: Leipzig; Carry-over: 5 days',
  'Ask your lead.',
]

/** A reading of as many lines, whose evidence is the line's number. */
function readingOf(lines: readonly string[], shortAnswer?: Reading['shortAnswer']): Reading {
  const scores = { relevance: 1, answers: 1, supports: 0, spanMargin: 1 }
  return { ...scores, sentences: lines.map((_, line) => ({ evidence: line, spanShare: 0 })), shortAnswer }
}

test('rows are values below the names of their columns, with empty cells where a value is missing', () => {
  expect(layOutRows(sentences).lines).toEqual([
    'Holidays differ.',
    'Site | Paid holiday | Carry-over',
    'Kobe | 20 days | 10 days',
    'Leipzig |  | 5 days',
    'Ask your lead.',
  ])
})

test('another table has names of its own; rows without names and other text stay as they are', () => {
  expect(layOutRows(['Site: Kobe; Days: 20', 'Role: Vet; Budget: €900', 'Ann | 12 | 3', 'Open: daily']).lines).toEqual([
    'Site | Days',
    'Kobe | 20',
    'Role | Budget',
    'Vet | €900',
    'Ann | 12 | 3',
    'Open: daily',
  ])
})

test('values of two columns with one name stay apart', () => {
  expect(layOutRows(['Route: 1; From: Ely; From: Cambridge']).lines).toEqual(['Route | From', '1 | Ely, Cambridge'])
})

test('evidence and short answer belong to the sentences again', () => {
  const layout = layOutRows(sentences)
  const start = layout.lines[2]!.indexOf('20 days')
  const shortAnswer = { sentence: 2, start, end: start + '20 days'.length }
  const reading = readingOfSentences(readingOf(layout.lines, shortAnswer), layout)
  expect(reading.sentences.map(({ evidence }) => evidence)).toEqual([0, 2, 3, 4])
  const answer = reading.shortAnswer!
  expect(sentences[answer.sentence]!.slice(answer.start, answer.end)).toBe('20 days')
})

test('a short answer in the line of names, or across cells, is none', () => {
  const layout = layOutRows(sentences)
  const withAnswer = (line: number, words: string) => {
    const start = layout.lines[line]!.indexOf(words)
    const shortAnswer = { sentence: line, start, end: start + words.length }
    return readingOfSentences(readingOf(layout.lines, shortAnswer), layout).shortAnswer
  }
  expect(withAnswer(1, 'Site')).toBeUndefined()
  expect(withAnswer(2, 'Kobe | 20 days')).toBeUndefined()
  expect(withAnswer(4, 'your lead')).toEqual({ sentence: 3, start: 4, end: 13 })
})
