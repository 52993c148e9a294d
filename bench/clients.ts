import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withForeignPackages } from './foreign-packages.ts'

/** What is done with the document of a running server. The first command that fails ends the benchmark. */
const steps = {
  'Redocly CLI, recommended rules, warnings are errors': [
    'redocly',
    'lint',
    '--extends=recommended-strict',
    'openapi.json',
  ],
  'Spectral, rules for OpenAPI': ['spectral', 'lint', 'openapi.json', '-r', 'spectral.yaml', '--fail-severity=hint'],
  'openapi-typescript': ['openapi-typescript', 'openapi.json', '-o', 'generated/openapi-typescript.d.ts'],
  '@hey-api/openapi-ts': ['openapi-ts', '-i', 'openapi.json', '-o', 'generated/hey-api', '-c', '@hey-api/client-fetch'],
  orval: ['orval'],
  'strict types, no casts': ['tsc', '-p', '.'],
}

/**
 * Checks the OpenAPI document with the linters of others, generates three clients from it, and calls the server through
 * them.
 */
export async function benchClients(print: (line: string) => void, argv: string[]): Promise<void> {
  await withForeignPackages('clients', { argv }, async ({ folder, serverUrl, run }) => {
    const document = await (await fetch(`${serverUrl}/v1/openapi.json`)).text()
    writeFileSync(join(folder, 'openapi.json'), document)
    for (const [name, [command = '', ...args]] of Object.entries(steps)) {
      await run(join(folder, 'node_modules/.bin', command), args)
      print(`${name}: no errors, no warnings`)
    }
    await run(process.execPath, ['--import', import.meta.resolve('tsx'), 'main.ts'])
    print('Every client works.')
  })
}
