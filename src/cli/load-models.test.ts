import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { createLocalReader } from '../models/local-reader.ts'
import { loadModels } from './load-models.ts'

vi.mock('../models/local-reader.ts', () => ({ createLocalReader: vi.fn() }))
vi.mock('../models/local-embedder.ts', () => ({ createLocalEmbedder: async () => undefined }))

async function load({ isReaderEnabled = true } = {}) {
  const logged: { msg: string }[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => logged.push(JSON.parse(line)) })
  const { reader } = await loadModels({ config: { embeddings: undefined, modelDir: '', isReaderEnabled }, log })
  return { reader, messages: logged.map(({ msg }) => msg) }
}

test('READER=off loads no reader and says so', async () => {
  const { reader, messages } = await load({ isReaderEnabled: false })
  expect(reader).toBeUndefined()
  expect(createLocalReader).not.toHaveBeenCalled()
  expect(messages).toEqual(['READER is off: answers are chosen by words and similarity'])
})
