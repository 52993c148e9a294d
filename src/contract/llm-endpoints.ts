import { adminDefaults, adminDeleteDefaults, adminReadDefaults, type Endpoint } from './endpoint.ts'
import { llmSettings, llmSettingsChange, llmTrial, llmTrialRequest } from './llm-settings.ts'

const path = '/service/language-model'
const setByEnvironment = {
  409: 'The language model is set by environment variables of the server.',
} as const satisfies Endpoint['errorDescriptions']

/** The language model that writes the answers of an organization. */
export const llmEndpoints = {
  readLanguageModel: {
    ...adminReadDefaults,
    operationId: 'readLanguageModel',
    path,
    summary: 'Read which language model writes answers, without its key',
    response: llmSettings,
  },
  setLanguageModel: {
    ...adminDefaults,
    operationId: 'setLanguageModel',
    method: 'PUT',
    path,
    summary: 'Set the language model; it writes the next answer',
    body: llmSettingsChange,
    response: llmSettings,
    errorDescriptions: setByEnvironment,
  },
  removeLanguageModel: {
    ...adminDeleteDefaults,
    operationId: 'removeLanguageModel',
    path,
    summary: 'Remove the language model with its key; answers are quoted again',
    errorDescriptions: setByEnvironment,
  },
  tryLanguageModel: {
    ...adminDefaults,
    operationId: 'tryLanguageModel',
    method: 'POST',
    path: `${path}/trial`,
    rateLimit: 'ask',
    audit: 'before',
    summary: 'Ask a question with these settings, without storing them; without a base URL, with the settings in use',
    body: llmTrialRequest,
    response: llmTrial,
  },
} as const satisfies Record<string, Endpoint>
