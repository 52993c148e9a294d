// Builds the server (src/ → dist/) and the app (web/ → web/dist/), both with vite. `--if-stale` does nothing when both are newer than
// every source file, so that `npm start` costs no build when nothing changed.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const ifStale = process.argv.includes('--if-stale')

const parts = [
  {
    name: 'server',
    needs: 'src/main.ts',
    sources: ['src', 'sdk/src', 'vite.server.config.ts', 'package.json'],
    out: 'dist',
    command: ['vite', 'build', '--config', 'vite.server.config.ts', '--logLevel', 'warn'],
  },
  {
    name: 'app',
    needs: 'web/index.html',
    sources: ['web', 'src/contract', 'sdk/src', 'vite.config.ts'],
    skip: 'web/dist',
    out: 'web/dist',
    command: ['vite', 'build', '--logLevel', 'warn'],
  },
]

for (const part of parts) {
  if (!existsSync(join(root, part.needs))) continue
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
  copySql(part)
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

/** A bundle holds no SQL: the migrations and queries kept as .sql files go along by hand. */
function copySql(part) {
  if (part.name !== 'server') return
  const visit = (from, to) => {
    for (const entry of readdirSync(from, { withFileTypes: true })) {
      if (entry.isDirectory()) visit(join(from, entry.name), join(to, entry.name))
      else if (entry.name.endsWith('.sql')) cpSync(join(from, entry.name), join(to, entry.name))
    }
  }
  visit(join(root, 'src'), join(root, 'dist'))
}
