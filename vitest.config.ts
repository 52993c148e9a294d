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
  // How an answer is written and checked; what it is made of comes from the search suites.
  'test/api/{citations,follow-up,prompt-injection,search-steps,written-answers}.test.ts',
  'test/auth/external-issuer.test.ts',
  'test/cli/{check-licences,command-line,docs-commands,import-archives,import-server,mcp,start}.test.ts',
  'test/faults/{half-open-requests,load-shedding}.test.ts',
  'test/storage/data-directory.test.ts',
]

export default defineConfig({
  test: {
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
    maxWorkers: 2,
    testTimeout: 240_000,
    hookTimeout: 300_000,
    // Conditions can take long on a busy machine; the default is one second.
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default', './test/support/skipped-tests-reporter.ts'],
  },
})
