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
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 240_000,
    hookTimeout: 300_000,
    reporters: ['default', './test/left-out-reporter.ts'],
  },
})
