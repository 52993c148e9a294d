import { isAbsolute, join } from 'node:path'
import { defineCommand, UsageError } from './command.ts'

export const evalCommand = defineCommand({
  name: 'eval',
  operands: 'DIR',
  summary: 'Measure search and answer quality on a folder in BEIR format.',
  details: [
    'DIR has the layout of BEIR: corpus.jsonl {"_id","title","text"}, queries.jsonl {"_id","text"} and qrels/test.tsv',
    '(query, document, grade). The corpus is indexed into a scratch database, never into yours. Prints one JSON line: nDCG',
    'with the grades as gains, recall and reciprocal rank of documents by their best passage. With answers.jsonl',
    '{"_id","question","answers"}, each question is asked as well: answerHit is the fraction of answers of at most 60 words',
    'that contain a gold answer verbatim, refusalRecall the fraction of unanswerable questions (no gold answer) that were',
    'refused, and falseRefusal the fraction of answerable questions that were refused.',
  ].join('\n'),
  options: {
    queries: {
      type: 'string',
      value: 'FILE',
      description: 'The query file in DIR. Default: queries.jsonl.',
    },
    limit: { type: 'string', value: 'N', description: 'Run only the first N judged queries.' },
    'answers-limit': {
      type: 'string',
      value: 'N',
      description: 'Ask only the first N questions; 0 asks none.',
    },
    keep: {
      type: 'string',
      value: 'DIR',
      description: 'Keep the index in this folder and reuse it until something changes.',
    },
    server: {
      type: 'string',
      value: 'URL',
      description: 'Use a temporary database on this PostgreSQL server; not with --keep.',
    },
    json: { type: 'boolean', description: 'Print one JSON line (the default).' },
    'words-only': { type: 'boolean', description: 'Search without the embedding model.' },
    verbose: { type: 'boolean', description: 'Print a line for every query and answer to standard error.' },
  },
  examples: ['lorewell eval scifact', 'lorewell eval squad --answers-limit 500 --keep /tmp/indexes'],
  async run({ options, operands: [directory = ''] }, terminal) {
    if (options.keep && options.server) throw new UsageError('--keep and --server cannot be combined.')
    const queriesName = options.queries ?? 'queries.jsonl'
    const { evaluate } = await import('./eval/evaluate.ts')
    const figures = await evaluate(
      {
        directory,
        queriesPath: isAbsolute(queriesName) ? queriesName : join(directory, queriesName),
        limit: parseWholeNumber('--limit', options.limit),
        answersLimit: parseWholeNumber('--answers-limit', options['answers-limit']),
        keep: options.keep,
        server: options.server,
        isWordsOnly: options['words-only'] ?? false,
        isVerbose: options.verbose ?? false,
      },
      terminal,
    )
    terminal.stdout.write(`${JSON.stringify(figures)}\n`)
    return 0
  },
})

function parseWholeNumber(name: string, text: string | undefined): number {
  if (text === undefined) return Number.POSITIVE_INFINITY
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`${name} must be a whole number, not "${text}".`)
  return Number(text)
}
