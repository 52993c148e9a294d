import { splitHeadingPath } from '../../content/indexing/heading-path.ts'
import { buildPassageText } from '../../ingest/passage-text.ts'
import type { PassageText } from '../../models/embedder.ts'
import type { Reader } from '../../models/reader.ts'
import type { Passage, RetrievalResult } from '../../search/retrieval.ts'
import { bestUnit } from '../quoted/split-units.ts'
import { type ReadPassage, scoreReadings } from './read-passages.ts'
import { answerabilityScore } from './reading-answerability.ts'
import { layOutRows, readingOfSentences } from './row-layout.ts'
import { analyzeQuestion } from './sentence-scoring.ts'

/** So many passages are read at a time: most questions are surely answered by one of the first. */
const stagePassages = 4
/** Above this no further passages are read. */
const enoughScore = 0.5

export interface ReadingOptions {
  signal?: AbortSignal | undefined
  /** Of the passages that the reader has time for. */
  share?: number | undefined
  /** The question was translated word by word. */
  isOfTranslation?: boolean
}

/**
 * Reads the best passages and scores their sentences: a few, and more as long as these don't surely answer, as many as the
 * reader has time for or this share of them.
 */
export async function readPassages(
  reader: Pick<Reader, 'passageBudget' | 'read'>,
  question: string,
  findings: RetrievalResult,
  { signal, share = 1, isOfTranslation = false }: ReadingOptions = {},
): Promise<ReadPassage[]> {
  const passages = findings.passages.slice(0, Math.ceil(share * reader.passageBudget))
  const analyzed = analyzeQuestion(question, findings)
  const read: Omit<ReadPassage, 'scores'>[] = []
  let scored: ReadPassage[] = []
  while (read.length < passages.length && !isSurelyAnswered(scored)) {
    read.push(...(await readEach(passages.slice(read.length, read.length + stagePassages))))
    scored = scoreReadings(analyzed, read)
  }
  return scored

  async function readEach(part: readonly Passage[]): Promise<Omit<ReadPassage, 'scores'>[]> {
    const texts = part.map(readableText)
    const layouts = texts.map(({ sentences }) => layOutRows(sentences))
    const laidOut = texts.map(({ context }, i) => ({ context, sentences: layouts[i]!.lines }))
    const readings = await reader.read(question, laidOut, signal)
    return part.map((passage, i) => ({
      passage,
      sentences: texts[i]!.sentences,
      reading: readingOfSentences(readings[i]!, layouts[i]!),
      ...(isOfTranslation && { isOfTranslation }),
    }))
  }
}

function isSurelyAnswered(read: readonly ReadPassage[]): boolean {
  const best = bestUnit(read)
  return best !== undefined && answerabilityScore(best, read) >= enoughScore
}

/** Returns the text that the reader gets, with the path of the document before its title. */
function readableText({ document, heading, body }: Passage): PassageText {
  const { context, sentences } = buildPassageText({
    title: document.title,
    headingPath: splitHeadingPath(heading),
    text: body,
    language: document.language,
  })
  return { context: [...innermostPath(document.path), context].join(' > '), sentences }
}

const maxPathTitles = 3

/** Keeps the space and the nearest ancestors. */
function innermostPath(path: readonly string[]): string[] {
  return path.length <= maxPathTitles ? [...path] : [path[0]!, ...path.slice(1 - maxPathTitles)]
}
