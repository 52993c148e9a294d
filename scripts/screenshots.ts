// Makes the pictures of the guides (docs/images) from the sample handbook, with the service as it is built, in a new data
// directory; with names, only those. `--all FOLDER` writes every screen instead, light and dark, 1440 and 390 pixels wide,
// to look through.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from 'playwright-core'
import { launchChromium } from '../test/browser/browser-app.ts'
import { toPalettePng } from './palette-png.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const wide = { width: 1440, height: 860 }
const narrow = { width: 390, height: 844 }
/** Answers of a busy machine can take a minute. */
const timeoutMs = 180_000
const question = 'How quickly do I have to report a lost laptop?'

type Look = { colorScheme: 'light' | 'dark'; viewport: { width: number; height: number } }
const light: Look = { colorScheme: 'light', viewport: wide }
const dark: Look = { colorScheme: 'dark', viewport: wide }

/** The pictures of the guides: their file, how they look, and what is on them. */
const pictures: { file: string; look: Look; open: (page: Page) => Promise<void> }[] = [
  { file: 'answer-light', look: light, open: showAnswerWithSource },
  { file: 'answer-phone-dark', look: { colorScheme: 'dark', viewport: narrow }, open: showAnswer },
  { file: 'assistants-dark', look: dark, open: (page) => openScreen(page, '/assistants') },
  {
    file: 'insights-light',
    look: { ...light, viewport: { ...wide, height: 1130 } },
    open: (page) => openScreen(page, '/insights'),
  },
  { file: 'audit-light', look: light, open: (page) => openScreen(page, '/settings/audit') },
  { file: 'connect-light', look: light, open: (page) => openScreen(page, '/connect') },
]

const screens = [
  ...[
    '/',
    '/notes',
    '/search',
    '/data-sources',
    '/connect',
    '/assistants',
    '/inbox',
    '/insights',
    '/archive',
    '/trash',
  ],
  ...['organization', 'members', 'groups', 'language-model', 'models', 'clients', 'callbacks', 'jobs', 'audit'].map(
    (section) => `/settings/${section}`,
  ),
  ...['/settings/backups', '/settings/account', '/settings/keys', '/docs', '/nowhere'],
]

await main()

async function main(): Promise<void> {
  const names = process.argv.slice(2)
  const [option, folder] = names
  const chosen = names.length === 0 ? pictures : pictures.filter(({ file }) => names.includes(file))
  const dataDir = mkdtempSync(join(tmpdir(), 'lorewell-screenshots-'))
  const { service, setupLink } = await startService(dataDir)
  const browser = await launchChromium()
  try {
    const context = await browser.newContext({ viewport: wide, locale: 'en-GB' })
    await setUp(context, setupLink)
    const baseURL = new URL(setupLink).origin
    const storageState = await context.storageState()
    const withPage = async (look: Look, work: (page: Page) => Promise<void>) => {
      const own = await browser.newContext({ ...look, baseURL, storageState, locale: 'en-GB', reducedMotion: 'reduce' })
      own.setDefaultTimeout(timeoutMs)
      await work(await own.newPage())
      await own.close()
    }
    if (option === '--all' && folder) {
      mkdirSync(folder, { recursive: true })
      for (const colorScheme of ['light', 'dark'] as const)
        for (const viewport of [wide, narrow])
          await withPage({ colorScheme, viewport }, async (page) => {
            for (const path of screens) {
              await openScreen(page, path)
              const name = `${path.slice(1).replaceAll('/', '-') || 'ask'}-${colorScheme}-${viewport.width}.png`
              await page.screenshot({ path: join(folder, name) })
              console.log(name)
            }
          })
    } else {
      for (const { file, look, open } of chosen)
        await withPage(look, async (page) => {
          await open(page)
          writeFileSync(join(root, 'docs/images', `${file}.png`), toPalettePng(await page.screenshot()))
          console.log(`docs/images/${file}.png`)
        })
    }
  } finally {
    await browser.close()
    await stop(service)
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Starts the built service on a free port; resolves with the link that sets it up. */
async function startService(dataDir: string): Promise<{ service: ChildProcess; setupLink: string }> {
  const service = spawn(process.execPath, [join(root, 'bin/lorewell.js'), 'start'], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Read to the end: a service whose output nobody takes would stop.
  service.stdout.setEncoding('utf8')
  let output = ''
  const setupLink = await new Promise<string>((resolve, reject) => {
    service.stdout.on('data', (text: string) => {
      output += text
      const link = /https?:\/\/\S+\/setup\?token=\S+/.exec(output)?.[0]
      if (link) resolve(link)
    })
    service.once('close', () => reject(new Error(`The service did not start: ${output}`)))
  })
  return { service, setupLink }
}

async function stop(service: ChildProcess): Promise<void> {
  const closed = once(service, 'close')
  service.kill('SIGTERM')
  await closed
}

/** Creates the organization with the sample handbook, and a few questions for the insights. */
async function setUp(context: BrowserContext, setupLink: string): Promise<void> {
  const page = await context.newPage()
  page.setDefaultTimeout(timeoutMs)
  await page.goto(setupLink)
  await page.getByLabel('Organization').fill('Lumen Works')
  await page.getByLabel('Your name').fill('Ada Lund')
  await page.getByLabel('Email').fill('ada@lumen.example')
  await page.getByLabel('Password').fill('a long enough password')
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('status').getByText('The sample handbook is imported').waitFor()
  for (const asked of [
    'How many days of holiday do we have?',
    'Where can I park my boat?',
    'Which colour is the moon made of?',
    question,
  ]) {
    await page.goto(new URL('/', setupLink).href)
    await ask(page, asked)
  }
  await page.close()
}

async function ask(page: Page, text: string): Promise<void> {
  await page.getByLabel('Ask a question').fill(text)
  await page.keyboard.press('Enter')
  // Answered or not found: both can be asked again.
  await page.getByRole('button', { name: 'Regenerate' }).waitFor()
}

async function showAnswer(page: Page): Promise<void> {
  await page.goto('/')
  await ask(page, question)
  await settle(page)
  const citations = await page
    .locator('article')
    .getByRole('button', { name: /^Source 1: / })
    .count()
  if (citations === 0) throw new Error(`The sample handbook no longer answers “${question}”: choose another question.`)
}

async function showAnswerWithSource(page: Page): Promise<void> {
  await showAnswer(page)
  await page
    .locator('article')
    .getByRole('button', { name: /^Source 1: / })
    .first()
    .click()
  await page.locator('mark').first().waitFor()
  await settle(page)
}

async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading').first().waitFor()
  await settle(page)
}

/** Waits until nothing is loading. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
}
