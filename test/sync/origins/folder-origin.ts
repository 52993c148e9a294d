import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
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
    const outside = await createOriginFolder()
    const moved = join(outside, 'drive')
    const unmount = () => rename(path, moved)
    return {
      connector: folderConnector,
      settings: { path },
      config: { syncFolders: [root] },
      ...changesOf(path),
      break: unmount,
      // The modes of files say who can read them on the machine, not in the organization, and a service that runs as root
      // reads all of them: access ends where the folder leads out of those that the operator allows.
      async deny() {
        await unmount()
        await symlink(moved, path)
      },
      async restore() {
        await rm(path, { force: true })
        await rename(moved, path)
      },
      removalsAfterMs: 0,
      async close() {
        for (const folder of [root, outside]) await rm(folder, { recursive: true })
      },
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
