import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { folderConnector } from '../../../src/sync/connectors/folder/folder-connector.ts'
import { createOriginFolder, type OriginKind } from './origin.ts'

export const folderOrigin: OriginKind = {
  name: 'folder',
  programs: [],
  async create() {
    const root = await createOriginFolder()
    const path = join(root, 'drive')
    await mkdir(path)
    return {
      connector: folderConnector,
      settings: { path },
      config: { syncFolders: [root] },
      ...changesOf(path),
      break: () => rename(path, `${path}.unmounted`),
      restore: () => rename(`${path}.unmounted`, path),
      removalsAfterMs: 0,
      close: () => rm(root, { recursive: true }),
    }
  },
}

/** Functions that change the documents of a folder. */
export function changesOf(folder: string) {
  return {
    async write(texts: Readonly<Record<string, string>>) {
      for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, `${name}.md`), text)
    },
    rename: (from: string, to: string) => rename(join(folder, `${from}.md`), join(folder, `${to}.md`)),
    remove: (name: string) => rm(join(folder, `${name}.md`)),
  }
}
