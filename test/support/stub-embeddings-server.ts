import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export const stubDimensions = 256

/**
 * An embeddings server that costs next to nothing, and the settings for a service that uses it. A broken one answers
 * nothing of use, so that texts are found by their words alone.
 */
export async function startStubEmbeddingsServer({ isBroken = false } = {}) {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request.setEncoding('utf8')) text += part
    if (isBroken) return response.writeHead(400).end()
    const { input } = JSON.parse(text) as { input: string[] }
    const data = input.map((one, index) => ({ index, embedding: [...characterGramVector(one)] }))
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }))
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

/** Of unit length, by the letters of words four by four: "open" lies near "opens", and far from all else. */
export function characterGramVector(text: string): Float32Array {
  const vector = new Float32Array(stubDimensions).fill(0.01)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []) {
    for (let start = 0; start === 0 || start + 4 <= word.length; start++) {
      let hash = 7
      for (const letter of word.slice(start, start + 4)) hash = (hash * 31 + letter.charCodeAt(0)) % 1_000_003
      vector[hash % stubDimensions] = 1
    }
  }
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}
