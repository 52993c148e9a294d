import { createHash } from 'node:crypto'
import { decodeUriPart } from '../../../decode-uri-part.ts'
import { dayMs } from '../../../durations.ts'
import { type ConnectorDeps, type OriginContent, OriginError, type OriginItem } from '../../connector.ts'
import { fileContent, idFromPath, titleFromPath, tooLarge, versionOf } from '../file-item.ts'
import { decodeBody, mediaType } from '../http-body.ts'
import type { HttpAnswer, HttpClient } from '../http-client.ts'
import { conditionalHeaders, validatorsOf } from '../http-validators.ts'
import { normalizeAddress } from './page-address.ts'
import type { CachedPage } from './page-cache.ts'
import type { RobotsRules } from './robots-txt.ts'
import { readWebPage } from './web-page.ts'

/** Larger bodies are requested again when they are read: many items wait to be read at once. */
const maxHeldBytes = 256 * 1024
const maxCachedLinks = 300
const minuteMs = 60_000

export interface VisitOptions {
  start: string
  robots: RobotsRules
  isIncluded: (url: URL) => boolean
  isSameSite: (url: URL) => boolean
  client: HttpClient
  deps: ConnectorDeps
}

export interface Visit {
  page: CachedPage
  item: OriginItem | undefined
  /** The server was asked, and answered that the page is as it was. */
  isNotModified?: true
  /** Why the page cannot be read now. It is not known to be gone. */
  problem?: string
}

/** Requests a page; one that is known, only if it has changed. */
export async function visitPage(
  address: string,
  sitemapDate: string | undefined,
  previous: CachedPage | undefined,
  options: VisitOptions,
): Promise<Visit> {
  const { client, isSameSite, deps } = options
  const headers = conditionalHeaders(previous ?? {})
  const answer = await client.get(address, { headers, accepts: (url) => isPermitted(url, options) })
  const settledDate = sitemapDate !== undefined && isSettled(sitemapDate, deps.now()) ? sitemapDate : undefined
  if (answer.status === 304 && previous) {
    const hasOtherDate = settledDate !== undefined && settledDate !== previous.sitemapDate
    const page = hasOtherDate ? { ...previous, sitemapDate: settledDate } : previous
    return { page, item: cachedItem(previous, address, options), isNotModified: true }
  }
  if (answer.status >= 500)
    throw new OriginError(`${new URL(address).host} answers with status ${answer.status}. Try again later.`)
  if (address === normalizeAddress(options.start) && (answer.status === 401 || answer.status === 403)) {
    throw new OriginError(`${new URL(address).host} refuses access (${answer.status}). Check the authorization.`)
  }
  const nothing: Visit = { page: { links: [] }, item: undefined }
  if (answer.status !== 200) return isGone(answer, options) ? nothing : { ...nothing, problem: describeProblem(answer) }

  const validators = {
    ...validatorsOf(answer),
    ...(settledDate === undefined ? {} : { sitemapDate: settledDate }),
  }
  const found = readAnswer(answer, isSameSite)
  if (!found) return { page: { ...validators, links: [] }, item: undefined }
  const page: CachedPage = { ...validators, links: found.links.slice(0, maxCachedLinks) }
  if (!found.content || !isListed(found.address, options)) return { page, item: undefined }
  const id = idFromPath(found.address)
  const version = versionOf(found.title, found.address, found.hash)
  // Many servers send the time of the request as the date of the page: the same content keeps its date.
  const isSame = previous?.item?.version === version
  const updatedAt =
    isSame && previous?.item ? previous.item.updatedAt : dateOf(answer, sitemapDate, deps.now()).toISOString()
  page.item = { id, title: found.title, url: found.address, version, updatedAt }
  return { page, item: toItem(page.item, address, options, found.held) }
}

/**
 * Returns whether an answer says that nothing is to be read here for good: also 451, a page withdrawn for legal reasons.
 * Others, such as 403, can be of a fault that passes.
 */
function isGone({ status, url, headers }: HttpAnswer, options: VisitOptions): boolean {
  if (status === 404 || status === 410 || status === 451) return true
  const location = headers.get('location') ?? ''
  const isForGood = (status === 301 || status === 308) && location !== '' && URL.canParse(location, url)
  return isForGood && !isPermitted(new URL(location, url), options)
}

function describeProblem({ status, url, headers }: HttpAnswer): string {
  const location = headers.get('location')
  const isRedirect = status >= 300 && status <= 399 && location !== null && URL.canParse(location, url)
  if (!isRedirect) return `the server answers with status ${status}`
  const target = new URL(location, url)
  return `the server redirects (${status}) to ${(target.origin + target.pathname).slice(0, 300)}`
}

/** Reads an answer as a page or a file; undefined for what is neither. */
function readAnswer(answer: HttpAnswer, isSameSite: (url: URL) => boolean) {
  const type = mediaType(answer.headers)
  const robots = answer.headers.get('x-robots-tag')
  const own = normalizeAddress(answer.url) ?? answer.url
  if (type !== 'text/html' && type !== 'application/xhtml+xml') {
    if (!/^(text\/|application\/)/.test(type) || /javascript|json|xml$|css/.test(type)) return undefined
    const path = decodeUriPart(new URL(own).pathname)
    const content = /noindex|none/i.test(robots ?? '') ? undefined : fileOf(answer, path)
    const hash = createHash('sha256').update(answer.bytes).digest('hex')
    return { address: own, title: titleFromPath(path), links: [], hash, content, held: hold(answer, content) }
  }
  const page = readWebPage(decodeBody(answer), own, robots)
  const canonical = page.canonical === undefined ? undefined : normalizeAddress(page.canonical)
  const address = canonical && isSameSite(new URL(canonical)) ? canonical : own
  const html: OriginContent = answer.isTooLarge
    ? tooLarge(answer.bytes.length - 1)
    : { type: 'html', content: page.content }
  const content = page.isIndexed ? html : undefined
  const hash = createHash('sha256').update(page.content).digest('hex')
  const links = page.followsLinks ? page.links : []
  const title = page.title ?? titleFromPath(new URL(address).pathname)
  return { address, title: title || address, links, hash, content, held: hold(answer, content) }
}

function fileOf(answer: HttpAnswer, path: string): OriginContent {
  if (answer.isTooLarge) return tooLarge(answer.bytes.length - 1)
  const type = mediaType(answer.headers)
  const name = type === 'application/pdf' && !/\.pdf$/i.test(path) ? `${path}.pdf` : path
  return type === 'text/markdown' ? fileContent(`${name}.md`, answer.bytes) : fileContent(name, answer.bytes)
}

function hold(answer: HttpAnswer, content: OriginContent | undefined): OriginContent | undefined {
  return answer.bytes.length <= maxHeldBytes ? content : undefined
}

/** Returns the item of a page as the last run found it. */
export function cachedItem(page: CachedPage, address: string, options: VisitOptions): OriginItem | undefined {
  return page.item && toItem(page.item, address, options)
}

function toItem(
  item: NonNullable<CachedPage['item']>,
  address: string,
  options: VisitOptions,
  held?: OriginContent,
): OriginItem {
  return {
    kind: 'item',
    ...item,
    updatedAt: new Date(item.updatedAt),
    async read() {
      if (held) return held
      const answer = await options.client.get(address, { accepts: (target) => isPermitted(target, options) })
      if (answer.status !== 200) return { type: 'unavailable', reason: describeProblem(answer) }
      return readAnswer(answer, options.isSameSite)?.content ?? { type: 'skipped', reason: 'the page forbids indexing' }
    },
  }
}

function isPermitted(url: URL, { isSameSite, robots }: VisitOptions): boolean {
  return isSameSite(url) && robots.isAllowed(url.pathname + url.search)
}

function isListed(address: string, options: VisitOptions): boolean {
  const url = new URL(address)
  return isPermitted(url, options) && options.isIncluded(url)
}

function dateOf(answer: HttpAnswer, sitemapDate: string | undefined, now: Date): Date {
  const dates = [answer.headers.get('last-modified'), sitemapDate].map((text) => new Date(text ?? ''))
  return dates.find((date) => !Number.isNaN(date.getTime()) && date <= now) ?? now
}

/** Tells whether no edit from now on can have this date: in no time zone, if it is a day. A month or a year never counts. */
function isSettled(sitemapDate: string, now: Date): boolean {
  if (!/^\d{4}-\d\d-\d\d/.test(sitemapDate)) return false
  const isDay = !sitemapDate.includes('T')
  return now.getTime() - Date.parse(sitemapDate) > (isDay ? 2 * dayMs : minuteMs)
}
