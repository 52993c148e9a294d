import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { enqueueSample, registerSampleJob } from '../../src/cli/apply/sample-job.ts'
import type { Config } from '../../src/config.ts'
import { createBrowserSessions } from '../../src/identity/browser-sessions.ts'
import type { Mailer } from '../../src/mail/mailer.ts'
import type { Reader } from '../../src/models/reader.ts'
import type { Person, TestApp } from '../support/test-app.ts'
import { startTestServer } from '../support/test-server.ts'

const chromiumPaths = [
  process.env.CHROMIUM_PATH,
  // Chromium without what draws a window: it starts and loads pages in less time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
]

const builtIndexPath = fileURLToPath(new URL('../../web/dist/index.html', import.meta.url))
const chromiumPath = chromiumPaths.find((path) => path && existsSync(path))

/** Why the tests in a browser cannot run here; undefined where they can. */
export const browserUnavailableReason =
  chromiumPath === undefined
    ? 'no Chromium was found (set CHROMIUM_PATH, or install chromium-headless-shell or chromium)'
    : existsSync(builtIndexPath)
      ? undefined
      : 'the app is not built (npm run build)'

/** Says by name what is left out, so that a run without a browser is not mistaken for a whole one. */
export function warnIfSkipped(what: string): void {
  if (browserUnavailableReason) console.warn(`LEFT OUT: ${what}, because ${browserUnavailableReason}.`)
}

/** A name of this machine in the browser. Unlike 127.0.0.1 and localhost it needs HTTPS for what browsers restrict to it. */
export const plainHttpHost = 'lorewell.test'

export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--host-resolver-rules=MAP ${plainHttpHost} 127.0.0.1`,
    ],
  })
}

export interface BrowserApp extends TestApp {
  url: string
  browser: Browser
  /** A browser window of somebody who is signed in (or of nobody), and what went wrong in it. */
  openPage(person?: { organizationId: string; person: Person }, options?: OpenPageOptions): Promise<OpenedPage>
  closeAll(): Promise<void>
}

interface OpenPageOptions {
  colorScheme?: 'light' | 'dark'
  width?: number
  height?: number
}

export interface OpenedPage {
  page: Page
  context: BrowserContext
  /** Errors of scripts, what the Content-Security-Policy refused, and dialogs: all of them must stay empty. */
  problems: string[]
}

/** The whole service on a port of its own, with a browser before it. */
export async function startBrowserApp(
  config: Partial<Config> = {},
  { host = '127.0.0.1', reader, mailer }: { host?: string; reader?: Reader; mailer?: Mailer } = {},
): Promise<BrowserApp> {
  const served = await startTestServer(
    {
      config,
      ...(reader && { reader }),
      ...(mailer && { mailer }),
      http: (app) => {
        registerSampleJob(app)
        return { onSetup: (made) => enqueueSample(app, made) }
      },
    },
    host,
  )
  const { url } = served
  const browser = await launchChromium()
  return {
    ...served,
    browser,
    async openPage(signedIn, { colorScheme = 'light', width = 1280, height = 860 } = {}) {
      const context = await browser.newContext({
        baseURL: url,
        colorScheme,
        viewport: { width, height },
        reducedMotion: 'reduce',
        locale: 'en-GB',
      })
      context.setDefaultTimeout(120_000)
      // Some browsers refuse to grant them to a page without HTTPS.
      if (host !== plainHttpHost) await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url })
      if (signedIn) {
        const sessions = createBrowserSessions({
          database: served.database,
          publicUrl: url,
          now: () => new Date(),
        })
        const { secret } = await sessions.create({
          organizationId: signedIn.organizationId,
          memberId: signedIn.person.id,
        })
        await context.addCookies([{ name: sessions.cookieName, value: secret, url }])
      }
      const problems: string[] = []
      const page = await context.newPage()
      page.on('pageerror', (error) => problems.push(`script: ${error.message}`))
      page.on('request', (request) => {
        if (/^https?:/.test(request.url()) && new URL(request.url()).origin !== new URL(url).origin)
          problems.push(`request: ${request.url()}`)
      })
      page.on('dialog', async (dialog) => {
        problems.push(`dialog: ${dialog.message()}`)
        await dialog.dismiss()
      })
      page.on('console', (message) => {
        if (/Content.Security.Policy|Trusted|violat/i.test(message.text())) problems.push(`policy: ${message.text()}`)
      })
      return { page, context, problems }
    },
    async closeAll() {
      await browser.close()
      await served.close()
    },
  }
}
