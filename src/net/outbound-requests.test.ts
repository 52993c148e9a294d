import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const source = new URL('../', import.meta.url)

/** Files that send requests without the guard, and why no caller chooses their address. */
const unguarded: Record<string, string> = {
  'cli/doctor/machine.ts': "the service's own address",
  'identity/external-token-verifier.ts': 'OIDC_ISSUER',
  'main.ts': 'the server that a command names',
  'models/chat-openai-compatible.ts': 'LLM_BASE_URL; an address that an admin enters comes with the guarded fetch',
  'models/completion-events.ts': 'wraps the fetch that it is given',
  'models/parameter-fallback.ts': 'wraps the fetch that it is given',
  'models/remote-embedder.ts': 'EMBEDDINGS_BASE_URL',
  'sync/connectors/rclone/rclone-server.ts': 'the rclone that it started, on the loopback address',
  'telemetry/telemetry.ts': 'LLM_BASE_URL, EMBEDDINGS_BASE_URL and OTEL_EXPORTER_OTLP_ENDPOINT',
}

/** A call of fetch, the global fetch as a value, or a module that can send requests. */
const sendsRequests =
  /globalThis\.fetch|\?\? fetch\b|await fetch\(|import\('undici'\)|\b(?:https?|http2)\.(?:request|get|connect)\(|\{[^}]*\brequest\b[^}]*\} from 'node:https?'/

test('every request to an address that callers choose passes the one guard', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ts$/.test(name) && !/\.test\.ts$/.test(name))
    .filter((name) =>
      sendsRequests.test(readFileSync(new URL(name, source), 'utf8').replaceAll('typeof globalThis.fetch', '')),
    )
  expect(files.sort()).toEqual(
    [...Object.keys(unguarded), 'net/guarded-agent.ts', 'net/guarded-stream-fetch.ts'].sort(),
  )
})
