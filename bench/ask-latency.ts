import { Agent } from 'node:http'
import { post } from './http-load.ts'

const questions = [
  'How many days of annual leave do I get?',
  'Who approves travel?',
  'What is the notice period?',
]

/** How long questions take that are asked one after the other: at least thirty, and more while the condition holds. */
export async function measureAskTimesMs(url: string, key: string, goesOn: () => boolean): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  while (times.length < 30 || goesOn()) {
    const question = questions[times.length % questions.length] as string
    const startedAt = performance.now()
    await post(`${url}/v1/ask`, agent, { authorization: `Bearer ${key}` }, { question })
    times.push(performance.now() - startedAt)
  }
  agent.destroy()
  return times
}
