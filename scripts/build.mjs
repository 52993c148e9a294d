// Builds the server (src/ → dist/) and the app (web/ → web/dist/) with vite. `--if-stale` skips a part that is newer than
// all of its sources, so that `npm start` costs no build when nothing changed. `--package` leaves nothing of the build before.
import '../bin/require-node.js'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { removePreviousBuild, replaceBuild } from './replace-build.mjs'
import { shippedPackages } from './shipped-packages.mjs'
import { root } from './source-files.mjs'

const ifStale = process.argv.includes('--if-stale')
const isForPackage = process.argv.includes('--package')

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
  const out = join(root, part.out)
  const isFresh = ifStale && existsSync(stampOf(out)) && statSync(stampOf(out)).mtimeMs >= newestSource(part)
  if (!isFresh) build(part, out)
  if (isForPackage) removePreviousBuild(out)
}

/** Builds a part beside the last build, which stays if this one fails, and then replaces it. */
function build(part, out) {
  console.log(`Building the ${part.name}…`)
  // Two processes can build at once.
  const built = `${out}.${process.pid}`
  const startedAt = new Date()
  const [command, ...options] = part.command
  const bin = join(root, 'node_modules', '.bin', command)
  const run = spawnSync(bin, [...options, '--outDir', built], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (run.status !== 0) {
    rmSync(built, { recursive: true, force: true })
    console.error(
      `The ${part.name} could not be built. The messages above say why; run "npm install" first if a package is missing.`,
    )
    process.exit(run.status ?? 1)
  }
  if (part.name === 'server') {
    copyDataFiles(built)
    writeFileSync(join(built, 'package.json'), '{"type":"commonjs"}\n')
    writeFileSync(join(built, 'THIRD-PARTY-LICENSES.md'), thirdPartyLicences())
  }
  writeFileSync(stampOf(built), startedAt.toISOString())
  replaceBuild(built, out)
}

function stampOf(out) {
  return join(out, '.built')
}

function newestSource(part) {
  let newest = 0
  const visit = (path) => {
    if (part.skip && path.startsWith(join(root, part.skip))) return
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
function copyDataFiles(out) {
  const visit = (from, to) => {
    for (const entry of readdirSync(from, { withFileTypes: true })) {
      if (entry.isDirectory()) visit(join(from, entry.name), join(to, entry.name))
      else if (/\.(?:sql|bcmap)$|^LICENSE$/.test(entry.name)) cpSync(join(from, entry.name), join(to, entry.name))
    }
  }
  visit(join(root, 'src'), out)
  const ocrFiles = JSON.parse(readFileSync(join(root, 'src/files/ocr/ocr-files.json'), 'utf8'))
  for (const [name, source] of Object.entries(ocrFiles))
    cpSync(join(root, 'node_modules', source), join(out, 'files/ocr', name))
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
