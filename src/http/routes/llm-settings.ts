import type { FastifyInstance } from 'fastify'
import type { LlmSettings } from '../../admin/llm-settings.ts'
import type { LlmTrials } from '../../admin/llm-trial.ts'
import { llmEndpoints as endpoints } from '../../contract/llm-endpoints.ts'
import { createEndpointRegistrar, type Guard } from '../endpoint-registrar.ts'

/** The language model that writes the answers of an organization. */
export function llmSettingsRoutes(
  server: FastifyInstance,
  { guard, llmSettings, llmTrials }: { guard: Guard; llmSettings: LlmSettings; llmTrials: LlmTrials },
): void {
  const register = createEndpointRegistrar(server, guard)
  register(endpoints.readLanguageModel, ({ caller }) => llmSettings.read(caller.organizationId))
  register(endpoints.setLanguageModel, ({ caller, body }) => llmSettings.save(caller.organizationId, body))
  register(endpoints.removeLanguageModel, ({ caller }) => llmSettings.remove(caller.organizationId))
  register(endpoints.tryLanguageModel, ({ caller, body }) => llmTrials.run(caller, body))
}
