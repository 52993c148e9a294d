import { createFaultyConnector } from './faulty-connector.ts'
import type { Origin } from './origins/origin.ts'
import { runUntilKilled } from './run-until-killed.ts'
import { createSyncApp, type SyncApp } from './sync-app.ts'

export type SyncedOrigin = Awaited<ReturnType<typeof openSyncedOrigin>>

/** A service that is connected to an origin, and the texts that it must hold. */
export async function openSyncedOrigin(origin: Origin) {
  const faulty = createFaultyConnector(origin.connector)
  /** The texts by the names that the documents have at the origin. */
  const texts = new Map<string, string>()
  /** Documents that the origin no longer lists, but has not removed either. */
  const kept: string[] = []
  let laterMs = 0
  const now = () => new Date(Date.now() + laterMs)
  const open = (database?: SyncApp['service']['settings']) =>
    createSyncApp({
      ...{ connector: faulty.connector, settings: origin.settings, config: origin.config, database, now },
    })
  let app = await open()

  return {
    faults: faulty.faults,
    get app() {
      return app
    },
    async write(changes: Readonly<Record<string, string>>) {
      for (const [name, text] of Object.entries(changes)) texts.set(name, text)
      await origin.write(changes)
    },
    async rename(from: string, to: string) {
      texts.set(to, texts.get(from) ?? '')
      texts.delete(from)
      await origin.rename(from, to)
    },
    async remove(name: string) {
      if (origin.removalsAfterMs === null) kept.push(texts.get(name) ?? '')
      texts.delete(name)
      await origin.remove(name)
      laterMs += origin.removalsAfterMs ?? 0
    },
    expected: () => [...texts.values(), ...kept].sort(),
    /** The texts that are stored. A document that holds none of the expected ones counts with all its content. */
    async stored(): Promise<string[]> {
      const expected = [...texts.values(), ...kept]
      const found = await app.documents()
      return found.map(({ content }) => expected.find((text) => content.includes(text)) ?? content).sort()
    },
    /**
     * Starts a run in a process of its own, which ends itself with SIGKILL after so many statements, and completes the run
     * in a new one. Returns how the first one ended.
     */
    async syncKilled(statements: number): Promise<string | number | null> {
      const { service } = app
      const { settings, database } = service
      await service.app.sync.runner.start(service.database.unrestricted, app.key)
      for (const part of [service.server, service.app, database]) await part.close()
      const ended = await runUntilKilled({ settings, config: origin.config ?? {}, statements, laterMs })
      // Later than the lease of the killed process ends.
      laterMs += 3600_000
      app = await open(settings)
      await app.drain()
      return ended
    },
    close: () => app.close(),
  }
}
