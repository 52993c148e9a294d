import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** Native code, WebAssembly and threads of their own: these find their files beside themselves, and stay where they are. */
const left = [
  /^@electric-sql\//,
  'onnxruntime-node',
  '@node-rs/argon2',
  /^pino(\/|$)/,
  'pg-native',
  'pg-cloudflare',
]

const source = fileURLToPath(new URL('src/', import.meta.url))

/**
 * The server in few files, packages included: a start reads a dozen instead of the eleven hundred it was written in.
 * Each thread is an entry at the place it has below src/; what is shared lies directly in dist/ (see installation.ts).
 */
export default defineConfig({
  publicDir: false,
  // As in newer ones, Node 20 has none: there `pg` makes out where it runs by a Response, and loads all of fetch for it.
  define: { navigator: '({ userAgent: "Node.js" })' },
  ssr: { noExternal: true, external: left.filter((name) => typeof name === 'string'), target: 'node' },
  build: {
    ssr: true,
    outDir: 'dist',
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      external: left,
      // A package of Koa's names the callers of what it deprecates this way.
      checks: { eval: false },
      input: Object.fromEntries(
        ['main.ts', ...threads()].map((path) => [path.replace(/\.ts$/, ''), `${source}${path}`]),
      ),
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})

function threads(): string[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('-worker.ts'))
}
