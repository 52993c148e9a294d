import type { Caller } from '../../src/access/caller.ts'
import { type AnswerFault, checkAnswer } from './check-answer.ts'
import { countAnswerWords, type EvidenceMatch, matchEvidence } from './compare-evidence.ts'
import { type PeopleQuestion, questionKinds } from './people-questions.ts'
import type { PeopleStore } from './people-store.ts'

export interface MeasuredAnswer extends EvidenceMatch {
  question: PeopleQuestion
  answer: string
  isRefused: boolean
  words: number
  ms: number
  faults: AnswerFault[]
}

/** Asks a question within its book and compares the answer with the evidence. */
export async function measureAnswer(
  { app, caller }: Pick<PeopleStore, 'app'> & { caller: Caller },
  question: PeopleQuestion,
  clock: () => number = () => performance.now(),
): Promise<MeasuredAnswer> {
  const startedAt = clock()
  const request = { question: question.question, parentId: question.book }
  const { answer, sources } = await app.answering.ask(caller, request)
  const ms = clock() - startedAt
  const isRefused = sources.length === 0
  const match =
    isRefused || question.evidence === undefined
      ? { isFound: false, isWhole: false, isFirst: false }
      : matchEvidence(answer, { ...question, evidence: question.evidence })
  return {
    question,
    answer,
    isRefused,
    words: isRefused ? 0 : countAnswerWords(answer),
    ms,
    faults: isRefused ? [] : checkAnswer({ answer, sources }),
    ...match,
  }
}

export interface KindFigures {
  kind: string
  questions: number
  /** Shares of the questions with an answer; undefined if there are none. */
  found: number | undefined
  whole: number | undefined
  first: number | undefined
  wronglyRefused: number | undefined
  /** Share of the questions that their section doesn't answer; undefined if there are none. */
  refused: number | undefined
  /** The same without those that another section answers. */
  refusedUnanswered: number | undefined
  /** Mean words of the answers that weren't refusals; undefined if all were. */
  words: number | undefined
  p50Ms: number
  p95Ms: number
}

/** Returns one row per kind of question that occurs, and one for all of them. */
export function summarize(answers: readonly MeasuredAnswer[]): KindFigures[] {
  const ofKind = (kind: string) => answers.filter(({ question }) => question.kind === kind)
  const kinds = questionKinds.filter((kind) => ofKind(kind).length > 0)
  return [...kinds.map((kind) => figuresOf(kind, ofKind(kind))), figuresOf('all', answers)]
}

function figuresOf(kind: string, answers: readonly MeasuredAnswer[]): KindFigures {
  const answerable = answers.filter(({ question }) => question.kind !== 'none')
  const unanswerable = answers.filter(({ question }) => question.kind === 'none')
  const given = answers.filter(({ isRefused }) => !isRefused)
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  return {
    kind,
    questions: answers.length,
    found: share(answerable, ({ isFound }) => isFound),
    whole: share(answerable, ({ isWhole }) => isWhole),
    first: share(answerable, ({ isFirst }) => isFirst),
    wronglyRefused: share(answerable, ({ isRefused }) => isRefused),
    refused: share(unanswerable, ({ isRefused }) => isRefused),
    refusedUnanswered: share(
      unanswerable.filter(({ question }) => !question.isAnsweredElsewhere),
      ({ isRefused }) => isRefused,
    ),
    words: given.length === 0 ? undefined : given.reduce((sum, { words }) => sum + words, 0) / given.length,
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
  }
}

function share(answers: readonly MeasuredAnswer[], holds: (answer: MeasuredAnswer) => boolean): number | undefined {
  return answers.length === 0 ? undefined : answers.filter(holds).length / answers.length
}

/** Returns the value that this part of the sorted ones don't exceed (nearest rank). */
export function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? 0
}

/** Returns `limit` questions at even distances, so that every book and kind keeps its share. */
export function sampleEvenly<T>(items: readonly T[], limit: number): T[] {
  if (items.length <= limit) return [...items]
  return Array.from({ length: limit }, (_, index) => items[Math.floor((index * items.length) / limit)] as T)
}
