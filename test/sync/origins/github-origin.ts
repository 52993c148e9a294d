import { githubConnector } from '../../../src/sync/connectors/github/github-connector.ts'
import { type GithubIssue, startGithub } from '../../support/github-server.ts'
import type { OriginKind } from './origin.ts'
import { outagesOf } from './web-origins.ts'

const firstChange = Date.parse('2026-01-01T00:00:00Z')
const minuteMs = 60_000

/** Issues of a repository. They keep their numbers; a rename gives one another title. */
export const githubOrigin: OriginKind = {
  name: 'github',
  programs: [],
  async create() {
    const server = await startGithub([], [], { pageSize: 100, isShared: true })
    const byName = new Map<string, GithubIssue>()
    let changes = 0
    const changed = () => {
      changes += 1
      server.issues = [...byName.values()].sort((a, b) => (a.updated_at < b.updated_at ? -1 : 1))
      const at = firstChange + changes * 10 * minuteMs
      server.date = new Date(at + 5 * minuteMs)
      return new Date(at).toISOString().replace('.000Z', 'Z')
    }
    let issues = 0
    const put = (name: string, change: Partial<GithubIssue>) => {
      const known = byName.get(name)
      if (!known) issues += 1
      const issue = known ?? { number: issues, title: name, updated_at: '', body: '', comments: [] }
      byName.set(name, { ...issue, ...change, updated_at: changed() })
      changed()
    }
    return {
      connector: githubConnector,
      settings: { repository: 'acme/handbook', apiUrl: server.url },
      config: { syncAllow: [server.host] },
      async write(texts) {
        for (const [name, text] of Object.entries(texts)) put(name, { body: text })
      },
      async rename(from, to) {
        const issue = byName.get(from)
        byName.delete(from)
        if (issue) byName.set(to, issue)
        put(to, { title: to })
      },
      async remove(name) {
        byName.delete(name)
        changed()
      },
      ...outagesOf(server),
      removalsAfterMs: 24 * 3600_000,
      close: server.close,
    }
  },
}
