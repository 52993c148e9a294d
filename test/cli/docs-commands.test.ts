import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commands } from '../../src/cli/command-line.ts'
import { freePort } from '../support/free-port.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { createTestTerminal, type TestTerminal } from '../support/test-terminal.ts'

/** Runs every command in a `sh` block of docs/: `npx lorewell` on a data directory, `curl` against a server. Checks links, too. */

const docs = new URL('../../docs/', import.meta.url)
const root = new URL('../..', import.meta.url)
const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { scripts: object }
const benchSource = readFileSync(new URL('bench/main.ts', root), 'utf8')
const docsPages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  'sdk/README.md',
  'sample/README.md',
  'eval/handbook/README.md',
].sort()
const pages = readdirSync(docs).filter((name) => name.endsWith('.md') && commandsOf(name).length > 0)

/** Returns the commands of a page, with continued lines joined. */
function commandsOf(page: string): string[] {
  const text = readFileSync(new URL(page, docs), 'utf8')
  const blocks = [...text.matchAll(/^( *)```sh\n([\s\S]*?)^ *```$/gm)].map(([, , block = '']) => block)
  return blocks.flatMap((block) =>
    block
      .replace(/\\\n\s*/g, '')
      .replace(/\|\n\s*/g, '| ')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  )
}

/** Returns the targets of a page's relative links, without external ones. */
function linksOf(page: string): string[] {
  const text = readFileSync(new URL(page, root), 'utf8')
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)|(?:href|src)="([^"]+)"/g)].map(
    ([, link, attribute]) => link ?? attribute ?? '',
  )
  return targets.filter((target) => !/^(https?|mailto):/.test(target))
}

/** Returns the anchors that GitHub gives a page's headings. */
function headingAnchors(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
}

let terminal: TestTerminal
let scratch: TestServer
let env: Record<string, string>
beforeAll(async () => {
  terminal = await createTestTerminal()
  scratch = await startTestServer()
  await scratch.organization('acme')
  const { key } = await scratch.person('acme', 'ada', { role: 'admin' })
  await scratch.note('acme', { id: 'on-call', title: 'On call', content: 'Ada is on call.' })
  env = { LOREWELL_SERVER: scratch.url, LOREWELL_KEY: key, NOTE_ID: 'on-call', PATH: process.env.PATH ?? '' }
  terminal.env.PORT = String(await freePort())
})
afterAll(async () => {
  await scratch?.close()
  await terminal?.close()
})

it('there are pages with commands', () => {
  expect(pages.length).toBeGreaterThan(5)
})

it('docs/README.md links every page of docs/ exactly once', () => {
  const linked = linksOf('docs/README.md').filter((target) => /^[\w-]+\.md$/.test(target))
  const listed = readdirSync(docs).filter((name) => name.endsWith('.md') && name !== 'README.md')
  expect(linked.sort()).toEqual(listed.sort())
})

it('docs/decisions/README.md links every decision exactly once', () => {
  const listed = readdirSync(new URL('decisions/', docs)).filter((name) => name !== 'README.md')
  expect(linksOf('docs/decisions/README.md').sort()).toEqual(listed.sort())
})

it.each(docsPages)('%s uses sh blocks for commands', (page) => {
  const text = readFileSync(new URL(page, root), 'utf8')
  const fences = [...text.matchAll(/^ *```(\S*)\n[\s\S]*?^ *```$/gm)]
  for (const [block, language = ''] of fences)
    if (/^ *(npx|npm|lorewell|curl|docker|node) /m.test(block)) expect([language, block]).toEqual(['sh', block])
})

describe.each(docsPages)('%s', (page) => {
  const text = readFileSync(new URL(page, root), 'utf8')

  it('has no broken relative link', () => {
    for (const target of linksOf(page)) {
      const url = new URL(target, new URL(page, root))
      expect(existsSync(url), target).toBe(true)
      if (url.hash) expect(headingAnchors(readFileSync(url, 'utf8')), target).toContain(url.hash.slice(1))
    }
  })

  // The changelog also names commands of earlier versions.
  if (page === 'CHANGELOG.md') return

  it('names only existing commands, scripts, benches and files', () => {
    for (const [, name] of text.matchAll(/`(?:npx )?lorewell ([a-z]\S*?)[ `]/g))
      expect(commands.map((command) => command.name)).toContain(name)
    for (const [, name] of text.matchAll(/npm run ([\w:-]+)/g)) expect(Object.keys(scripts)).toContain(name)
    for (const [, name] of text.matchAll(/npm run bench -- ([\w-]+)/g))
      expect(benchSource).toMatch(new RegExp(`^  '?${name}'?: bench`, 'm'))
    for (const [, path = ''] of text.matchAll(/npx vitest run (\S+?)[ `]/g))
      expect(existsSync(new URL(path, root)), path).toBe(true)
    for (const [, path = ''] of text.matchAll(
      /`((?:src|test|web|sdk|scripts|deploy)\/[\w./-]+\.(?:tsx?|wat|mjs|yaml|service))`/g,
    ))
      expect(existsSync(new URL(path, root)), path).toBe(true)
  })
})

const hasCurl = spawnSync('curl', ['--version']).status === 0

describe.each(pages)('docs/%s', (page) => {
  for (const command of commandsOf(page)) {
    if (command.startsWith('npx lorewell ')) {
      it(`runs: ${command}`, async () => {
        const ran = await terminal.lorewell(...splitCommand(command).slice(2))
        expect(ran.stderr).not.toContain('Error')
        expect(ran.code).toBe(0)
        expect(ran.stdout).not.toBe('')
      })
    } else if (/^(curl|printf) /.test(command)) {
      it.skipIf(!hasCurl)(`runs: ${command}`, async () => {
        const { code, output } = await shell(command)
        expect(code).toBe(0)
        if (!command.includes('-X DELETE')) expect(output).not.toBe('')
        expect(output).not.toMatch(/"isError":true|"ok":false/)
        if (page === 'indexing.md' && command.includes('"question"')) expect(output).not.toContain('"sources":[]')
      })
    } else if (page !== 'quality.md') {
      it(`is a command that this suite can run: ${command}`, () => {
        expect.fail(
          'This suite runs only npx lorewell, curl and printf; indent other commands instead of fencing them.',
        )
      })
    }
  }
})

function splitCommand(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}

function shell(command: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn('sh', ['-c', command], { cwd: root, env })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.once('close', (code) => resolve({ code, output }))
  })
}
