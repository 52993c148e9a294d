import { decodeUriPart } from '../../decode-uri-part.ts'
import { monthNumbers } from '../../ingest/calendar-words.ts'
import { type Attributes, walkTags } from '../../ingest/walk-tags.ts'
import { convertConfluenceBody } from './confluence-body.ts'

export interface ConfluencePage {
  title: string
  /** The page body, without the frame of the export. */
  content: string
  date: Date | undefined
  /** The files of its ancestors, the parent last. */
  ancestors: string[]
}

/** Parses a page of a Confluence HTML export; returns undefined for any other page. */
export function readConfluencePage(html: string): ConfluencePage | undefined {
  if (!isConfluenceExport(html)) return undefined
  const parts = extractParts(html)
  if (parts.body === undefined) return undefined
  const [space, ...ancestors] = parts.crumbs
  const heading = parts.metadata === undefined ? parts.pageTitle.replace(/ \([^()]+\)$/, '') : parts.heading
  const prefix = space && `${normalizeSpaces(space.text)} : `
  return {
    title: prefix && heading.startsWith(prefix) ? heading.slice(prefix.length) : heading,
    content: convertConfluenceBody(parts.body),
    date: parts.metadata === undefined ? undefined : lastDate(parts.metadata),
    ancestors: ancestors.map(({ file }) => file),
  }
}

/** All Confluence HTML exports have these two ids. */
function isConfluenceExport(html: string): boolean {
  return /\bid=["']title-text["']/.test(html) && /\bid=["']main-content["']/.test(html)
}

interface PageParts {
  pageTitle: string
  heading: string
  crumbs: { file: string; text: string }[]
  /** Authors and dates; undefined on the overview page of a space. */
  metadata: string | undefined
  body: string | undefined
}

type Region = 'title' | 'heading' | 'crumbs' | 'metadata' | 'body'

function extractParts(html: string): PageParts {
  const parts: PageParts = { pageTitle: '', heading: '', crumbs: [], metadata: undefined, body: undefined }
  let inside: { region: Region; tag: string; depth: number; from: number } | undefined
  walkTags(html, {
    open(tag, attributes, _start, end) {
      if (inside) {
        if (tag === inside.tag) inside.depth += 1
        if (tag === 'a' && inside.region === 'crumbs')
          parts.crumbs.push({ file: fileFromHref(attributes.href ?? ''), text: '' })
        return
      }
      const region = regionOf(tag, attributes)
      if (region) inside = { region, tag, depth: 1, from: end }
      if (region === 'metadata') parts.metadata ??= ''
    },
    close(tag, start) {
      if (tag !== inside?.tag || --inside.depth > 0) return
      if (inside.region === 'body') parts.body ??= html.slice(inside.from, start)
      inside = undefined
    },
    text(text) {
      if (inside?.region === 'title') parts.pageTitle += text
      if (inside?.region === 'heading') parts.heading += text
      if (inside?.region === 'metadata') parts.metadata += text
      const crumb = inside?.region === 'crumbs' ? parts.crumbs.at(-1) : undefined
      if (crumb) crumb.text += text
    },
  })
  return { ...parts, pageTitle: normalizeSpaces(parts.pageTitle), heading: normalizeSpaces(parts.heading) }
}

function regionOf(tag: string, { id, class: names }: Attributes): Region | undefined {
  if (tag === 'title') return 'title'
  if (id === 'title-text') return 'heading'
  if (id === 'breadcrumb-section') return 'crumbs'
  if (id === 'main-content') return 'body'
  return names?.split(/\s+/).includes('page-metadata') ? 'metadata' : undefined
}

export function fileFromHref(href: string): string {
  return decodeUriPart(href.replace(/[?#].*$/s, '').replace(/^\.\//, ''))
}

const datePattern =
  /\b(?:(?<year>\d{4})-(?<number>\d{2})-(?<date>\d{2})|(?<name>[A-Z][a-z]{2})[a-z]*\.? (?<day>\d{1,2}), (?<after>\d{4})|(?<first>\d{1,2}) (?<middle>[A-Z][a-z]{2})[a-z]*\.?,? (?<last>\d{4}))\b/g

/** Returns the last date in "Created by Ada, last modified by Bob on Nov 01, 2026"; exports contain no time of day. */
function lastDate(metadata: string): Date | undefined {
  const found = [...normalizeSpaces(metadata).matchAll(datePattern)].at(-1)?.groups
  if (!found) return undefined
  const name = (found.name ?? found.middle ?? '').toLowerCase()
  const month = Number(found.number ?? monthNumbers.get(name) ?? 0) - 1
  const year = Number(found.year ?? found.after ?? found.last)
  const day = Number(found.date ?? found.day ?? found.first)
  const date = new Date(Date.UTC(year, month, day))
  return date.getUTCMonth() === month && date.getUTCDate() === day ? date : undefined
}

function normalizeSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
