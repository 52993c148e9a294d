import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { type TextRecognizer, UnreadableFileError } from '../file-text.ts'
import { findLanguageData, loadOcrProgram } from './ocr-files.ts'

/** The part of Tesseract's WebAssembly program that is used here. */
interface TesseractCore {
  FS: { writeFile(path: string, data: Uint8Array): void; unlink(path: string): void }
  TessBaseAPI: new () => TesseractApi
}

interface TesseractApi {
  /** Returns -1 if the language data cannot be used. */
  Init(dataPath: null, languages: string, engine: number): number
  SetVariable(name: string, value: string): void
  /** Reads `/input`; 1: it is no picture that can be decoded. */
  SetImageFile(exifOrientation: number, angle: number): number
  Recognize(monitor: null): number
  GetUTF8Text(): string
}

/** The neural engine; the older one is not part of the program. */
const lstmEngine = 1
/** Finds columns and paragraphs by itself. */
const automaticSegmentation = '3'

/** Starts Tesseract with the first picture, in this thread. `onStart` is called before that. */
export function createTextRecognizer(languages: readonly string[], onStart: () => void = () => {}): TextRecognizer {
  let started: Promise<{ core: TesseractCore; api: TesseractApi }> | undefined
  return {
    async recognize(picture) {
      if (!started) onStart()
      started ??= startTesseract(languages)
      const { core, api } = await started
      core.FS.writeFile('/input', picture)
      try {
        if (api.SetImageFile(exifOrientation(picture), 0) === 1) throw new UnreadableFileError('damaged')
        if (api.Recognize(null) !== 0) throw new UnreadableFileError('damaged')
        return api.GetUTF8Text()
      } finally {
        core.FS.unlink('/input')
      }
    },
  }
}

async function startTesseract(languages: readonly string[]) {
  const load = loadOcrProgram('tesseract-core.cjs') as (options: object) => Promise<TesseractCore>
  const silent = () => {}
  const core = await load({ print: silent, printErr: silent })
  for (const language of languages) {
    const path = findLanguageData(language)
    if (!path) throw new Error(`There is no language data for "${language}"`)
    core.FS.writeFile(`./${language}.traineddata`, gunzipSync(readFileSync(path)))
  }
  const api = new core.TessBaseAPI()
  if (api.Init(null, languages.join('+'), lstmEngine) === -1) throw new Error('Tesseract refuses its language data')
  api.SetVariable('tessedit_pageseg_mode', automaticSegmentation)
  return { core, api }
}

/** Returns how a camera was held: the value of the EXIF tag 0x0112, in either byte order; 1: upright. */
function exifOrientation(picture: Uint8Array): number {
  const start = Buffer.from(picture.buffer, picture.byteOffset, Math.min(picture.length, 4096)).toString('hex')
  const found = /0112000300000001000([1-8])|12010300010000000([1-8])00/.exec(start)
  return Number(found?.[1] ?? found?.[2] ?? 1)
}
