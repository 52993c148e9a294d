import type { Caller } from '../../access/caller.ts'
import { unescapeMarkdown } from '../../answer/markdown-text.ts'
import type { App } from '../../app.ts'
import { forEachConcurrent } from '../for-each-concurrent.ts'
import { isAnswerHit } from './answer-check.ts'
import type { GoldAnswer, JudgedQuery } from './beir-folder.ts'
import { type Judgements, mean, ndcg, recall, reciprocalRank, roundTo } from './metrics.ts'

const maxRankedDocuments = 100

export interface RankingFigures {
  'ndcg@10': number
  'recall@100': number
  'mrr@10': number
  queries: number
  msPerQuery: number
}

/** Ranks the documents for every judged query, one after the other, because the time per query is measured, too. */
export async function measureRanking(
  { app, caller }: { app: App; caller: Caller },
  queries: readonly JudgedQuery[],
  judgements: ReadonlyMap<string, Judgements>,
  onQuery: (result: { id: string; ndcg: number; ranking: string[] }, done: number) => void,
): Promise<RankingFigures> {
  const figures: { ndcg: number; recall: number; rank: number; ms: number }[] = []
  for (const query of queries) {
    const grades = judgements.get(query.id) as Judgements
    const startedAt = performance.now()
    const ranking = await rankDocuments(app, caller, query.text)
    const ms = performance.now() - startedAt
    const figure = {
      ndcg: ndcg(ranking, grades, 10),
      recall: recall(ranking, grades, 100),
      rank: reciprocalRank(ranking, grades, 10),
      ms,
    }
    figures.push(figure)
    onQuery({ id: query.id, ndcg: figure.ndcg, ranking }, figures.length)
  }
  return {
    'ndcg@10': roundTo(mean(figures.map((figure) => figure.ndcg))),
    'recall@100': roundTo(mean(figures.map((figure) => figure.recall))),
    'mrr@10': roundTo(mean(figures.map((figure) => figure.rank))),
    queries: figures.length,
    msPerQuery: roundTo(mean(figures.map((figure) => figure.ms)), 2),
  }
}

/** Ranks documents by their best passage; breaks ties by id, so that runs are reproducible. */
async function rankDocuments(app: App, caller: Caller, question: string): Promise<string[]> {
  const { passages } = await app.retrieval.search(caller, { question, scope: {} })
  const best = new Map<string, number>()
  for (const { document, score } of passages) {
    best.set(document.id, Math.max(best.get(document.id) ?? Number.NEGATIVE_INFINITY, score))
  }
  return [...best]
    .sort(([idA, a], [idB, b]) => b - a || (idA < idB ? -1 : 1))
    .slice(0, maxRankedDocuments)
    .map(([id]) => id)
}

export interface AnswerFigures {
  /** Null if there are no questions of that kind. */
  answerHit: number | null
  refusalRecall: number | null
  falseRefusal: number | null
}

/** Asks every question and measures how often answers contain a gold answer and unanswerable questions are refused. */
export async function measureAnswers(
  { app, caller }: { app: App; caller: Caller },
  golds: readonly GoldAnswer[],
  onAnswer: (result: { id: string; answer: string; isRefused: boolean; isHit: boolean }, done: number) => void,
): Promise<AnswerFigures> {
  const answerable = { hits: 0, refused: 0, total: 0 }
  const unanswerable = { refused: 0, total: 0 }
  let done = 0
  await forEachConcurrent(golds, 4, async ({ id, question, answers }) => {
    const { answer, sources } = await app.answering.ask(caller, { question, parentId: undefined })
    const isRefused = sources.length === 0
    const isHit = !isRefused && isAnswerHit(unescapeMarkdown(answer), answers)
    const kind = answers.length === 0 ? unanswerable : answerable
    kind.total += 1
    if (isRefused) kind.refused += 1
    if (isHit && answers.length > 0) answerable.hits += 1
    onAnswer({ id, answer, isRefused, isHit }, ++done)
  })
  return {
    answerHit: ratio(answerable.hits, answerable.total),
    refusalRecall: ratio(unanswerable.refused, unanswerable.total),
    falseRefusal: ratio(answerable.refused, answerable.total),
  }
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : roundTo(part / whole)
}
