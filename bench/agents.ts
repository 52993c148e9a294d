import { withForeignPackages } from './foreign-packages.ts'

/** Calls every MCP tool through agent frameworks, each with the schemas that it sends to a language model. */
export async function benchAgents(print: (line: string) => void, argv: string[]): Promise<void> {
  await withForeignPackages('agents', { argv, npmArguments: ['--legacy-peer-deps'] }, async ({ run }) => {
    await run(process.execPath, ['main.mjs'])
    print('Every tool works in every framework.')
  })
}
