import { Agent } from 'node:http'
import { post } from './http-load.ts'

const questions = ['How many days of annual leave do I get?', 'Who approves travel?', 'What is the notice period?']

/** Asks questions one after the other, at least thirty and more while `shouldContinue`; returns their durations. */
export async function measureAskTimesMs(url: string, key: string, shouldContinue: () => boolean): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  while (times.length < 30 || shouldContinue()) {
    const question = questions[times.length % questions.length] as string
    const startedAt = performance.now()
    await post(`${url}/v1/ask`, agent, { authorization: `Bearer ${key}` }, { question })
    times.push(performance.now() - startedAt)
  }
  agent.destroy()
  return times
}
