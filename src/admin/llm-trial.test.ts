import { expect, test } from 'vitest'
import { startFakeLlm } from '../../test/support/fake-llm.ts'
import type { Caller } from '../access/caller.ts'
import { createChatModel } from '../models/create-chat-model.ts'
import type { LlmSettings } from './llm-settings.ts'
import { createLlmTrials } from './llm-trial.ts'

test('a model that sends nothing times out', async () => {
  const llm = await startFakeLlm()
  llm.setBehavior('stalls')
  const trials = createLlmTrials({
    settings: {
      check: async () => ({ baseUrl: llm.baseUrl, model: 'm', apiKey: 'sk-1' }),
    } as unknown as LlmSettings,
    createChat: async (settings) => createChatModel(settings),
    // Nothing is found, so the model is asked itself.
    createPipeline: () => ({ ask: async () => ({ answer: '', sources: [] }) }),
    listExamples: async () => [],
    timeouts: { firstTokenTimeoutMs: 50, stallTimeoutMs: 50, deadlineMs: 60_000 },
  })
  const caller = { organizationId: 'acme' } as Caller
  const trial = await trials.run(caller, { provider: 'openai-compatible', baseUrl: llm.baseUrl, model: 'm' })
  expect(trial).toMatchObject({ ok: false, failure: 'timeout', answer: null, inputTokens: null, cost: null })
  expect(trial.message).toMatch(/did not send its first token within 50 ms/)
  await llm.close()
})
