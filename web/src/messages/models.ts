import { defineMessages } from './define-messages.ts'

export const modelsText = defineMessages('models', {
  title: 'Models and limits',
  lead: 'Set by environment variables when the server starts. You can also <setup>set up the language model</setup> in the app.',
  testing: 'Testing…',
  test: 'Test models',
  embedding: 'Semantic search',
  localEmbedding: 'On this machine, {count} dimensions',
  remoteEmbedding: 'On a remote server, {count} dimensions',
  noEmbedding: 'No embedding model: search uses keywords only.',
  chat: 'Writing answers',
  chatHost: 'At {host}',
  noChat: 'No language model: answers are quoted from the notes.',
  asksPerMinute: 'Questions and digests per person per minute',
  indexPerMinute: 'Index, list and delete operations per person per minute',
  maxBody: 'Maximum request size',
  mebibytes: '{count} MiB',
  database: 'Database',
  embedded: 'Embedded',
  postgres: 'PostgreSQL',
  none: 'None',
  answered: 'Answered in {duration} ms',
})
