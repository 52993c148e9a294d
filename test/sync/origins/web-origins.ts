import { feedConnector } from '../../../src/sync/connectors/feed/feed-connector.ts'
import { webConnector } from '../../../src/sync/connectors/web/web-connector.ts'
import { startStaticSite } from '../../support/origin-server.ts'
import type { OriginKind } from './origin.ts'

/** A site whose pages are found by its sitemap, which has no dates: each page is asked for. */
export const webOrigin: OriginKind = {
  name: 'web site',
  programs: [],
  async create() {
    const server = await startStaticSite({}, { isShared: true })
    const { pages } = server
    const addSitemap = () => {
      const paths = Object.keys(pages).filter((path) => path !== '/sitemap.xml')
      const urls = paths.map((path) => `<url><loc>${server.url}${path}</loc></url>`)
      pages['/sitemap.xml'] = { type: 'text/xml', body: `<?xml version="1.0"?><urlset>${urls.join('')}</urlset>` }
    }
    return {
      connector: webConnector,
      settings: { url: `${server.url}/`, discovery: 'sitemap' },
      config: { syncAllow: [server.host] },
      async write(texts) {
        for (const [name, text] of Object.entries(texts))
          pages[`/${name}`] = `<!doctype html><title>${name}</title><main><p>${text}</p></main>`
        addSitemap()
      },
      async rename(from, to) {
        pages[`/${to}`] = pages[`/${from}`] ?? ''
        delete pages[`/${from}`]
        addSitemap()
      },
      async remove(name) {
        delete pages[`/${name}`]
        addSitemap()
      },
      ...outagesOf(server),
      removalsAfterMs: 0,
      close: server.close,
    }
  },
}

/** A feed whose entries keep their ids; a rename gives one another title and address. */
export const feedOrigin: OriginKind = {
  name: 'feed',
  programs: [],
  async create() {
    const server = await startStaticSite({}, { isShared: true })
    const entries = new Map<string, { id: string; text: string }>()
    const publish = () => {
      const items = [...entries].map(
        ([name, { id, text }]) =>
          `<item><title>${name}</title><link>/${name}</link><guid isPermaLink="false">${id}</guid><description>&lt;p&gt;${text}&lt;/p&gt;</description></item>`,
      )
      const body = `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>${items.join('')}</channel></rss>`
      server.pages['/feed'] = { type: 'application/rss+xml', body }
    }
    return {
      connector: feedConnector,
      settings: { url: `${server.url}/feed` },
      config: { syncAllow: [server.host] },
      async write(texts) {
        for (const [name, text] of Object.entries(texts))
          entries.set(name, { id: entries.get(name)?.id ?? `urn:${name}`, text })
        publish()
      },
      async rename(from, to) {
        const entry = entries.get(from)
        entries.delete(from)
        if (entry) entries.set(to, entry)
        publish()
      },
      async remove(name) {
        entries.delete(name)
        publish()
      },
      ...outagesOf(server),
      removalsAfterMs: null,
      close: server.close,
    }
  },
}

/** Functions that make one of our own servers fail. */
export function outagesOf(server: { isDown: boolean; isDenied: boolean }) {
  return {
    async break() {
      server.isDown = true
    },
    async deny() {
      server.isDenied = true
    },
    async restore() {
      server.isDown = false
      server.isDenied = false
    },
  }
}
