import type { Reporter, TestModule } from 'vitest/node'

/** Says, at the end, which tests did not run and why, by name: nobody should take a skipped test for a passed one. */
export default class SkippedTestsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const leftOut: string[] = []
    for (const module of modules) {
      for (const test of module.children.allTests('skipped')) {
        const result = test.result()
        const reason = result.state === 'skipped' ? result.note : undefined
        leftOut.push(`  - ${test.fullName}${reason ? ` (${reason})` : ''}`)
      }
    }
    if (leftOut.length > 0) console.log(`\nLeft out on this machine, ${leftOut.length} in all:\n${leftOut.join('\n')}`)
  }
}
