import { Session } from 'node:inspector/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { contentFixture, createTestApp } from '../test/support/test-app.ts'

const sourceRoot = new URL('../src/', import.meta.url).href

/**
 * Prints the files of src/ whose functions run on the main thread for one ask and for one index call over HTTP, on a warm
 * service without models.
 */
export async function benchCallPath(print: (line: string) => void): Promise<void> {
  const service = await createTestApp()
  const session = new Session()
  session.connect()
  try {
    await service.organization('acme')
    const { key } = await service.person('acme', 'ada')
    await service.dataSource('acme', 'tickets')
    const url = await service.baseUrl()
    const post = async (path: string, body: unknown) => {
      const response = await fetch(url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      await response.text()
      if (!response.ok) throw new Error(`${path} returned ${response.status}`)
    }
    let number = 0
    const index = () => {
      number += 1
      const content = `The office in town ${number} opens at ${number} o'clock. Parking is free for visitors.`
      return post('/v1/ask/index', contentFixture({ id: `item-${number}`, content }))
    }
    const ask = () => post('/v1/ask', { question: 'When does the office open?' })
    for (let round = 0; round < 3; round++) {
      await index()
      await ask()
    }
    // Background work after a write must not be counted.
    await delay(2500)
    await session.post('Profiler.enable')
    for (const [name, call] of Object.entries({ ask, index })) {
      await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
      await call()
      const { result } = await session.post('Profiler.takePreciseCoverage')
      await session.post('Profiler.stopPreciseCoverage')
      const files = result
        .filter(({ url }) => url.startsWith(sourceRoot))
        .filter(({ functions }) =>
          functions.some(({ functionName, ranges }) => functionName && ranges.some(({ count }) => count > 0)),
        )
        .map(({ url }) => fileURLToPath(url.split('?')[0] as string).slice(fileURLToPath(sourceRoot).length))
      print(`${name}: ${files.length} files`)
      for (const file of files.sort()) print(`  ${file}`)
    }
  } finally {
    session.disconnect()
    await service.close()
  }
}
