import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../support/test-app.ts'
import { tinyPdf } from '../support/tiny-pdf.ts'
import { findAxeViolations } from './axe.ts'
import { type BrowserApp, browserUnavailableReason, startBrowserApp, warnIfSkipped } from './browser-app.ts'

warnIfSkipped('files attached to notes by button, drop and paste')

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mPQq4giCTGMahjVMHw1AADt+QAQG1S0KgAAAABJRU5ErkJggg==',
  'base64',
)
const pdf = tinyPdf(['The blue harbour gate opens at seven.', 'Visitors park caravans behind the lighthouse.'])
const screenshots = process.env.SCREENSHOTS

async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (!screenshots) return
  mkdirSync(screenshots, { recursive: true })
  await page.screenshot({ path: `${screenshots}/${name}.png`, fullPage: true })
}

interface SentFile {
  name: string
  type: string
  base64: string
}

describe.skipIf(browserUnavailableReason)('files attached to a note', () => {
  let app: BrowserApp
  let ada: Person
  let rita: Person

  beforeAll(async () => {
    app = await startBrowserApp({ maxFileBytes: 300_000 })
    await app.organization('acme', { name: 'Acme' })
    ada = await app.person('acme', 'ada')
    rita = await app.person('acme', 'rita', { role: 'viewer' })
  })
  afterAll(() => app?.closeAll())

  const newNote = () => app.note('acme', { title: 'Harbour', content: 'First line.\n\nLast line.' })
  const contentOf = async (id: string) => (await app.call(ada.key, 'GET', `/v1/notes/${id}`)).body.content as string
  const attachmentsOf = async (id: string) =>
    (await app.call(ada.key, 'GET', `/v1/notes/${id}/attachments`)).body.attachments
  const openEditor = async (id: string, options = {}) => {
    const opened = await app.openPage({ organizationId: 'acme', person: ada }, options)
    await opened.page.goto(`/notes/${id}`)
    await opened.page.getByRole('button', { name: 'Edit', exact: true }).click()
    await opened.page.getByRole('textbox', { name: 'Content' }).waitFor()
    return opened
  }
  const attachmentLink = (page: Page, name: string) =>
    page.getByRole('region', { name: 'Attachments' }).getByRole('link', { name })
  const finish = async (page: Page) => {
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
  }

  /** Sends an event with files, and text if given, to the editor, as a drop or a paste does. */
  const sendFiles = async (page: Page, type: 'drop' | 'paste', files: SentFile[], text?: string) => {
    const content = await page.getByRole('textbox', { name: 'Content' }).elementHandle()
    // As text: the types of tests have no browser in them.
    const send = await page.evaluateHandle(`(content, { type, files, text }) => {
      const data = new DataTransfer()
      if (text !== undefined) data.setData('text/plain', text)
      for (const { name, type, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        data.items.add(new File([bytes], name, { type }))
      }
      const { left, top } = content.getBoundingClientRect()
      const shared = { bubbles: true, cancelable: true, composed: true }
      content.dispatchEvent(
        type === 'drop'
          ? new DragEvent('drop', { ...shared, dataTransfer: data, clientX: left + 2, clientY: top + 5 })
          : new ClipboardEvent('paste', { ...shared, clipboardData: data }),
      )
    }`)
    await send.evaluate(
      (call: (content: unknown, sent: unknown) => void, [element, sent]: [unknown, unknown]) => call(element, sent),
      [content, { type, files, text }] as [unknown, unknown],
    )
  }
  const picture = { name: 'crane.png', type: 'image/png', base64: png.toString('base64') }

  const views = [
    { colorScheme: 'light', width: 1440 },
    { colorScheme: 'dark', width: 390 },
  ] as const

  test.each(views)('are chosen with the button, $colorScheme, $width px', async ({ colorScheme, width }) => {
    const id = await newNote()
    const { page, context, problems } = await openEditor(id, { colorScheme, width, height: 900 })
    await page.getByRole('textbox', { name: 'Content' }).press('ControlOrMeta+End')
    const chosen = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Attach file' }).click()
    await (await chosen).setFiles([
      { name: 'crane.png', mimeType: 'image/png', buffer: png },
      { name: 'harbour [1].pdf', mimeType: 'application/pdf', buffer: pdf },
      { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no\u0000pdf\u0001') },
    ])
    await attachmentLink(page, 'broken.pdf').waitFor()
    await page.getByText('broken.pdf is attached, but search can’t find its text. The file is damaged').waitFor()
    await takeScreenshot(page, `attach-editor-${colorScheme}-${width}`)
    expect(await findAxeViolations(page)).toEqual([])
    await finish(page)
    const [image, file, broken] = await attachmentsOf(id)
    expect(await contentOf(id)).toBe(
      `First line.\n\nLast line.![crane.png](/attachments/${image.id})\n[harbour \\[1\\].pdf](/attachments/${file.id})\n[broken.pdf](/attachments/${broken.id})`,
    )
    const shown = page.locator('.prose img')
    await shown.waitFor()
    await expect.poll(() => page.evaluate("document.querySelector('.prose img').naturalWidth")).toBe(16)
    await expect
      .poll(() => page.locator('.prose').getByRole('link', { name: 'harbour [1].pdf' }).getAttribute('href'))
      .toContain(`/attachments/${file.id}`)
    await takeScreenshot(page, `attach-note-${colorScheme}-${width}`)
    expect(await findAxeViolations(page)).toEqual([])
    expect(problems).toEqual([])
    await context.close()
  })

  test('are dropped at a place of the text and pasted at the cursor, while typing goes on', async () => {
    const id = await newNote()
    const { page, context, problems } = await openEditor(id)
    const text = page.getByRole('textbox', { name: 'Content' })
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/attachments', async (route) => {
      if (route.request().method() === 'POST') await held
      await route.continue()
    })
    await text.press('ControlOrMeta+End')
    await sendFiles(page, 'paste', [picture])
    await text.getByText('Uploading crane.png…').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true)
    await page.keyboard.type(' Typed meanwhile.')
    release()
    await attachmentLink(page, 'crane.png').waitFor()
    await sendFiles(page, 'drop', [{ ...picture, name: 'dropped.png' }])
    await attachmentLink(page, 'dropped.png').waitFor()
    // With the cursor at it, a picture shows beside its source.
    await text.press('ControlOrMeta+Home')
    await text.getByText(/!\[dropped\.png\]/).waitFor()
    await text.getByRole('img', { name: 'dropped.png' }).waitFor()
    await finish(page)
    const [pasted, dropped] = await attachmentsOf(id)
    expect(await contentOf(id)).toBe(
      `![dropped.png](/attachments/${dropped.id})\n\nFirst line.\n\nLast line.![crane.png](/attachments/${pasted.id}) Typed meanwhile.`,
    )
    expect(problems).toEqual([])
    await context.close()
  })

  test('text that is copied with a picture of it stays text', async () => {
    const id = await newNote()
    const { page, context } = await openEditor(id)
    const text = page.getByRole('textbox', { name: 'Content' })
    await text.press('ControlOrMeta+End')
    await sendFiles(page, 'paste', [picture], ' From a sheet.')
    await text.getByText('Last line. From a sheet.').waitFor()
    expect(await attachmentsOf(id)).toEqual([])
    await context.close()
  })

  test('a file that is refused leaves no trace in the text, and says why', async () => {
    const id = await newNote()
    const { page, context } = await openEditor(id)
    const chosen = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Attach file' }).click()
    await (await chosen).setFiles([
      { name: 'huge.txt', mimeType: 'text/plain', buffer: Buffer.alloc(300_001, 'a ') },
      { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
    ])
    await page
      .getByText('huge.txt wasn’t attached. The file is larger than 300000 bytes, the maximum of this service.')
      .waitFor()
    await page.getByText('empty.txt wasn’t attached. file is empty.').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Close', exact: true }).first().click()
    await finish(page)
    expect(await contentOf(id)).toBe('First line.\n\nLast line.')
    await context.close()
  })

  test('by keyboard alone: attached, opened and deleted', async () => {
    const id = await newNote()
    const { page, context, problems } = await openEditor(id)
    const chosen = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Attach file' }).press('Enter')
    await (await chosen).setFiles([{ name: 'crane.png', mimeType: 'image/png', buffer: png }])
    await attachmentLink(page, 'crane.png').waitFor()
    await page.getByRole('button', { name: 'Done' }).press('Enter')
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
    const opened = context.waitForEvent('page')
    await attachmentLink(page, 'crane.png').press('Enter')
    expect(new URL((await opened).url()).pathname).toMatch(/^\/attachments\//)
    await page.getByRole('button', { name: 'Delete crane.png' }).press('Enter')
    const confirm = page.getByRole('dialog', { name: 'Delete crane.png?' })
    await confirm.waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await confirm.getByRole('button', { name: 'Delete permanently' }).press('Enter')
    await page.getByText('Deleted crane.png').waitFor()
    expect(await attachmentsOf(id)).toEqual([])
    await page.reload()
    await page.getByText('Picture not available: crane.png').waitFor()
    expect(problems).toEqual([])
    await context.close()
  })

  test('viewers see them and cannot change them; an answer opens the cited page', async () => {
    const id = await newNote()
    const { page: editor, context: editing } = await openEditor(id)
    await sendFiles(editor, 'drop', [
      { name: 'harbour-guide.pdf', type: 'application/pdf', base64: pdf.toString('base64') },
    ])
    await attachmentLink(editor, 'harbour-guide.pdf').waitFor()
    await finish(editor)
    await editing.close()
    const { page, context, problems } = await app.openPage({ organizationId: 'acme', person: rita })
    await page.goto(`/notes/${id}`)
    await attachmentLink(page, 'harbour-guide.pdf').waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^Delete/ }).count()).toBe(0)
    await page.goto('/')
    await page.getByLabel('Ask a question').fill('Where do visitors park caravans?')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Good answer', exact: true }).waitFor()
    const answer = page.locator('article').last()
    await expect.poll(() => answer.textContent()).toContain('lighthouse')
    await expect.poll(() => answer.textContent()).toMatch(/harbour.*\.pdf/)
    expect(problems).toEqual([])
    await context.close()
  })
})
