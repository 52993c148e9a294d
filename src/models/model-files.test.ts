import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { embedderFile, findModelFiles, readerFile } from './model-files.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'models-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

test('both models ship with the product, as their checksums say', () => {
  for (const file of [embedderFile, readerFile]) {
    const { modelPath, tokenizerPath } = findModelFiles(file, '')
    expect(modelPath).toContain(file.name)
    expect(tokenizerPath).toContain('tokenizer.json')
  }
})

test('a directory without a file, or with a damaged one, falls back to the shipped one', async () => {
  const shipped = findModelFiles(readerFile, '')
  expect(findModelFiles(readerFile, join(directory, 'missing'))).toEqual(shipped)
  await mkdir(directory, { recursive: true })
  await writeFile(join(directory, readerFile.name), Buffer.alloc(readerFile.sizeBytes))
  expect(findModelFiles(readerFile, directory)).toEqual(shipped)
})

test('a file that is nowhere is named with its size and checksum', () => {
  const nowhere = { name: 'other.onnx', sizeBytes: 5, crc32: '00000abc' }
  const find = () => findModelFiles(nowhere, directory)
  expect(find).toThrow(expect.objectContaining({ code: 'unavailable' }))
  expect(find).toThrow(/^other\.onnx \(5 bytes, CRC-32 00000abc\) is missing or damaged.*MODEL_DIR/)
  expect(find).toThrow(directory)
})
