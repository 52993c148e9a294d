import type { Viewer } from '../../access/viewer.ts'
import type { App } from '../../app.ts'
import { inParallel } from '../in-parallel.ts'
import { isAnswerHit } from './answer-check.ts'
import type { GoldAnswer, Query } from './beir-folder.ts'
import { type Judgements, mean, ndcg, recall, reciprocalRank, rounded } from './metrics.ts'

const mostDocuments = 100

export interface RankingFigures {
  'ndcg@10': number
  'recall@100': number
  'mrr@10': number
  queries: number
  msPerQuery: number
}

/** Ranks the documents for every judged query, one query after the other: the time of one is measured, too. */
export async function measureRanking(
  { app, viewer }: { app: App; viewer: Viewer },
  queries: readonly Query[],
  judgements: ReadonlyMap<string, Judgements>,
  onQuery: (told: { id: string; ndcg: number; ranking: string[] }, done: number) => void,
): Promise<RankingFigures> {
  const figures: { ndcg: number; recall: number; rank: number; ms: number }[] = []
  for (const query of queries) {
    const judged = judgements.get(query.id) as Judgements
    const startedAt = performance.now()
    const ranking = await rankDocuments(app, viewer, query.text)
    const ms = performance.now() - startedAt
    const figure = {
      ndcg: ndcg(ranking, judged, 10),
      recall: recall(ranking, judged, 100),
      rank: reciprocalRank(ranking, judged, 10),
      ms,
    }
    figures.push(figure)
    onQuery({ id: query.id, ndcg: figure.ndcg, ranking }, figures.length)
  }
  return {
    'ndcg@10': rounded(mean(figures.map((figure) => figure.ndcg))),
    'recall@100': rounded(mean(figures.map((figure) => figure.recall))),
    'mrr@10': rounded(mean(figures.map((figure) => figure.rank))),
    queries: figures.length,
    msPerQuery: rounded(mean(figures.map((figure) => figure.ms)), 2),
  }
}

/** Documents by their best passage; equal scores by id, so that a run can be repeated. */
async function rankDocuments(app: App, viewer: Viewer, question: string): Promise<string[]> {
  const passages = await app.retrieval.search(viewer, { question, scope: {} })
  const best = new Map<string, number>()
  for (const { document, score } of passages) {
    best.set(document.id, Math.max(best.get(document.id) ?? Number.NEGATIVE_INFINITY, score))
  }
  return [...best]
    .sort(([idA, a], [idB, b]) => b - a || (idA < idB ? -1 : 1))
    .slice(0, mostDocuments)
    .map(([id]) => id)
}

export interface AnswerFigures {
  /** Null where no question is of that kind. */
  answerHit: number | null
  refusalRecall: number | null
  falseRefusal: number | null
}

/** Asks every question: whether the answer holds a gold one, and whether what nobody wrote is refused. */
export async function measureAnswers(
  { app, viewer }: { app: App; viewer: Viewer },
  golds: readonly GoldAnswer[],
  onAnswer: (told: { id: string; answer: string; isRefused: boolean; isHit: boolean }, done: number) => void,
): Promise<AnswerFigures> {
  const answered = { hits: 0, refused: 0, total: 0 }
  const unanswerable = { refused: 0, total: 0 }
  let done = 0
  await inParallel(golds, 4, async ({ id, question, answers }) => {
    const { answer, sources } = await app.answering.ask(viewer, { question, parentId: undefined })
    const isRefused = sources.length === 0
    const isHit = !isRefused && isAnswerHit(answer, answers)
    const kind = answers.length === 0 ? unanswerable : answered
    kind.total += 1
    if (isRefused) kind.refused += 1
    if (isHit && answers.length > 0) answered.hits += 1
    onAnswer({ id, answer, isRefused, isHit }, ++done)
  })
  return {
    answerHit: share(answered.hits, answered.total),
    refusalRecall: share(unanswerable.refused, unanswerable.total),
    falseRefusal: share(answered.refused, answered.total),
  }
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : rounded(part / whole)
}
