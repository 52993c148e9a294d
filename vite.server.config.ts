import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** Packages with native code, WebAssembly or worker threads: they load files next to themselves and can't be bundled. */
const external = [
  /^@electric-sql\//,
  'onnxruntime-node',
  '@node-rs/argon2',
  /^pino(\/|$)/,
  'pg-native',
  'pg-cloudflare',
]

const source = fileURLToPath(new URL('src/', import.meta.url))

/**
 * Bundles the server and its packages into few files: a start reads a hundred instead of eleven hundred. Each worker is an
 * entry at its path below src/; shared chunks lie directly in dist/ (see installation.ts). They are CommonJS, because Node
 * keeps compiled code of such files alone (bin/code-cache.js).
 */
export default defineConfig({
  publicDir: false,
  // Node 20 has no `navigator`, and `pg` would load all of fetch to detect its runtime.
  define: { navigator: '({ userAgent: "Node.js" })' },
  ssr: { noExternal: true, external: external.filter((name) => typeof name === 'string'), target: 'node' },
  build: {
    ssr: true,
    outDir: 'dist',
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      external,
      // A Koa package uses eval to name callers of deprecated functions; running from source needs import.meta.resolve.
      checks: { eval: false, pluginTimings: false, emptyImportMeta: false },
      input: Object.fromEntries(
        ['main.ts', ...workers()].map((path) => [path.replace(/\.ts$/, ''), `${source}${path}`]),
      ),
      output: { format: 'cjs', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})

function workers(): string[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('-worker.ts'))
}
