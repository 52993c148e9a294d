import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The file that says when a build began; it is written last. */
const stampName = '.built'
const hasHash = (path) => /-[\w-]{8}\.(?:js|css)(?:\.gz|\.br)?$/.test(path)

/**
 * Moves a finished build into place, file by file. Files with a hash in their name that belong to the build before stay until the
 * next one: a server that runs, and an app that is open, load some of them later.
 */
export function replaceBuild(built, out) {
  const previousStart = readStart(out)
  const files = listFiles(built).sort((one, other) => order(one) - order(other))
  for (const path of files) {
    mkdirSync(dirname(join(out, path)), { recursive: true })
    renameSync(join(built, path), join(out, path))
  }
  removeFiles(out, (path) => files.includes(path) || (hasHash(path) && isSince(join(out, path), previousStart)))
  rmSync(built, { recursive: true, force: true })
}

/** Removes what the build before has left, for a package. */
export function removePreviousBuild(out) {
  const start = readStart(out)
  removeFiles(out, (path) => !hasHash(path) || isSince(join(out, path), start))
}

/** What others import comes first, and the stamp last. */
function order(path) {
  if (path === stampName) return 2
  return hasHash(path) ? 0 : 1
}

function readStart(out) {
  const stamp = join(out, stampName)
  return existsSync(stamp) ? Date.parse(readFileSync(stamp, 'utf8')) : Number.POSITIVE_INFINITY
}

function isSince(file, start) {
  return statSync(file).mtimeMs >= start
}

function removeFiles(out, isKept) {
  for (const path of listFiles(out)) if (!isKept(path)) rmSync(join(out, path))
}

function listFiles(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => statSync(join(folder, path)).isFile())
}
