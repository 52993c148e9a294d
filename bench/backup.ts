import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { restoreBackup } from '../src/backup/restore-backup.ts'
import { writeBackup } from '../src/backup/write-backup.ts'
import { createRestoreTarget } from '../test/support/restore-target.ts'
import { characterGramVector, stubDimensions } from '../test/support/stub-embeddings-server.ts'
import { contentFixture, createTestApp, type TestApp } from '../test/support/test-app.ts'
import { createPassageGenerator } from './synthetic-passages.ts'

const embedder = {
  name: 'bench-words',
  dimensions: stubDimensions,
  embed: async (texts: string[]) => texts.map(characterGramVector),
  close: async () => {},
}
const requestsPerSecond = 50
const questionCount = 100

/**
 * Backs up many documents under load, restores them on the other engine (OTHER_DATABASE_URL if the store is embedded, else
 * the embedded one), and compares the answers to a hundred questions.
 */
export async function benchBackup(print: (line: string) => void, argv: string[]): Promise<void> {
  const documents = Number(argv[0] ?? 10_000)
  const passages = createPassageGenerator(11, stubDimensions)
  const directory = await mkdtemp(join(tmpdir(), 'lorewell-bench-'))
  const file = join(directory, 'one.backup')
  const service = await createTestApp({ embedder })
  try {
    await service.organization('acme')
    const { key } = await service.person('acme', 'ada', { role: 'admin' })
    await service.dataSource('acme', 'tickets')
    const bodies: string[] = []
    for (let done = 0; done < documents; done += 100) {
      const batch = Array.from({ length: Math.min(100, documents - done) }, (_, index) => {
        const { title, body } = passages.next()
        bodies.push(body)
        return contentFixture({ id: `item-${done + index}`, title, content: body })
      })
      await service.call(key, 'POST', '/v1/ask/index/batch', { items: batch })
      if (done % 1000 === 0) print(`${done} of ${documents} documents`)
    }
    await service.app.backlog?.whenDrained()
    // The first words of documents: most of these questions have an answer.
    const questions = Array.from({ length: questionCount }, (_, index) => {
      const body = bodies[Math.floor((index * bodies.length) / questionCount)] as string
      return `${body.split('.')[0]?.split(' ').slice(0, 6).join(' ')}?`
    })
    const before = await collectAnswers(service, key, questions)

    let isDone = false
    const startedAt = performance.now()
    const writing = writeBackup({ database: service.database, path: file, now: () => new Date() }).finally(() => {
      isDone = true
    })
    const replies: Promise<number>[] = []
    while (!isDone || replies.length < requestsPerSecond) {
      const dueMs = (replies.length * 1000) / requestsPerSecond - (performance.now() - startedAt)
      if (dueMs > 0) await new Promise((resolve) => setTimeout(resolve, dueMs))
      const question = questions[replies.length % questions.length] as string
      replies.push(service.call(key, 'POST', '/v1/search', { query: question }).then((reply) => reply.status))
    }
    await writing
    const seconds = (performance.now() - startedAt) / 1000
    const statuses = await Promise.all(replies)
    print(
      `backup of ${documents} documents: ${((await stat(file)).size / 1024 / 1024).toFixed(1)} MB in ${seconds.toFixed(1)} s beside ${statuses.length} requests, ${statuses.filter((status) => status === 200).length} of them answered`,
    )

    const other = await createRestoreTarget()
    try {
      const restoredAt = performance.now()
      await restoreBackup(file, other.settings)
      print(`restored in ${((performance.now() - restoredAt) / 1000).toFixed(1)} s`)
      const restored = await createTestApp({ embedder, settings: other.settings })
      const after = await collectAnswers(restored, key, questions)
      const equal = after.filter((answer, index) => answer === before[index]).length
      const cited = before.filter((answer) => !answer.includes('"sources":[]')).length
      print(
        `${service.database.engine} to ${restored.database.engine}: ${equal} of ${questions.length} answers are equal (${cited} of them cite something)`,
      )
      await restored.close()
    } finally {
      await other.remove()
    }
  } finally {
    await service.close()
    await rm(directory, { recursive: true, force: true })
  }
}

async function collectAnswers(service: TestApp, key: string, questions: readonly string[]): Promise<string[]> {
  const answers: string[] = []
  for (const question of questions) answers.push((await service.call(key, 'POST', '/v1/ask', { question })).text)
  return answers
}
