import type { Client, OperationId } from '../src/index.ts'

/** Ids that the examples use; replace them with your own. */
export interface ExampleIds {
  noteId: string
  versionId: string
  userId: string
  otherUserId: string
  groupId: string
  invitationId: string
  questionId: string
  answerId: string
  threadId: string
  documentId: string
  deadJobId: string
  inboxId: string
  password: string
}

const ticket = {
  rootId: 'tickets',
  id: 'T-100',
  title: 'Door does not lock',
  content: '# Door\nIt was the **battery**.',
  type: 'markdown',
  updatedAt: '2026-11-01T09:00:00Z',
  url: 'https://example.com/tickets/100',
} as const

/** Settings of a connection. */
const feed = { kind: 'feed', settings: { url: 'https://news.example.com/feed.xml' } }

/** Calls that only the app can make: they need a browser session. */
type SessionOperationId = 'readConfirmation' | 'confirmMe' | 'createBackupDownload'

export type ExampleId = Exclude<OperationId, SessionOperationId>

/** One example per call, in an order in which they can run. */
export const calls: Record<ExampleId, (client: Client, ids: ExampleIds) => Promise<unknown>> = {
  ask: (client, { threadId }) => client.ask({ question: 'Who is on call at the weekend?', threadId }),
  askByQuery: (client, { noteId }) => client.askByQuery({ question: 'Who is on call?', parentNoteId: noteId }),
  listThreads: (client) => client.listThreads({ query: 'on call' }),
  readThread: (client, { threadId }) => client.readThread({ id: threadId }),
  renameThread: (client, { threadId }) => client.renameThread({ id: threadId, title: 'On call' }),
  shareThread: (client, { threadId }) => client.shareThread({ id: threadId, audience: ['everyone'] }),
  deleteThread: (client, { threadId }) => client.deleteThread({ id: threadId }),
  respondAsync: (client) => client.respondAsync({ question: 'Who is on call?' }),
  readAnswer: (client, { answerId }) => client.readAnswer({ id: answerId }),
  createDataSource: (client) =>
    client.createDataSource({
      id: 'tickets',
      name: 'Tickets',
      readers: ['everyone'],
      writers: ['everyone'],
    }),
  listDataSources: (client) => client.listDataSources(),
  changeDataSource: (client) => client.changeDataSource({ id: 'tickets', name: 'Support tickets' }),
  indexContent: (client) => client.indexContent(ticket),
  indexBatch: (client) => client.indexBatch({ items: [ticket, { ...ticket, id: 'T-101' }] }),
  indexFile: (client) =>
    client.indexFile({ rootId: 'tickets', id: 'F-1', file: new File(['The door has a new lock.'], 'door.txt') }),
  listContent: (client) => client.listContent({ rootId: 'tickets', page: 0, hitsPerPage: 50 }),
  listDataSourceItems: (client) => client.listDataSourceItems({ id: 'tickets', query: 'door' }),
  deleteContent: (client) => client.deleteContent({ rootId: 'tickets', id: 'T-101' }),
  search: (client) => client.search({ query: 'battery of the door', rootId: 'tickets', limit: 3 }),
  searchTitles: (client) => client.searchTitles({ query: 'on ca', limit: 5 }),
  searchNotes: (client) => client.searchNotes({ query: 'weekend', hitsPerPage: 10 }),
  createNote: (client, { noteId }) =>
    client.createNote({ title: 'Holidays', parentNoteId: noteId, markdown: 'We close at noon.' }),
  addFavouriteNote: (client, { noteId }) => client.addFavouriteNote({ id: noteId }),
  listFavouriteNotes: (client) => client.listFavouriteNotes({}),
  removeFavouriteNote: (client, { noteId }) => client.removeFavouriteNote({ id: noteId }),
  listNotes: (client) => client.listNotes({ orderBy: 'lastEditedAt_DESC', includeArchived: false }),
  listManagedNotes: (client) => client.listManagedNotes({ reviewStateList: ['Outdated', 'VerificationExpired'] }),
  listPublicNotes: (client, { noteId }) => client.listPublicNotes({ channelIdList: [noteId] }),
  listInactiveNotes: (client) => client.listInactiveNotes({ first: 50 }),
  listEmptyNotes: (client, { userId }) => client.listEmptyNotes({ ownerIdList: [userId] }),
  listNoteChildren: (client, { noteId }) => client.listNoteChildren({ id: noteId }),
  listNoteBranch: (client) => client.listNoteBranch({}),
  readNote: (client, { noteId }) => client.readNote({ id: noteId, format: 'html' }),
  addAttachment: (client, { noteId }) =>
    client.addAttachment({ id: noteId, file: new File(['The rota of November.'], 'rota.txt') }),
  listAttachments: (client, { noteId }) => client.listAttachments({ id: noteId }),
  deleteAttachment: async (client, { noteId }) => {
    const { attachments } = await client.listAttachments({ id: noteId })
    await client.deleteAttachment({ id: attachments[0]?.id ?? '' })
  },
  changeNote: (client, { noteId }) => client.changeNote({ id: noteId, title: 'On call' }),
  listNoteVersions: (client, { noteId }) => client.listNoteVersions({ id: noteId }),
  readNoteVersion: (client, { noteId, versionId }) => client.readNoteVersion({ id: noteId, versionId }),
  verifyNote: (client, { noteId }) => client.verifyNote({ id: noteId, until: '2027-11-01T00:00:00Z' }),
  flagNoteAsOutdated: (client, { noteId }) =>
    client.flagNoteAsOutdated({ id: noteId, reason: 'The rota is of last year.' }),
  archiveNote: (client, { noteId }) => client.archiveNote({ id: noteId, archived: false }),
  setNoteOwner: (client, { noteId, userId }) => client.setNoteOwner({ id: noteId, userId }),
  readNoteAudience: (client, { noteId }) => client.readNoteAudience({ id: noteId }),
  readNoteRights: (client, { noteId }) => client.readNoteRights({ id: noteId }),
  changeNoteRights: (client, { noteId }) => client.changeNoteRights({ id: noteId, view: ['everyone'], edit: null }),
  listSharedWithMe: (client) => client.listSharedWithMe({}),
  changeNoteAudience: (client, { noteId }) => client.changeNoteAudience({ id: noteId, audience: ['everyone'] }),
  previewNoteMove: (client, { noteId }) => client.previewNoteMove({ id: noteId }),
  moveNote: (client, { noteId }) => client.moveNote({ id: noteId, parentNoteId: null }),
  readContent: (client, { noteId }) => client.readContent({ id: noteId }),
  readDocument: (client, { documentId }) => client.readDocument({ id: documentId }),
  me: (client) => client.me(),
  listUsers: (client) => client.listUsers({ query: 'ada' }),
  readUser: (client, { userId }) => client.readUser({ id: userId }),
  createGroup: (client, { userId }) => client.createGroup({ name: 'Platform', memberIds: [userId] }),
  listGroups: (client) => client.listGroups({}),
  readGroup: (client, { groupId }) => client.readGroup({ id: groupId }),
  changeGroup: (client, { groupId, userId }) => client.changeGroup({ id: groupId, memberIds: [userId] }),
  createMember: (client) => client.createMember({ email: 'new@acme.test', name: 'New', role: 'viewer' }),
  listMembers: (client) => client.listMembers({ query: 'new' }),
  changeMember: (client, { otherUserId }) => client.changeMember({ id: otherUserId, role: 'member' }),
  createInvitation: (client, { groupId }) =>
    client.createInvitation({ email: 'lin@acme.test', role: 'viewer', groupIds: [groupId] }),
  previewInvitations: (client) => client.previewInvitations({ csv: 'name,email\nKay,kay@acme.test' }),
  createInvitations: (client) => client.createInvitations({ csv: 'name,email\nKay,kay@acme.test' }),
  listInvitations: (client) => client.listInvitations({ query: 'acme' }),
  renewInvitation: (client, { invitationId }) => client.renewInvitation({ id: invitationId, expiresInDays: 3 }),
  revokeInvitation: (client, { invitationId }) => client.revokeInvitation({ id: invitationId }),
  createPasswordLink: (client, { otherUserId }) => client.createPasswordLink({ id: otherUserId }),
  resetMemberPassword: (client, { otherUserId }) => client.resetMemberPassword({ id: otherUserId }),
  createAssistant: (client) =>
    client.createAssistant({
      id: 'helper',
      name: 'Helper',
      audience: ['everyone'],
      scope: { notes: [], dataSources: ['tickets'] },
    }),
  listAssistants: (client) => client.listAssistants(),
  changeAssistant: (client) => client.changeAssistant({ id: 'helper', digestDays: 14 }),
  digest: (client) => client.digest({ assistantId: 'helper' }),
  subscribeToDigest: (client) => client.subscribeToDigest({ id: 'helper', webhookUrl: null }),
  unsubscribeFromDigest: (client) => client.unsubscribeFromDigest({ id: 'helper' }),
  listInbox: (client) => client.listInbox({}),
  readInboxDigest: (client, { inboxId }) => client.readInboxDigest({ id: inboxId }),
  markInboxDigest: (client, { inboxId }) => client.markInboxDigest({ id: inboxId, read: true }),
  listAuditEvents: (client) => client.listAuditEvents({ email: 'ada@acme.test' }),
  readBackups: (client) => client.readBackups(),
  listMyQuestions: (client) => client.listMyQuestions({ query: 'on call' }),
  exampleQuestions: (client) => client.exampleQuestions(),
  readMyQuestion: (client, { questionId }) => client.readMyQuestion({ id: questionId }),
  rateAnswer: (client, { questionId }) => client.rateAnswer({ id: questionId, rating: 'up' }),
  shareAnswer: (client, { questionId }) => client.shareAnswer({ id: questionId, isShared: true }),
  readSharedAnswer: (client, { questionId }) => client.readSharedAnswer({ id: questionId }),
  insights: (client) => client.insights({ days: '30' }),
  listAnswerTraces: (client) => client.listAnswerTraces(),
  readAnswerTrace: (client, { questionId }) => client.readAnswerTrace({ id: questionId }),
  createApiKey: (client) => client.createApiKey({ name: 'Nightly import' }),
  listMyApiKeys: (client) => client.listMyApiKeys(),
  revokeApiKey: async (client) => {
    const { apiKey } = await client.createApiKey({ name: 'For a moment' })
    return client.revokeApiKey({ id: apiKey.id })
  },
  createOauthClient: (client) =>
    client.createOauthClient({ name: 'Reports', redirectUris: ['https://reports.example.com/callback'] }),
  listOauthClients: (client) => client.listOauthClients(),
  deleteOauthClient: async (client) => {
    const { clients } = await client.listOauthClients()
    return client.deleteOauthClient({ id: clients[0]?.id ?? '' })
  },
  readOrganization: (client) => client.readOrganization(),
  changeOrganization: (client) => client.changeOrganization({ name: 'Acme' }),
  readService: (client) => client.readService(),
  tryMail: (client) => client.tryMail().catch((error) => ({ ok: false, ms: 0, message: String(error.message) })),
  tryModels: (client) => client.tryModels(),
  setLanguageModel: (client) =>
    client.setLanguageModel({
      provider: 'openai-compatible',
      baseUrl: 'https://llm.invalid/v1',
      model: 'writer-1',
      apiKey: 'sk-0000000000000000',
    }),
  readLanguageModel: (client) => client.readLanguageModel(),
  tryLanguageModel: (client) => client.tryLanguageModel({ question: 'When does the office open?' }),
  removeLanguageModel: (client) => client.removeLanguageModel(),
  listJobs: (client) => client.listJobs({ state: 'dead' }),
  retryJob: (client, { deadJobId }) => client.retryJob({ id: deadJobId }),
  listCallbacks: (client) => client.listCallbacks({}),
  readCallbackSecret: (client) => client.readCallbackSecret(),
  rotateCallbackSecret: (client) => client.rotateCallbackSecret(),
  changeMyPassword: (client, { password }) =>
    client.changeMyPassword({ currentPassword: password, newPassword: 'a better one' }),
  deleteMyQuestion: (client, { questionId }) => client.deleteMyQuestion({ id: questionId }),
  deleteAssistant: (client) => client.deleteAssistant({ id: 'helper' }),
  indexSnapshot: (client) => client.indexSnapshot({ rootId: 'tickets', ids: ['T-100'] }),
  listConnectionKinds: (client) => client.listConnectionKinds(),
  tryConnection: (client) => client.tryConnection(feed),
  createConnection: (client) =>
    client.createConnection({ ...feed, id: 'news', name: 'News', rootId: 'tickets', everyMinutes: null }),
  listConnections: (client) => client.listConnections(),
  readConnection: (client) => client.readConnection({ id: 'news' }),
  changeConnection: (client) => client.changeConnection({ id: 'news', name: 'Company news' }),
  syncConnection: (client) => client.syncConnection({ id: 'news' }),
  cancelConnectionRun: (client) => client.cancelConnectionRun({ id: 'news' }),
  deleteConnection: (client) => client.deleteConnection({ id: 'news' }),
  deleteDataSource: (client) => client.deleteDataSource({ id: 'tickets' }),
  deleteGroup: (client, { groupId }) => client.deleteGroup({ id: groupId }),
  deleteMember: (client, { otherUserId }) => client.deleteMember({ id: otherUserId }),
  previewNoteDeletion: (client, { noteId }) => client.previewNoteDeletion({ id: noteId }),
  deleteNote: (client, { noteId }) => client.deleteNote({ id: noteId }),
  listTrash: (client) => client.listTrash(),
  restoreFromTrash: async (client) => {
    const { branches } = await client.listTrash()
    return client.restoreFromTrash({ id: branches[0]?.id ?? '' })
  },
  deleteFromTrash: async (client, { noteId }) => {
    await client.deleteNote({ id: noteId })
    const { branches } = await client.listTrash()
    return client.deleteFromTrash({ id: branches[0]?.id ?? '' })
  },
  listArchive: (client) => client.listArchive(),
}
