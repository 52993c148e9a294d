import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commands } from '../../src/cli/command-line.ts'
import { freePort } from '../support/free-port.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { createTestTerminal, type TestTerminal } from '../support/test-terminal.ts'

/** Every command in a `sh` block of docs/ is run: those of the terminal on a store, those of curl before a server. */

const docs = new URL('../../docs/', import.meta.url)
const root = new URL('../..', import.meta.url)
const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { scripts: object }
const benchSource = readFileSync(new URL('bench/main.ts', root), 'utf8')
const pages = readdirSync(docs).filter((name) => name.endsWith('.md') && commandsOf(name).length > 0)

/** The commands of a page, each on one line; how a page continues a line is undone. */
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

let terminal: TestTerminal
let scratch: TestServer
let env: Record<string, string>
beforeAll(async () => {
  terminal = await createTestTerminal()
  scratch = await startTestServer()
  await scratch.organization('acme')
  const { key } = await scratch.person('acme', 'ada', { role: 'admin' })
  await scratch.note('acme', { title: 'On call', content: 'Ada is on call.' })
  env = { LOREWELL_SERVER: scratch.url, LOREWELL_KEY: key, PATH: process.env.PATH ?? '' }
  terminal.env.PORT = String(await freePort())
})
afterAll(async () => {
  await scratch?.close()
  await terminal?.close()
})

it('there are pages with commands', () => {
  expect(pages.length).toBeGreaterThan(5)
})

describe.each(readdirSync(docs).filter((name) => name.endsWith('.md')))('docs/%s', (page) => {
  const text = readFileSync(new URL(page, docs), 'utf8')

  it('has its commands where they are run: in blocks that say sh', () => {
    const fences = [...text.matchAll(/^ *```(\S*)\n[\s\S]*?^ *```$/gm)]
    for (const [block, language = ''] of fences)
      if (/^ *(\$ )?(npx|npm|lorewell|curl|docker|node) /m.test(block))
        expect([language, block]).toEqual(['sh', block])
  })

  it('names only commands, scripts, benches and test files that there are', () => {
    for (const [, name] of text.matchAll(/`(?:npx )?lorewell ([a-z]\S*?)[ `]/g))
      expect(commands.map((command) => command.name)).toContain(name)
    for (const [, name] of text.matchAll(/npm run ([\w:-]+)/g)) expect(Object.keys(scripts)).toContain(name)
    for (const [, name] of text.matchAll(/npm run bench -- ([\w-]+)/g))
      expect(benchSource).toMatch(new RegExp(`^  '?${name}'?: bench`, 'm'))
    for (const [, path = ''] of text.matchAll(/npx vitest run (\S+?)[ `]/g))
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
      })
    } else if (page !== 'quality.md') {
      it(`is a command that is tried: ${command}`, () => {
        expect.fail('docs/ has a command that no test runs')
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
