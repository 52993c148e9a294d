import { z } from 'zod'
import { dayMs } from '../../../durations.ts'
import { withoutTrailingSlashes } from '../../../trailing-slashes.ts'
import { type Connector, type ConnectorDeps, type OriginChange, OriginError, type OriginItem } from '../../connector.ts'
import { versionOf } from '../file-item.ts'
import { createHttpClient, type HttpAnswer, type HttpClient, isSameHost } from '../http-client.ts'
import { parseJsonAnswer } from '../json-api.ts'
import { accessToken, optionalText, requiredText } from '../setting-fields.ts'

const githubSettings = z.strictObject({
  repository: requiredText({
    title: 'Repository',
    description: 'Owner and name, such as acme/handbook',
    maxLength: 200,
    pattern: /^[\w-]+\/(?!\.{1,2}$)[\w.-]+$/,
    message: 'must be owner/name',
  }),
  token: accessToken('A fine-grained token that can read issues, pull requests and discussions. Discussions need one'),
  apiUrl: optionalText({
    title: 'API address',
    description: 'For GitHub Enterprise Server: https://HOST/api/v3. Empty: https://api.github.com',
    pattern: /^https?:\/\/[^\s/@?#]+(\/[^\s?#]*)?$/,
    message: 'must begin with https:// or http://',
  }),
})

type GithubSettings = z.infer<typeof githubSettings>

const author = z.object({ login: z.string() }).nullable()
const issueSchema = z.object({
  number: z.number(),
  title: z.string(),
  html_url: z.string(),
  state: z.string(),
  updated_at: z.string(),
  body: z.string().nullable(),
  comments: z.number(),
  user: author,
  pull_request: z.object({}).optional(),
})
const commentSchema = z.object({ body: z.string().nullable(), user: author, created_at: z.string() })
const connection = <Node extends z.ZodType>(node: Node) =>
  z.object({ nodes: z.array(node), pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }) })
const reply = z.object({ body: z.string(), author, createdAt: z.string() })
const discussionSchema = z.object({
  number: z.number(),
  title: z.string(),
  url: z.string(),
  updatedAt: z.string(),
  body: z.string(),
  author,
  comments: z.object({ nodes: z.array(reply.extend({ replies: z.object({ nodes: z.array(reply) }) })) }),
})
const discussionsAnswer = z.object({
  data: z.object({ repository: z.object({ discussions: connection(discussionSchema) }).nullable() }).nullish(),
})

const discussionsQuery = `query($owner: String!, $name: String!, $after: String, $orderBy: DiscussionOrder!) {
  repository(owner: $owner, name: $name) {
    discussions(first: 25, after: $after, orderBy: $orderBy) {
      pageInfo { hasNextPage endCursor }
      nodes { number title url updatedAt body author { login }
        comments(first: 50) { nodes { body createdAt author { login } replies(first: 20) { nodes { body createdAt author { login } } } } } }
    }
  }
}`
/** Deleted and transferred issues appear in no list of changes: a complete listing finds them. */
const fullListingIntervalMs = dayMs
/** Edits appear in lists a little after their own time, and several can have the same one. */
const overlapMs = 60_000

/** Reads issues, pull requests and discussions of a repository (docs.github.com/rest, /graphql). */
export const githubConnector: Connector<GithubSettings> = {
  kind: 'github',
  name: 'GitHub',
  description: 'Issues, pull requests and discussions of a repository, with their comments.',
  settings: githubSettings,
  secrets: ['token'],
  async connect(settings, deps) {
    const headers: Record<string, string> = {
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      ...(settings.token ? { authorization: `Bearer ${settings.token}` } : {}),
    }
    const client = createHttpClient(deps, { headers })
    return {
      changes: (cursor) => listChanges({ settings, client, deps, api: apiOf(settings) }, cursor),
      async close() {},
    }
  },
}

interface Repository {
  settings: GithubSettings
  client: HttpClient
  deps: ConnectorDeps
  api: string
  /** When the listing began, by GitHub's clock if it tells the time: ours can be wrong. Known with the first answer. */
  startedAt?: Date
}

async function* listChanges(repository: Repository, cursor: string | undefined): AsyncGenerator<OriginChange> {
  const now = repository.deps.now()
  const [since = '', completeAt = ''] = (cursor ?? '').split(' ')
  const sinceCompleteMs = now.getTime() - Date.parse(completeAt)
  // A time in the future is that of a clock that was wrong.
  const isIncremental = since !== '' && sinceCompleteMs >= 0 && sinceCompleteMs < fullListingIntervalMs
  yield* listIssues(repository, isIncremental ? since : undefined)
  yield* listDiscussions(repository, isIncremental ? since : undefined)
  const complete = isIncremental ? completeAt : now.toISOString()
  const next = settledUntil(repository).toISOString()
  yield { kind: 'end', isComplete: !isIncremental, cursor: `${next} ${complete}` }
}

/** Returns the time up to which the listing has every edit. The next one begins there. */
function settledUntil({ startedAt, deps }: Repository): Date {
  return new Date((startedAt ?? deps.now()).getTime() - overlapMs)
}

/** Lists by date of creation: in an order that edits change, an issue could move to a page that was read already. */
async function* listIssues(repository: Repository, since: string | undefined): AsyncGenerator<OriginItem> {
  const { settings, api } = repository
  const query = new URLSearchParams({
    state: 'all',
    sort: 'created',
    direction: 'asc',
    per_page: '100',
    ...(since ? { since } : {}),
  })
  const listed = new Set<number>()
  for await (const issue of pagesOf(repository, `${api}/repos/${settings.repository}/issues?${query}`, issueSchema)) {
    // One that is edited meanwhile can enter the list and move others to the next page.
    if (listed.has(issue.number)) continue
    listed.add(issue.number)
    const kind = issue.pull_request ? 'Pull request' : 'Issue'
    const updatedAt = new Date(issue.updated_at)
    // Dates have whole seconds: an edit may follow with the same one, so the next listing reads the issue again.
    const unsettled = updatedAt > settledUntil(repository) ? [repository.startedAt?.toISOString()] : []
    yield {
      kind: 'item',
      id: `issue-${issue.number}`,
      version: versionOf(issue.updated_at, issue.title, issue.html_url, ...unsettled),
      title: `${issue.title} (${kind.toLowerCase()} #${issue.number})`,
      url: issue.html_url,
      updatedAt,
      async read() {
        const comments: string[] = []
        if (issue.comments > 0) {
          const url = `${api}/repos/${settings.repository}/issues/${issue.number}/comments?per_page=100`
          for await (const { user, created_at, body } of pagesOf(repository, url, commentSchema)) {
            comments.push(section(user?.login, created_at, body))
          }
        }
        const lead = `${kind} #${issue.number}, ${issue.state}, opened by ${issue.user?.login ?? 'a deleted account'}.`
        return { type: 'markdown', content: [lead, issue.body ?? '', ...comments].join('\n\n') }
      },
    }
  }
}

/**
 * Lists by date of creation, or after an earlier listing by the last change, newest first, up to the first one that is older:
 * one that is changed meanwhile appears in the next listing. Without a token GitHub answers no queries.
 */
async function* listDiscussions(
  { settings, client, api }: Repository,
  since: string | undefined,
): AsyncGenerator<OriginItem> {
  if (!settings.token) return
  const [owner, name] = settings.repository.split('/')
  const url = api.endsWith('/api/v3') ? api.replace(/\/v3$/, '/graphql') : `${api}/graphql`
  const orderBy = since ? { field: 'UPDATED_AT', direction: 'DESC' } : { field: 'CREATED_AT', direction: 'ASC' }
  const listed = new Set<number>()
  let after: string | null = null
  do {
    const body = JSON.stringify({ query: discussionsQuery, variables: { owner, name, after, orderBy } })
    const answer = await client.get(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    const found = parseJsonAnswer(answer, discussionsAnswer, 'GitHub').data?.repository?.discussions
    if (!found)
      throw new OriginError('GitHub does not show the discussions of this repository. Check what the token can read.')
    for (const discussion of found.nodes) {
      if (since && new Date(discussion.updatedAt) < new Date(since)) return
      if (listed.has(discussion.number)) continue
      listed.add(discussion.number)
      yield toDiscussion(discussion)
    }
    after = found.pageInfo.hasNextPage ? found.pageInfo.endCursor : null
  } while (after)
}

function toDiscussion({
  number,
  title,
  url,
  updatedAt,
  body,
  author,
  comments,
}: z.infer<typeof discussionSchema>): OriginItem {
  const replies = comments.nodes.flatMap((comment) => [comment, ...comment.replies.nodes])
  const parts = replies.map((one) => section(one.author?.login, one.createdAt, one.body))
  const lead = `Discussion #${number}, opened by ${author?.login ?? 'a deleted account'}.`
  const content = [lead, body, ...parts].join('\n\n')
  return {
    kind: 'item',
    id: `discussion-${number}`,
    version: versionOf(updatedAt, title, url, content),
    title: `${title} (discussion #${number})`,
    url,
    updatedAt: new Date(updatedAt),
    read: async () => ({ type: 'markdown', content }),
  }
}

/** Yields the entries of a list over all its pages, which the Link header names. */
async function* pagesOf<Schema extends z.ZodType>(
  repository: Repository,
  first: string,
  schema: Schema,
): AsyncGenerator<z.infer<Schema>> {
  const { client, deps, api } = repository
  let next: string | undefined = first
  while (next) {
    const requestedAt = deps.now()
    const answer = await client.get(next)
    repository.startedAt ??= dateOf(answer) ?? requestedAt
    const remaining = answer.headers.get('x-ratelimit-remaining')
    if (answer.status === 403 && remaining === '0') {
      const resetMs = Number(answer.headers.get('x-ratelimit-reset')) * 1000 - Date.now()
      throw new OriginError('The hourly number of requests to GitHub is used up.', {
        retryAfterMs: Math.max(resetMs, 60_000),
      })
    }
    yield* parseJsonAnswer(answer, z.array(schema), 'GitHub')
    const link: string | undefined = /<([^<>]+)>;\s*rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
    next = link && requireSameHost(link, api)
  }
}

/** Returns the link. Throws if it leads to another host, which must not get the token. */
function requireSameHost(link: string, api: string): string {
  const url = new URL(link, api)
  if (isSameHost(api)(url)) return url.href
  throw new OriginError(
    `The server at ${new URL(api).origin} continues its list at ${url.origin}, which does not get the token. ` +
      'Nothing was removed. Enter the API address that this server uses in its own links.',
  )
}

function dateOf({ headers }: HttpAnswer): Date | undefined {
  const date = new Date(headers.get('date') ?? '')
  return Number.isNaN(date.getTime()) ? undefined : date
}

function section(login: string | undefined, date: string, body: string | null): string {
  return `## ${login ?? 'A deleted account'} on ${date.slice(0, 10)}\n\n${body ?? ''}`
}

function apiOf({ apiUrl }: GithubSettings): string {
  return withoutTrailingSlashes(apiUrl || 'https://api.github.com')
}
