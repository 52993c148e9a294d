import { content } from './scratch-app.ts'

/** Those who are let in nowhere are tested on every route alike; these six differ. */
export const callers = ['other', 'nonReader', 'reader', 'member', 'writer', 'admin'] as const
export type Caller = (typeof callers)[number]

/**
 * A status; or, where content may come back, whether the caller sees the secret that only the groups Readers and
 * Writers may see.
 */
type Outcome = number | 'sees' | 'blind' | 'item refused' | 'item done'
export type Outcomes = readonly [Outcome, Outcome, Outcome, Outcome, Outcome, Outcome]

/** Things that only Readers and Writers see, made anew for each call. */
export interface Fixture {
  note(): Promise<string>
  /** The key of a note as a document. */
  document(): Promise<string>
  /** The address of an earlier version of a note. */
  version(): Promise<string>
  source(): Promise<string>
  assistant(): Promise<string>
  someone(): Promise<string>
  group(): Promise<string>
  /** A question that the writer asked, answered from what Readers see. */
  question(): Promise<string>
  laterAnswer(): Promise<string>
  /** A digest in the inbox of the writer. */
  delivered(): Promise<string>
  keyOfWriter(): Promise<string>
  oauthClient(): Promise<string>
  deadJob(): Promise<string>
  unique(): string
}

export interface Row {
  expects: Outcomes
  call: (fixture: Fixture) => Promise<{ path: string; body?: unknown; type?: string }>
}

const everyone: Outcomes = [200, 200, 200, 200, 200, 200]
const everyoneMakes: Outcomes = [201, 201, 201, 201, 201, 201]
/** Each sees their own part of it. */
const ownPart: Outcomes = ['blind', 'blind', 'sees', 'sees', 'sees', 'sees']
const readersOnly: Outcomes = [404, 404, 200, 200, 200, 200]
const readersSee: Outcomes = [404, 404, 'sees', 'sees', 'sees', 'sees']
const noteWriters = (done: number): Outcomes => [404, 404, 403, done, done, done]
const sourceWriters: Outcomes = [404, 404, 403, 403, 200, 200]
const items: Outcomes = [
  'item refused',
  'item refused',
  'item refused',
  'item refused',
  'item done',
  'item done',
]
const theWriterAlone = (done: number): Outcomes => [404, 404, 404, 404, done, 404]
/** Of the caller's own organization: the other organization's admin does it there. */
const admins = (done: number): Outcomes => [done, 403, 403, 403, 403, done]
/** To something of this organization. */
const adminsHere = (done: number): Outcomes => [404, 403, 403, 403, 403, done]

const at = async (path: string, body?: unknown) => ({ path, body })
const person = (fixture: Fixture) => fixture.unique()

export const permissionTable: Record<string, Row> = {
  ask: { expects: ownPart, call: () => at('/ask', { question: 'What is the colour of the zebra?' }) },
  askByQuery: { expects: ownPart, call: () => at('/ask?question=What+is+the+colour+of+the+zebra%3F') },
  indexContent: {
    expects: sourceWriters,
    call: async (f) => at('/ask/index', content({ rootId: await f.source() })),
  },
  deleteContent: {
    expects: sourceWriters,
    call: async (f) => at('/ask/index', { rootId: await f.source(), id: 'Z-1' }),
  },
  listContent: { expects: readersSee, call: async (f) => at(`/ask/index?rootId=${await f.source()}`) },
  digest: { expects: readersSee, call: async (f) => at(`/ask/digest/${await f.assistant()}`) },
  readAnswer: {
    expects: theWriterAlone(200),
    call: async (f) => at(`/ask/answers/${await f.laterAnswer()}`),
  },
  indexBatch: {
    expects: items,
    call: async (f) => at('/ask/index/batch', { items: [content({ rootId: await f.source() })] }),
  },
  indexStream: {
    expects: items,
    call: async (f) => ({
      path: '/ask/index/stream',
      body: `${JSON.stringify(content({ rootId: await f.source() }))}\n`,
      type: 'application/x-ndjson',
    }),
  },
  search: { expects: ownPart, call: () => at('/search', { query: 'colour of the zebra' }) },
  searchNotes: { expects: ownPart, call: () => at('/search-notes?query=zebra') },

  listNotes: { expects: ownPart, call: () => at('/notes') },
  listNoteChildren: { expects: readersOnly, call: async (f) => at(`/notes/${await f.note()}/children`) },
  createNote: {
    expects: noteWriters(200),
    call: async (f) => at('/notes', { title: 'Below', parentNoteId: await f.note() }),
  },
  readNote: { expects: readersSee, call: async (f) => at(`/notes/${await f.note()}`) },
  changeNote: {
    expects: noteWriters(200),
    call: async (f) => at(`/notes/${await f.note()}`, { title: 'New' }),
  },
  deleteNote: { expects: noteWriters(204), call: async (f) => at(`/notes/${await f.note()}`) },
  verifyNote: {
    expects: noteWriters(200),
    call: async (f) => at(`/notes/${await f.note()}/verify`, { until: '2099-01-01T00:00:00Z' }),
  },
  flagNoteAsOutdated: {
    expects: noteWriters(200),
    call: async (f) => at(`/notes/${await f.note()}/flag-as-outdated`, { reason: 'Old.' }),
  },
  archiveNote: {
    expects: noteWriters(200),
    call: async (f) => at(`/notes/${await f.note()}/archived`, { archived: true }),
  },
  setNoteOwner: {
    expects: noteWriters(200),
    call: async (f) => at(`/notes/${await f.note()}/owner`, { userId: await f.someone() }),
  },
  readNoteAudience: { expects: readersOnly, call: async (f) => at(`/notes/${await f.note()}/audience`) },
  changeNoteAudience: {
    expects: noteWriters(200),
    call: async (f) =>
      at(`/notes/${await f.note()}/audience`, { audience: ['group:Readers', 'group:Writers'] }),
  },
  listNoteVersions: { expects: readersOnly, call: async (f) => at(`/notes/${await f.note()}/versions`) },
  readNoteVersion: { expects: readersSee, call: async (f) => at(await f.version()) },
  listNoteBranch: { expects: ownPart, call: () => at('/note-branches') },
  readDocument: { expects: readersSee, call: async (f) => at(`/documents/${await f.document()}`) },

  me: { expects: everyone, call: () => at('/me') },
  listUsers: { expects: everyone, call: () => at('/users') },
  readUser: {
    expects: [404, 200, 200, 200, 200, 200],
    call: async (f) => at(`/users/${await f.someone()}`),
  },
  listGroups: { expects: everyone, call: () => at('/groups') },
  readGroup: {
    expects: [404, 200, 200, 200, 200, 200],
    call: async (f) => at(`/groups/${await f.group()}`),
  },

  listMyQuestions: {
    expects: ['blind', 'blind', 'blind', 'blind', 'sees', 'blind'],
    call: async (f) => {
      await f.question()
      return at('/questions')
    },
  },
  exampleQuestions: { expects: everyone, call: () => at('/questions/examples') },
  readMyQuestion: { expects: theWriterAlone(200), call: async (f) => at(`/questions/${await f.question()}`) },
  deleteMyQuestion: {
    expects: theWriterAlone(204),
    call: async (f) => at(`/questions/${await f.question()}`),
  },
  rateAnswer: {
    expects: theWriterAlone(200),
    call: async (f) => at(`/questions/${await f.question()}/rating`, { rating: 'up' }),
  },
  shareAnswer: {
    expects: theWriterAlone(200),
    call: async (f) => at(`/questions/${await f.question()}/shared`, { isShared: true }),
  },
  readSharedAnswer: {
    expects: readersSee,
    call: async (f) => at(`/shared-answers/${await f.question()}`),
  },
  insights: { expects: admins(200), call: () => at('/insights') },
  listAnswerTraces: { expects: admins(200), call: () => at('/answer-traces') },
  readAnswerTrace: {
    expects: adminsHere(200),
    call: async (f) => at(`/answer-traces/${await f.question()}`),
  },

  listDataSources: { expects: everyone, call: () => at('/data-sources') },
  createDataSource: {
    expects: admins(201),
    call: () => at('/data-sources', { name: 'New', readers: ['everyone'], writers: [] }),
  },
  changeDataSource: {
    expects: adminsHere(200),
    call: async (f) => at(`/data-sources/${await f.source()}`, { name: 'Renamed' }),
  },
  deleteDataSource: {
    expects: adminsHere(204),
    call: async (f) => at(`/data-sources/${await f.source()}`),
  },
  listDataSourceItems: {
    expects: readersSee,
    call: async (f) => at(`/data-sources/${await f.source()}/items`),
  },
  listAssistants: { expects: everyone, call: () => at('/assistants') },
  createAssistant: {
    expects: admins(201),
    call: () => at('/assistants', { name: 'New', audience: ['everyone'] }),
  },
  changeAssistant: {
    expects: adminsHere(200),
    call: async (f) => at(`/assistants/${await f.assistant()}`, { name: 'Renamed' }),
  },
  deleteAssistant: {
    expects: adminsHere(204),
    call: async (f) => at(`/assistants/${await f.assistant()}`),
  },
  subscribeToDigest: {
    expects: readersOnly,
    call: async (f) => at(`/assistants/${await f.assistant()}/subscription`, {}),
  },
  /** Nobody is subscribed: the asked-for state holds. */
  unsubscribeFromDigest: {
    expects: [204, 204, 204, 204, 204, 204],
    call: async (f) => at(`/assistants/${await f.assistant()}/subscription`),
  },
  listInbox: { expects: everyone, call: () => at('/inbox') },
  readInboxDigest: { expects: theWriterAlone(200), call: async (f) => at(`/inbox/${await f.delivered()}`) },
  markInboxDigest: {
    expects: theWriterAlone(200),
    call: async (f) => at(`/inbox/${await f.delivered()}/read`, { read: true }),
  },
  listMembers: { expects: admins(200), call: () => at('/members') },
  createMember: {
    expects: admins(201),
    call: (f) => at('/members', { email: `${person(f)}@mail.test`, name: 'New' }),
  },
  changeMember: {
    expects: adminsHere(200),
    call: async (f) => at(`/members/${await f.someone()}`, { name: 'Renamed' }),
  },
  resetMemberPassword: {
    expects: adminsHere(200),
    call: async (f) => at(`/members/${await f.someone()}/password`),
  },
  deleteMember: { expects: adminsHere(204), call: async (f) => at(`/members/${await f.someone()}`) },
  createGroup: { expects: admins(201), call: (f) => at('/groups', { name: person(f) }) },
  changeGroup: {
    expects: adminsHere(200),
    call: async (f) => at(`/groups/${await f.group()}`, { memberIds: [] }),
  },
  deleteGroup: { expects: adminsHere(204), call: async (f) => at(`/groups/${await f.group()}`) },
  /** Nobody here has a password: the current one is always wrong. */
  changeMyPassword: {
    expects: [403, 403, 403, 403, 403, 403],
    call: () => at('/me/password', { currentPassword: 'not this one', newPassword: 'another one' }),
  },
  listMyApiKeys: { expects: everyone, call: () => at('/api-keys') },
  createApiKey: { expects: everyoneMakes, call: () => at('/api-keys', { name: 'new' }) },
  revokeApiKey: {
    expects: theWriterAlone(204),
    call: async (f) => at(`/api-keys/${await f.keyOfWriter()}`),
  },
  listOauthClients: { expects: admins(200), call: () => at('/oauth-clients') },
  createOauthClient: {
    expects: admins(201),
    call: () => at('/oauth-clients', { name: 'New', redirectUris: ['https://client.test/back'] }),
  },
  deleteOauthClient: {
    expects: adminsHere(204),
    call: async (f) => at(`/oauth-clients/${await f.oauthClient()}`),
  },
  readOrganization: { expects: everyone, call: () => at('/organization') },
  changeOrganization: { expects: admins(200), call: () => at('/organization', {}) },
  readService: { expects: admins(200), call: () => at('/service') },
  tryModels: { expects: admins(200), call: () => at('/service/models/trial') },
  listJobs: { expects: admins(200), call: () => at('/admin/jobs') },
  retryJob: { expects: adminsHere(200), call: async (f) => at(`/admin/jobs/${await f.deadJob()}/retry`) },
  listCallbacks: { expects: admins(200), call: () => at('/admin/callbacks') },
  readCallbackSecret: { expects: admins(200), call: () => at('/admin/callback-secret') },
  rotateCallbackSecret: { expects: admins(200), call: () => at('/admin/callback-secret/rotate') },
  listAuditEvents: { expects: admins(200), call: () => at('/admin/audit') },
  readBackups: { expects: admins(200), call: () => at('/admin/backups') },
  /** There are two organizations here, so it is refused to everybody. */
  downloadBackup: { expects: [403, 403, 403, 403, 403, 403], call: () => at('/admin/backup') },
  exportAuditEvents: { expects: admins(200), call: () => at('/admin/audit/export?format=csv') },
}

/**
 * What is outside of the contract and of MCP: pages, files, sign-in, OAuth and what watches the service. No key or token
 * opens anything there; the status is that of a request without a body or a cookie.
 */
export const addressTable: Record<string, number> = {
  'GET /': 200,
  'GET /*': 200,
  'GET /.well-known/oauth-authorization-server': 200,
  'GET /.well-known/oauth-protected-resource': 200,
  'GET /.well-known/oauth-protected-resource/mcp': 200,
  'GET /.well-known/oauth-protected-resource/v1': 200,
  'GET /.well-known/openid-configuration': 200,
  'GET /favicon.ico': 200,
  'GET /favicon.svg': 200,
  'GET /healthz': 200,
  'GET /metrics': 200,
  'GET /oauth/authorize': 400,
  'GET /oauth/authorize/{uid}': 400,
  'GET /oauth/interaction/{uid}': 404,
  'GET /oauth/jwks': 200,
  'GET /passkeys': 303,
  'GET /readyz': 200,
  'GET /setup': 404,
  'GET /sign-in': 200,
  'GET /theme.js': 200,
  'POST /oauth/interaction/{uid}': 403,
  'POST /oauth/introspect': 400,
  'POST /oauth/register': 400,
  'POST /oauth/revoke': 400,
  'POST /oauth/token': 400,
  'POST /passkeys': 403,
  'POST /passkeys/remove': 403,
  'POST /setup': 403,
  'POST /sign-in': 403,
  'POST /sign-in/organization': 403,
  'POST /sign-in/passkey': 403,
  'POST /sign-out': 403,
}
