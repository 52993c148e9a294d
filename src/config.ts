import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Every setting: its environment variable, its default, and its description in the documentation. */
const settingDefinitions = {
  PORT: { kind: 'port', default: '3000', description: 'The port to listen on.' },
  HOST: {
    kind: 'text',
    default: '127.0.0.1',
    description: 'The address to listen on; `0.0.0.0` for every interface.',
  },
  PUBLIC_URL: {
    kind: 'url',
    default: '',
    description:
      'The address that people and clients use. Set it behind a proxy, where it differs from `http://HOST:PORT`.',
  },
  DATA_DIR: {
    kind: 'text',
    default: './data',
    description:
      'Directory of the embedded database, models, import journals and images of the in-memory indexes. A node on PostgreSQL keeps images only if this is set. Only the account that runs Lorewell can access it; every start takes permissions of other accounts away.',
  },
  DATABASE_URL: {
    kind: 'secret',
    default: '',
    description: 'A PostgreSQL 17+ database with pgvector. Unset: the embedded database in `DATA_DIR`.',
  },
  DATABASE_REPLICA_URL: {
    kind: 'secret',
    default: '',
    description:
      'A streaming replica of `DATABASE_URL` for content reads. While it lags or is unreachable, reads go to the primary. Unset: all reads go to the primary.',
  },
  DATABASE_CONNECT_TIMEOUT_MS: {
    kind: 'count',
    default: '3000',
    description:
      'Longest wait for a connection to PostgreSQL to open, in milliseconds. A connection that has been silent for three seconds is also closed unless PostgreSQL replies, within this time, that it still works on the statement.',
  },
  DATABASE_QUERY_TIMEOUT_MS: {
    kind: 'count',
    default: '60000',
    description:
      'Longest time for one statement on PostgreSQL, in milliseconds. Migrations, backups, restores, index builds and removals of data sources have no limit.',
  },
  DATABASE_LOCK_TIMEOUT_MS: {
    kind: 'count',
    default: '10000',
    description:
      'Longest wait on PostgreSQL for a lock that another request or node holds, in milliseconds. Then the request gets 503.',
  },
  DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: {
    kind: 'count',
    default: '5000',
    description:
      'Time after which PostgreSQL ends a transaction whose node sends nothing, in milliseconds: a frozen node holds its locks no longer than this.',
  },
  ROLE: {
    kind: 'role',
    default: 'all',
    description:
      'What this node does, among several on one PostgreSQL: `api` answers requests and runs no other jobs than deferred answers; `worker` runs the jobs (syncs, digests, callbacks, embedding, index builds) and serves only `/healthz`, `/readyz` and `/metrics`; `all` does both.',
  },
  DRAIN_SECONDS: {
    kind: 'number',
    default: '0',
    description:
      'Seconds that a node goes on accepting requests after SIGTERM while `/readyz` answers 503. Set it, behind a load balancer, to the time that the balancer needs to notice: two readiness probes.',
  },
  LLM_BASE_URL: {
    kind: 'url',
    default: '',
    description:
      'An OpenAI-compatible server (Ollama, vLLM, llama.cpp, OpenAI) or the Anthropic API. Unset: the model that an admin sets up in the app, or extractive answers.',
  },
  LLM_MODEL: { kind: 'text', default: '', description: "The language model's name on that server." },
  LLM_API_KEY: { kind: 'secret', default: '', description: 'The API key for that server, if it needs one.' },
  LLM_ALLOW: {
    kind: 'list',
    default: '',
    description:
      'A comma-separated list of `host:port` on this machine or on private networks that a language model set up in the app can be at, such as `127.0.0.1:11434` for Ollama. Link-local addresses and metadata services are always refused.',
  },
  ENCRYPTION_KEY: {
    kind: 'secret',
    default: '',
    description:
      'Encrypts the secrets that admins enter in the app (the API key of the language model), so that the database alone does not reveal them; 32 random characters or more, the same on all nodes. Unset: a key that is stored in the database, and not in backups without a passphrase.',
  },
  EMBEDDINGS_BASE_URL: {
    kind: 'url',
    default: '',
    description: 'An OpenAI-compatible embeddings server. Unset: the local model.',
  },
  EMBEDDINGS_MODEL: { kind: 'text', default: '', description: "The embedding model's name on that server." },
  EMBEDDINGS_API_KEY: {
    kind: 'secret',
    default: '',
    description: 'The API key for that server, if it needs one.',
  },
  MODEL_DIR: {
    kind: 'text',
    default: '',
    description:
      'Directory in which the local models are looked for first. Unset, or without them: the ones that ship with Lorewell.',
  },
  READER: {
    kind: 'switch',
    default: 'on',
    description:
      '`off`: answers are chosen by words and similarity, without the local model that reads passages (saves about 100 MB of memory).',
  },
  OIDC_ISSUER: {
    kind: 'url',
    default: '',
    description:
      'An external issuer whose access tokens are accepted and mapped to users by e-mail address. Unset: only tokens of the built-in authorization server are accepted.',
  },
  OIDC_AUDIENCE: {
    kind: 'text',
    default: '',
    description: "The audience that the external issuer's tokens must carry. Unset: the public address of the service.",
  },
  OIDC_SIGN_IN: {
    kind: 'switch',
    default: 'on',
    description: '`off`: the sign-in page does not offer to sign in at `OIDC_ISSUER`; only its tokens are accepted.',
  },
  OIDC_NAME: {
    kind: 'text',
    default: '',
    description: 'The name on the button of the sign-in page, such as `Google`. Unset: the host of `OIDC_ISSUER`.',
  },
  OIDC_CLIENT_ID: {
    kind: 'text',
    default: 'lorewell',
    description:
      'The client that is registered at `OIDC_ISSUER` for signing in, with the redirect URI `PUBLIC_URL/sign-in/oidc/callback`.',
  },
  OIDC_CLIENT_SECRET: {
    kind: 'secret',
    default: '',
    description: 'The secret of that client. Unset: it is a public client, protected by PKCE alone.',
  },
  SMTP_URL: {
    kind: 'secret',
    default: '',
    description:
      'The mail server: `smtps://user:password@host:465` (TLS) or `smtp://user:password@host:587` (STARTTLS, always required). Its certificate is verified. `?tls=off` at the end sends without encryption, for a relay on the same machine. Percent-encode special characters in the password. Unset: no e-mail; the app shows links to copy instead.',
  },
  MAIL_FROM: {
    kind: 'text',
    default: '',
    description: 'The sender of messages, such as `Lorewell <lorewell@example.com>`. Required with `SMTP_URL`.',
  },
  RATE_LIMIT_ASK_PER_MINUTE: {
    kind: 'count',
    default: '60',
    description: 'Maximum asks, searches and digests per user and minute.',
  },
  RATE_LIMIT_INDEX_PER_MINUTE: {
    kind: 'count',
    default: '600',
    description: 'Maximum indexing, note and inbox operations per user and minute.',
  },
  CALLBACK_ALLOW: {
    kind: 'list',
    default: '',
    description: 'A comma-separated list of `host:port` on private networks that callbacks can reach.',
  },
  SYNC_ALLOW: {
    kind: 'list',
    default: '',
    description:
      'A comma-separated list of `host:port` on this machine or on private networks that connections can read from. Link-local addresses and metadata services are always refused.',
  },
  SYNC_FOLDERS: {
    kind: 'list',
    default: '',
    description:
      'A comma-separated list of folders of this machine that connections can read, with everything below them. Unset: none.',
  },
  CORS_ORIGINS: {
    kind: 'origins',
    default: '',
    description:
      'A comma-separated list of origins (`https://app.example.com`) whose pages can call `/v1` with a key or a token, or `*` for every origin. Cookies are never accepted across origins. Unset: none.',
  },
  VERSIONS_KEPT: {
    kind: 'number',
    default: '10',
    description: 'Number of earlier versions to keep of each note and item, for history and digests. 0: none.',
  },
  TRASH_DAYS: {
    kind: 'number',
    default: '30',
    description:
      'Days that deleted notes stay in the trash, where admins and the person who deleted them can restore them. 0: notes are deleted permanently at once.',
  },
  VECTOR_MEMORY_MB: {
    kind: 'number',
    default: '768',
    description:
      'Memory for the in-memory vector index, in MB; 100,000 passages take 60 MB. When the vectors need more, the database compares them. 0: the database always does.',
  },
  WORD_MEMORY_MB: {
    kind: 'number',
    default: '512',
    description:
      'Memory for the in-memory word index, in MB; 100,000 passages take about 130 MB. When the index needs more, the database searches words. 0: the database always does.',
  },
  TRUST_PROXY: {
    kind: 'text',
    default: '',
    description:
      'A comma-separated list of reverse proxies (addresses, or networks such as `10.0.0.0/8`) whose `X-Forwarded-For` is trusted. Unset: none.',
  },
  MAX_BODY_BYTES: {
    kind: 'count',
    default: '4194304',
    description: 'Maximum size of a request body, in bytes.',
  },
  MAX_FILE_BYTES: {
    kind: 'count',
    default: '67108864',
    description: 'Maximum size of a file to index, in bytes.',
  },
  OCR: {
    kind: 'switch',
    default: 'off',
    description:
      '`on`: text in scanned PDFs and in PNG and JPEG pictures is recognized, which takes seconds for a page and up to 1.2 GB of memory.',
  },
  OCR_LANGUAGES: {
    kind: 'list',
    default: 'eng',
    description:
      'Comma-separated languages of text recognition, such as `eng,deu`. English is included; install the npm package `@tesseract.js-data/LANGUAGE` beside Lorewell for others.',
  },
  MAX_REQUESTS_IN_FLIGHT: {
    kind: 'count',
    default: '1000',
    description:
      'Maximum concurrent requests; indexing can use half of them. Excess requests get 503 with `Retry-After`.',
  },
  ASK_WAIT_MS: {
    kind: 'number',
    default: '100',
    description:
      'Acceptable wait for an answer, in milliseconds. When even the fastest answers take longer than this and than three times an unloaded answer, excess questions get 503 with `Retry-After`. 0: off; always off with a language model.',
  },
  METRICS_TOKEN: {
    kind: 'secret',
    default: '',
    description: 'Bearer token for `/metrics`. Unset: only requests from this machine are answered.',
  },
  BACKUP_DIR: {
    kind: 'text',
    default: '',
    description: 'Directory for automatic nightly backups (02:30 UTC). Unset: automatic backups are off.',
  },
  BACKUP_KEEP: { kind: 'count', default: '7', description: 'Number of automatic backups to keep.' },
  BACKUP_PASSPHRASE: {
    kind: 'secret',
    default: '',
    description:
      "Encrypts the server's keys in automatic backups and in those of `lorewell backup`, and decrypts them in `lorewell restore`. Unset: backups have no server keys; a restored service makes new ones, and everyone signs in again.",
  },
  SLOW_QUERY_MS: {
    kind: 'number',
    default: '1000',
    description:
      'Database statements slower than this, in milliseconds, are logged without their values, and traced. 0: none.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    kind: 'url',
    default: '',
    description:
      'An OpenTelemetry collector (OTLP over HTTP, such as `http://127.0.0.1:4318`) to send traces to. Unset: tracing is off.',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    kind: 'secret',
    default: '',
    description: 'Headers for the collector, as `name=value,name=value`.',
  },
  OTEL_SERVICE_NAME: {
    kind: 'text',
    default: 'lorewell',
    description: 'Name of the service in traces.',
  },
  LOG_LEVEL: {
    kind: 'level',
    default: 'info',
    description: 'Log level: `silent`, `error`, `warn`, `info`, `debug`, `trace`.',
  },
} as const satisfies Record<string, Setting>

interface Setting {
  kind: 'text' | 'secret' | 'url' | 'port' | 'count' | 'number' | 'list' | 'origins' | 'level' | 'switch' | 'role'
  default: string
  description: string
}

export const settingsTable: Record<string, Setting> = settingDefinitions

export interface Config {
  port: number
  host: string
  publicUrl: string
  dataDir: string
  /** For images of the in-memory indexes; undefined: none are kept. */
  imageDirectory: string | undefined
  databaseUrl: string
  replicaUrl: string
  databaseTimeouts: { connectMs: number; queryMs: number; lockMs: number; idleTransactionMs: number }
  role: NodeRole
  /** Time between the signal to stop and the end of listening. */
  drainMs: number
  llm: { baseUrl: string; model: string; apiKey: string } | undefined
  llmAllow: string[]
  /** '': secrets are encrypted with a key of the server. */
  encryptionKey: string
  embeddings: { baseUrl: string; model: string; apiKey: string } | undefined
  /** '': only the directory of the installation. */
  modelDir: string
  isReaderEnabled: boolean
  oidc: { issuer: string; audience: string; signIn: OidcSignInSettings | undefined } | undefined
  /** Undefined: the service sends no e-mail. */
  mail: { smtpUrl: string; from: string } | undefined
  askPerMinute: number
  indexPerMinute: number
  callbackAllow: string[]
  syncAllow: string[]
  syncFolders: string[]
  corsOrigins: string[]
  versionsKept: number
  trashDays: number
  vectorMemoryBytes: number
  wordMemoryBytes: number
  trustProxy: string
  maxBodyBytes: number
  maxFileBytes: number
  /** Languages in which text in pictures is recognized; undefined: it is not. */
  ocrLanguages: readonly string[] | undefined
  maxInFlight: number
  askWaitMs: number
  metricsToken: string
  backups: { directory: string; keep: number; passphrase: string } | undefined
  backupPassphrase: string
  slowQueryMs: number
  /** Undefined: tracing is off. */
  otlp: { endpoint: string; headers: Record<string, string>; serviceName: string } | undefined
  logLevel: LogLevel
}

const nodeRoles = ['all', 'api', 'worker'] as const
export type NodeRole = (typeof nodeRoles)[number]

export interface OidcSignInSettings {
  /** On the button of the sign-in page. */
  name: string
  clientId: string
  /** '': a public client. */
  clientSecret: string
}

const logLevels = ['silent', 'error', 'warn', 'info', 'debug', 'trace'] as const
export type LogLevel = (typeof logLevels)[number]

export class InvalidSettingsError extends Error {
  override readonly name = 'InvalidSettingsError'
}

/** Reads every setting, or throws one InvalidSettingsError that names each bad variable. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const problems: string[] = []
  const value = (name: keyof typeof settingDefinitions): string => {
    try {
      return readSetting(name, settingDefinitions[name], environment)
    } catch (problem) {
      problems.push(problem instanceof Error ? problem.message : String(problem))
      return settingDefinitions[name].default
    }
  }
  const endpoint = (prefix: 'LLM' | 'EMBEDDINGS') => {
    const baseUrl = value(`${prefix}_BASE_URL`)
    const model = value(`${prefix}_MODEL`)
    const apiKey = value(`${prefix}_API_KEY`)
    if (!baseUrl && !model) return undefined
    if (!baseUrl)
      problems.push(`${prefix}_MODEL is set but ${prefix}_BASE_URL is not: set it to the server of the model`)
    if (!model) problems.push(`${prefix}_BASE_URL is set but ${prefix}_MODEL is not: set it to a model of that server`)
    return { baseUrl, model, apiKey }
  }

  const host = value('HOST')
  const port = Number(value('PORT'))
  const dataDir = value('DATA_DIR')
  const publicUrl = (value('PUBLIC_URL') || `http://${host.includes(':') ? `[${host}]` : host}:${port}`).replace(
    /\/+$/,
    '',
  )
  const issuer = value('OIDC_ISSUER')
  const smtpUrl = value('SMTP_URL')
  const mailFrom = value('MAIL_FROM')
  problems.push(...findMailProblems(smtpUrl, mailFrom))
  const backupPassphrase = value('BACKUP_PASSPHRASE')
  const config: Config = {
    port,
    host,
    publicUrl,
    dataDir,
    // A node on PostgreSQL has a directory of its own only if one is named.
    imageDirectory: value('DATABASE_URL') && !environment.DATA_DIR ? undefined : join(dataDir, 'memory-image'),
    databaseUrl: value('DATABASE_URL'),
    replicaUrl: value('DATABASE_REPLICA_URL'),
    databaseTimeouts: {
      connectMs: Number(value('DATABASE_CONNECT_TIMEOUT_MS')),
      queryMs: Number(value('DATABASE_QUERY_TIMEOUT_MS')),
      lockMs: Number(value('DATABASE_LOCK_TIMEOUT_MS')),
      idleTransactionMs: Number(value('DATABASE_IDLE_TRANSACTION_TIMEOUT_MS')),
    },
    role: value('ROLE') as NodeRole,
    drainMs: Number(value('DRAIN_SECONDS')) * 1000,
    llm: endpoint('LLM'),
    llmAllow: splitList(value('LLM_ALLOW')),
    encryptionKey: value('ENCRYPTION_KEY'),
    embeddings: endpoint('EMBEDDINGS'),
    modelDir: value('MODEL_DIR'),
    isReaderEnabled: value('READER') === 'on',
    oidc: issuer
      ? {
          issuer,
          audience: value('OIDC_AUDIENCE') || publicUrl,
          signIn:
            value('OIDC_SIGN_IN') === 'on'
              ? {
                  name: value('OIDC_NAME') || new URL(issuer).host,
                  clientId: value('OIDC_CLIENT_ID'),
                  clientSecret: value('OIDC_CLIENT_SECRET'),
                }
              : undefined,
        }
      : undefined,
    mail: smtpUrl ? { smtpUrl, from: mailFrom } : undefined,
    askPerMinute: Number(value('RATE_LIMIT_ASK_PER_MINUTE')),
    indexPerMinute: Number(value('RATE_LIMIT_INDEX_PER_MINUTE')),
    callbackAllow: splitList(value('CALLBACK_ALLOW')),
    syncAllow: splitList(value('SYNC_ALLOW')),
    syncFolders: splitList(value('SYNC_FOLDERS')),
    corsOrigins: splitList(value('CORS_ORIGINS')),
    versionsKept: Number(value('VERSIONS_KEPT')),
    trashDays: Number(value('TRASH_DAYS')),
    vectorMemoryBytes: Number(value('VECTOR_MEMORY_MB')) * 2 ** 20,
    wordMemoryBytes: Number(value('WORD_MEMORY_MB')) * 2 ** 20,
    trustProxy: value('TRUST_PROXY'),
    maxBodyBytes: Number(value('MAX_BODY_BYTES')),
    maxFileBytes: Number(value('MAX_FILE_BYTES')),
    ocrLanguages: value('OCR') === 'on' ? splitList(value('OCR_LANGUAGES')) : undefined,
    maxInFlight: Number(value('MAX_REQUESTS_IN_FLIGHT')),
    askWaitMs: Number(value('ASK_WAIT_MS')),
    metricsToken: value('METRICS_TOKEN'),
    backups: value('BACKUP_DIR')
      ? { directory: value('BACKUP_DIR'), keep: Number(value('BACKUP_KEEP')), passphrase: backupPassphrase }
      : undefined,
    backupPassphrase,
    slowQueryMs: Number(value('SLOW_QUERY_MS')),
    otlp: undefined,
    logLevel: value('LOG_LEVEL') as LogLevel,
  }
  const collector = value('OTEL_EXPORTER_OTLP_ENDPOINT')
  const headers = parseHeaderList(value('OTEL_EXPORTER_OTLP_HEADERS'))
  const serviceName = value('OTEL_SERVICE_NAME')
  if (headers === undefined) problems.push('OTEL_EXPORTER_OTLP_HEADERS must be name=value, separated by commas')
  else if (collector) config.otlp = { endpoint: collector, headers, serviceName }
  if (new URL(publicUrl).pathname !== '/') {
    problems.push('PUBLIC_URL must be an address without a path: the service needs a host of its own')
  }
  for (const [name, url] of [
    ['DATABASE_URL', config.databaseUrl],
    ['DATABASE_REPLICA_URL', config.replicaUrl],
  ]) {
    if (url && !/^postgres(ql)?:\/\//.test(url)) {
      problems.push(`${name} must begin with postgres:// or postgresql://`)
    }
  }
  if (!splitList(value('OCR_LANGUAGES')).every((language) => /^[a-z]{3}(_[a-z]+)*$/.test(language))) {
    problems.push('OCR_LANGUAGES must be names of languages with three letters, such as eng,deu or chi_sim')
  }
  if (config.encryptionKey !== '' && config.encryptionKey.length < 32) {
    problems.push('ENCRYPTION_KEY must have at least 32 characters')
  }
  if (config.role !== 'all' && !config.databaseUrl) {
    problems.push(
      `ROLE is ${config.role} but DATABASE_URL is not set: the embedded database has one node, which does everything`,
    )
  }
  if (config.replicaUrl && !config.databaseUrl) {
    problems.push('DATABASE_REPLICA_URL is set but DATABASE_URL is not: the embedded database has no replica')
  }
  if (problems.length > 0) {
    throw new InvalidSettingsError(
      `Lorewell cannot start with these settings:\n${problems.map((line) => `  - ${line}`).join('\n')}`,
    )
  }
  return config
}

/** Returns the checked text of a setting. A secret can also come from the file named by NAME_FILE. */
function readSetting(name: string, setting: Setting, environment: Record<string, string | undefined>): string {
  let text = environment[name]?.trim() ?? ''
  const file = setting.kind === 'secret' ? environment[`${name}_FILE`]?.trim() : undefined
  if (file) {
    if (text) throw new Error(`${name} and ${name}_FILE are both set: keep one of them`)
    try {
      text = readFileSync(file, 'utf8').trim()
    } catch {
      throw new Error(`${name}_FILE names a file that cannot be read: check its path and permissions`)
    }
  }
  if (text === '') return setting.default
  switch (setting.kind) {
    case 'port':
      if (!/^\d+$/.test(text) || Number(text) > 65_535) throw new Error(`${name} must be a port number from 0 to 65535`)
      return text
    case 'count':
      if (!/^\d+$/.test(text) || Number(text) < 1 || !Number.isSafeInteger(Number(text))) {
        throw new Error(`${name} must be a whole number of at least 1`)
      }
      return text
    case 'number':
      if (!/^\d{1,6}$/.test(text)) throw new Error(`${name} must be a whole number from 0 to 999999`)
      return text
    case 'url':
      if (!/^https?:$/.test(protocolOf(text))) {
        throw new Error(`${name} must be an http or https address`)
      }
      return text.replace(/\/+$/, '')
    case 'origins': {
      const isOrigin = (entry: string) => entry === '*' || (/^https?:/.test(entry) && originOf(entry) === entry)
      if (!splitList(text).every(isOrigin))
        throw new Error(`${name} must be origins such as https://app.example.com, without a path, or *`)
      return text
    }
    case 'level':
      if (!(logLevels as readonly string[]).includes(text))
        throw new Error(`${name} must be one of ${logLevels.join(', ')}`)
      return text
    case 'role':
      if (!(nodeRoles as readonly string[]).includes(text))
        throw new Error(`${name} must be one of ${nodeRoles.join(', ')}`)
      return text
    case 'switch':
      if (text !== 'on' && text !== 'off') throw new Error(`${name} must be on or off`)
      return text
    default:
      return text
  }
}

/** A plain address, or a name before an address in angle brackets. */
export const mailFromPattern = /^(?:([^<>\p{Cc}]*)<([^\s<>@,;]+@[^\s<>@,;]+)>|([^\s<>@,;]+@[^\s<>@,;]+))$/u

function findMailProblems(smtpUrl: string, from: string): string[] {
  const problems: string[] = []
  const url = smtpUrl ? URL.parse(smtpUrl) : null
  const options = [...(url?.searchParams ?? [])].map(([name, text]) => `${name}=${text}`)
  if (smtpUrl && (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === ''))
    problems.push('SMTP_URL must be an address such as smtp://user:password@mail.example.com:587')
  if (options.some((option) => option !== 'tls=off')) problems.push('SMTP_URL can only have the option ?tls=off')
  if (smtpUrl && !from) problems.push('SMTP_URL is set but MAIL_FROM is not: set it to the sender of messages')
  if (from && !mailFromPattern.test(from))
    problems.push('MAIL_FROM must be an address such as lorewell@example.com or Lorewell <lorewell@example.com>')
  return problems
}

function splitList(list: string): string[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
}

/** Returns undefined for a malformed list. Values can be percent-encoded, as OpenTelemetry specifies. */
function parseHeaderList(list: string): Record<string, string> | undefined {
  try {
    const pairs = splitList(list).map((entry) => {
      const [, name, text] = /^([!#$%&'*+.^_`|~\w-]+)\s*=\s*(.*)$/.exec(entry) ?? []
      if (name === undefined || text === undefined) throw new Error('no header')
      return [name.toLowerCase(), decodeURIComponent(text)]
    })
    return Object.fromEntries(pairs)
  } catch {
    return undefined
  }
}

function originOf(text: string): string | undefined {
  return URL.parse(text)?.origin
}

function protocolOf(text: string): string {
  try {
    return new URL(text).protocol
  } catch {
    return ''
  }
}
