import { join } from 'node:path'
import { type Ran, run } from '../cli-terminal.ts'
import type { Reply } from '../scratch-app.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** `lorewell import` of a folder into a data source of a server that a function stands for. */
export function importOver(
  call: (method: Method, path: string, body: unknown) => Promise<Reply>,
  directory: string,
  rootId: string,
): Promise<Ran> {
  const server = ['--server', 'http://lorewell.test', '--key', 'any', '--json']
  return run(['import', directory, '--root', rootId, ...server], {
    env: { XDG_CACHE_HOME: join(directory, '.cache') },
    fetch: async (input, init = {}) => {
      const { pathname, search } = new URL(String(input))
      const reply = await call(init.method as Method, pathname + search, init.body ?? undefined)
      return new Response(reply.status === 204 ? null : reply.text, { status: reply.status })
    },
  })
}
