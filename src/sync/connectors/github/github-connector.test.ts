import { describe, expect, it } from 'vitest'
import { connectorDeps, listChanges } from '../../../../test/support/connector-deps.ts'
import { type GithubIssue, startGithub } from '../../../../test/support/github-server.ts'
import { githubConnector } from './github-connector.ts'

async function readableGithub(...content: Parameters<typeof startGithub>) {
  const github = await startGithub(...content)
  const deps = await connectorDeps({ allow: [github.host] })
  const read = async (cursor?: string, settings = {}, other = {}) =>
    listChanges(
      await githubConnector.connect(
        { repository: 'acme/handbook', apiUrl: github.url, ...settings },
        { ...deps, ...other },
      ),
      cursor,
    )
  return Object.assign(github, { read })
}

const issues = (): GithubIssue[] => [
  {
    number: 1,
    title: 'Leave policy',
    updated_at: '2026-01-01T00:00:00Z',
    body: 'How many days?',
    comments: ['Thirty.'],
  },
  { number: 2, title: 'Fix typo', updated_at: '2026-01-02T00:00:00Z', body: null, comments: [], isPull: true },
]

describe('a repository on GitHub', () => {
  it('is read over all pages: issues and pull requests with comments, discussions with replies', async () => {
    const github = await readableGithub(issues(), [
      { number: 3, title: 'Ideas', updatedAt: '2026-01-03T00:00:00Z', body: 'Say' },
    ])
    const listed = await github.read(undefined, { token: 't0ken' })
    expect([...listed.items.values()].map(({ title }) => title)).toEqual([
      'Leave policy (issue #1)',
      'Fix typo (pull request #2)',
      'Ideas (discussion #3)',
    ])
    expect(listed.texts['issue-1']).toContain('How many days?\n\n## bob on 2026-02-03\n\nThirty.')
    expect(listed.texts['discussion-3']).toContain('A reply')
    expect(listed.isComplete).toBe(true)
    expect([...github.tokens]).toEqual(['Bearer t0ken'])
  })

  it('then lists only what was changed since, and everything once a day, so that deletions follow', async () => {
    const github = await readableGithub(issues())
    const first = await github.read()
    github.issues.push({ number: 4, title: 'New', updated_at: '2026-01-05T00:00:00Z', body: 'new', comments: [] })
    github.issues.shift()
    const second = await github.read(first.cursor)
    expect(second.isComplete).toBe(false)
    expect(second.items.has('issue-4')).toBe(true)
    const nextDay = { now: () => new Date('2026-11-17T12:00:01Z') }
    const third = await github.read(second.cursor, {}, nextDay)
    expect(third.isComplete).toBe(true)
    expect([...third.items.keys()]).toEqual(['issue-2', 'issue-4'])
  })

  it('waits as long as the rate limit asks, and explains a missing repository', async () => {
    const github = await readableGithub(issues())
    await expect(github.read(undefined, { repository: 'acme/none' })).rejects.toThrow('status 404')
    github.isLimited = true
    const error = await github.read().catch((one: { retryAfterMs: number }) => one)
    expect(error).toMatchObject({ name: 'OriginError', retryAfterMs: expect.any(Number) })
  })
})
