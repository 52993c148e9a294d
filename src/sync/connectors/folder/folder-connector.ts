import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { z } from 'zod'
import { withoutTrailingSlashes } from '../../../trailing-slashes.ts'
import { type Connector, type OriginContent, OriginError, type OriginReader } from '../../connector.ts'
import { resolveAllowedFolder } from '../allowed-folder.ts'
import { encodePath, idFromPath, titleFromPath, tooLarge, versionOf } from '../file-item.ts'
import { createPathFilter, pathSettings } from '../path-filter.ts'
import { requiredText, webAddress } from '../setting-fields.ts'
import { readFileWithin, walkFolder } from './walk-folder.ts'
import { watchFolder } from './watch-folder.ts'

const settings = z.strictObject({
  path: requiredText({
    title: 'Path',
    description: 'A folder on the server, such as /srv/handbook. The operator lists it in SYNC_FOLDERS',
    pattern: /^\//,
    message: 'must be an absolute path',
  }),
  files: pathSettings.files,
  baseUrl: webAddress({
    title: 'Address',
    description:
      'Where people open the files, such as https://files.example.com/handbook. Empty: the path within the folder',
  }),
})

type FolderSettings = z.infer<typeof settings>

/** Files between two checkpoints: their folders are read again after an interruption, the files themselves are not. */
const checkpointInterval = 1000

const undecodableName: OriginContent = {
  type: 'skipped',
  reason: 'Its name is not UTF-8, so it cannot be read. Rename it.',
}

/** Reads the documents of a folder on this machine. */
export const folderConnector: Connector<FolderSettings> = {
  kind: 'folder',
  name: 'Folder',
  description: 'Documents in a folder on the server, or a network drive that is mounted there.',
  settings,
  secrets: [],
  async connect({ path, files, baseUrl }, { allowedFolders, maxFileBytes, signal }): Promise<OriginReader> {
    const root = await resolveAllowedFolder(path, allowedFolders)
    const isIncluded = createPathFilter({ files })
    const urlOf = (file: string) =>
      baseUrl ? `${withoutTrailingSlashes(baseUrl)}/${encodePath(file)}` : encodePath(file)

    return {
      async *changes(cursor) {
        const unreadable: string[] = []
        const before = await identify(root)
        const checkpoint = /^(?<folder>\d+ \d+) (?<path>.+)$/s.exec(cursor ?? '')?.groups
        // Another drive is read from the start; what was listed before says nothing about its files.
        const isOther = cursor !== undefined && checkpoint?.folder !== before
        const after = isOther ? undefined : checkpoint?.path
        let count = 0
        for await (const file of walkFolder(root, { after, onUnreadable: (folder) => unreadable.push(folder) })) {
          signal.throwIfAborted()
          // One that can't be looked at is a folder or a file: a folder seldom has an extension.
          const canBeFolder = file.isUndecodable && extname(file.path) === ''
          if (!isIncluded(file.path) && !canBeFolder) continue
          const url = urlOf(file.path)
          yield {
            kind: 'item',
            id: idFromPath(file.path),
            version: versionOf(file.path, url, file.sizeBytes, file.modifiedMs, file.changedMs),
            title: titleFromPath(file.path),
            url,
            updatedAt: new Date(file.modifiedMs),
            async read() {
              if (file.isUndecodable) return undecodableName
              return file.sizeBytes > maxFileBytes
                ? tooLarge(maxFileBytes)
                : readFileWithin(root, file.path, maxFileBytes)
            },
          }
          count += 1
          // Not after a folder that can't be read: the next attempt has to try it again.
          if (count % checkpointInterval === 0 && unreadable.length === 0)
            yield { kind: 'checkpoint', cursor: `${before} ${file.path}` }
        }
        // Thrown at the end: the other files are in step, and nothing is removed.
        if (unreadable.length > 0)
          throw new OriginError(
            `The folder ${unreadable[0]} cannot be read. Give the account of the server access to it.`,
          )
        // A drive that was taken away meanwhile looks like an empty folder.
        if ((await identify(root)) !== before)
          throw new OriginError(`The folder ${path} was replaced while it was read. Check that its drive is mounted.`)
        yield { kind: 'end', isComplete: !isOther }
      },
      async close() {},
    }
  },
  async watch({ path, files }, { allowedFolders, ...report }) {
    const root = await resolveAllowedFolder(path, allowedFolders)
    return watchFolder(root, { isIncluded: createPathFilter({ files }), ...report })
  },
}

/** Returns which folder of which file system is at a path. */
async function identify(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found && `${found.dev} ${found.ino}`
}
