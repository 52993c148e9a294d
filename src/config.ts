import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Every setting: its variable, its default, and the sentence that the documentation prints. */
const settingDefinitions = {
  PORT: { kind: 'port', default: '3000', description: 'The port that everything is served on.' },
  HOST: {
    kind: 'text',
    default: '127.0.0.1',
    description: 'The address to listen on; `0.0.0.0` for every interface.',
  },
  PUBLIC_URL: {
    kind: 'url',
    default: '',
    description:
      'The address people and clients use, when it differs from `http://HOST:PORT` (behind a proxy).',
  },
  DATA_DIR: {
    kind: 'text',
    default: './data',
    description: 'Where the embedded database and generated secrets live.',
  },
  DATABASE_URL: {
    kind: 'secret',
    default: '',
    description: 'A PostgreSQL 17+ with pgvector. Absent: the embedded database in `DATA_DIR`.',
  },
  DATABASE_REPLICA_URL: {
    kind: 'secret',
    default: '',
    description:
      'A streaming replica of `DATABASE_URL`, for the reading of content. Where it is behind or away, the primary is read. Absent: always.',
  },
  LLM_BASE_URL: {
    kind: 'url',
    default: '',
    description:
      'An OpenAI-compatible server (Ollama, vLLM, llama.cpp, OpenAI) or the Anthropic API. Absent: extractive answers.',
  },
  LLM_MODEL: { kind: 'text', default: '', description: "The LLM's name at that server." },
  LLM_API_KEY: { kind: 'secret', default: '', description: 'Its key, where it wants one.' },
  EMBEDDINGS_BASE_URL: {
    kind: 'url',
    default: '',
    description: 'An OpenAI-compatible embeddings server. Absent: the local model.',
  },
  EMBEDDINGS_MODEL: { kind: 'text', default: '', description: "The embedding model's name at that server." },
  EMBEDDINGS_API_KEY: { kind: 'secret', default: '', description: 'Its key, where it wants one.' },
  MODEL_DIR: {
    kind: 'text',
    default: '',
    description:
      'Where the local embedding model is kept (or has been put, on a machine without a network). Absent: `DATA_DIR/models`.',
  },
  OIDC_ISSUER: {
    kind: 'url',
    default: '',
    description:
      "An external issuer whose access tokens are accepted, mapped to users by e-mail. Absent: the built-in authorization server's only.",
  },
  OIDC_AUDIENCE: {
    kind: 'text',
    default: '',
    description:
      "The audience that the external issuer's tokens must carry. Absent: the service's own address.",
  },
  RATE_LIMIT_ASK_PER_MINUTE: {
    kind: 'count',
    default: '60',
    description: 'Asks and digests per user and minute.',
  },
  RATE_LIMIT_INDEX_PER_MINUTE: {
    kind: 'count',
    default: '600',
    description: 'Index, list and delete operations per user and minute.',
  },
  CALLBACK_ALLOW: {
    kind: 'list',
    default: '',
    description:
      'A comma-separated list of `host:port` that callbacks may reach although they are not public.',
  },
  CORS_ORIGINS: {
    kind: 'origins',
    default: '',
    description:
      'A comma-separated list of origins (`https://app.example.com`) whose pages may call `/v1` with a key or a token, or `*` for every page. Cookies never count across origins. Absent: none.',
  },
  VERSIONS_KEPT: {
    kind: 'number',
    default: '10',
    description:
      'How many earlier versions of each note and item are kept, for their history and the digests. 0: none.',
  },
  VECTOR_MEMORY_MB: {
    kind: 'number',
    default: '768',
    description:
      'How much memory vectors may take: 100,000 passages take 60 MB. Those of a larger store are compared by the database. 0: always by the database.',
  },
  WORD_MEMORY_MB: {
    kind: 'number',
    default: '512',
    description:
      'How much memory the words of passages may take: 100,000 passages take about 130 MB. A larger store is searched for words by the database. 0: always by the database.',
  },
  TRUST_PROXY: {
    kind: 'text',
    default: '',
    description:
      'Addresses of the reverse proxies (comma-separated, or networks such as `10.0.0.0/8`) whose `X-Forwarded-For` is believed. Absent: none.',
  },
  MAX_BODY_BYTES: { kind: 'count', default: '4194304', description: 'The largest request body accepted.' },
  MAX_REQUESTS_IN_FLIGHT: {
    kind: 'count',
    default: '1000',
    description:
      'Requests that are worked on at once, indexing in at most half of these places; more are refused with 503 and `Retry-After`.',
  },
  ASK_WAIT_MS: {
    kind: 'number',
    default: '100',
    description:
      'While no question is answered within this time, nor within three times what one takes alone, as many as cannot be answered in time are refused with 503 and `Retry-After`. 0: never, as where a language model answers.',
  },
  METRICS_TOKEN: {
    kind: 'secret',
    default: '',
    description: 'Who sends it as a bearer token may read `/metrics`. Absent: only from this machine.',
  },
  BACKUP_DIR: {
    kind: 'text',
    default: '',
    description: 'Where a backup is written every night (02:30 UTC). Absent: none is.',
  },
  BACKUP_KEEP: { kind: 'count', default: '7', description: 'How many of these backups are kept.' },
  SLOW_QUERY_MS: {
    kind: 'number',
    default: '1000',
    description:
      'Statements that take the database longer than this are logged, without their values, and traced. 0: none.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    kind: 'url',
    default: '',
    description:
      'An OpenTelemetry collector (OTLP over HTTP, such as `http://127.0.0.1:4318`) that traces are sent to. Absent: nothing is traced.',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    kind: 'secret',
    default: '',
    description: 'Headers for it, as `name=value,name=value`.',
  },
  OTEL_SERVICE_NAME: {
    kind: 'text',
    default: 'lorewell',
    description: 'What the service is called in traces.',
  },
  LOG_LEVEL: {
    kind: 'level',
    default: 'info',
    description: 'How much is logged: `silent`, `error`, `warn`, `info`, `debug`, `trace`.',
  },
} as const satisfies Record<string, Setting>

interface Setting {
  kind: 'text' | 'secret' | 'url' | 'port' | 'count' | 'number' | 'list' | 'origins' | 'level'
  default: string
  description: string
}

export const settingsTable: Record<string, Setting> = settingDefinitions

export interface Config {
  port: number
  host: string
  publicUrl: string
  dataDir: string
  databaseUrl: string
  replicaUrl: string
  llm: { baseUrl: string; model: string; apiKey: string } | undefined
  embeddings: { baseUrl: string; model: string; apiKey: string } | undefined
  modelDir: string
  oidc: { issuer: string; audience: string } | undefined
  askPerMinute: number
  indexPerMinute: number
  callbackAllow: string[]
  corsOrigins: string[]
  versionsKept: number
  vectorMemoryBytes: number
  wordMemoryBytes: number
  trustProxy: string
  maxBodyBytes: number
  maxInFlight: number
  askWaitMs: number
  metricsToken: string
  backups: { directory: string; keep: number } | undefined
  slowQueryMs: number
  /** Undefined: nothing is traced. */
  otlp: { endpoint: string; headers: Record<string, string>; serviceName: string } | undefined
  logLevel: LogLevel
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
      problems.push(`${prefix}_MODEL is set but ${prefix}_BASE_URL is not: say which server has the model`)
    if (!model)
      problems.push(`${prefix}_BASE_URL is set but ${prefix}_MODEL is not: say which model to use there`)
    return { baseUrl, model, apiKey }
  }

  const host = value('HOST')
  const port = Number(value('PORT'))
  const dataDir = value('DATA_DIR')
  const publicUrl = (
    value('PUBLIC_URL') || `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  ).replace(/\/+$/, '')
  const issuer = value('OIDC_ISSUER')
  const config: Config = {
    port,
    host,
    publicUrl,
    dataDir,
    databaseUrl: value('DATABASE_URL'),
    replicaUrl: value('DATABASE_REPLICA_URL'),
    llm: endpoint('LLM'),
    embeddings: endpoint('EMBEDDINGS'),
    modelDir: value('MODEL_DIR') || join(dataDir, 'models'),
    oidc: issuer ? { issuer, audience: value('OIDC_AUDIENCE') || publicUrl } : undefined,
    askPerMinute: Number(value('RATE_LIMIT_ASK_PER_MINUTE')),
    indexPerMinute: Number(value('RATE_LIMIT_INDEX_PER_MINUTE')),
    callbackAllow: splitList(value('CALLBACK_ALLOW')),
    corsOrigins: splitList(value('CORS_ORIGINS')),
    versionsKept: Number(value('VERSIONS_KEPT')),
    vectorMemoryBytes: Number(value('VECTOR_MEMORY_MB')) * 2 ** 20,
    wordMemoryBytes: Number(value('WORD_MEMORY_MB')) * 2 ** 20,
    trustProxy: value('TRUST_PROXY'),
    maxBodyBytes: Number(value('MAX_BODY_BYTES')),
    maxInFlight: Number(value('MAX_REQUESTS_IN_FLIGHT')),
    askWaitMs: Number(value('ASK_WAIT_MS')),
    metricsToken: value('METRICS_TOKEN'),
    backups: value('BACKUP_DIR')
      ? { directory: value('BACKUP_DIR'), keep: Number(value('BACKUP_KEEP')) }
      : undefined,
    slowQueryMs: Number(value('SLOW_QUERY_MS')),
    otlp: undefined,
    logLevel: value('LOG_LEVEL') as LogLevel,
  }
  const collector = value('OTEL_EXPORTER_OTLP_ENDPOINT')
  const headers = parseHeaderList(value('OTEL_EXPORTER_OTLP_HEADERS'))
  const serviceName = value('OTEL_SERVICE_NAME')
  if (headers === undefined)
    problems.push('OTEL_EXPORTER_OTLP_HEADERS must be name=value, separated by commas')
  else if (collector) config.otlp = { endpoint: collector, headers, serviceName }
  if (new URL(publicUrl).pathname !== '/') {
    problems.push('PUBLIC_URL must be an address without a path: the service stands at the top of its host')
  }
  for (const [name, url] of [
    ['DATABASE_URL', config.databaseUrl],
    ['DATABASE_REPLICA_URL', config.replicaUrl],
  ]) {
    if (url && !/^postgres(ql)?:\/\//.test(url)) {
      problems.push(`${name} must begin with postgres:// or postgresql://`)
    }
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

/** One setting's text after its check; secrets also come out of the file that NAME_FILE names. */
function readSetting(
  name: string,
  setting: Setting,
  environment: Record<string, string | undefined>,
): string {
  let text = environment[name]?.trim() ?? ''
  const file = setting.kind === 'secret' ? environment[`${name}_FILE`]?.trim() : undefined
  if (file) {
    if (text) throw new Error(`${name} and ${name}_FILE are both set: keep one of them`)
    try {
      text = readFileSync(file, 'utf8').trim()
    } catch {
      throw new Error(`${name}_FILE names a file that cannot be read`)
    }
  }
  if (text === '') return setting.default
  switch (setting.kind) {
    case 'port':
      if (!/^\d+$/.test(text) || Number(text) > 65_535)
        throw new Error(`${name} must be a port number from 0 to 65535`)
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
      const isOrigin = (entry: string) =>
        entry === '*' || (/^https?:/.test(entry) && originOf(entry) === entry)
      if (!splitList(text).every(isOrigin))
        throw new Error(`${name} must be origins such as https://app.example.com, without a path, or *`)
      return text
    }
    case 'level':
      if (!(logLevels as readonly string[]).includes(text))
        throw new Error(`${name} must be one of ${logLevels.join(', ')}`)
      return text
    default:
      return text
  }
}

function splitList(list: string): string[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
}

/** Undefined where it cannot be read. Values may be percent-encoded, as OpenTelemetry has it. */
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
