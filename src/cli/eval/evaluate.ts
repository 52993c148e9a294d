import { readConfig } from '../../config.ts'
import { AppError } from '../../errors.ts'
import { createQuietLogger } from '../create-logger.ts'
import { loadModels } from '../load-models.ts'
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

/** Indexes the corpus, runs every judged query, asks every question, and returns the metrics. */
export async function evaluate(options: EvaluationOptions, terminal: Terminal): Promise<Record<string, unknown>> {
  corpusPath(options.directory)
  const judgements = readJudgements(options.directory)
  const judged = readQueries(options.queriesPath).filter((query) => judgements.has(query.id))
  const questions = readAnswers(options.directory)
  if (judged.length === 0 && !questions) {
    throw new AppError(
      'validation',
      `No query of ${options.queriesPath} is judged in qrels/test.tsv. Below a header, its lines are the query's id, the document's id and the grade, separated by tabs.`,
    )
  }
  const queries = judged.slice(0, options.limit)
  const answers = questions?.slice(0, options.answersLimit) ?? []
  const printLine = (line: object) => {
    if (options.isVerbose) terminal.stderr.write(`${JSON.stringify(line)}\n`)
  }
  const index = await openIndex(options, terminal)
  try {
    const searching = createProgress('Searching: query', terminal)
    const { msPerQuery, ...quality } = await measureRanking(
      index,
      queries,
      judgements,
      ({ ranking, ...result }, done) => {
        printLine({ ...result, top: ranking.slice(0, 10) })
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
    const asking = createProgress('Asking: question', terminal)
    const answerFigures = await measureAnswers(index, answers, (result, done) => {
      printLine(result)
      asking.update(done, answers.length)
    })
    asking.end()
    return { ...figures, ...answerFigures }
  } finally {
    await index.close()
  }
}

async function openIndex(options: EvaluationOptions, terminal: Terminal): Promise<ScratchIndex> {
  const config = readConfig(terminal.env)
  const log = createQuietLogger(config.logLevel, terminal)
  const models = options.isWordsOnly
    ? { embedder: undefined, reader: undefined }
    : await (terminal.loadModels ?? loadModels)({ config, log })
  const loading = createProgress('Indexing:', terminal, { count: (done) => `${done} documents` })
  try {
    return await openScratchIndex({
      directory: options.directory,
      keep: options.keep,
      server: options.server,
      config,
      models,
      log,
      terminal,
      onDocument: loading.update,
    })
  } finally {
    loading.end()
  }
}
