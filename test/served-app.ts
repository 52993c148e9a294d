import { freePort } from './free-port.ts'
import { scratchApp } from './scratch-app.ts'

export type ServedApp = Awaited<ReturnType<typeof servedApp>>

/** The service where clients reach it: it listens at the address that it calls its own. */
export async function servedApp(
  options: Parameters<typeof scratchApp>[0] = {},
  /** What it is called; it is this machine in any case. */
  host = '127.0.0.1',
) {
  const port = await freePort()
  const url = `http://${host}:${port}`
  const scratch = await scratchApp({ ...options, config: { publicUrl: url, port, ...options.config } })
  await scratch.server.listen({ port, host: '127.0.0.1' })
  return { ...scratch, url }
}
