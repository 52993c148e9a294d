import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'

const script = fileURLToPath(new URL('../../scripts/check-messages.mjs', import.meta.url))
const tempFolders: string[] = []
afterEach(() => {
  for (const folder of tempFolders.splice(0)) rmSync(folder, { recursive: true })
})

function runCheck(jsx: string, allowance: Record<string, number>, ...options: string[]) {
  return runCheckOn(`export const View = () => ${jsx}`, allowance, ...options)
}

function runCheckOn(source: string, allowance: Record<string, number>, ...options: string[]) {
  const root = mkdtempSync(join(tmpdir(), 'lorewell-messages-'))
  tempFolders.push(root)
  mkdirSync(join(root, 'web/src/ask'), { recursive: true })
  mkdirSync(join(root, 'scripts'))
  writeFileSync(join(root, 'web/src/ask/view.tsx'), source)
  const allowancePath = join(root, 'scripts/message-allowance.json')
  writeFileSync(allowancePath, JSON.stringify(allowance))
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, root, ...options], { encoding: 'utf8' })
  return { status, said: stdout + stderr, left: JSON.parse(readFileSync(allowancePath, 'utf8')) }
}

it('finds text, labels and alternatives, and no class names, values or looked-up texts', () => {
  const { status, said } = runCheck(
    `<p className="quiet" title="A title" data-x="none" aria-label={isOpen ? 'Close it' : text('open')}>
      Some text {isNew && 'new'} {\`\${count} notes\`} {text('save')} {other.map((each) => <b key="k">{each}</b>)} ·
    </p>`,
    {},
  )
  for (const text of ['A title', 'Close it', 'Some text', 'new', '… notes']) expect(said).toContain(`: ${text}\n`)
  expect(said).toContain('web/src/ask: 5 texts')
  expect(status).toBe(1)
})

it('passes within the allowance of the folder, which only shrinks', () => {
  expect(runCheck('<p>Some text</p>', { 'web/src/ask': 1 }).status).toBe(0)
  const shrunk = runCheck('<p>Some text</p>', { 'web/src/ask': 3, 'web/src/notes': 2 }, '--update')
  expect(shrunk).toMatchObject({ status: 0, left: { 'web/src/ask': 1 } })
  const grown = runCheck('<p>Some <b>other</b> text</p>', { 'web/src/ask': 1 }, '--update')
  expect(grown).toMatchObject({ status: 1, left: { 'web/src/ask': 1 } })
})

it('fails for texts that are looked up while a module loads', () => {
  const imported = "import { askText } from '../messages/ask.ts'\n"
  const early = runCheckOn(
    `${imported}const labels = [askText('open')]\nexport const View = () => <p>{labels[0]}</p>`,
    {},
  )
  expect(early.said).toContain('web/src/ask/view.tsx:2: askText() is called while the module loads')
  expect(early.status).toBe(1)
  const late = `const labels = () => [askText('open')]\nexport const View = () => <p>{labels()[0]}</p>`
  expect(runCheckOn(imported + late, {}).status).toBe(0)
})
