import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, parse } from 'node:path'

/**
 * Lists every package that reaches a user, each once: what the package depends on, what the server and the app import
 * and therefore have in their bundles, what a build copies, and what these depend on. Reads what is installed; needs no network.
 */
export function shippedPackages(root) {
  const found = new Map()
  const missing = new Set()

  const follow = (name, from, isOptional = false) => {
    const folder = findPackage(name, from)
    if (folder === undefined) {
      // Binaries for other platforms aren't installed here; their parent's licence is theirs.
      if (!isOptional) missing.add(name)
      return
    }
    if (found.has(folder)) return
    const manifest = readPackage(folder)
    found.set(folder, {
      name: manifest.name,
      version: manifest.version,
      licence: licenceOf(manifest),
      folder,
    })
    for (const next of Object.keys(manifest.dependencies ?? {})) follow(next, folder)
    for (const next of Object.keys(manifest.optionalDependencies ?? {})) follow(next, folder, true)
    for (const next of Object.keys(manifest.peerDependencies ?? {})) follow(next, folder, true)
  }

  const own = readPackage(root)
  for (const name of Object.keys(own.dependencies ?? {})) follow(name, root)
  for (const workspace of own.workspaces ?? []) {
    const folder = join(root, workspace)
    for (const name of Object.keys(readPackage(folder).dependencies ?? {})) follow(name, folder)
  }
  for (const sources of ['src', 'web/src']) {
    for (const name of importedBy(join(root, sources))) follow(name, root)
  }
  for (const name of copiedInto(root)) follow(name, root)
  return { packages: [...found.values()], missing: [...missing] }
}

/** Returns the packages of which a build copies files: programs and data of text recognition. */
function copiedInto(root) {
  const list = join(root, 'src/files/ocr/ocr-files.json')
  return existsSync(list) ? Object.values(JSON.parse(readFileSync(list, 'utf8'))).map(packageOf) : []
}

function findPackage(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name)
    if (existsSync(join(found, 'package.json'))) return found
    if (folder === parse(folder).root) return undefined
  }
}

function licenceOf({ license, licenses }) {
  const names = [license ?? licenses].flat().map((one) => (typeof one === 'string' ? one : one?.type))
  const isNamed = names.every((one) => typeof one === 'string' && one !== '')
  return isNamed ? names.join(' OR ') : undefined
}

/** Returns the packages that the code of a folder imports for more than their types. */
function importedBy(folder) {
  const names = new Set()
  if (!existsSync(folder)) return names
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file)) continue
    const text = readFileSync(join(folder, file), 'utf8')
    for (const [, type, specifier] of text.matchAll(/(?:import|export) (type )?[^'"]*?from '([^'.][^']*)'/g)) {
      if (!type && !specifier.startsWith('node:')) names.add(packageOf(specifier))
    }
    for (const [, specifier] of text.matchAll(/import\('([^'.][^']*)'\)/g)) names.add(packageOf(specifier))
  }
  return names
}

function packageOf(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

function readPackage(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}
