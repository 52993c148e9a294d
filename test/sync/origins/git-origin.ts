import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { gitConnector } from '../../../src/sync/connectors/git/git-connector.ts'
import { createRepository, serveRepositories } from '../../support/git-repository.ts'
import { createOriginFolder, type OriginKind } from './origin.ts'

export const gitOrigin: OriginKind = {
  name: 'git over http',
  programs: ['git'],
  async create() {
    const root = await createOriginFolder()
    const repository = createRepository(join(root, 'handbook'))
    const server = await serveRepositories(root, { password: 't0ken', isShared: true })
    return {
      connector: gitConnector,
      settings: { url: `${server.url}/handbook/.git`, token: 't0ken' },
      config: { syncAllow: [server.host] },
      async write(texts) {
        repository.commit(Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${name}.md`, text])))
      },
      async rename(from, to) {
        repository.git('mv', `${from}.md`, `${to}.md`)
        repository.commit({})
      },
      async remove(name) {
        repository.commit({ [`${name}.md`]: null })
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
      async close() {
        await server.close()
        await rm(root, { recursive: true })
      },
    }
  },
}
