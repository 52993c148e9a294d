import { defineMessages } from './define-messages.ts'

export const languageModelText = defineMessages('language-model', {
  title: 'Language model',
  lead: 'With a language model, answers are written and every sentence is checked against your notes. Without one, answers are quoted from your notes.',
  model: 'Model',
  baseUrl: 'Base URL',
  apiKey: 'API key',
  unreadableKey:
    'The stored API key can’t be read: the server’s own keys have changed. Enter it again. Until then, answers are quoted from your notes.',
  save: 'Save',
  remove: 'Remove',
  provider: 'Provider',
  baseUrlHint: 'OpenAI, vLLM, llama.cpp and Ollama: the address up to and including /v1.',
  modelHint: 'Its name on that server.',
  deleteKey: 'Delete the stored key',
  inputPrice: 'Input price',
  outputPrice: 'Output price',
  testQuestion: 'Test question',
  testQuestionHint:
    'Optional. Empty: a question about one of your notes. The test searches what you can see and stores nothing.',
  removeEffect: 'The settings and the API key are deleted. Answers are quoted from your notes again.',
  removeTitle: 'Remove the language model?',
  priceHint: 'US$ per million tokens. Optional.',
  priceError: 'Enter a number such as 0.5',
})
