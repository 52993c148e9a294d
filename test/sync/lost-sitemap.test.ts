import { expect, test } from 'vitest'
import { webConnector } from '../../src/sync/connectors/web/web-connector.ts'
import { startStaticSite } from '../support/origin-server.ts'
import { createSyncApp } from './sync-app.ts'

test('a site that loses its sitemap while removals are on hold loses no page with that run', async () => {
  const server = await startStaticSite({ '/': '<main>Home</main>', '/a': '<main>A</main>', '/b': '<main>B</main>' })
  const setSitemap = (...paths: string[]) => {
    const urls = paths.map((path) => `<url><loc>${server.url}${path}</loc></url>`)
    server.pages['/sitemap.xml'] = { type: 'text/xml', body: `<urlset>${urls.join('')}</urlset>` }
  }
  const app = await createSyncApp({
    connector: webConnector,
    settings: { url: `${server.url}/` },
    config: { syncAllow: [server.host] },
  })
  try {
    setSitemap('/a', '/b')
    expect(await app.sync()).toMatchObject({ outcome: 'done', counts: { added: 2 } })
    setSitemap('/missing')
    expect(await app.sync()).toMatchObject({ outcome: 'done', heldRemovals: 2 })
    delete server.pages['/sitemap.xml']
    expect(await app.sync()).toMatchObject({
      ...{ outcome: 'done', counts: { added: 1, removed: 0 } },
      lastError: expect.stringContaining('The site has no sitemap any more.'),
    })
    expect(await app.documents()).toHaveLength(3)
  } finally {
    await app.close()
  }
})
