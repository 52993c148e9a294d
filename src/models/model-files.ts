import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32 } from 'node:zlib'
import { AppError } from '../errors.ts'
import { projectDirectory } from '../installation.ts'

export interface ModelFile {
  readonly name: string
  readonly sizeBytes: number
  /** As `crc32 FILE` prints it. */
  readonly crc32: string
}

export const embedderFile: ModelFile = {
  name: 'embedder.onnx',
  sizeBytes: 22_868_403,
  crc32: '767430dd',
}

export const readerFile: ModelFile = {
  name: 'reader.onnx',
  sizeBytes: 28_813_057,
  crc32: '6b689784',
}

export const otherLanguagesFile: ModelFile = {
  name: 'reader-other-languages.onnx',
  sizeBytes: 28_813_057,
  crc32: 'da13c05a',
}

export const verifierFile: ModelFile = {
  name: 'verifier.onnx',
  sizeBytes: 28_813_057,
  crc32: 'e5fce6ec',
}

/** The word pieces of all models. */
const tokenizerFile: ModelFile = {
  name: 'tokenizer.json',
  sizeBytes: 711_661,
  crc32: 'c3f77764',
}

/** The directory of the models that ship with the product. */
const shippedDirectory = fileURLToPath(new URL('models/', projectDirectory))

/** The file whose vocabulary all models share. */
export const shippedTokenizerPath = join(shippedDirectory, tokenizerFile.name)

/**
 * Returns the paths of a model and its tokenizer, from `modelDir` if they are there and else from the installation. Verifies
 * each file's CRC-32, so a damaged file is never used; SHA-256 takes a start 0.1 s longer, and a person who can exchange a model can
 * exchange the program beside it as well. Blocks for some 0.03 s: call it in the model's thread.
 */
export function findModelFiles(model: ModelFile, modelDir: string): { modelPath: string; tokenizerPath: string } {
  const directories = modelDir === '' ? [shippedDirectory] : [modelDir, shippedDirectory]
  return {
    modelPath: findFile(model, directories),
    tokenizerPath: findFile(tokenizerFile, directories),
  }
}

function findFile(file: ModelFile, directories: readonly string[]): string {
  for (const directory of directories) {
    const path = join(directory, file.name)
    if (isIntact(path, file)) return path
  }
  throw new AppError(
    'unavailable',
    `${file.name} (${file.sizeBytes} bytes, CRC-32 ${file.crc32}) is missing or damaged in ${directories.join(' and ')}. Install Lorewell again, or put the file into MODEL_DIR.`,
  )
}

function isIntact(path: string, { sizeBytes, crc32: expected }: ModelFile): boolean {
  try {
    return statSync(path).size === sizeBytes && crc32OfFile(path) === Number.parseInt(expected, 16)
  } catch {
    return false
  }
}

function crc32OfFile(path: string): number {
  let checksum = 0
  const buffer = Buffer.allocUnsafe(1 << 20)
  const descriptor = openSync(path, 'r')
  const readNext = () => readSync(descriptor, buffer, 0, buffer.length, null)
  try {
    for (let size = readNext(); size > 0; size = readNext()) checksum = crc32(buffer.subarray(0, size), checksum)
  } finally {
    closeSync(descriptor)
  }
  return checksum
}
