import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueSetupLink } from '../../src/identity/setup.ts'
import { startFakeLlm } from '../support/fake-llm.ts'
import { type BrowserApp, browserUnavailableReason, startBrowserApp, warnIfSkipped } from './browser-app.ts'

warnIfSkipped('the ten first tasks, with the clicks of each')

const maxClicks = 5

/** One organization from its first minute: each task starts on the first screen and counts clicks, not typing. */
describe.skipIf(browserUnavailableReason)('the ten first tasks', () => {
  let app: BrowserApp
  let llm: Awaited<ReturnType<typeof startFakeLlm>>
  let folder: string
  let page: Page
  let problems: string[]
  let clicks = 0
  const figures: { task: string; clicks: number; seconds: number }[] = []

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'lorewell-first-tasks-')))
    for (const name of ['gates', 'lamps'])
      await writeFile(join(folder, `${name}.md`), `# About ${name}\n\nThe harbour has nine ${name}.\n`)
    llm = await startFakeLlm()
    app = await startBrowserApp({ syncFolders: [folder], llmAllow: [new URL(llm.baseUrl).host] })
    ;({ page, problems } = await app.openPage(undefined, { width: 1440 }))
  })
  afterAll(async () => {
    if (figures.length > 0) console.table(figures)
    await app?.closeAll()
    await llm?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const click = async (target: Locator) => {
    clicks += 1
    await target.click()
  }
  const button = (name: string | RegExp, inside: Page | Locator = page) => inside.getByRole('button', { name })
  const dialog = () => page.getByRole('dialog')
  const goTo = (name: string, landmark = 'Main') =>
    click(page.getByRole('navigation', { name: landmark }).getByRole('link', { name, exact: true }))
  const openNote = async (title: string) => {
    await goTo('Notes')
    await click(page.getByRole('main').getByRole('link', { name: title }).first())
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  }
  const openFromMenu = async (item: RegExp) => {
    await click(button('More', page.getByRole('main')).last())
    await click(page.getByRole('menuitem', { name: item }))
  }

  const task = (name: string, perform: () => Promise<void>) =>
    test(`${name} takes at most ${maxClicks} clicks beyond typing`, async () => {
      if (name !== 'sign up') {
        await page.goto('/')
        await page.getByLabel('Ask a question').waitFor()
      }
      clicks = 0
      const startedAt = performance.now()
      await perform()
      figures.push({ task: name, clicks, seconds: Math.round((performance.now() - startedAt) / 100) / 10 })
      expect(clicks).toBeLessThanOrEqual(maxClicks)
      expect(problems).toEqual([])
    })

  task('sign up', async () => {
    await page.goto((await issueSetupLink({ database: app.database, publicUrl: app.url })) ?? '')
    await page.getByLabel('Organization').fill('Harbour Works')
    await page.getByLabel('Your name').fill('Ada Lund')
    await page.getByLabel('Email').fill('ada@harbour.test')
    await page.getByLabel('Password').fill('a long enough password')
    await click(button('Set up'))
    await page.getByLabel('Ask a question').waitFor()
    await page.getByText(/The sample handbook is imported/).waitFor()
  })

  task('first answer', async () => {
    await page.getByLabel('Ask a question').fill('What share of the company belongs to the staff foundation?')
    await page.keyboard.press('Enter')
    await button('Good answer').waitFor()
    await expect.poll(() => page.locator('article').last().textContent()).toContain('24 %')
  })

  task('invite', async () => {
    await goTo('Settings')
    await goTo('Members', 'Settings')
    await click(button(/^Invite member/))
    await dialog().getByLabel('Name').fill('Ben Aar')
    await dialog().getByLabel('Email').fill('ben@harbour.test')
    await click(button(/^Invite$/, dialog()))
    await dialog().getByTestId('secret').waitFor()
  })

  task('import a folder', async () => {
    await goTo('Notes')
    await click(button('Add notes'))
    await click(page.getByRole('menuitem', { name: /^Import/ }))
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), click(button('Choose folder', dialog()))])
    await chooser.setFiles(folder)
    await dialog().getByText('2 of 2 imported').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('treeitem', { name: basename(folder) }).waitFor()
  })

  task('connect a source', async () => {
    await goTo('Data sources')
    await click(page.getByRole('main').getByRole('link', { name: 'Connect a source' }).first())
    await click(page.getByRole('link', { name: /^Folder/ }))
    await page.getByLabel('Name', { exact: true }).fill('Harbour')
    await page.getByLabel('Path', { exact: true }).fill(folder)
    await click(button(/^Connect$/))
    await page.waitForURL('**/data-sources/*')
    await page.getByText('Up to date').first().waitFor()
  })

  task('see who can read a note', async () => {
    await openNote('About gates')
    await click(button(/^Share$/, page.getByRole('main')))
    await dialog().getByText('Visible to').first().waitFor()
    await dialog().getByText('ada@harbour.test').first().waitFor()
    await page.keyboard.press('Escape')
  })

  task('verify a note', async () => {
    await openNote('About gates')
    await openFromMenu(/verified|Verify/)
    await page
      .getByRole('main')
      .getByText(/^verified/i)
      .waitFor()
  })

  task('restore a version', async () => {
    await page.evaluate(emptyNoteScript)
    await openNote('About gates')
    await page.getByText('Nothing is left.').waitFor()
    await openFromMenu(/^Versions/)
    await click(button(/^Restore$/, dialog()))
    await page.getByText('The harbour has nine gates.').waitFor()
  })

  task('restrict a branch', async () => {
    const tree = page.getByRole('tree')
    await goTo('Notes')
    const top = tree.getByRole('treeitem').first()
    await click(top)
    await click(button(/^Share$/, page.getByRole('main')))
    await click(dialog().getByLabel('Only you'))
    await click(button(/^Save$/, dialog()))
    await page.getByText('Sharing updated', { exact: true }).waitFor()
  })

  task('set up an LLM', async () => {
    await goTo('Settings')
    await goTo('Language model', 'Settings')
    await page.getByLabel('Base URL', { exact: true }).fill(llm.baseUrl)
    await page.getByLabel('Model', { exact: true }).fill('writer-1')
    await click(button(/^Save$/))
    await page.getByText(/Answers are written by writer-1/).waitFor()
  })
})

/** Replaces the text of a note as another window of the same person would. */
const emptyNoteScript = `(async () => {
  const { notes } = await (await fetch('/v1/notes')).json()
  const { id } = notes.find(({ title }) => title === 'About gates')
  const headers = { 'content-type': 'application/json' }
  await fetch('/v1/notes/' + id, { method: 'PUT', headers, body: JSON.stringify({ markdown: 'Nothing is left.' }) })
})()`
