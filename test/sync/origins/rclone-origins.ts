import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { rcloneConnector } from '../../../src/sync/connectors/rclone/rclone-connector.ts'
import { type ServedProtocol, serveWithRclone } from '../../support/rclone-serve.ts'
import { startBucket } from '../../support/s3-server.ts'
import { changesOf } from './folder-origin.ts'
import { createOriginFolder, type OriginKind } from './origin.ts'

/**
 * A folder that rclone serves. Without a cache the server shows changes at once, but reads the whole folder again for each
 * file that it lists.
 */
export const servedOrigin = (protocol: ServedProtocol, { cacheTime = '0s' } = {}): OriginKind => ({
  name: `rclone over ${protocol}`,
  programs: ['rclone'],
  async create() {
    const root = await createOriginFolder()
    const folder = join(root, 'files')
    await mkdir(folder)
    const server = await serveWithRclone(protocol, folder, { cacheTime })
    return {
      connector: rcloneConnector,
      settings: { config: server.config, webUrl: 'https://files.example.com/{path}' },
      config: { syncAllow: [server.host] },
      ...changesOf(folder),
      break: server.stop,
      async deny() {
        await server.stop()
        await server.start({ password: 'an0ther-password' })
      },
      async restore() {
        await server.stop()
        await server.start()
      },
      removalsAfterMs: 0,
      async close() {
        await server.stop()
        await rm(root, { recursive: true })
      },
    }
  },
})

export const webdavOrigin = servedOrigin('webdav')
export const sftpOrigin = servedOrigin('sftp')

export const s3Origin: OriginKind = {
  name: 'rclone over s3',
  programs: ['rclone'],
  async create() {
    const server = await startBucket({}, { pageSize: 1000, isShared: true })
    const { objects } = server
    const credentials = 'access_key_id = key\nsecret_access_key = secret'
    return {
      connector: rcloneConnector,
      settings: {
        config: `type = s3\nprovider = Other\nendpoint = ${server.url}\n${credentials}\nforce_path_style = true`,
        path: 'bucket',
        webUrl: 'https://files.example.com/{path}',
      },
      config: { syncAllow: [server.host] },
      async write(texts) {
        for (const [name, text] of Object.entries(texts)) objects[`${name}.md`] = text
      },
      async rename(from, to) {
        objects[`${to}.md`] = objects[`${from}.md`] ?? ''
        delete objects[`${from}.md`]
      },
      async remove(name) {
        delete objects[`${name}.md`]
      },
      async break() {
        server.isDown = true
      },
      async deny() {
        server.isDenied = true
      },
      async restore() {
        Object.assign(server, { isDown: false, isDenied: false })
      },
      removalsAfterMs: 0,
      close: server.close,
    }
  },
}
