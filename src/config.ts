import { join } from 'node:path'
import { readSetting, splitList } from './read-setting.ts'
import { type logLevels, type nodeRoles, settings } from './settings.ts'

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

export type NodeRole = (typeof nodeRoles)[number]

export interface OidcSignInSettings {
  /** On the button of the sign-in page. */
  name: string
  clientId: string
  /** '': a public client. */
  clientSecret: string
}

export type LogLevel = (typeof logLevels)[number]

export class InvalidSettingsError extends Error {
  override readonly name = 'InvalidSettingsError'
}

/** Reads every setting, or throws one InvalidSettingsError that names each bad variable. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const problems: string[] = []
  const value = (name: keyof typeof settings): string => {
    try {
      return readSetting(name, settings[name], environment)
    } catch (problem) {
      problems.push(problem instanceof Error ? problem.message : String(problem))
      return settings[name].default
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

  const collector = () => {
    const headers = parseHeaderList(value('OTEL_EXPORTER_OTLP_HEADERS'))
    if (headers === undefined) problems.push('OTEL_EXPORTER_OTLP_HEADERS must be name=value, separated by commas')
    const endpoint = value('OTEL_EXPORTER_OTLP_ENDPOINT')
    const serviceName = value('OTEL_SERVICE_NAME')
    return endpoint && headers ? { endpoint, headers, serviceName } : undefined
  }

  const host = value('HOST')
  const port = Number(value('PORT'))
  const dataDir = value('DATA_DIR')
  const publicUrl = value('PUBLIC_URL') || `http://${host.includes(':') ? `[${host}]` : host}:${port}`
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
    otlp: collector(),
    logLevel: value('LOG_LEVEL') as LogLevel,
  }
  problems.push(...findAddressProblems(host, publicUrl), ...findDatabaseProblems(config))
  if (!splitList(value('OCR_LANGUAGES')).every((language) => /^[a-z]{3}(_[a-z]+)*$/.test(language)))
    problems.push('OCR_LANGUAGES must be names of languages with three letters, such as eng,deu or chi_sim')
  if (config.encryptionKey !== '' && config.encryptionKey.length < 32)
    problems.push('ENCRYPTION_KEY must have at least 32 characters')
  if (problems.length > 0) {
    throw new InvalidSettingsError(
      `Lorewell cannot start with these settings:\n${problems.map((line) => `  - ${line}`).join('\n')}`,
    )
  }
  return config
}

function findAddressProblems(host: string, publicUrl: string): string[] {
  const url = URL.parse(publicUrl)
  if (!url) return [`PUBLIC_URL must be set where HOST has a zone, as ${host} has`]
  if (url.href === `${url.origin}/`) return []
  return ['PUBLIC_URL must be an address without a path, query or user name: the service needs a host of its own']
}

function findDatabaseProblems({ databaseUrl, replicaUrl, role }: Config): string[] {
  const problems: string[] = []
  for (const [name, url] of Object.entries({ DATABASE_URL: databaseUrl, DATABASE_REPLICA_URL: replicaUrl })) {
    if (url && !/^postgres(ql)?:\/\//.test(url)) problems.push(`${name} must begin with postgres:// or postgresql://`)
    else if (url && !isDatabaseUrl(url))
      problems.push(
        `${name} must be an address such as postgres://user:password@host:5432/name; write special characters of the password percent-encoded, "/" as %2F`,
      )
  }
  if (role !== 'all' && !databaseUrl)
    problems.push(
      `ROLE is ${role} but DATABASE_URL is not set: the embedded database has one node, which does everything`,
    )
  if (replicaUrl && !databaseUrl)
    problems.push('DATABASE_REPLICA_URL is set but DATABASE_URL is not: the embedded database has no replica')
  return problems
}

/** The client library also accepts an address without a host: it then connects to this machine. */
function isDatabaseUrl(text: string): boolean {
  return URL.canParse(text.replace('@/', '@localhost/'))
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
