import { join } from 'node:path'
import type { Reply } from '../../support/test-app.ts'
import { type CliResult, runCli } from '../../support/test-terminal.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** `lorewell import` of a folder into a data source of a server that a function stands for. */
export function runImportCommand(
  call: (method: Method, path: string, body: unknown) => Promise<Reply>,
  directory: string,
  rootId: string,
): Promise<CliResult> {
  const server = ['--server', 'http://lorewell.test', '--key', 'any', '--json']
  return runCli(['import', directory, '--root', rootId, ...server], {
    env: { XDG_CACHE_HOME: join(directory, '.cache') },
    fetch: async (input, init = {}) => {
      const { pathname, search } = new URL(String(input))
      const reply = await call(init.method as Method, pathname + search, init.body ?? undefined)
      return new Response(reply.status === 204 ? null : reply.text, { status: reply.status })
    },
  })
}
