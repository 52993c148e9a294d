import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserUnavailableReason, launchChromium, warnIfSkipped } from '../browser/browser-app.ts'

warnIfSkipped('the packed app in a browser')

const project = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'lorewell-package-'))
const modelSettings = { EMBEDDINGS_BASE_URL: '' }
/** npm hands its own settings down; an installation in an empty folder starts without them. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Packs a package of this project and returns the tarball and the paths in it. */
function pack(cwd: string) {
  const output = npm(['pack', '--json', '--pack-destination', folder], cwd)
  const [{ filename, files }] = JSON.parse(output.slice(output.indexOf('[\n'))) as [
    { filename: string; files: { path: string }[] },
  ]
  return { tarball: join(folder, filename), paths: files.map(({ path }) => path) }
}

function npm(args: string[], cwd: string): string {
  return execFileSync('npm', args, {
    cwd,
    env: { ...env, ONNXRUNTIME_NODE_INSTALL: 'skip' },
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
}

function emptyFolder(name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  writeFileSync(join(path, 'package.json'), '{"private":true,"type":"module"}')
  return path
}

/** Installs the package into an empty folder, once. Returns the folder. */
function installDependencies(): string {
  installation ??= emptyFolder('installation')
  if (!existsSync(join(installation, 'node_modules')))
    npm(['install', '--no-audit', '--no-fund', '--prefer-offline', packed.tarball], installation)
  return installation
}
let installation: string | undefined

/** Starts the service, passes on its address and what it has written so far, and stops it. */
async function withService(
  { command: [program = '', ...argv], settings, cwd = folder }: ServiceCommand,
  work: (address: string, output: () => string) => Promise<void>,
): Promise<void> {
  const child = spawn(program, argv, { cwd, env: settings })
  const exited = once(child, 'exit')
  try {
    let output = ''
    const address = await new Promise<string>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (part: string) => {
          output += part
          const found = /Lorewell is at (http:\S+)/.exec(output)?.[1]
          if (found) resolve(found)
        })
      child.on('exit', () => reject(new Error(`ended before it listened:\n${output}`)))
    })
    await work(address, () => output)
  } finally {
    child.kill('SIGTERM')
    await exited
  }
}

interface ServiceCommand {
  command: string[]
  settings: Record<string, string | undefined>
  cwd?: string
}

/** Opens a page in Chromium, and expects that no script fails in it. */
async function withPage(work: (page: Page) => Promise<void>): Promise<void> {
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(120_000)
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    await work(page)
    expect(problems).toEqual([])
  } finally {
    await browser.close()
  }
}

test('the package holds what is built and no sources or tests', () => {
  const { paths } = packed
  for (const path of [
    'bin/lorewell.js',
    'dist/main.js',
    'dist/THIRD-PARTY-LICENSES.md',
    'dist/storage/migrations/0001-ground.sql',
    'web/dist/index.html',
    'sample/handbook.yaml',
    'LICENSE',
    'README.md',
  ])
    expect(paths).toContain(path)
  expect(paths.filter((path) => /^(src|test|bench|eval|scripts|sdk)\/|\.test\.|\.map$|\.built$/.test(path))).toEqual([])
})

let packed: ReturnType<typeof pack>
beforeAll(() => {
  packed = pack(project)
})

test('from the tarball alone, in an empty folder, the service starts, serves the app and answers from the sample', async () => {
  const installation = installDependencies()
  const settings = { ...env, ...modelSettings, DATA_DIR: join(installation, 'data'), PORT: '0' }
  const sample = join(installation, 'node_modules/lorewell/sample/handbook.yaml')
  const summary = execFileSync('npx', ['--no-install', 'lorewell', 'apply', sample], {
    cwd: installation,
    env: settings,
    encoding: 'utf8',
  })
  expect(JSON.parse(summary.trim().split('\n').at(-1) as string)).toBeTypeOf('object')

  // npx would end before the service does, and the next command needs its data directory.
  await withService(
    { command: [join(installation, 'node_modules/.bin/lorewell'), 'start'], settings },
    async (address) => {
      const page = await fetch(`${address}/`)
      const html = await page.text()
      expect(page.status).toBe(200)
      const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1]
      expect((await fetch(address + script)).status).toBe(200)
      expect((await fetch(`${address}/v1/openapi.json`)).status).toBe(200)
      if (browserUnavailableReason) return
      await withPage(async (page) => {
        // Only the script of the app leads from here to the sign-in page.
        await page.goto(`${address}/`)
        await page.waitForURL('**/sign-in')
        await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
      })
    },
  )
  const answer = execFileSync(
    'npx',
    ['--no-install', 'lorewell', 'ask', 'How many vacation days do I get in Kobe?', '--as', admin(sample)],
    { cwd: installation, env: settings, encoding: 'utf8' },
  )
  expect(answer).toMatch(/\[1\]/)
})

test.skipIf(browserUnavailableReason)(
  'from the files of the image alone, started by its entry point, the setup link leads into the app',
  async () => {
    const app = emptyFolder('app')
    // As the Dockerfile does.
    execFileSync('tar', ['-xzf', packed.tarball, '-C', app, '--strip-components=1'])
    symlinkSync(join(installDependencies(), 'node_modules'), join(app, 'node_modules'))
    const dockerfile = readFileSync(join(project, 'Dockerfile'), 'utf8')
    const [program = '', ...argv] = ['ENTRYPOINT', 'CMD'].flatMap((instruction) =>
      JSON.parse(new RegExp(`^${instruction} (.*)$`, 'm').exec(dockerfile)?.[1] ?? '[]'),
    ) as string[]
    expect([program, ...argv]).toEqual(expect.arrayContaining(['node', 'bin/lorewell.js', 'start']))
    const settings = { ...env, ...modelSettings, DATA_DIR: join(folder, 'image-data'), PORT: '0' }
    await withService({ command: [program, ...argv], cwd: app, settings }, async (_address, output) => {
      await expect.poll(output).toMatch(/http:\S+\/setup\?token=/)
      await withPage(async (page) => {
        await page.goto(/(http:\S+\/setup\?token=\S+)/.exec(output())?.[1] as string)
        await page.getByLabel('Organization').fill('Harbour Works')
        await page.getByLabel('Your name').fill('Ada Lund')
        await page.getByLabel('Email').fill('ada@harbour.test')
        await page.getByLabel('Password').fill('a long enough password')
        await page.getByRole('button', { name: 'Set up', exact: true }).click()
        await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor()
      })
    })
  },
)

test('the SDK packs with its types and is imported by its name', () => {
  const sdk = pack(join(project, 'sdk'))
  expect(sdk.paths).toEqual(expect.arrayContaining(['dist/index.js', 'dist/index.d.ts', 'README.md']))
  const user = emptyFolder('sdk-user')
  npm(['install', '--no-audit', '--no-fund', '--offline', sdk.tarball], user)
  const code =
    "import { createClient } from '@lorewell/sdk'; console.log(typeof createClient({ url: 'http://localhost', credential: 'lw_x' }).ask)"
  expect(
    execFileSync(process.execPath, ['--input-type=module', '-e', code], {
      cwd: user,
      encoding: 'utf8',
    }).trim(),
  ).toBe('function')
})

function admin(sample: string): string {
  return /email: (\S+?),[^}]*role: admin/.exec(readFileSync(sample, 'utf8'))?.[1] as string
}
