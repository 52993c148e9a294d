import { isAbsolute, join } from 'node:path'
import { defineCommand, UsageError } from './command.ts'

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
      description: 'Another file of queries in DIR. Default: queries.jsonl.',
    },
    limit: { type: 'string', value: 'N', description: 'Only the first N judged queries.' },
    'answers-limit': { type: 'string', value: 'N', description: 'Ask only the first N questions; 0: none.' },
    keep: {
      type: 'string',
      value: 'DIR',
      description: 'Keep the index there and use it again while nothing changed.',
    },
    server: {
      type: 'string',
      value: 'URL',
      description:
        'Use a database of its own on this PostgreSQL server, dropped afterwards; not with --keep.',
    },
    json: { type: 'boolean', description: 'Print one JSON line, as it does anyway.' },
    'words-only': { type: 'boolean', description: 'Without the embedding model.' },
    verbose: { type: 'boolean', description: 'A line for every query and every answer, on standard error.' },
  },
  examples: ['lorewell eval scifact', 'lorewell eval squad --answers-limit 500 --keep /tmp/indexes'],
  async run({ options, operands: [directory = ''] }, terminal) {
    if (options.keep && options.server) throw new UsageError('Give either --keep or --server.')
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
