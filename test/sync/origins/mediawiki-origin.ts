import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mediawikiConnector } from '../../../src/sync/connectors/mediawiki/mediawiki-connector.ts'
import { mediawikiFolder, startMediawiki } from '../../support/mediawiki.ts'
import { createOriginFolder, type OriginKind } from './origin.ts'

export const mediawikiOrigin: OriginKind = {
  name: 'mediawiki',
  programs: ['php', `${mediawikiFolder}/api.php`],
  async create() {
    const folder = await createOriginFolder()
    const wiki = await startMediawiki(folder)
    await wiki.change('delete', { title: 'Main Page' })
    return {
      connector: mediawikiConnector,
      settings: { url: wiki.apiUrl },
      config: { syncAllow: [wiki.host] },
      async write(texts) {
        for (const [title, text] of Object.entries(texts)) await wiki.change('edit', { title, text })
      },
      rename: (from, to) => wiki.change('move', { from, to, noredirect: '1' }),
      remove: (title) => wiki.change('delete', { title }),
      break: wiki.stop,
      deny: () => writeFile(join(folder, 'denied'), ''),
      async restore() {
        await rm(join(folder, 'denied'), { force: true })
        await wiki.stop()
        await wiki.start()
      },
      removalsAfterMs: 0,
      async close() {
        await wiki.stop()
        await rm(folder, { recursive: true, force: true })
      },
    }
  },
}
