import type { Caller } from '../../access/caller.ts'
import type { Reader } from '../../models/reader.ts'
import type { Passage, Retrieval, RetrievalResult } from '../../search/retrieval.ts'
import type { SearchScope } from '../../search/search-scope.ts'
import type { QuestionReading } from '../conversation/question-readings.ts'
import { interleavePassages } from '../interleave-passages.ts'
import { readMinutesQuestion } from '../question/minutes-question.ts'
import { askedTopic } from '../question/topic-question.ts'
import { chooseReader } from './choose-reader.ts'
import { demoteOld } from './demote-old.ts'
import { demoteRepeated, weighTypedTerms } from './follow-up-focus.ts'
import { type ReadPassage, rankByReading } from './read-passages.ts'
import {
  isBetterSupported,
  isSure,
  isTranslationBetter,
  measureOwnLanguageSupport,
  measureSupport,
} from './reading-support.ts'
import { type ReadingOptions, readPassages } from './staged-reading.ts'
import { dropSuperseded } from './supersession.ts'

/** What was found for one way to understand the question. */
interface Found {
  reading: QuestionReading
  retrieved: RetrievalResult
  /** Those that no newer edition supersedes, best first. */
  passages: Passage[]
  read: readonly ReadPassage[] | undefined
  retrievalMs: number
}

/** More than a prompt takes, because newer editions supersede some. */
export const maxRetrievedPassages = 40
/** Share of the reader's time for the second way to understand a question. */
const secondReadingShare = 0.5

/** Finds and reads the passages that a question is answered from. */
export function createPassageFinder({
  retrieval,
  reader,
  onReaderFailure,
  clock,
  now,
}: {
  retrieval: Retrieval
  /** Absent: passages are ranked by retrieval alone. */
  reader: Reader | undefined
  /** Called with the first of consecutive failures. */
  onReaderFailure: (error: unknown) => void
  /** Milliseconds from any origin. */
  clock: () => number
  now: () => Date
}) {
  let isReaderFailing = false

  return { findBest }

  /** Finds passages for the first reading; for the second one as well, unless the first is surely answered. */
  async function findBest(
    caller: Caller,
    scope: SearchScope,
    typed: string,
    [first, second]: readonly [QuestionReading, QuestionReading?],
    signal: AbortSignal | undefined,
  ): Promise<Found> {
    const found = await find(caller, scope, first, signal)
    if (!second) return found
    if (second.translatedFrom !== undefined) {
      const support = measureOwnLanguageSupport(first.question, { ...found.retrieved, ...found })
      if (isSure(support)) return found
      const translated = await find(caller, scope, second, signal)
      const translatedSupport = measureSupport(second.question, { ...translated.retrieved, ...translated })
      if (!isTranslationBetter(translatedSupport, support)) return found
      // A language model gets the notes in the question's own language, too.
      return {
        ...translated,
        passages: interleavePassages([
          translated.passages,
          found.passages.filter(isIn(second.translatedFrom.language)),
        ]),
      }
    }
    const support = measureSupport(first.question, { ...found.retrieved, ...found })
    if (isSure(support)) return found
    const other = await find(caller, scope, second, signal, secondReadingShare)
    return isBetterSupported(typed, measureSupport(second.question, { ...other.retrieved, ...other }), support)
      ? other
      : found
  }

  async function find(
    caller: Caller,
    scope: SearchScope,
    reading: QuestionReading,
    signal: AbortSignal | undefined,
    readerShare?: number,
  ): Promise<Found> {
    const startedAt = clock()
    const limit = { passages: maxRetrievedPassages }
    const { question, focus } = reading
    // The topic of a decision alone finds the pages about it, not the minutes.
    const topic = readMinutesQuestion(question) ? undefined : askedTopic(question)
    const results = await retrieval.search(caller, { question: topic ?? question, scope, limit })
    const retrieved = focus ? weighTypedTerms(focus.typed, question, results) : results
    const current = dropSuperseded(question, retrieved.passages, now())
    const newest =
      reading.translatedFrom === undefined ? current : withoutLanguage(reading.translatedFrom.language, current)
    const retrievalMs = clock() - startedAt
    const readings = await readBest(
      retrieved.question,
      { ...retrieved, passages: newest },
      { signal, share: readerShare, isOfTranslation: reading.translatedFrom !== undefined },
    )
    const dated = readings && demoteOld(question, readings, now())
    const read = dated && focus ? demoteRepeated(dated, focus.earlierAnswers) : dated
    const passages = read ? rankByReading(read, newest) : newest
    return { reading, retrieved, read, passages, retrievalMs }
  }

  /** Returns undefined without a reader, while it fails, and for questions and passages in a language that none knows. */
  async function readBest(
    question: string,
    findings: RetrievalResult,
    options: ReadingOptions,
  ): Promise<ReadPassage[] | undefined> {
    if (!reader || findings.passages.length === 0) return undefined
    const chosen = chooseReader(reader, question, findings.passages)
    if (!chosen) return undefined
    try {
      const read = await readPassages(chosen, question, findings, options)
      isReaderFailing = false
      return read
    } catch (error) {
      options.signal?.throwIfAborted()
      if (!isReaderFailing) onReaderFailure(error)
      isReaderFailing = true
      return undefined
    }
  }
}

/** A translation is for notes in other languages: those in the question's own are found and read by its own words. */
function withoutLanguage(language: string, passages: readonly Passage[]): Passage[] {
  const isOwn = isIn(language)
  return passages.filter((passage) => !isOwn(passage))
}

function isIn(language: string): (passage: Passage) => boolean {
  return ({ document }) => document.language === language
}
