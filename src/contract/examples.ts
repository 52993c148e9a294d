import type { Endpoint } from './endpoint.ts'

const id = '5f0c2b7de1a94c0e8d3a'
const at = '2026-11-01T09:00:00.000Z'

const dataSource = {
  id: 'tickets',
  name: 'Tickets',
  readers: ['everyone'],
  writers: ['user:ada@example.com'],
  itemCount: 1204,
  lastIndexedAt: at,
  createdAt: at,
  mayRead: true,
  mayWrite: true,
}
const assistant = {
  id: 'helper',
  name: 'Helper',
  instructions: 'Answer in one paragraph.',
  audience: ['everyone'],
  scope: {
    notes: [{ id: 'engineering', title: 'Engineering' }],
    dataSources: [{ id: 'tickets', name: 'Tickets' }],
    hidden: 0,
  },
  language: 'en',
  digestDays: 7,
  digestSchedule: { days: [1], hour: 9, timeZone: 'Europe/Berlin' },
  subscription: null,
  createdAt: at,
  updatedAt: at,
  mayUse: true,
}
const member = {
  id: 'ada',
  email: 'ada@example.com',
  name: 'Ada',
  role: 'member',
  groups: [{ id: 'platform', name: 'Platform' }],
  createdAt: at,
  disabledAt: null,
}
const group = { id: 'platform', name: 'Platform', description: 'Keeps the servers up.', memberIds: ['ada'] }
const apiKey = {
  ...{ id, name: 'Nightly import', hint: 'lw_Ab…yZ', scopes: ['content:read', 'content:write'] },
  ...{ createdAt: at, expiresAt: '2027-11-15T09:00:00.000Z', lastUsedAt: null },
}
const oauthClient = {
  id,
  name: 'Reports',
  redirectUris: ['https://reports.example.com/callback'],
  kind: 'confidential',
  createdAt: at,
}
const organization = {
  id: 'acme',
  name: 'Acme',
  domain: 'acme.example.com',
  askEnabled: true,
  writtenBy: null,
  canSendEmail: true,
}
const languageModel = {
  ...{ origin: 'settings', variables: [], provider: 'openai-compatible', baseUrl: 'https://api.example.com/v1' },
  ...{ model: 'writer-1', hasApiKey: true, isApiKeyReadable: true, inputPrice: 0.5, outputPrice: 1.5, updatedAt: at },
}
const sourceWithLocation = {
  id: 'oncall',
  title: 'On call',
  url: 'https://example.com/oncall',
  updatedAt: at,
  explanation: 'The platform team is on call at the weekend.',
  documentId: '42',
  kind: 'note',
  path: ['Engineering'],
}
const tracedAnswer = {
  id,
  question: 'Who is on call at the weekend?',
  askedAt: at,
  outcome: 'answered',
  channel: 'app',
  mode: 'quoted',
}
const question = {
  id,
  question: 'Who is on call at the weekend?',
  askedAt: at,
  outcome: 'answered',
  parentId: null,
  assistantId: null,
  answer: 'The platform team is on call at the weekend. [1]',
  sources: [sourceWithLocation],
  rating: null,
  ratingReason: null,
  isShared: false,
}
const threadSummary = {
  id: '0b0c2f2e-6a3e-4b8c-9d0e-3f1f0c3f6d11',
  title: question.question,
  createdAt: at,
  lastAskedAt: at,
  audience: ['group:Engineering'],
}
const job = {
  id: '42',
  kind: 'callback',
  state: 'waiting',
  failures: 0,
  lastError: null,
  createdAt: at,
  dueAt: at,
  finishedAt: null,
}
const callback = {
  id,
  url: 'https://example.com/answers',
  state: 'delivered',
  createdAt: at,
  finishedAt: at,
  attempts: [{ at, durationMs: 120, status: 200, error: null }],
}
const callbackSecret = { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', createdAt: at, replaced: [] }

const auditEvent = {
  id: '7',
  at,
  memberId: 'ada',
  email: 'ada@example.com',
  via: 'session',
  keyId: null,
  action: 'changeNoteAudience',
  resource: '/notes/oncall/audience',
  outcome: 'done',
  address: '203.0.113.7',
  userAgent: 'Mozilla/5.0',
  noteCount: null,
  requestId: '0b0c2f2e-6a3e-4b8c-9d0e-3f1f0c3f6d11',
  audienceBefore: ['group:Engineering'],
  audienceAfter: ['group:Engineering', 'group:Sales'],
  personName: 'Ada Lund',
  objectKind: 'note',
  objectTitle: 'On-call',
  editorsBefore: ['everyone'],
  editorsAfter: ['group:Engineering'],
}

/** Examples of the operations that people mostly meet through the app, by operationId; the others bring their own. */
export const examples: Record<string, Endpoint['example']> = {
  listMyQuestions: { response: { questions: [question], nextCursor: null } },
  exampleQuestions: { response: { questions: ['Who is on call at the weekend?'], hasDocuments: true } },
  readMyQuestion: { response: question },
  rateAnswer: {
    request: { rating: 'down', reason: 'The rota is of last year.' },
    response: { ...question, rating: 'down', ratingReason: 'The rota is of last year.' },
  },
  shareAnswer: { request: { isShared: true }, response: { ...question, isShared: true } },
  readSharedAnswer: {
    response: {
      id,
      question: question.question,
      askedAt: at,
      askedBy: 'Ada',
      answer: question.answer,
      sources: [sourceWithLocation],
    },
  },
  listThreads: { response: { threads: [threadSummary], nextCursor: null } },
  readThread: {
    params: { id: threadSummary.id },
    response: {
      ...threadSummary,
      threadId: threadSummary.id,
      status: 'completed',
      isOwner: true,
      askedBy: 'Ada',
      turns: [{ ...question, state: 'done', rootId: null, standaloneQuestion: null }],
    },
  },
  renameThread: {
    params: { id: threadSummary.id },
    request: { title: 'On call' },
    response: { ...threadSummary, title: 'On call' },
  },
  deleteThread: { params: { id: threadSummary.id } },
  shareThread: {
    params: { id: threadSummary.id },
    request: { audience: ['group:Engineering'] },
    response: threadSummary,
  },
  readContent: {
    params: { id: 'T-100' },
    response: {
      id: 'T-100',
      rootId: 'tickets',
      title: 'Door does not lock',
      url: 'https://example.com/tickets/100',
      updatedAt: at,
      lastEditedAt: at,
      content: 'It was the battery.',
    },
  },
  readDocument: {
    params: { id: '42' },
    response: {
      documentId: '42',
      kind: 'note',
      id: 'oncall',
      rootId: null,
      title: 'On call',
      url: 'https://example.com/oncall',
      updatedAt: at,
      language: 'en',
      path: ['Engineering'],
      passages: [{ heading: 'Weekends', text: 'The platform team is on call at the weekend.' }],
    },
  },
  listNoteBranch: {
    response: {
      notes: [
        {
          id: 'engineering',
          title: 'Engineering',
          childCount: 12,
          isPrivate: false,
          isRestricted: true,
          canEdit: true,
        },
      ],
      hasNextPage: false,
    },
  },
  listAnswerTraces: { response: { answers: [tracedAnswer], nextCursor: null } },
  readAnswerTrace: {
    params: { id },
    response: {
      ...tracedAnswer,
      standaloneQuestion: null,
      reason: null,
      model: null,
      hasModelFailed: false,
      sentencesDropped: 0,
      retrievalMs: 14,
      totalMs: 19,
      found: 31,
      passages: [
        {
          rank: 1,
          documentId: '42',
          kind: 'note',
          id: 'oncall',
          title: 'On call',
          path: ['Engineering'],
          heading: 'Weekends',
          text: 'The platform team is on call at the weekend.',
          score: 1.213,
          similarity: 0.714,
          relevance: 2.918,
          answers: 4.306,
          fate: 'cited',
        },
      ],
      hidden: 0,
    },
  },
  insights: {
    response: {
      days: [{ date: '2026-11-01', answered: 40, refused: 3, disliked: 1, people: 9 }],
      totals: {
        questions: 43,
        answered: 40,
        refused: 3,
        liked: 6,
        disliked: 1,
        people: 9,
        throughApi: 12,
      },
      sources: [
        {
          documentId: '42',
          kind: 'note',
          id: 'oncall',
          title: 'On call',
          path: ['Engineering'],
          updatedAt: at,
          answers: 7,
        },
      ],
      unanswered: [
        {
          topic: 'parking',
          count: 2,
          questions: [{ text: 'Where can I park?', count: 2, lastAskedAt: at }],
        },
      ],
      ignoredQuestions: 1,
      disliked: [{ question: 'Who is on call?', reason: 'The rota is of last year.', askedAt: at }],
      stale: [{ id: 'oncall', title: 'On call', updatedAt: at, reason: 'flagged', answers: 7 }],
      contradicting: [
        [
          { id: 'oncall', title: 'On call', updatedAt: at, says: 'The weekend shift begins at 8.' },
          { id: 'rota', title: 'Rota', updatedAt: at, says: 'The weekend shift begins at 9.' },
        ],
      ],
    },
  },
  listDataSources: { response: { dataSources: [dataSource] } },
  createDataSource: {
    request: { id: 'tickets', name: 'Tickets', readers: ['everyone'], writers: ['user:ada@example.com'] },
    response: { ...dataSource, itemCount: 0, lastIndexedAt: null },
  },
  changeDataSource: { request: { readers: ['group:Platform'] }, response: dataSource },
  listDataSourceItems: {
    params: { id: 'tickets' },
    response: {
      total: 1,
      page: 0,
      nbPages: 1,
      items: [
        {
          id: 'T-100',
          documentId: '43',
          title: 'Door does not lock',
          url: 'https://example.com/tickets/100',
          updatedAt: at,
          indexedAt: at,
        },
      ],
    },
  },
  listAssistants: { response: { assistants: [assistant] } },
  createAssistant: {
    request: {
      name: 'Helper',
      instructions: 'Answer in one paragraph.',
      audience: ['everyone'],
      scope: { notes: ['engineering'], dataSources: ['tickets'] },
    },
    response: assistant,
  },
  changeAssistant: { request: { digestDays: 14 }, response: { ...assistant, digestDays: 14 } },
  listMembers: { response: { members: [member], hasNextPage: false } },
  createMember: {
    request: { email: 'ada@example.com', name: 'Ada', role: 'member' },
    response: { member, password: 'to-be-handed-over' },
  },
  changeMember: { request: { role: 'admin' }, response: { ...member, role: 'admin' } },
  resetMemberPassword: {
    request: { revokeApiKeys: true },
    response: { member, password: 'to-be-handed-over' },
  },
  createGroup: {
    request: { name: 'Platform', description: 'Keeps the servers up.', memberIds: ['ada'] },
    response: group,
  },
  changeGroup: { request: { memberIds: ['ada'] }, response: group },
  changeMyPassword: { request: { currentPassword: 'the old one', newPassword: 'a better one' } },
  listMyApiKeys: { response: { apiKeys: [apiKey] } },
  createApiKey: {
    request: {
      name: 'Nightly import',
      scopes: ['content:read', 'content:write'],
      expiresAt: '2027-11-15T09:00:00Z',
    },
    response: { apiKey, key: 'lw_…' },
  },
  listOauthClients: { response: { clients: [oauthClient] } },
  createOauthClient: {
    request: {
      name: 'Reports',
      redirectUris: ['https://reports.example.com/callback'],
      kind: 'confidential',
    },
    response: { client: oauthClient, secret: 'lwc_…' },
  },
  readOrganization: { response: organization },
  changeOrganization: { request: { name: 'Acme' }, response: organization },
  readService: {
    response: {
      database: 'embedded',
      embedding: { model: 'all-MiniLM-L6-v2', dimensions: 384, place: 'local' },
      chat: null,
      mail: { host: 'mail.example.com', from: 'Lorewell <lorewell@example.com>' },
      limits: { asksPerMinute: 60, indexPerMinute: 600, maxBodyBytes: 4194304 },
    },
  },
  tryModels: { response: { embedding: { ok: true, ms: 4, message: '384 dimensions' }, chat: null } },
  readLanguageModel: { response: languageModel },
  setLanguageModel: {
    request: {
      ...{ provider: 'openai-compatible', baseUrl: 'https://api.example.com/v1', model: 'writer-1' },
      ...{ apiKey: 'sk-0000000000000000', inputPrice: 0.5, outputPrice: 1.5 },
    },
    response: languageModel,
  },
  tryLanguageModel: {
    request: { question: 'When does the office open?' },
    response: {
      ok: true,
      question: 'When does the office open?',
      answer: 'The office opens at seven [1].',
      mode: 'written',
      failure: null,
      message: null,
      ...{ ms: 840, inputTokens: 1900, outputTokens: 40, cost: 0.00101 },
    },
  },
  listJobs: { response: { jobs: [job], hasNextPage: false, nextCursor: null } },
  retryJob: { params: { id: '42' }, response: job },
  listCallbacks: { response: { callbacks: [callback], hasNextPage: false, nextCursor: null } },
  readCallbackSecret: { response: callbackSecret },
  rotateCallbackSecret: { response: { ...callbackSecret, replaced: [{ createdAt: at, expiresAt: at }] } },
  listAuditEvents: { response: { events: [auditEvent], hasNextPage: false, nextCursor: null } },
  readConfirmation: { response: { confirmedUntil: null, hasPassword: true, passkey: null } },
  confirmMe: { request: { password: 'correct horse battery staple' } },
  createBackupDownload: {
    request: { passphrase: 'correct horse battery staple' },
    response: { url: '/downloads/backup?ticket=…', expiresAt: at },
  },
  readBackups: {
    response: {
      isScheduled: true,
      keep: 7,
      isDownloadable: true,
      backups: [{ name: 'lorewell-20261115T023000Z.backup', writtenAt: at, sizeBytes: 18_430_112 }],
    },
  },
  exportAuditEvents: { response: auditEvent },
}
