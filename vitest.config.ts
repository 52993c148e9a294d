import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const isOnPostgres = process.env.TEST_DATABASE_URL !== undefined && process.env.TEST_DATABASE_URL !== ''

/** Suites that touch no database, or only through code that is the same on both: the run on PostgreSQL leaves them out. */
const databaseIndependent = [
  'src/!(identity|storage)/**',
  'src/*.test.ts',
  'web/src/**',
  'sdk/src/**',
  'eval/**',
  'test/browser/**',
  'test/release/**',
  'test/api/{mcp,sdk,security,client-compatibility,cors-and-token-audience,web-app-routes}.test.ts',
  // Sizes of bodies, the client for Python, and spans, which are made above the database's driver.
  'test/api/{oversized-bodies,python-client,telemetry}.test.ts',
  // How an answer is written and checked; what it is made of comes from the search suites.
  'test/api/{citations,follow-up,prompt-injection,search-steps,written-answers}.test.ts',
  'test/auth/external-issuer.test.ts',
  // These open the embedded database, or none, on either run.
  'src/identity/{passwords,request-credential,secrets}.test.ts',
  'src/storage/{embedded-database,init-pglite,private-directory,storage-error,write-invalidated-cache}.test.ts',
  'test/cli/{backup,check-advisories,check-licences,check-messages,command-line,docs-commands}.test.ts',
  'test/cli/{import-archives,import-server,mcp,start,start-output}.test.ts',
  'test/sync/{connection-forms,folder}.test.ts',
  'test/faults/{half-open-requests,load-shedding}.test.ts',
  'test/storage/data-directory.test.ts',
]

/**
 * Most files run for seconds, too short for optimized code to pay: compiling it took a third of their CPU time. WebAssembly
 * stays at V8's first compiler, and JavaScript is optimized after running about twenty times as long as by default. Newer
 * versions of Node reject these options.
 */
const lateOptimization = ['--liftoff-only', '--interrupt-budget=1500000']
const isOnNode20 = process.versions.node.startsWith('20.')

const builtWorkers = [
  {
    // As src/start-worker.ts writes it; other files import it from a folder above.
    find: /^\.\/installation\.ts$/,
    replacement: fileURLToPath(new URL('test/support/built-installation.ts', import.meta.url)),
  },
]

export default defineConfig({
  test: {
    // Only after a build: `npx vitest` starts workers from the sources as they are.
    alias: process.env.npm_lifecycle_event === 'test' ? builtWorkers : [],
    include: [
      'src/**/*.test.ts',
      'test/**/*.test.ts',
      'web/src/**/*.test.ts',
      'sdk/src/**/*.test.ts',
      'eval/**/*.test.ts',
    ],
    exclude: [
      'node_modules/**',
      // Several server processes on one PostgreSQL: .ci/run starts these in a run of their own.
      ...(process.env.TEST_NODES ? [] : ['test/nodes/**']),
      ...(isOnPostgres && !process.env.TEST_NODES ? databaseIndependent : []),
    ],
    pool: 'forks',
    execArgv: isOnNode20 ? lateOptimization : [],
    maxWorkers: 2,
    testTimeout: 240_000,
    hookTimeout: 300_000,
    // Conditions can take long on a busy machine; the default is one second.
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default', './test/support/skipped-tests-reporter.ts'],
  },
})
