import { readConfig } from '../../config.ts'
import { createQuietLogger } from '../create-logger.ts'
import { loadEmbedder } from '../load-embedder.ts'
import { createProgress } from '../progress.ts'
import type { Terminal } from '../terminal.ts'
import { corpusPath, readAnswers, readJudgements, readQueries } from './beir-folder.ts'
import { measureAnswers, measureRanking } from './run-queries.ts'
import { openScratchIndex, type ScratchIndex } from './scratch-index.ts'

export interface EvaluationOptions {
  directory: string
  queriesPath: string
  limit: number
  answersLimit: number
  keep: string | undefined
  server: string | undefined
  isWordsOnly: boolean
  isVerbose: boolean
}

/** Indexes the corpus, searches for every judged query and asks every question; the figures of all that. */
export async function evaluate(
  wanted: EvaluationOptions,
  terminal: Terminal,
): Promise<Record<string, unknown>> {
  corpusPath(wanted.directory)
  const judgements = readJudgements(wanted.directory)
  const queries = readQueries(wanted.queriesPath)
    .filter((query) => judgements.has(query.id))
    .slice(0, wanted.limit)
  const answers = readAnswers(wanted.directory)?.slice(0, wanted.answersLimit) ?? []
  const tell = (line: object) => {
    if (wanted.isVerbose) terminal.stderr.write(`${JSON.stringify(line)}\n`)
  }
  const index = await openIndex(wanted, terminal)
  try {
    const searching = createProgress('searching, query', terminal)
    const { msPerQuery, ...quality } = await measureRanking(
      index,
      queries,
      judgements,
      ({ ranking, ...told }, done) => {
        tell({ ...told, top: ranking.slice(0, 10) })
        searching.update(done, queries.length)
      },
    )
    searching.end()
    const figures = {
      ...quality,
      chunks: index.chunks,
      indexSeconds: Number(index.indexSeconds.toFixed(2)),
      ...(index.isReused && { indexReused: true }),
      msPerQuery,
    }
    if (answers.length === 0) return figures
    const asking = createProgress('asking, question', terminal)
    const answered = await measureAnswers(index, answers, (told, done) => {
      tell(told)
      asking.update(done, answers.length)
    })
    asking.end()
    return { ...figures, ...answered }
  } finally {
    await index.close()
  }
}

async function openIndex(wanted: EvaluationOptions, terminal: Terminal): Promise<ScratchIndex> {
  const config = readConfig(terminal.env)
  const log = createQuietLogger(config.logLevel, terminal)
  const load = terminal.loadEmbedder ?? loadEmbedder
  const loading = createProgress('indexing,', terminal, { count: (done) => `${done} documents so far` })
  try {
    return await openScratchIndex({
      directory: wanted.directory,
      keep: wanted.keep,
      server: wanted.server,
      config,
      loadEmbedder: async () => (wanted.isWordsOnly ? undefined : load({ config, log, terminal })),
      log,
      terminal,
      onDocument: loading.update,
    })
  } finally {
    loading.end()
  }
}
