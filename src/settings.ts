export const nodeRoles = ['all', 'api', 'worker'] as const
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug', 'trace'] as const

export interface Setting {
  kind:
    | 'text'
    | 'secret'
    | 'url'
    | 'host'
    | 'port'
    | 'count'
    | 'number'
    | 'list'
    | 'hosts'
    | 'networks'
    | 'origins'
    | 'level'
    | 'switch'
    | 'role'
  default: string
  description: string
}

/** Every setting of the service: its environment variable, its default, and its description in the documentation. */
export const settings = {
  PORT: { kind: 'port', default: '3000', description: 'The port to listen on.' },
  HOST: {
    kind: 'host',
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
      'Directory of the embedded database, import journals, copies that connections keep, and images of the in-memory indexes. A node on PostgreSQL keeps images only if this is set. Only the account that runs Lorewell can access it; every start takes permissions of other accounts away.',
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
      'An OpenAI-compatible server (Ollama, vLLM, llama.cpp, OpenAI), such as `http://127.0.0.1:11434/v1`, or the Anthropic API. Unset: the model that an admin sets up in the app; without one, answers are quoted from the notes.',
  },
  LLM_MODEL: { kind: 'text', default: '', description: "The language model's name on that server." },
  LLM_API_KEY: { kind: 'secret', default: '', description: 'The API key for that server, if it needs one.' },
  LLM_ALLOW: {
    kind: 'hosts',
    default: '',
    description:
      'A comma-separated list of `host:port` on this machine or on private networks that a language model set up in the app can be at, such as `127.0.0.1:11434` for Ollama. Link-local addresses and metadata services are always refused.',
  },
  ENCRYPTION_KEY: {
    kind: 'secret',
    default: '',
    description:
      'Encrypts the secrets that admins enter for language models and connections, so that the database alone does not reveal them; 32 random characters or more, the same on all nodes. Unset: a key that is stored in the database, and not in backups without a passphrase.',
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
    kind: 'hosts',
    default: '',
    description: 'A comma-separated list of `host:port` on private networks that callbacks can reach.',
  },
  SYNC_ALLOW: {
    kind: 'hosts',
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
    kind: 'networks',
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
