import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import { resolvePrincipals } from '../../src/access/audiences.ts'
import type { Caller } from '../../src/access/caller.ts'
import { type App, createApp } from '../../src/app.ts'
import { type Config, readConfig } from '../../src/config.ts'
import { createHttpServer, type HttpServerOptions } from '../../src/http/http-server.ts'
import { hashPassword } from '../../src/identity/passwords.ts'
import { createRequestAuthenticator } from '../../src/identity/request-authenticator.ts'
import type { Mailer } from '../../src/mail/mailer.ts'
import type { Embedder } from '../../src/models/embedder.ts'
import type { Reader } from '../../src/models/reader.ts'
import type { DatabaseSettings } from '../../src/storage/database.ts'
import type { Role } from '../../src/storage/schema.ts'
import type { AnyConnector } from '../../src/sync/connector.ts'
import type { Telemetry } from '../../src/telemetry/telemetry.ts'
import { canSendOverHttp, sendHttpRequest } from './http-request.ts'
import { startNodes } from './start-nodes.ts'
import { createTestDatabase } from './test-database.ts'

export interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: what came over the wire is what a test is about to check
  body: any
  text: string
  headers: Record<string, unknown>
}

export interface Person {
  id: string
  email: string
  key: string
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>

/** With TEST_NODES set, requests go to so many server processes in turn, where a test sets no clock or model of its own. */
export const nodeCount = Number(process.env.TEST_NODES ?? 0)

/** The whole service on an empty store, asked over HTTP, and short ways to put people and content into it. */
export async function createTestApp({
  config = {},
  embedder,
  reader,
  now,
  http,
  settings,
  telemetry,
  connectors,
  mailer,
  log = pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
}: {
  config?: Partial<Config>
  embedder?: Embedder
  reader?: Reader
  now?: () => Date
  http?: HttpServerOptions | ((app: App) => HttpServerOptions)
  /** A store that is there already; absent: an empty one. */
  settings?: DatabaseSettings
  telemetry?: Telemetry
  connectors?: readonly AnyConnector[]
  mailer?: Mailer
  log?: Logger
} = {}) {
  const scratch = await createTestDatabase(settings, telemetry?.recordQuery)
  const { askPerMinute = 1_000_000, indexPerMinute = 1_000_000 } = config
  const isOrdinary = !embedder && !reader && !now && !http && !settings && !telemetry && !connectors && !mailer
  const nodes =
    nodeCount > 0 && isOrdinary
      ? await startNodes({
          databaseUrl: scratch.settings.databaseUrl,
          replicaUrl: scratch.replicaUrl,
          count: nodeCount,
          findsByMeaning: false,
          env: {
            RATE_LIMIT_ASK_PER_MINUTE: String(askPerMinute),
            RATE_LIMIT_INDEX_PER_MINUTE: String(indexPerMinute),
          },
        })
      : undefined
  const app: App = await createApp({
    config: {
      ...readConfig({ DATA_DIR: scratch.settings.dataDir, DATABASE_URL: scratch.settings.databaseUrl }),
      ...(nodes && { publicUrl: nodes.url }),
      askPerMinute,
      indexPerMinute,
      ...config,
    },
    database: scratch.database,
    embedder,
    reader,
    log,
    connectors,
    ...(mailer && { mailer }),
    telemetry,
    now,
  })
  const server: FastifyInstance = await createHttpServer(app, typeof http === 'function' ? http(app) : http)
  let counter = 0
  let listening: Promise<string> | undefined
  let organizationCount = 0

  return {
    app,
    server,
    database: scratch.database,
    settings: scratch.settings,
    /** Where it listens; it begins to with the first call. */
    async baseUrl(): Promise<string> {
      listening ??= server.listen({ port: 0, host: '127.0.0.1' })
      return listening
    },
    async close() {
      await nodes?.close()
      await server.close()
      await app.close()
      await scratch.close()
    },

    async organization(id: string, fields: { name?: string; askEnabled?: boolean } = {}): Promise<string> {
      await app.organizations.save({ id, name: fields.name ?? id, askEnabled: fields.askEnabled ?? true })
      return id
    },

    /** Creates an organization of its own for a test. */
    newOrganization(): Promise<string> {
      organizationCount += 1
      return this.organization(`organization-${organizationCount}`)
    },

    async person(
      organizationId: string,
      name: string,
      fields: { role?: Role; groups?: string[]; password?: string } = {},
    ): Promise<Person> {
      const email = `${name}@${organizationId}.test`
      const member = await app.members.create({ organizationId, email, name, role: fields.role ?? 'member' })
      for (const group of fields.groups ?? []) {
        const team =
          (await app.teams.findByName(organizationId, group)) ??
          (await app.teams.create({ organizationId, name: group }))
        const ids = await app.teams.memberIds(organizationId, team.id)
        await app.teams.setMembers(organizationId, team.id, [...ids, member.id])
      }
      if (fields.password) {
        const hash = await hashPassword(fields.password)
        await app.database.unrestricted
          .updateTable('member')
          .set({ password_hash: hash })
          .where('org_id', '=', organizationId)
          .where('id', '=', member.id)
          .execute()
      }
      const { key } = await app.apiKeys.create({ organizationId, memberId: member.id, name: 'test' })
      return { id: member.id, email, key }
    },

    /** As whom their key lets them in. */
    async caller({ key }: Pick<Person, 'key'>): Promise<Caller> {
      const credentials = createRequestAuthenticator({ database: app.database, now: () => new Date() })
      return (await credentials.authenticate({ 'x-api-key': key })) as Caller
    },

    async dataSource(organizationId: string, id: string, readers = ['everyone'], writers = readers): Promise<string> {
      await app.database.transaction(async (sql) =>
        app.dataSources.upsert(sql, organizationId, {
          id,
          name: id,
          readers: await resolvePrincipals(sql, organizationId, readers),
          writers: await resolvePrincipals(sql, organizationId, writers),
        }),
      )
      return id
    },

    async note(
      organizationId: string,
      fields: {
        id?: string
        title?: string
        content?: string
        parent?: string
        audience?: string[]
        updatedAt?: Date
      },
    ): Promise<string> {
      counter += 1
      const id = fields.id ?? `note-${counter}`
      await app.notes.upsert(organizationId, {
        id,
        title: fields.title ?? `Note ${counter}`,
        content: fields.content ?? `Text of note ${counter}.`,
        type: 'markdown',
        url: `https://notes.test/${id}`,
        parentId: fields.parent,
        audience:
          fields.audience && (await resolvePrincipals(app.database.unrestricted, organizationId, fields.audience)),
        updatedAt: fields.updatedAt ?? new Date('2026-11-01T09:00:00Z'),
      })
      return id
    },

    async assistant(
      organizationId: string,
      id: string,
      fields: {
        audience?: string[]
        scope?: { notes: string[]; dataSources: string[] }
        digestDays?: number
        schedule?: { days: number[]; hour: number; timeZone: string }
      } = {},
    ): Promise<string> {
      await app.database.transaction(async (sql) =>
        app.assistants.upsert(sql, organizationId, {
          id,
          name: id,
          instructions: '',
          audience: await resolvePrincipals(sql, organizationId, fields.audience ?? ['everyone']),
          scope: fields.scope,
          language: undefined,
          digestDays: fields.digestDays ?? 7,
          digestSchedule: fields.schedule,
        }),
      )
      return id
    },

    /** A request with a key (or none). An object as `body` is sent as JSON; a string as it is. */
    async call(
      key: string | undefined,
      method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS',
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<Reply> {
      const isText = typeof body === 'string' || Buffer.isBuffer(body)
      const payload = body === undefined ? undefined : isText ? (body as string) : JSON.stringify(body)
      const sent = {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      }
      if (nodes && canSendOverHttp(sent, payload))
        return sendHttpRequest(nodes.url + path, { method, headers: sent, body: payload })
      const response = await server.inject({
        method,
        url: path,
        headers: sent,
        ...(payload !== undefined && { payload }),
      })
      const isJson = String(response.headers['content-type'] ?? '').startsWith('application/json')
      return {
        status: response.statusCode,
        text: response.body,
        body: isJson && response.body ? JSON.parse(response.body) : undefined,
        headers: response.headers,
      }
    },
  }
}

/** A whole custom content object; a test names only what it is about. */
export function contentFixture(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    rootId: 'tickets',
    id: 'T-1',
    title: 'Door',
    content: 'The front door opens at seven.',
    type: 'markdown',
    updatedAt: '2026-11-01T09:00:00Z',
    url: 'https://example.com/1',
    ...fields,
  }
}
