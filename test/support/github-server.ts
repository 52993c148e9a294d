import { text } from 'node:stream/consumers'
import { type OriginServerOptions, startOriginServer } from './origin-server.ts'

export interface GithubIssue {
  number: number
  title: string
  updated_at: string
  body: string | null
  comments: string[]
  isPull?: boolean
}

interface GraphqlRequest {
  variables: { orderBy: { field: string; direction: string }; after: string | null }
}

/** Starts a server that answers as GitHub's API is described, for the repository acme/handbook. */
export async function startGithub(
  issues: GithubIssue[],
  discussions: { number: number; title: string; updatedAt: string; body: string }[] = [],
  { pageSize = 1, ...options }: OriginServerOptions & { pageSize?: number } = {},
) {
  const state = {
    issues,
    discussions,
    isLimited: false,
    isDown: false,
    isDenied: false,
    /** The time that answers carry; undefined: none. */
    date: new Date() as Date | undefined,
    /** Where links to further pages lead; undefined: to this server. */
    linkOrigin: undefined as string | undefined,
    /** Called with the path of a request that has been answered. */
    onAnswered: (_path: string): void => {},
    tokens: new Set<string | undefined>(),
  }
  const server = await startOriginServer(async (request, response) => {
    const url = new URL(request.url ?? '', server.url)
    state.tokens.add(request.headers.authorization)
    if (state.isDown) return response.destroy()
    if (state.isDenied) return response.writeHead(401).end()
    const send = (body: unknown, headers = {}) => {
      response.sendDate = false
      const date = state.date && { date: state.date.toUTCString() }
      response.writeHead(200, { 'content-type': 'application/json', ...date, ...headers }).end(JSON.stringify(body))
      state.onAnswered(url.pathname)
    }
    if (state.isLimited) {
      return response
        .writeHead(403, {
          'x-ratelimit-remaining': '0',
          'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 600),
        })
        .end()
    }
    if (url.pathname === '/graphql') {
      const { orderBy, after } = (JSON.parse(await text(request)) as GraphqlRequest).variables
      const sorted = state.discussions.toSorted((a, b) =>
        orderBy.field === 'CREATED_AT' ? a.number - b.number : a.updatedAt < b.updatedAt ? -1 : 1,
      )
      if (orderBy.direction === 'DESC') sorted.reverse()
      const start = Number(after ?? 0)
      const hasNextPage = start + pageSize < sorted.length
      const nodes = sorted.slice(start, start + pageSize).map((one) => ({
        ...one,
        url: `https://github.test/acme/handbook/discussions/${one.number}`,
        author: { login: 'ada' },
        comments: {
          nodes: [{ body: 'A reply', createdAt: '2026-01-01T00:00:00Z', author: null, replies: { nodes: [] } }],
        },
      }))
      return send({
        data: {
          repository: { discussions: { nodes, pageInfo: { hasNextPage, endCursor: String(start + pageSize) } } },
        },
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
    const isByCreation = url.searchParams.get('sort') === 'created'
    const list = state.issues
      .filter((one) => new Date(one.updated_at) >= new Date(since || 0))
      .sort((a, b) => (isByCreation ? a.number - b.number : a.updated_at < b.updated_at ? -1 : 1))
    url.searchParams.set('page', String(page + 1))
    const entries = list.slice((page - 1) * pageSize, page * pageSize).map(({ isPull, comments, ...one }) => ({
      ...one,
      html_url: `https://github.test/acme/handbook/issues/${one.number}`,
      state: 'open',
      user: { login: 'ada' },
      comments: comments.length,
      ...(isPull ? { pull_request: {} } : {}),
    }))
    const next = new URL(url.pathname + url.search, state.linkOrigin ?? server.url)
    return send(entries, page * pageSize < list.length ? { link: `<${next.href}>; rel="next"` } : {})
  }, options)
  return Object.assign(state, server)
}
