import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Lists the files below some folders of the project as { path, text }, paths with forward slashes, in stable order. */
export function sourceFiles(folders, isWanted, base = root) {
  return folders.flatMap((folder) =>
    readdirSync(join(base, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((path) => !/(^|\/)(node_modules|dist)\//.test(path) && isWanted(path))
      .sort()
      .map((path) => ({ path, text: readFileSync(join(base, path), 'utf8') })),
  )
}

export function isTest(path) {
  return /\.test\.tsx?$/.test(path)
}
