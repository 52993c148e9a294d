import { freePort } from './free-port.ts'
import { createTestApp } from './test-app.ts'

export type TestServer = Awaited<ReturnType<typeof startTestServer>>

/** The service where clients reach it: it listens at the address that it calls its own. */
export async function startTestServer(
  options: Parameters<typeof createTestApp>[0] = {},
  /** What it is called; it is this machine in any case. */
  host = '127.0.0.1',
) {
  const port = await freePort()
  const url = `http://${host}:${port}`
  const scratch = await createTestApp({ ...options, config: { publicUrl: url, port, ...options.config } })
  await scratch.server.listen({ port, host: '127.0.0.1' })
  return { ...scratch, url }
}
