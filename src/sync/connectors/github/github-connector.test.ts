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
    github.date = new Date('2026-11-16T12:00:00Z')
    const first = await github.read()
    github.issues.push({ number: 4, title: 'New', updated_at: '2026-11-16T12:10:00Z', body: 'new', comments: [] })
    github.issues.shift()
    const second = await github.read(first.cursor)
    expect(second.isComplete).toBe(false)
    expect([...second.items.keys()]).toEqual(['issue-4'])
    const nextDay = { now: () => new Date('2026-11-17T12:00:01Z') }
    const third = await github.read(second.cursor, {}, nextDay)
    expect(third.isComplete).toBe(true)
    expect([...third.items.keys()]).toEqual(['issue-2', 'issue-4'])
  })

  it('misses no edit that is made while it is listed', async () => {
    const discussion = { number: 3, title: 'Ideas', updatedAt: '2026-11-16T11:00:00Z', body: 'Say' }
    const github = await readableGithub(issues(), [discussion])
    github.date = new Date('2026-11-16T12:00:00Z')
    // After the issues have been listed, one of them is edited, and then a discussion.
    github.onAnswered = (path) => {
      if (!path.endsWith('/issues')) return
      Object.assign(github.issues[1]!, { updated_at: '2026-11-16T12:03:00Z', body: 'Edited meanwhile' })
      discussion.updatedAt = '2026-11-16T12:05:00Z'
    }
    const first = await github.read(undefined, { token: 't0ken' })
    github.onAnswered = () => {}
    github.date = new Date('2026-11-16T12:30:00Z')
    const second = await github.read(first.cursor, { token: 't0ken' })
    expect(second.isComplete).toBe(false)
    expect(second.texts['issue-2']).toContain('Edited meanwhile')
  })

  it('misses none either where answers have no date', async () => {
    const github = await readableGithub(issues())
    github.date = undefined
    let at = new Date('2026-11-16T12:00:00Z')
    const now = () => at
    // The first page takes ten minutes; then an issue of it is edited.
    github.onAnswered = () => {
      github.issues[0]!.updated_at = '2026-11-16T12:05:00Z'
      at = new Date('2026-11-16T12:10:00Z')
    }
    const first = await github.read(undefined, {}, { now })
    github.onAnswered = () => {}
    const second = await github.read(first.cursor, {}, { now })
    expect([...second.items.keys()]).toEqual(['issue-1'])
  })

  it('is listed completely where the time of the last complete listing is in the future', async () => {
    const github = await readableGithub(issues())
    const { cursor } = await github.read(undefined, {}, { now: () => new Date('2030-01-01T00:00:00Z') })
    expect((await github.read(cursor)).isComplete).toBe(true)
  })

  it('is not listed to its end where the next page is on another host, which does not get the token', async () => {
    const github = await readableGithub(issues())
    github.linkOrigin = 'https://elsewhere.example'
    await expect(github.read(undefined, { token: 't0ken' })).rejects.toThrow(
      `The server at ${github.url} continues its list at https://elsewhere.example, which does not get the token. ` +
        'Nothing was removed. Enter the API address that this server uses in its own links.',
    )
  })

  it('is listed completely while issues and discussions are edited', async () => {
    const discussions = [1, 2, 3].map((day) => ({
      ...{ number: 10 + day, title: `D${day}`, updatedAt: `2026-01-0${day}T00:00:00Z`, body: '' },
    }))
    const github = await readableGithub(issues(), discussions)
    let answered = 0
    github.onAnswered = (path) => {
      answered += 1
      if (path.endsWith('/issues')) github.issues[0]!.updated_at = `2026-11-16T12:0${answered}:00Z`
      if (path === '/graphql') discussions[0]!.updatedAt = `2026-11-16T12:0${answered}:00Z`
    }
    const listed = await github.read(undefined, { token: 't0ken' })
    expect([...listed.items.keys()].sort()).toEqual([
      ...['discussion-11', 'discussion-12', 'discussion-13'],
      ...['issue-1', 'issue-2'],
    ])
  })

  it('reads an issue again that was edited in the second in which it was listed, and then no more', async () => {
    const github = await readableGithub(issues())
    github.date = new Date('2026-11-16T12:00:00Z')
    github.issues[0]!.updated_at = '2026-11-16T12:00:00Z'
    const first = await github.read()
    github.issues[0]!.comments = ['Thirty-one.']
    github.date = new Date('2026-11-16T12:30:00Z')
    const second = await github.read(first.cursor)
    expect(second.texts['issue-1']).toContain('Thirty-one.')
    expect(second.items.get('issue-1')?.version).not.toBe(first.items.get('issue-1')?.version)
    github.date = new Date('2026-11-16T13:00:00Z')
    const third = await github.read(second.cursor)
    expect([...third.items.keys()]).toEqual([])
    const version = (await github.read(first.cursor)).items.get('issue-1')?.version
    expect(version).toBe(second.items.get('issue-1')?.version)
  })

  it('waits as long as the rate limit asks, and explains a missing repository', async () => {
    const github = await readableGithub(issues())
    await expect(github.read(undefined, { repository: 'acme/none' })).rejects.toThrow('status 404')
    github.isLimited = true
    const error = await github.read().catch((one: { retryAfterMs: number }) => one)
    expect(error).toMatchObject({ name: 'OriginError', retryAfterMs: expect.any(Number) })
  })
})
