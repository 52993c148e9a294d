import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { launchChromium } from '../browser-app.ts'

/** What the editor did to a text. */
export interface RoundTrip {
  /** Opened and saved without a change: no byte differs, and nothing was sent. */
  isUnchanged: boolean
  /** A letter was typed and deleted again: no byte differs. */
  isRestored: boolean
  /** A letter was typed into a word: no other byte differs. Undefined for a text without words. */
  isChangedInPlace: boolean | undefined
}

const typedLetter = 'Q'

/** Opens the editor of the app in Chromium; `measure` runs a text through it. */
export async function openRoundTrips(): Promise<{
  measure: (text: string) => Promise<RoundTrip>
  close: () => Promise<void>
}> {
  const script = await bundlePage()
  const browser = await launchChromium()
  const page = await browser.newPage()
  await page.goto('about:blank')
  await page.addScriptTag({ content: script, type: 'module' })
  await page.waitForFunction('globalThis.roundTrip !== undefined')
  return { measure: (text) => measure(page, text), close: () => browser.close() }
}

async function measure(page: Page, text: string): Promise<RoundTrip> {
  await call(page, 'open', text)
  const opened = await save(page)
  const word = findMiddleWord(text)
  await call(page, 'placeCursor', word?.before ?? text)
  await page.keyboard.type(typedLetter)
  const changed = await save(page)
  await page.keyboard.press('Backspace')
  const restored = await save(page)
  return {
    isUnchanged: opened.saved === text && opened.saves === 0,
    isRestored: restored.saved === text && restored.saves === changed.saves + 1,
    isChangedInPlace: word && changed.saved === `${word.before}${typedLetter}${word.after}`,
  }
}

/** Splits a text behind the word nearest to its middle. */
function findMiddleWord(text: string): { before: string; after: string } | undefined {
  const ends = [...text.matchAll(/[A-Za-z]{3,}/g)].map((match) => match.index + match[0].length)
  const middle = text.length / 2
  const [end] = ends.sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle))
  return end === undefined ? undefined : { before: text.slice(0, end), after: text.slice(end) }
}

function call(page: Page, name: string, argument: string): Promise<void> {
  return page.evaluate(`globalThis.roundTrip.${name}(${JSON.stringify(argument)})`)
}

function save(page: Page): Promise<{ saved: string; saves: number }> {
  return page.evaluate('globalThis.roundTrip.save()')
}

async function bundlePage(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    // Vitest sets NODE_ENV, and Vite would build for development.
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { development: false } },
    build: {
      write: false,
      lib: { entry: fileURLToPath(new URL('page.js', import.meta.url)), formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const [output] = Array.isArray(result) ? result : [result]
  if (!output || !('output' in output)) throw new Error('Vite built nothing.')
  return output.output[0].code
}
