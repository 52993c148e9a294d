import { defineMessages } from './define-messages.ts'

export const languageModelText = defineMessages('language-model', {
  title: 'Language model',
  lead: 'With a language model, answers are written and every sentence is checked against your notes. Without one, answers are quoted from your notes.',
  model: 'Model',
  baseUrl: 'Base URL',
  apiKey: 'API key',
  setByEnvironment:
    'Set by {variables} on the server. To set it up here, remove these variables and restart the server.',
  hasKey: 'Set',
  hasNoKey: 'None',
  testing: 'Testing…',
  test: 'Test',
  saved: 'Saved',
  removed: 'Removed',
  quoted: 'Answers are quoted from your notes.',
  written: 'Answers are written by {model}, checked against your notes.',
  storedKey: 'Stored',
  storedKeyHint: 'Stored encrypted and never shown. Enter a key to replace it.',
  keyHint: 'Stored encrypted and never shown again. Leave it empty if the server needs none.',
  openaiCompatible: 'OpenAI-compatible',
  anthropic: 'Anthropic',
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
    'Optional. Without one, the test asks about one of your notes. It searches what you can see and stores nothing.',
  removeEffect: 'The settings and the API key are deleted. Answers are quoted from your notes again.',
  removeTitle: 'Remove the language model?',
  priceHint: 'US$ per million tokens. Optional.',
  priceError: 'Enter a number such as 0.5',
})

export const languageModelTrialText = defineMessages('language-model-trial', {
  result: 'Test result',
  answered: 'The model answered.',
  time: 'Time',
  seconds: '{seconds} s',
  inputTokens: 'Input tokens',
  outputTokens: 'Output tokens',
  notReported: 'Not reported',
  cost: 'Cost per answer',
  enterPrices: 'Enter prices',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a dollar sign before a placeholder
  dollars: 'US${amount}',
})

/** Why a test failed. */
export const languageModelFailureText = defineMessages('language-model-failures', {
  'key-rejected': 'The server rejected the API key.',
  'model-unknown': 'The server doesn’t have this model.',
  'address-wrong': 'There’s no chat API at this address. Check the base URL; it often ends in /v1.',
  unreachable: 'The server can’t be reached. Check the base URL, and that the server is running.',
  timeout: 'The server took too long.',
  'limit-reached': 'The server’s limit is reached. Check your plan, or try again later.',
  failed: 'The server failed.',
})

/** Why the model wrote no answer from the notes. */
export const unwrittenAnswerText = defineMessages('unwritten-answers', {
  quoted: 'Nothing that the model wrote is supported by your notes, so the answer is quoted.',
  refused: 'The model found no answer in your notes.',
  direct: 'No note matches the question, so the model answered without notes.',
})
