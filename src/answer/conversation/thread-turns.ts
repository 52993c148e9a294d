import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { visibleTo } from '../../access/visibility.ts'
import type { AskRequest } from '../../contract/ask.ts'
import { AppError } from '../../errors.ts'
import type { Database, Sql } from '../../storage/database.ts'
import type { AnswerTrace } from '../answer-trace.ts'
import type { Conversation, ConversationTurn } from './follow-up.ts'
import { discardTurn, isTurn, type StartedTurn, threadNotFoundError } from './thread-turn.ts'

export type ThreadRequest = AskRequest & { threadId: string }

export interface ThreadTurns {
  /**
   * Adds a turn to the caller's thread, which the first turn creates. Turns are in the order of these calls. Throws
   * `thread-not-found` for a thread of somebody else, `conflict` for a full one.
   */
  begin(
    store: Sql,
    caller: Caller,
    request: ThreadRequest,
    options: { expiresAt: Date; answerId?: string },
  ): Promise<StartedTurn>
  /** Adds a turn and runs `work` for its answer. A turn that fails is removed; one that the caller aborts is stopped. */
  run<T>(
    caller: Caller,
    request: ThreadRequest,
    signal: AbortSignal | undefined,
    work: (conversation: Conversation) => Promise<T>,
  ): Promise<T>
  /** Returns the turn that waits for a deferred answer, if there is one, with its conversation. */
  findDeferred(caller: Caller, answerId: string): Promise<Conversation | undefined>
}

/** How long a turn counts as being answered without an extension. */
const leaseMs = 60_000
const maxContextTurns = 6
const maxTitleLength = 200
/** A thread is read as a whole. */
const maxTurns = 500

/** Keeps the turns of threads while they are answered; the question log stores them with their answers. */
export function createThreadTurns({
  database,
  newId,
  now,
  onError,
}: {
  database: Database
  newId: () => string
  now: () => Date
  onError: (error: unknown) => void
}): ThreadTurns {
  const leaseEnd = () => new Date(now().getTime() + leaseMs)

  async function begin(
    store: Sql,
    { organizationId, memberId }: Caller,
    request: ThreadRequest,
    { expiresAt, answerId }: { expiresAt: Date; answerId?: string },
  ): Promise<StartedTurn> {
    const { threadId } = request
    const askedAt = now()
    const { rows } = await sql<{ position: number }>`
      insert into thread as t (org_id, id, member_id, title, created_at, asked_at, last_position)
      values (${organizationId}, ${threadId}, ${memberId}, ${toTitle(request.question)}, ${askedAt}, ${askedAt}, 1)
      on conflict (org_id, id) do update set last_position = t.last_position + 1, asked_at = excluded.asked_at
        where t.member_id = excluded.member_id
      returning last_position as position`.execute(store)
    const position = rows[0]?.position
    if (position === undefined) throw threadNotFoundError()
    // Replaced turns left gaps, so only then are they counted.
    if (position > maxTurns && (await countTurns(store, { organizationId, threadId })) >= maxTurns)
      throw new AppError('conflict', `A conversation has at most ${maxTurns} questions. Start another one.`)
    const replacesFrom =
      request.replaceTurnId === undefined
        ? null
        : await findPosition(store, { organizationId, threadId, id: request.replaceTurnId })
    const turn = { organizationId, id: newId(), threadId, position, askedAt, replacesFrom }
    await sql`
      insert into unanswered_turn (org_id, id, thread_id, position, question, parent_id, assistant_id, root_id, asked_at,
        replaces_from, expires_at, answer_id)
      values (${organizationId}, ${turn.id}, ${threadId}, ${position}, ${request.question}, ${request.parentId ?? null},
        ${request.assistantId ?? null}, ${request.rootId ?? null}, ${askedAt}, ${replacesFrom}, ${expiresAt},
        ${answerId ?? null})`.execute(store)
    return turn
  }

  /** Returns the last turns before this one. Of an answer with a source that the caller can no longer see, only the question. */
  async function readConversation(caller: Caller, turn: StartedTurn): Promise<Conversation> {
    const { rows } = await sql<ContextRow>`
      select id, question, document_keys as "documentKeys", trace->>'standaloneQuestion' as "standaloneQuestion",
        coalesce((trace->>'quotesAnswers')::boolean, false) as "quotesAnswers",
        case when row_number() over (order by thread_position desc) <= ${maxContextTurns} then answer end as answer
      from question
      where org_id = ${turn.organizationId} and thread_id = ${turn.threadId}
        and thread_position < ${turn.replacesFrom ?? turn.position}
      order by thread_position`.execute(database.unrestricted)
    const visible = await findVisible(
      caller,
      rows.flatMap(({ documentKeys }) => documentKeys.flat()),
    )
    // A rewritten question can repeat words of any answer before it, so one hidden answer hides those after it.
    let hasHidden = false
    const turns = rows.map(
      ({ question, answer, standaloneQuestion, quotesAnswers, documentKeys }): ConversationTurn => {
        const isVisible = documentKeys.every((keys) => keys.length > 0 && keys.every((key) => visible.has(key)))
        const reading = standaloneQuestion === null || hasHidden ? {} : { standaloneQuestion, quotesAnswers }
        hasHidden ||= !isVisible
        return { question, answer: isVisible ? (answer ?? '') : '', ...reading }
      },
    )
    return { turns: turns.slice(-maxContextTurns), turn: { ...turn, earlierIds: rows.map(({ id }) => id) } }
  }

  async function findVisible(caller: Caller, keys: number[]): Promise<Set<number>> {
    if (keys.length === 0) return new Set()
    const rows = await database.readStatementAs(
      caller,
      sql<{ key: number }>`
        select d.key from document d where ${visibleTo(caller, 'd')} and d.key = any(${keys}::bigint[])`,
    )
    return new Set(rows.map(({ key }) => key))
  }

  const extendLease = (turn: StartedTurn) =>
    sql`update unanswered_turn set expires_at = ${leaseEnd()} where ${isTurn(turn)}`.execute(database.unrestricted)

  const stopTurn = (turn: StartedTurn) =>
    sql`update unanswered_turn set state = 'stopped' where ${isTurn(turn)}`.execute(database.unrestricted)

  return {
    begin,

    async run(caller, request, signal, work) {
      const turn = await database.transaction((store) => begin(store, caller, request, { expiresAt: leaseEnd() }))
      const timer = setInterval(() => void extendLease(turn).catch(onError), leaseMs / 3).unref()
      try {
        return await work(await readConversation(caller, turn))
      } catch (error) {
        // Stopped before it replaced anything: what was there stays as it was.
        if (signal?.aborted && turn.replacesFrom === null) await stopTurn(turn)
        else await database.transaction((store) => discardTurn(store, turn))
        throw error
      } finally {
        clearInterval(timer)
      }
    },

    async findDeferred(caller, answerId) {
      const { rows } = await sql<StartedTurn>`
        select org_id as "organizationId", id, thread_id as "threadId", position, asked_at as "askedAt",
          replaces_from as "replacesFrom"
        from unanswered_turn where org_id = ${caller.organizationId} and answer_id = ${answerId}`.execute(
        database.unrestricted,
      )
      return rows[0] && readConversation(caller, rows[0])
    },
  }
}

interface ContextRow {
  id: string
  question: string
  answer: string | null
  standaloneQuestion: AnswerTrace['standaloneQuestion'] | null
  quotesAnswers: boolean
  documentKeys: number[][]
}

async function countTurns(
  store: Sql,
  { organizationId, threadId }: { organizationId: string; threadId: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from question where org_id = ${organizationId} and thread_id = ${threadId})
      + (select count(*) from unanswered_turn where org_id = ${organizationId} and thread_id = ${threadId}) as count`.execute(
    store,
  )
  return rows[0]?.count ?? 0
}

async function findPosition(
  store: Sql,
  { organizationId, threadId, id }: { organizationId: string; threadId: string; id: string },
): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select thread_position as position from question
      where org_id = ${organizationId} and thread_id = ${threadId} and id = ${id}
    union all
    select position from unanswered_turn
      where org_id = ${organizationId} and thread_id = ${threadId} and id = ${id}`.execute(store)
  const position = rows[0]?.position
  if (position === undefined) throw new AppError('not-found', 'There is no such turn in this conversation.')
  return position
}

function toTitle(question: string): string {
  const text = question.replace(/\s+/g, ' ').trim()
  return text.length <= maxTitleLength ? text : `${text.slice(0, maxTitleLength - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
