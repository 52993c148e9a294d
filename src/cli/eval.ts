import { isAbsolute, join } from 'node:path'
import type { Logger } from 'pino'
import { type Config, readConfig } from '../config.ts'
import { defineCommand, UsageError } from './command.ts'
import { createQuietLog } from './create-log.ts'
import { loadEmbedder } from './load-embedder.ts'
import { createProgress } from './progress.ts'
import type { Terminal } from './terminal.ts'

export const evalCommand = defineCommand({
  name: 'eval',
  operands: 'DIR',
  summary: 'Measure search and answers on a folder of questions with known answers.',
  details: [
    'DIR has the layout of BEIR: corpus.jsonl {"_id","title","text"}, queries.jsonl {"_id","text"} and qrels/test.tsv',
    '(query, document, grade). It is indexed into a scratch database, never into yours. Prints one JSON line: nDCG',
    'with the grades as gains, recall and reciprocal rank of documents by their best passage. With answers.jsonl',
    '{"_id","question","answers"} each question is asked, too: answerHit counts the answers of at most 60 words in',
    'which a gold answer stands word for word, refusalRecall the unanswerable questions (no gold answer) that were',
    'refused, falseRefusal the answerable ones.',
  ].join('\n'),
  options: {
    queries: {
      type: 'string',
      value: 'FILE',
      says: 'Another file of queries in DIR. Default: queries.jsonl.',
    },
    limit: { type: 'string', value: 'N', says: 'Only the first N judged queries.' },
    'answers-limit': { type: 'string', value: 'N', says: 'Ask only the first N questions; 0: none.' },
    keep: {
      type: 'string',
      value: 'DIR',
      says: 'Keep the index there and use it again while nothing changed.',
    },
    'words-only': { type: 'boolean', says: 'Without the embedding model.' },
    verbose: { type: 'boolean', says: 'A line for every query and every answer, on standard error.' },
  },
  examples: ['lorewell eval scifact', 'lorewell eval squad --answers-limit 500 --keep /tmp/indexes'],
  async run({ options, operands: [directory = ''] }, terminal) {
    const queriesName = options.queries ?? 'queries.jsonl'
    const figures = await evaluate(
      {
        directory,
        queriesPath: isAbsolute(queriesName) ? queriesName : join(directory, queriesName),
        limit: wholeNumber('--limit', options.limit),
        answersLimit: wholeNumber('--answers-limit', options['answers-limit']),
        keep: options.keep,
        isWordsOnly: options['words-only'] ?? false,
        isVerbose: options.verbose ?? false,
      },
      terminal,
    )
    terminal.stdout.write(`${JSON.stringify(figures)}\n`)
    return 0
  },
})

interface Wanted {
  directory: string
  queriesPath: string
  limit: number
  answersLimit: number
  keep: string | undefined
  isWordsOnly: boolean
  isVerbose: boolean
}

async function evaluate(wanted: Wanted, terminal: Terminal): Promise<Record<string, unknown>> {
  const config = readConfig(terminal.env)
  const log = createQuietLog(config.logLevel, terminal)
  const { corpusPath, readAnswers, readJudgements, readQueries } = await import('./eval/beir-folder.ts')
  corpusPath(wanted.directory)
  const judgements = readJudgements(wanted.directory)
  const queries = readQueries(wanted.queriesPath)
    .filter((query) => judgements.has(query.id))
    .slice(0, wanted.limit)
  const answers = readAnswers(wanted.directory)?.slice(0, wanted.answersLimit)
  const embedder = wanted.isWordsOnly
    ? undefined
    : await (terminal.loadEmbedder ?? loadEmbedder)({ config, log, terminal })
  try {
    const index = await openIndex(wanted, config, log, embedder, terminal)
    try {
      const { measureAnswers, measureRanking } = await import('./eval/run-queries.ts')
      const tell = (line: object) => {
        if (wanted.isVerbose) terminal.stderr.write(`${JSON.stringify(line)}\n`)
      }
      const asking = createProgress('searching, query', terminal)
      const ranking = await measureRanking(index, queries, judgements, ({ ranking, ...told }, done) => {
        tell({ ...told, top: ranking.slice(0, 10) })
        asking.update(done, queries.length)
      })
      asking.end()
      const { msPerQuery, ...quality } = ranking
      const { chunks, indexSeconds, isReused } = index
      const figures = {
        ...quality,
        chunks,
        indexSeconds: Number(indexSeconds.toFixed(2)),
        ...(isReused && { indexReused: true }),
        msPerQuery,
      }
      if (!answers || answers.length === 0) return figures
      const answering = createProgress('asking, question', terminal)
      const measured = await measureAnswers(index, answers, (told, done) => {
        tell(told)
        answering.update(done, answers.length)
      })
      answering.end()
      return { ...figures, ...measured }
    } finally {
      await index.close()
    }
  } finally {
    await embedder?.close()
  }
}

async function openIndex(
  { directory, keep }: Wanted,
  config: Config,
  log: Logger,
  embedder: Awaited<ReturnType<typeof loadEmbedder>>,
  terminal: Terminal,
) {
  const { openScratchIndex } = await import('./eval/scratch-index.ts')
  const loading = createProgress('indexing,', terminal, { count: (done) => `${done} documents so far` })
  try {
    return await openScratchIndex({
      directory,
      keep,
      config,
      embedder,
      log,
      terminal,
      onDocument: loading.update,
    })
  } finally {
    loading.end()
  }
}

function wholeNumber(name: string, text: string | undefined): number {
  if (text === undefined) return Number.POSITIVE_INFINITY
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`${name} must be a whole number, not "${text}".`)
  return Number(text)
}
