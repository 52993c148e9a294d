import { describe, expect, it } from 'vitest'
import { connectorDeps, listChanges } from '../../../../test/support/connector-deps.ts'
import { startOriginServer } from '../../../../test/support/origin-server.ts'
import { githubConnector } from './github-connector.ts'

interface Issue {
  number: number
  title: string
  updated_at: string
  body: string | null
  comments: string[]
  isPull?: boolean
}

/** Answers as GitHub's API is described, one entry per page. */
async function startGithub(
  issues: Issue[],
  discussions: { number: number; title: string; updatedAt: string; body: string }[] = [],
) {
  const state = { issues, discussions, isLimited: false, tokens: new Set<string | undefined>() }
  const server = await startOriginServer((request, response) => {
    const url = new URL(request.url ?? '', server.url)
    state.tokens.add(request.headers.authorization)
    const send = (body: unknown, headers = {}) =>
      response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    if (state.isLimited) {
      return response
        .writeHead(403, {
          'x-ratelimit-remaining': '0',
          'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 600),
        })
        .end()
    }
    if (url.pathname === '/graphql') {
      const nodes = state.discussions.map((one) => ({
        ...one,
        url: `https://github.test/acme/handbook/discussions/${one.number}`,
        author: { login: 'ada' },
        comments: {
          nodes: [{ body: 'A reply', createdAt: '2026-01-01T00:00:00Z', author: null, replies: { nodes: [] } }],
        },
      }))
      return send({
        data: { repository: { discussions: { nodes, pageInfo: { hasNextPage: false, endCursor: null } } } },
      })
    }
    const number = /\/issues\/(\d+)\/comments$/.exec(url.pathname)?.[1]
    if (number) {
      const found = state.issues.find((one) => String(one.number) === number)
      return send(
        found?.comments.map((body) => ({ body, user: { login: 'bob' }, created_at: '2026-02-03T00:00:00Z' })) ?? [],
      )
    }
    if (url.pathname !== '/repos/acme/handbook/issues') return response.writeHead(404).end()
    const since = url.searchParams.get('since') ?? ''
    const page = Number(url.searchParams.get('page') ?? 1)
    const list = state.issues.filter((one) => new Date(one.updated_at) >= new Date(since || 0))
    url.searchParams.set('page', String(page + 1))
    const entries = list.slice(page - 1, page).map(({ isPull, comments, ...one }) => ({
      ...one,
      html_url: `https://github.test/acme/handbook/issues/${one.number}`,
      state: 'open',
      user: { login: 'ada' },
      comments: comments.length,
      ...(isPull ? { pull_request: {} } : {}),
    }))
    return send(entries, page < list.length ? { link: `<${url.href}>; rel="next"` } : {})
  })
  const deps = await connectorDeps({ allow: [server.host] })
  const read = async (cursor?: string, settings = {}, other = {}) =>
    listChanges(
      await githubConnector.connect(
        { repository: 'acme/handbook', apiUrl: server.url, ...settings },
        { ...deps, ...other },
      ),
      cursor,
    )
  return Object.assign(state, { server, read })
}

const issues = (): Issue[] => [
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
    const github = await startGithub(issues(), [
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
    const github = await startGithub(issues())
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
    const github = await startGithub(issues())
    await expect(github.read(undefined, { repository: 'acme/none' })).rejects.toThrow('status 404')
    github.isLimited = true
    const error = await github.read().catch((one: { retryAfterMs: number }) => one)
    expect(error).toMatchObject({ name: 'OriginError', retryAfterMs: expect.any(Number) })
  })
})
