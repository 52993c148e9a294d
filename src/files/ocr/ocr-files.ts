import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { InvalidSettingsError } from '../../config.ts'
import { codeDirectory, isRunningFromSource } from '../../installation.ts'

// The programs and the language data of text recognition. They cannot be bundled, and whole packages of them would take 70 MB,
// so a build copies the files of ocr-files.json under these names. Nothing is ever downloaded.

const require = createRequire(new URL('main.js', codeDirectory))

/** Returns the path of a file of ocr-files.json. */
export function ocrFile(name: string): string {
  if (!isRunningFromSource) return fileURLToPath(new URL(`files/ocr/${name}`, codeDirectory))
  const sources = JSON.parse(readFileSync(new URL('files/ocr/ocr-files.json', codeDirectory), 'utf8'))
  return require.resolve(sources[name])
}

/** Loads a program of ocr-files.json; the caller states its type. */
export function loadOcrProgram(name: string): unknown {
  return require(ocrFile(name))
}

/** Throws if a language has no data, naming the package to install. */
export function requireLanguageData(languages: readonly string[] = []): void {
  const missing = languages.filter((language) => !findLanguageData(language))
  if (missing.length === 0) return
  const packages = missing.map((language) => `@tesseract.js-data/${language}`).join(' ')
  throw new InvalidSettingsError(
    `Lorewell cannot start with these settings:\n  - OCR_LANGUAGES names ${missing.join(', ')}: run "npm install ${packages}" in the folder of Lorewell`,
  )
}

/**
 * Returns the path of the data of a language, such as `eng` or `deu`: English is part of Lorewell, others come from the npm
 * package `@tesseract.js-data/LANGUAGE` installed beside it. Undefined: there is none.
 */
export function findLanguageData(language: string): string | undefined {
  if (language === 'eng') return ocrFile('eng.traineddata.gz')
  try {
    const path = require.resolve(`@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`)
    return existsSync(path) ? path : undefined
  } catch {
    return undefined
  }
}
