import type { DatabaseSettings } from '../../../src/storage/database.ts'
import type { SeededRandom } from '../../support/seeded-random.ts'
import { type ServiceProcess, startServiceProcess } from '../../support/service-process.ts'
import { startStubEmbeddingsServer } from '../../support/stub-embeddings-server.ts'
import { createTestApp } from '../../support/test-app.ts'
import { checkSearch } from './check-search.ts'
import { checkStore } from './check-store.ts'
import { createExpectations, randomDelay } from './expectations.ts'
import { createWriters, rootId } from './writers.ts'

export interface ChaosOutcome {
  kills: number
  killsDuringStart: number
  acknowledged: number
  /** Sentences about what was lost, came back, or does not agree. */
  problems: string[]
}

/**
 * Writers index, change and delete; the process is killed with SIGKILL at random, sometimes while it starts; then the
 * store is opened and looked at. At the end the service starts once more and everything is looked for from outside.
 */
export async function runChaosRounds({
  settings,
  key,
  kills,
  random,
  mostWrites,
  lookEvery = 1,
  largeSections = 0,
  onKill = () => {},
}: {
  settings: DatabaseSettings
  key: string
  kills: number
  random: SeededRandom
  /** Acknowledged before a kill, at most and roughly. */
  mostWrites: number
  /** After how many kills the store is opened and looked at; between them the service itself recovers it. */
  lookEvery?: number
  largeSections?: number
  onKill?: (done: number, acknowledged: number, problems: number) => void
}): Promise<ChaosOutcome> {
  const endpoint = await startStubEmbeddingsServer()
  const expectations = createExpectations()
  const writers = createWriters({ key, count: 4, random, expectations, largeSections })
  const problems: string[] = []
  let killsDuringStart = 0
  const start = () => startServiceProcess(settings, { env: endpoint.env })
  let service: ServiceProcess | undefined
  try {
    for (let done = 1; done <= kills; done++) {
      service = start()
      if (done > 1 && random.chance(0.15)) {
        killsDuringStart += 1
        await randomDelay(random, 1500)
        await service.kill()
      } else {
        await killAtWork(service)
      }
      if (done % lookEvery === 0)
        problems.push(...(await checkStore(settings, expectations)).map((one) => `kill ${done}: ${one}`))
      onKill(done, expectations.acknowledged(), problems.length)
    }
    // Of requests that were under way either may hold: what does is what must be found.
    problems.push(...(await checkStore(settings, expectations)))
    service = start()
    problems.push(...(await checkSearch({ url: await waitForUrl(service), key, expectations })))
    await service.stop()
    problems.push(...(await checkStore(settings, expectations)).map((one) => `at the end: ${one}`))
    problems.push(...writers.problems)
    return { kills, killsDuringStart, acknowledged: expectations.acknowledged(), problems }
  } finally {
    await service?.kill()
    await endpoint.close()
  }

  async function killAtWork(running: ServiceProcess): Promise<void> {
    const url = await waitForUrl(running)
    const enough = expectations.reached(1 + random.below(mostWrites))
    const writing = writers.run(url)
    // Where the writers stop by themselves, what they were told is among the problems.
    await Promise.race([enough, writing])
    await randomDelay(random, 30)
    await running.kill()
    await writing
  }
}

async function waitForUrl(service: ServiceProcess): Promise<string> {
  const url = await service.url
  if (url === undefined) throw new Error(`The service did not start again:\n${service.output()}`)
  return url
}

/** An organization with a place to write to; the key of whoever writes. */
export async function seedWritableOrganization(settings: DatabaseSettings): Promise<string> {
  const service = await createTestApp({ settings })
  try {
    await service.organization('acme')
    await service.dataSource('acme', rootId)
    return (await service.person('acme', 'ada', { role: 'admin' })).key
  } finally {
    await service.close()
  }
}
