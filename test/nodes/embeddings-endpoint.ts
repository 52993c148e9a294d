import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const dimensions = 256

/**
 * An embeddings server of the tests' own: texts with words in common lie near one another. A broken one answers nothing
 * of use, so that texts are found by their words alone.
 */
export async function startEmbeddingsEndpoint({ isBroken }: { isBroken: boolean }) {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (isBroken) return response.writeHead(400).end()
      const { input } = JSON.parse(Buffer.concat(parts).toString('utf8')) as { input: string[] }
      const data = input.map((text, index) => ({ index, embedding: piecesOfWords(text) }))
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The letters of the longer words, four by four: "open" lies near "opens". */
function piecesOfWords(text: string): number[] {
  const vector = new Array<number>(dimensions).fill(0.01)
  for (const word of text.toLowerCase().match(/\p{L}{4,}/gu) ?? []) {
    for (let start = 0; start + 4 <= word.length; start++) {
      let hash = 7
      for (const letter of word.slice(start, start + 4)) hash = (hash * 31 + letter.charCodeAt(0)) % 1_000_003
      vector[hash % dimensions] = 1
    }
  }
  return vector
}
