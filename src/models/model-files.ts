import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AppError } from '../errors.ts'
import { projectDirectory } from '../installation.ts'

export interface ModelFile {
  readonly name: string
  readonly sizeBytes: number
  readonly sha256: string
}

export const embedderFile: ModelFile = {
  name: 'embedder.onnx',
  sizeBytes: 22_868_403,
  sha256: '380bc55584d2d94f211e7dff47007ede84491321f16e7c519c3964cf713d41bd',
}

export const readerFile: ModelFile = {
  name: 'reader.onnx',
  sizeBytes: 28_813_057,
  sha256: 'd7036184a5c149d4cabc4e3a533c4d0c6f275a6639eeaaa8771669a69ee78b46',
}

export const otherLanguagesFile: ModelFile = {
  name: 'reader-other-languages.onnx',
  sizeBytes: 28_813_057,
  sha256: 'dd9e57b4b52fae883d5c2be2b39537536f24ef4dbabe4fdb06d7ef28c9a9e2dd',
}

export const verifierFile: ModelFile = {
  name: 'verifier.onnx',
  sizeBytes: 28_813_057,
  sha256: '24940c3687ff268f3020eeb20b01f7834aebd342b327915607000e2ca28db772',
}

/** The word pieces of all models. */
const tokenizerFile: ModelFile = {
  name: 'tokenizer.json',
  sizeBytes: 711_661,
  sha256: 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
}

/** The directory of the models that ship with the product. */
const shippedDirectory = fileURLToPath(new URL('models/', projectDirectory))

/** The file whose vocabulary all models share. */
export const shippedTokenizerPath = join(shippedDirectory, tokenizerFile.name)

/**
 * Returns the paths of a model and its tokenizer, from `modelDir` if they are there and else from the installation. Verifies
 * each file's sha256, so a damaged file is never used. Blocks for about 0.1 s: call it in the model's thread.
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
    `${file.name} (${file.sizeBytes} bytes, sha256 ${file.sha256}) is missing or damaged in ${directories.join(' and ')}. Install Lorewell again, or put the file into MODEL_DIR.`,
  )
}

function isIntact(path: string, { sizeBytes, sha256 }: ModelFile): boolean {
  try {
    return statSync(path).size === sizeBytes && sha256OfFile(path) === sha256
  } catch {
    return false
  }
}

function sha256OfFile(path: string): string {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(1 << 20)
  const descriptor = openSync(path, 'r')
  const readNext = () => readSync(descriptor, buffer, 0, buffer.length, null)
  try {
    for (let size = readNext(); size > 0; size = readNext()) hash.update(buffer.subarray(0, size))
  } finally {
    closeSync(descriptor)
  }
  return hash.digest('hex')
}
