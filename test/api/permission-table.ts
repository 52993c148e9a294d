import type { Scope } from '../../src/contract/scopes.ts'
import { formType, multipartBody, uploadParts } from '../support/multipart.ts'
import { contentFixture } from '../support/test-app.ts'

/** Those who are let in nowhere are tested on every route alike; these six differ. */
export const callerKinds = ['other', 'nonReader', 'reader', 'member', 'writer', 'admin'] as const
export type CallerKind = (typeof callerKinds)[number]

/**
 * A status; or, where content may come back, whether the caller sees the secret that only the groups Readers and
 * Writers may see.
 */
type Outcome = number | 'sees' | 'blind' | 'item refused' | 'item done'
export type Outcomes = readonly [Outcome, Outcome, Outcome, Outcome, Outcome, Outcome]

/** Things that only Readers and Writers see and only Writers edit, made anew for each call. */
export interface PermissionFixture {
  note(): Promise<string>
  /** The key of a note as a document. */
  document(): Promise<string>
  /** A note that the writer deleted, by its id in the trash. */
  trashedBranch(): Promise<string>
  archivedNote(): Promise<string>
  /** The address of an earlier version of a note. */
  version(): Promise<string>
  dataSource(): Promise<string>
  /** A file in a data source, by the path of its original. */
  file(): Promise<string>
  /** A file attached to a note, by its id. */
  attachment(): Promise<string>
  assistant(): Promise<string>
  member(): Promise<string>
  group(): Promise<string>
  invitation(): Promise<string>
  /** A question that the writer asked, answered from what Readers see. */
  question(): Promise<string>
  /** A conversation of the writer with such a question, shared with everyone. */
  thread(): Promise<string>
  deferredAnswer(): Promise<string>
  /** A digest in the inbox of the writer. */
  inboxDigest(): Promise<string>
  connection(): Promise<string>
  writerApiKey(): Promise<string>
  oauthClient(): Promise<string>
  deadJob(): Promise<string>
  uniqueName(): string
}

export interface OperationRequest {
  path: string
  body?: unknown
  type?: string
}

export interface PermissionCase {
  expected: Outcomes
  /** The outcome for a key or token of the admin without the scope admin, if it differs. */
  withoutAdminScope?: Outcomes[number]
  request: (fixture: PermissionFixture) => Promise<OperationRequest>
}

/** The scope of each MCP tool, and arguments with which it succeeds for the admin. */
export const mcpTools: Record<string, { scope: Scope; input: (fixture: PermissionFixture) => Promise<object> }> = {
  ask: { scope: 'ask', input: async () => ({ question: 'What is the colour of the zebra?' }) },
  search: { scope: 'content:read', input: async () => ({ query: 'zebra' }) },
  read_note: { scope: 'content:read', input: async (f) => ({ id: await f.note() }) },
  list_notes: { scope: 'content:read', input: async () => ({}) },
  create_note: { scope: 'notes:write', input: async () => ({ title: 'Keys', markdown: 'In the safe.' }) },
  update_note: { scope: 'notes:write', input: async (f) => ({ id: await f.note(), title: 'Renamed' }) },
  get_thread: { scope: 'ask', input: async (f) => ({ id: await f.thread() }) },
  list_assistants: { scope: 'content:read', input: async () => ({}) },
  list_data_sources: { scope: 'content:read', input: async () => ({}) },
  digest: { scope: 'ask', input: async (f) => ({ assistantId: await f.assistant() }) },
  index_content: {
    scope: 'content:write',
    input: async (f) => contentFixture({ rootId: await f.dataSource() }),
  },
  delete_content: { scope: 'content:write', input: async (f) => ({ rootId: await f.dataSource(), id: 'T-1' }) },
}

const allOk: Outcomes = [200, 200, 200, 200, 200, 200]
const noKey: Outcomes = [403, 403, 403, 403, 403, 403]
const allCreated: Outcomes = [201, 201, 201, 201, 201, 201]
/** Each sees their own part of it. */
const filteredByAccess: Outcomes = ['blind', 'blind', 'sees', 'sees', 'sees', 'sees']
/** The notes of the test are shared with a group, new and have content. */
const allBlind: Outcomes = ['blind', 'blind', 'blind', 'blind', 'blind', 'blind']
const readersOnly: Outcomes = [404, 404, 200, 200, 200, 200]
const readersSee: Outcomes = [404, 404, 'sees', 'sees', 'sees', 'sees']
/** Its list of editors names Writers alone. */
const noteWriters = (done: number): Outcomes => [404, 404, 403, 403, done, done]
const sourceWriters: Outcomes = [404, 404, 403, 403, 200, 200]
const itemWriters: Outcomes = ['item refused', 'item refused', 'item refused', 'item refused', 'item done', 'item done']
/** Of the person who deleted it, and of admins. */
const deleterAndAdmins = (done: number): Outcomes => [404, 404, 404, 404, done, done]
const onlyTheWriter = (done: number): Outcomes => [404, 404, 404, 404, done, 404]
/** Of the caller's own organization: the other organization's admin does it there. */
const adminsOfOwnOrganization = (done: number): Outcomes => [done, 403, 403, 403, 403, done]
/** To something of this organization. */
const adminsOfThisOrganization = (done: number): Outcomes => [404, 403, 403, 403, 403, done]

const requestTo = async (path: string, body?: unknown) => ({ path, body })
const unreachableModel = { provider: 'openai-compatible', baseUrl: 'https://llm.invalid/v1', model: 'none' }
const unreachableFolder = { kind: 'folder', name: 'Folder', settings: { path: '/nowhere' } }
const uniquePersonName = (fixture: PermissionFixture) => fixture.uniqueName()

export const permissionTable: Record<string, PermissionCase> = {
  ask: {
    expected: filteredByAccess,
    request: () => requestTo('/ask', { question: 'What is the colour of the zebra?' }),
  },
  askByQuery: {
    expected: filteredByAccess,
    request: () => requestTo('/ask?question=What+is+the+colour+of+the+zebra%3F'),
  },
  streamAnswer: {
    expected: filteredByAccess,
    request: () => requestTo('/ask/stream', { question: 'What is the colour of the zebra?' }),
  },
  respondAsync: {
    expected: [202, 202, 202, 202, 202, 202],
    request: () => requestTo('/ask/answers', { question: 'What is the colour of the zebra?' }),
  },
  indexContent: {
    expected: sourceWriters,
    request: async (f) => requestTo('/ask/index', contentFixture({ rootId: await f.dataSource() })),
  },
  deleteContent: {
    expected: sourceWriters,
    request: async (f) => requestTo('/ask/index', { rootId: await f.dataSource(), id: 'Z-1' }),
  },
  indexSnapshot: {
    expected: sourceWriters,
    request: async (f) => requestTo('/ask/index/snapshot', { rootId: await f.dataSource(), ids: ['Z-1'] }),
  },
  listContent: {
    expected: readersSee,
    request: async (f) => requestTo(`/ask/index?rootId=${await f.dataSource()}`),
  },
  digest: { expected: readersSee, request: async (f) => requestTo(`/ask/digest/${await f.assistant()}`) },
  readAnswer: {
    expected: onlyTheWriter(200),
    request: async (f) => requestTo(`/ask/answers/${await f.deferredAnswer()}`),
  },
  listThreads: {
    expected: ['blind', 'blind', 'blind', 'blind', 'sees', 'blind'],
    request: async (f) => {
      await f.thread()
      return requestTo('/threads')
    },
  },
  readThread: {
    expected: readersSee,
    request: async (f) => requestTo(`/threads/${await f.thread()}`),
  },
  renameThread: {
    expected: onlyTheWriter(200),
    request: async (f) => requestTo(`/threads/${await f.thread()}`, { title: 'Renamed' }),
  },
  deleteThread: { expected: onlyTheWriter(204), request: async (f) => requestTo(`/threads/${await f.thread()}`) },
  shareThread: {
    expected: onlyTheWriter(200),
    request: async (f) => requestTo(`/threads/${await f.thread()}/audience`, { audience: [] }),
  },
  indexBatch: {
    expected: itemWriters,
    request: async (f) => requestTo('/ask/index/batch', { items: [contentFixture({ rootId: await f.dataSource() })] }),
  },
  indexStream: {
    expected: itemWriters,
    request: async (f) => ({
      path: '/ask/index/stream',
      body: `${JSON.stringify(contentFixture({ rootId: await f.dataSource() }))}\n`,
      type: 'application/x-ndjson',
    }),
  },
  indexFile: {
    expected: sourceWriters,
    request: async (f) => ({
      path: '/files',
      body: multipartBody(uploadParts({ rootId: await f.dataSource(), id: 'F-1' }, 'zebra.txt', 'Stripes.')),
      type: formType,
    }),
  },
  readFile: { expected: readersSee, request: async (f) => requestTo(await f.file()) },
  search: {
    expected: filteredByAccess,
    request: () => requestTo('/search', { query: 'colour of the zebra' }),
  },
  searchTitles: { expected: filteredByAccess, request: () => requestTo('/search-titles?query=zeb') },
  searchNotes: { expected: filteredByAccess, request: () => requestTo('/search-notes?query=zebra') },

  listFavouriteNotes: { expected: allOk, request: () => requestTo('/me/favourites') },
  addFavouriteNote: {
    expected: [404, 404, 204, 204, 204, 204],
    request: async (f) => requestTo(`/me/favourites/${await f.note()}`),
  },
  /** It is nobody's favourite: the asked-for state holds. */
  removeFavouriteNote: {
    expected: [204, 204, 204, 204, 204, 204],
    request: async (f) => requestTo(`/me/favourites/${await f.note()}`),
  },
  listNotes: { expected: filteredByAccess, request: () => requestTo('/notes') },
  listManagedNotes: { expected: filteredByAccess, request: () => requestTo('/knowledge-management/notes?first=50') },
  listPublicNotes: { expected: allBlind, request: () => requestTo('/knowledge-management/notes/public') },
  listInactiveNotes: { expected: allBlind, request: () => requestTo('/knowledge-management/notes/inactive') },
  listEmptyNotes: { expected: allBlind, request: () => requestTo('/knowledge-management/notes/empty') },
  listNoteChildren: {
    expected: readersOnly,
    request: async (f) => requestTo(`/notes/${await f.note()}/children`),
  },
  createNote: {
    expected: noteWriters(200),
    request: async (f) => requestTo('/notes', { title: 'Below', parentNoteId: await f.note() }),
  },
  readNote: { expected: readersSee, request: async (f) => requestTo(`/notes/${await f.note()}`) },
  changeNote: {
    expected: noteWriters(200),
    request: async (f) => requestTo(`/notes/${await f.note()}`, { title: 'New' }),
  },
  addAttachment: {
    expected: noteWriters(201),
    request: async (f) => ({
      path: `/notes/${await f.note()}/attachments`,
      body: multipartBody(uploadParts({}, 'zebra.txt', 'Stripes.')),
      type: formType,
    }),
  },
  listAttachments: {
    expected: readersOnly,
    request: async (f) => requestTo(`/notes/${await f.note()}/attachments`),
  },
  readAttachment: { expected: readersSee, request: async (f) => requestTo(`/attachments/${await f.attachment()}`) },
  deleteAttachment: {
    expected: noteWriters(204),
    request: async (f) => requestTo(`/attachments/${await f.attachment()}`),
  },
  deleteNote: { expected: noteWriters(204), request: async (f) => requestTo(`/notes/${await f.note()}`) },
  previewNoteDeletion: {
    expected: readersOnly,
    request: async (f) => requestTo(`/notes/${await f.note()}/deletion`),
  },
  listTrash: {
    // Each their own deletions; admins every one. test/notes/trash.test.ts says what they see.
    expected: allOk,
    request: () => requestTo('/trash'),
  },
  restoreFromTrash: {
    expected: deleterAndAdmins(200),
    withoutAdminScope: 404,
    request: async (f) => requestTo(`/trash/${await f.trashedBranch()}/restore`),
  },
  deleteFromTrash: {
    expected: deleterAndAdmins(204),
    withoutAdminScope: 404,
    request: async (f) => requestTo(`/trash/${await f.trashedBranch()}`),
  },
  listArchive: {
    expected: filteredByAccess,
    request: async (f) => {
      await f.archivedNote()
      return requestTo('/archive')
    },
  },
  verifyNote: {
    expected: noteWriters(200),
    request: async (f) => requestTo(`/notes/${await f.note()}/verify`, { until: '2099-01-01T00:00:00Z' }),
  },
  flagNoteAsOutdated: {
    expected: noteWriters(200),
    request: async (f) => requestTo(`/notes/${await f.note()}/flag-as-outdated`, { reason: 'Old.' }),
  },
  archiveNote: {
    expected: noteWriters(200),
    request: async (f) => requestTo(`/notes/${await f.note()}/archived`, { archived: true }),
  },
  setNoteOwner: {
    expected: noteWriters(200),
    request: async (f) => requestTo(`/notes/${await f.note()}/owner`, { userId: await f.member() }),
  },
  readNoteRights: {
    expected: readersOnly,
    request: async (f) => requestTo(`/notes/${await f.note()}/rights`),
  },
  changeNoteRights: {
    expected: noteWriters(200),
    request: async (f) => requestTo(`/notes/${await f.note()}/rights`, { edit: ['everyone'] }),
  },
  listSharedWithMe: { expected: filteredByAccess, request: () => requestTo('/shared-with-me') },
  readNoteAudience: {
    expected: readersOnly,
    request: async (f) => requestTo(`/notes/${await f.note()}/audience`),
  },
  changeNoteAudience: {
    expected: noteWriters(200),
    request: async (f) =>
      requestTo(`/notes/${await f.note()}/audience`, { audience: ['group:Readers', 'group:Writers'] }),
  },
  previewNoteMove: {
    expected: noteWriters(200),
    request: async (f) => requestTo(`/notes/${await f.note()}/move-preview`),
  },
  moveNote: {
    expected: noteWriters(200),
    request: async (f) => requestTo(`/notes/${await f.note()}/parent`, { parentNoteId: null }),
  },
  listNoteVersions: {
    expected: readersOnly,
    request: async (f) => requestTo(`/notes/${await f.note()}/versions`),
  },
  readNoteVersion: { expected: readersSee, request: async (f) => requestTo(await f.version()) },
  listNoteBranch: { expected: filteredByAccess, request: () => requestTo('/note-branches') },
  readContent: { expected: readersSee, request: async (f) => requestTo(`/content/${await f.note()}`) },
  readDocument: { expected: readersSee, request: async (f) => requestTo(`/documents/${await f.document()}`) },

  me: { expected: allOk, request: () => requestTo('/me') },
  listUsers: { expected: allOk, request: () => requestTo('/users') },
  readUser: {
    expected: [404, 200, 200, 200, 200, 200],
    request: async (f) => requestTo(`/users/${await f.member()}`),
  },
  listGroups: { expected: allOk, request: () => requestTo('/groups') },
  readGroup: {
    expected: [404, 200, 200, 200, 200, 200],
    request: async (f) => requestTo(`/groups/${await f.group()}`),
  },

  listMyQuestions: {
    expected: ['blind', 'blind', 'blind', 'blind', 'sees', 'blind'],
    request: async (f) => {
      await f.question()
      return requestTo('/questions')
    },
  },
  exampleQuestions: { expected: allOk, request: () => requestTo('/questions/examples') },
  readMyQuestion: {
    expected: onlyTheWriter(200),
    request: async (f) => requestTo(`/questions/${await f.question()}`),
  },
  deleteMyQuestion: {
    expected: onlyTheWriter(204),
    request: async (f) => requestTo(`/questions/${await f.question()}`),
  },
  rateAnswer: {
    expected: onlyTheWriter(200),
    request: async (f) => requestTo(`/questions/${await f.question()}/rating`, { rating: 'up' }),
  },
  shareAnswer: {
    expected: onlyTheWriter(200),
    request: async (f) => requestTo(`/questions/${await f.question()}/shared`, { isShared: true }),
  },
  readSharedAnswer: {
    expected: readersSee,
    request: async (f) => requestTo(`/shared-answers/${await f.question()}`),
  },
  insights: { expected: adminsOfOwnOrganization(200), request: () => requestTo('/insights') },
  listAnswerTraces: { expected: adminsOfOwnOrganization(200), request: () => requestTo('/answer-traces') },
  readAnswerTrace: {
    expected: adminsOfThisOrganization(200),
    request: async (f) => requestTo(`/answer-traces/${await f.question()}`),
  },

  listDataSources: { expected: allOk, request: () => requestTo('/data-sources') },
  createDataSource: {
    expected: adminsOfOwnOrganization(201),
    request: () => requestTo('/data-sources', { name: 'New', readers: ['everyone'], writers: [] }),
  },
  changeDataSource: {
    expected: adminsOfThisOrganization(200),
    request: async (f) => requestTo(`/data-sources/${await f.dataSource()}`, { name: 'Renamed' }),
  },
  deleteDataSource: {
    expected: adminsOfThisOrganization(204),
    request: async (f) => requestTo(`/data-sources/${await f.dataSource()}`),
  },
  listDataSourceItems: {
    expected: readersSee,
    request: async (f) => requestTo(`/data-sources/${await f.dataSource()}/items`),
  },
  listConnectionKinds: {
    expected: adminsOfOwnOrganization(200),
    request: () => requestTo('/admin/connection-kinds'),
  },
  listConnections: { expected: adminsOfOwnOrganization(200), request: () => requestTo('/admin/connections') },
  createConnection: {
    expected: adminsOfOwnOrganization(201),
    request: () => requestTo('/admin/connections', unreachableFolder),
  },
  tryConnection: {
    expected: adminsOfOwnOrganization(200),
    request: () => requestTo('/admin/connection-trials', { kind: 'folder', settings: unreachableFolder.settings }),
  },
  readConnection: {
    expected: adminsOfThisOrganization(200),
    request: async (f) => requestTo(`/admin/connections/${await f.connection()}`),
  },
  changeConnection: {
    expected: adminsOfThisOrganization(200),
    request: async (f) => requestTo(`/admin/connections/${await f.connection()}`, { name: 'Renamed' }),
  },
  deleteConnection: {
    expected: adminsOfThisOrganization(204),
    request: async (f) => requestTo(`/admin/connections/${await f.connection()}`),
  },
  syncConnection: {
    expected: adminsOfThisOrganization(200),
    request: async (f) => requestTo(`/admin/connections/${await f.connection()}/sync`, {}),
  },
  cancelConnectionRun: {
    expected: adminsOfThisOrganization(200),
    request: async (f) => requestTo(`/admin/connections/${await f.connection()}/cancel`),
  },
  listAssistants: { expected: allOk, request: () => requestTo('/assistants') },
  createAssistant: {
    expected: adminsOfOwnOrganization(201),
    request: () => requestTo('/assistants', { name: 'New', audience: ['everyone'] }),
  },
  changeAssistant: {
    expected: adminsOfThisOrganization(200),
    request: async (f) => requestTo(`/assistants/${await f.assistant()}`, { name: 'Renamed' }),
  },
  deleteAssistant: {
    expected: adminsOfThisOrganization(204),
    request: async (f) => requestTo(`/assistants/${await f.assistant()}`),
  },
  subscribeToDigest: {
    expected: readersOnly,
    request: async (f) => requestTo(`/assistants/${await f.assistant()}/subscription`, {}),
  },
  /** Nobody is subscribed: the asked-for state holds. */
  unsubscribeFromDigest: {
    expected: [204, 204, 204, 204, 204, 204],
    request: async (f) => requestTo(`/assistants/${await f.assistant()}/subscription`),
  },
  listInbox: { expected: allOk, request: () => requestTo('/inbox') },
  readInboxDigest: {
    expected: onlyTheWriter(200),
    request: async (f) => requestTo(`/inbox/${await f.inboxDigest()}`),
  },
  markInboxDigest: {
    expected: onlyTheWriter(200),
    request: async (f) => requestTo(`/inbox/${await f.inboxDigest()}/read`, { read: true }),
  },
  listMembers: { expected: adminsOfOwnOrganization(200), request: () => requestTo('/members') },
  createMember: {
    expected: adminsOfOwnOrganization(201),
    request: (f) => requestTo('/members', { email: `${uniquePersonName(f)}@mail.test`, name: 'New' }),
  },
  changeMember: {
    expected: adminsOfThisOrganization(200),
    request: async (f) => requestTo(`/members/${await f.member()}`, { name: 'Renamed' }),
  },
  resetMemberPassword: {
    expected: adminsOfThisOrganization(200),
    request: async (f) => requestTo(`/members/${await f.member()}/password`),
  },
  deleteMember: {
    expected: adminsOfThisOrganization(204),
    request: async (f) => requestTo(`/members/${await f.member()}`),
  },
  listInvitations: { expected: adminsOfOwnOrganization(200), request: () => requestTo('/invitations') },
  createInvitation: {
    expected: adminsOfOwnOrganization(201),
    request: (f) => requestTo('/invitations', { email: `${uniquePersonName(f)}@mail.test` }),
  },
  previewInvitations: {
    expected: adminsOfOwnOrganization(200),
    request: () => requestTo('/invitations/preview', { csv: 'email\ngrace@mail.test' }),
  },
  createInvitations: {
    expected: adminsOfOwnOrganization(201),
    request: (f) => requestTo('/invitations/bulk', { csv: `email\n${uniquePersonName(f)}@mail.test` }),
  },
  renewInvitation: {
    expected: adminsOfThisOrganization(200),
    request: async (f) => requestTo(`/invitations/${await f.invitation()}/link`, {}),
  },
  revokeInvitation: {
    expected: adminsOfThisOrganization(204),
    request: async (f) => requestTo(`/invitations/${await f.invitation()}`),
  },
  createPasswordLink: {
    expected: adminsOfThisOrganization(200),
    request: async (f) => requestTo(`/members/${await f.member()}/password-link`),
  },
  createGroup: {
    expected: adminsOfOwnOrganization(201),
    request: (f) => requestTo('/groups', { name: uniquePersonName(f) }),
  },
  changeGroup: {
    expected: adminsOfThisOrganization(200),
    request: async (f) => requestTo(`/groups/${await f.group()}`, { memberIds: [] }),
  },
  deleteGroup: {
    expected: adminsOfThisOrganization(204),
    request: async (f) => requestTo(`/groups/${await f.group()}`),
  },
  /** Nobody here has a password: the current one is always wrong. */
  changeMyPassword: {
    expected: [403, 403, 403, 403, 403, 403],
    request: () => requestTo('/me/password', { currentPassword: 'not this one', newPassword: 'another one' }),
  },
  listMyApiKeys: { expected: allOk, request: () => requestTo('/api-keys') },
  createApiKey: { expected: allCreated, request: () => requestTo('/api-keys', { name: 'new' }) },
  revokeApiKey: {
    expected: onlyTheWriter(204),
    request: async (f) => requestTo(`/api-keys/${await f.writerApiKey()}`),
  },
  listOauthClients: { expected: adminsOfOwnOrganization(200), request: () => requestTo('/oauth-clients') },
  createOauthClient: {
    expected: adminsOfOwnOrganization(201),
    request: () => requestTo('/oauth-clients', { name: 'New', redirectUris: ['https://client.test/back'] }),
  },
  deleteOauthClient: {
    expected: adminsOfThisOrganization(204),
    request: async (f) => requestTo(`/oauth-clients/${await f.oauthClient()}`),
  },
  readOrganization: { expected: allOk, request: () => requestTo('/organization') },
  changeOrganization: {
    expected: adminsOfOwnOrganization(200),
    request: () => requestTo('/organization', {}),
  },
  readService: { expected: adminsOfOwnOrganization(200), request: () => requestTo('/service') },
  /** There is no mail server here. */
  tryMail: { expected: adminsOfOwnOrganization(409), request: () => requestTo('/service/mail/trial') },
  tryModels: { expected: adminsOfOwnOrganization(200), request: () => requestTo('/service/models/trial') },
  readLanguageModel: { expected: adminsOfOwnOrganization(200), request: () => requestTo('/service/language-model') },
  setLanguageModel: {
    expected: adminsOfOwnOrganization(200),
    request: () => requestTo('/service/language-model', unreachableModel),
  },
  removeLanguageModel: { expected: adminsOfOwnOrganization(204), request: () => requestTo('/service/language-model') },
  tryLanguageModel: {
    expected: adminsOfOwnOrganization(200),
    request: () => requestTo('/service/language-model/trial', { ...unreachableModel, question: 'Who are you?' }),
  },
  listJobs: { expected: adminsOfOwnOrganization(200), request: () => requestTo('/admin/jobs') },
  retryJob: {
    expected: adminsOfThisOrganization(200),
    request: async (f) => requestTo(`/admin/jobs/${await f.deadJob()}/retry`),
  },
  listCallbacks: { expected: adminsOfOwnOrganization(200), request: () => requestTo('/admin/callbacks') },
  readCallbackSecret: {
    expected: adminsOfOwnOrganization(200),
    request: () => requestTo('/admin/callback-secret'),
  },
  rotateCallbackSecret: {
    expected: adminsOfOwnOrganization(200),
    request: () => requestTo('/admin/callback-secret/rotate'),
  },
  listAuditEvents: { expected: adminsOfOwnOrganization(200), request: () => requestTo('/admin/audit') },
  readBackups: { expected: adminsOfOwnOrganization(200), request: () => requestTo('/admin/backups') },
  /** No key can take a backup, confirm who holds it, or see how that could be done. */
  downloadBackup: { expected: noKey, request: () => requestTo('/admin/backup') },
  createBackupDownload: { expected: noKey, request: () => requestTo('/admin/backup/downloads', {}) },
  readConfirmation: { expected: noKey, request: () => requestTo('/me/confirm') },
  confirmMe: { expected: noKey, request: () => requestTo('/me/confirm', { password: 'not this one' }) },
  exportAuditEvents: {
    expected: adminsOfOwnOrganization(200),
    request: () => requestTo('/admin/audit/export?format=csv'),
  },
}

/**
 * What is outside of the contract and of MCP: pages, files, sign-in, OAuth and what watches the service. No key or token
 * opens anything there; the status is that of a request without a body or a cookie.
 */
export const routeTable: Record<string, number> = {
  'GET /': 200,
  /** The app, at an address where it has no screen. */
  'GET /*': 404,
  'GET /.well-known/oauth-authorization-server': 200,
  'GET /.well-known/oauth-protected-resource': 200,
  'GET /.well-known/oauth-protected-resource/mcp': 200,
  'GET /.well-known/oauth-protected-resource/v1': 200,
  'GET /.well-known/openid-configuration': 200,
  'GET /attachments/{id}': 303,
  'GET /downloads/backup': 403,
  'GET /favicon.ico': 200,
  'GET /favicon.svg': 200,
  'GET /files/{rootId}/{id}': 303,
  'GET /invite/{token}': 404,
  'GET /load-failure.js': 200,
  'GET /forgot-password': 404,
  'GET /healthz': 200,
  'GET /metrics': 200,
  'GET /oauth/authorize': 400,
  'GET /oauth/authorize/{uid}': 400,
  'GET /oauth/interaction/{uid}': 404,
  'GET /oauth/jwks': 200,
  'GET /passkeys': 303,
  'GET /readyz': 200,
  'GET /reset-password/{token}': 404,
  'GET /setup': 404,
  'GET /sign-in': 200,
  'GET /sign-in/oidc': 404,
  'GET /sign-in/oidc/callback': 404,
  'GET /theme.js': 200,
  'POST /forgot-password': 403,
  'POST /invite/{token}': 403,
  'POST /invite/{token}/passkey': 403,
  'POST /oauth/interaction/{uid}': 403,
  'POST /oauth/introspect': 400,
  'POST /oauth/register': 400,
  'POST /oauth/revoke': 400,
  'POST /oauth/token': 400,
  'POST /passkeys': 403,
  'POST /passkeys/remove': 403,
  'POST /reset-password/{token}': 403,
  'POST /setup': 403,
  'POST /sign-in': 403,
  'POST /sign-in/organization': 403,
  'POST /sign-in/passkey': 403,
  'POST /sign-out': 403,
}
