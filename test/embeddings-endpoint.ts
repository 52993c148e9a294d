import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export const endpointDimensions = 64

/** An embeddings server that costs next to nothing: every word has a direction of its own. Settings for a service. */
export async function startEmbeddingsEndpoint() {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request.setEncoding('utf8')) text += part
    const { input } = JSON.parse(text) as { input: string[] }
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        data: input.map((one, index) => ({ index, embedding: [...wordDirections(one)] })),
      }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    env: { EMBEDDINGS_BASE_URL: `http://127.0.0.1:${port}`, EMBEDDINGS_MODEL: 'words' },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Of unit length: texts that share no word are far apart. */
export function wordDirections(text: string): Float32Array {
  const vector = new Float32Array(endpointDimensions).fill(0.01)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []) {
    const place = (createHash('sha256').update(word).digest()[0] as number) % endpointDimensions
    vector[place] = (vector[place] as number) + 1
  }
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}
