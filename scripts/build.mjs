// Builds the server (src/ → dist/) and the app (web/ → web/dist/) with vite. `--if-stale` skips a part that is newer than
// all of its sources, so that `npm start` costs no build when nothing changed.
import '../bin/require-node.js'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shippedPackages } from './shipped-packages.mjs'
import { root } from './source-files.mjs'

const ifStale = process.argv.includes('--if-stale')

const parts = [
  {
    name: 'server',
    entry: 'src/main.ts',
    sources: ['src', 'sdk/src', 'vite.server.config.ts', 'package.json'],
    out: 'dist',
    command: ['vite', 'build', '--config', 'vite.server.config.ts', '--logLevel', 'warn'],
  },
  {
    name: 'app',
    entry: 'web/index.html',
    sources: ['web', 'sdk/src', 'src/contract', 'src/ingest', 'src/content/notes', 'vite.config.ts'],
    skip: 'web/dist',
    out: 'web/dist',
    command: ['vite', 'build', '--logLevel', 'warn'],
  },
]

for (const part of parts) {
  if (!existsSync(join(root, part.entry))) continue
  const stamp = join(root, part.out, '.built')
  if (ifStale && existsSync(stamp) && statSync(stamp).mtimeMs >= newestSource(part)) continue
  console.log(`Building the ${part.name}…`)
  rmSync(join(root, part.out), { recursive: true, force: true })
  const startedAt = new Date()
  const bin = join(root, 'node_modules', '.bin', part.command[0])
  const run = spawnSync(bin, part.command.slice(1), {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (run.status !== 0) {
    console.error(
      `The ${part.name} could not be built. The messages above say why; run "npm install" first if a package is missing.`,
    )
    process.exit(run.status ?? 1)
  }
  if (part.name === 'server') {
    copyDataFiles()
    writeFileSync(join(root, 'dist/THIRD-PARTY-LICENSES.md'), thirdPartyLicences())
  }
  writeFileSync(stamp, startedAt.toISOString())
}

function newestSource(part) {
  let newest = 0
  const visit = (path) => {
    if (part.skip && path === join(root, part.skip)) return
    const info = statSync(path, { throwIfNoEntry: false })
    if (!info) return
    if (!info.isDirectory()) {
      newest = Math.max(newest, info.mtimeMs)
      return
    }
    for (const entry of readdirSync(path)) visit(join(path, entry))
  }
  for (const source of part.sources) visit(join(root, source))
  return newest
}

/**
 * Copies what a bundle doesn't hold: migrations and queries, the character maps of PDFs with their licence, and the programs and
 * English data of text recognition.
 */
function copyDataFiles() {
  const visit = (from, to) => {
    for (const entry of readdirSync(from, { withFileTypes: true })) {
      if (entry.isDirectory()) visit(join(from, entry.name), join(to, entry.name))
      else if (/\.(?:sql|bcmap)$|^LICENSE$/.test(entry.name)) cpSync(join(from, entry.name), join(to, entry.name))
    }
  }
  visit(join(root, 'src'), join(root, 'dist'))
  const ocrFiles = JSON.parse(readFileSync(join(root, 'src/files/ocr/ocr-files.json'), 'utf8'))
  for (const [name, source] of Object.entries(ocrFiles))
    cpSync(join(root, 'node_modules', source), join(root, 'dist/files/ocr', name))
}

/** Returns the notices of the packages whose code is part of the bundles. */
function thirdPartyLicences() {
  const sections = shippedPackages(root).packages.map(({ name, version, licence, folder }) => {
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one) && statSync(join(folder, one)).isFile())
    const text = file ? readFileSync(join(folder, file), 'utf8').trim() : ''
    return `## ${name} ${version}\n\nLicence: ${licence}\n${text && `\n${text.replace(/^/gm, '    ')}\n`}`
  })
  return `# Third-party licences\n\nLorewell contains or uses these packages.\n\n${sections.sort().join('\n')}`
}
