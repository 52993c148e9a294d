import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'test/**/*.test.ts',
      'web/src/**/*.test.ts',
      'sdk/src/**/*.test.ts',
      'eval/**/*.test.ts',
    ],
    // Several server processes on one PostgreSQL: .ci/run gives them a run of their own.
    exclude: process.env.TEST_NODES ? [] : ['test/nodes/**'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 240_000,
    hookTimeout: 300_000,
    // A condition that is waited for may take long on a busy machine; the default is a second.
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default', './test/support/skipped-tests-reporter.ts'],
  },
})
