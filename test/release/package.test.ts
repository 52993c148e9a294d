import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const project = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'lorewell-package-'))
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
  const installation = emptyFolder('installation')
  npm(['install', '--no-audit', '--no-fund', '--prefer-offline', packed.tarball], installation)
  const settings = {
    ...env,
    DATA_DIR: join(installation, 'data'),
    PORT: '0',
    EMBEDDINGS_BASE_URL: '',
    MODEL_DIR: process.env.MODEL_DIR ?? join(project, '.models'),
  }
  const sample = join(installation, 'node_modules/lorewell/sample/handbook.yaml')
  const summary = execFileSync('npx', ['--no-install', 'lorewell', 'apply', sample], {
    cwd: installation,
    env: settings,
    encoding: 'utf8',
  })
  expect(JSON.parse(summary.trim().split('\n').at(-1) as string)).toBeTypeOf('object')

  // npx would end before the service does, and the next command needs its data directory.
  const child = spawn(join(installation, 'node_modules/.bin/lorewell'), ['start'], { cwd: installation, env: settings })
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
    const page = await fetch(`${address}/`)
    const html = await page.text()
    expect(page.status).toBe(200)
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1]
    expect((await fetch(address + script)).status).toBe(200)
    expect((await fetch(`${address}/v1/openapi.json`)).status).toBe(200)
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  const answer = execFileSync(
    'npx',
    ['--no-install', 'lorewell', 'ask', 'How many vacation days do I get in Kobe?', '--as', admin(sample)],
    { cwd: installation, env: settings, encoding: 'utf8' },
  )
  expect(answer).toMatch(/\[1\]/)
})

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
