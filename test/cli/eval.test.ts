import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestTerminal, type TestTerminal } from '../support/test-terminal.ts'

let terminal: TestTerminal
beforeAll(async () => {
  terminal = await createTestTerminal()
})
afterEach(() => terminal.deleteOrganizations())
afterAll(() => terminal.close())

const lines = (...rows: object[]) => `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`

function beirFolder(name: string): string {
  terminal.writeFile(
    `${name}/corpus.jsonl`,
    lines(
      { _id: 'd/1', title: 'Doors', text: 'The front door opens at seven in the morning.' },
      { _id: 'd 2', title: 'Cellar', text: 'The cellar holds potatoes.' },
      { _id: 'd3', title: '', text: 'The gardener waters the roses on Mondays.' },
    ),
  )
  terminal.writeFile(
    `${name}/queries.jsonl`,
    lines(
      { _id: 'q1', text: 'When does the front door open?' },
      { _id: 'q2', text: 'Who waters the roses?' },
      { _id: 'q3', text: 'zzzz qqqq' },
      { _id: 'unjudged', text: 'Where are the potatoes?' },
    ),
  )
  terminal.writeFile(
    `${name}/qrels/test.tsv`,
    'query-id\tcorpus-id\tscore\nq1\td/1\t2\nq2\td3\t1\nq2\tnowhere\t1\nq3\td3\t1\n',
  )
  return `${terminal.directory}/${name}`
}

test('metrics match those computed by hand', async () => {
  const { code, stdout, json } = await terminal.lorewell('eval', beirFolder('plain'))
  expect(code).toBe(0)
  expect(stdout.split('\n')).toHaveLength(2)
  // q1 is right, q2 finds one of two at rank 1, q3 finds nothing.
  const second = 1 / (1 + 1 / Math.log2(3))
  expect(json).toEqual({
    'ndcg@10': Number(((1 + second) / 3).toFixed(4)),
    'recall@100': 0.5,
    'mrr@10': 0.6667,
    queries: 3,
    chunks: 3,
    indexSeconds: expect.any(Number),
    msPerQuery: expect.any(Number),
  })
})

test('judgements of other queries are refused, with the format of the file', async () => {
  const folder = beirFolder('unjudged')
  terminal.writeFile('unjudged/qrels/test.tsv', 'query-id corpus-id score\nq1 d/1 2\n')
  const { code, stdout, stderr } = await terminal.lorewell('eval', folder)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^No query of .*queries\.jsonl is judged in qrels\/test\.tsv\. .*separated by tabs\.\n$/)
})

test('with answers.jsonl every question is asked', async () => {
  const folder = beirFolder('answers')
  terminal.writeFile(
    'answers/answers.jsonl',
    lines(
      { _id: 'a1', question: 'When does the front door open?', answers: ['at seven'] },
      { _id: 'a2', question: 'Who waters the roses?', answers: ['the postman'] },
      { _id: 'a3', question: 'zzzz qqqq?', answers: ['nobody'] },
      { _id: 'a4', question: 'yyyy wwww?', answers: [], answerable: false },
    ),
  )
  const { json, stderr } = await terminal.lorewell('eval', folder, '--limit', '1', '--verbose')
  expect(json).toMatchObject({ queries: 1, answerHit: 0.3333, refusalRecall: 1, falseRefusal: 0.3333 })
  expect(JSON.parse(stderr.split('\n').find((line) => line.startsWith('{')) as string)).toEqual({
    id: 'q1',
    ndcg: 1,
    top: expect.arrayContaining(['d/1']),
  })
})

test('no question is asked with --answers-limit 0', async () => {
  const folder = beirFolder('unasked')
  terminal.writeFile('unasked/answers.jsonl', lines({ _id: 'a1', question: 'Why?', answers: ['so'] }))
  const { json } = await terminal.lorewell('eval', folder, '--answers-limit', '0')
  expect(json).toMatchObject({ queries: 3 })
  expect(json).not.toHaveProperty('answerHit')
})

test('a kept index is reused while nothing changes', async () => {
  const folder = beirFolder('kept')
  const evaluate = async () => (await terminal.lorewell('eval', folder, '--keep', `${terminal.directory}/keep`)).json
  const first = await evaluate()
  const second = await evaluate()
  expect(second).toEqual({ ...first, indexReused: true, msPerQuery: expect.any(Number) })
})

test.each([
  ['a folder without a corpus', 'qrels/test.tsv', 'q\td\t1\n'],
  ['a folder without judgements', 'corpus.jsonl', '{}\n'],
])('%s is said so', async (what, file, text) => {
  const name = what.replaceAll(' ', '-')
  terminal.writeFile(`${name}/queries.jsonl`, lines({ _id: 'q', text: 'Why?' }))
  terminal.writeFile(`${name}/${file}`, text)
  const { code, stderr } = await terminal.lorewell('eval', `${terminal.directory}/${name}`)
  expect(code).toBe(1)
  expect(stderr).toMatch(/(corpus.jsonl is missing|test.tsv cannot be read)/)
})

test('--server uses a temporary database and leaves nothing behind', async () => {
  const server = process.env.TEST_DATABASE_URL
  const ran = await terminal.lorewell(
    ...['eval', beirFolder('served'), '--server', server ?? 'postgres://127.0.0.1:1/none'],
  )
  if (!server) {
    expect(ran.code).toBe(2)
    expect(ran.stderr).toMatch(/ECONNREFUSED.*Check its address/)
    return
  }
  expect(ran.json).toMatchObject({ queries: 3 })
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  const { rows } = await client.query(`select from pg_database where datname like 'lorewell\\_eval\\_%'`)
  await client.end()
  expect(rows).toEqual([])
})
