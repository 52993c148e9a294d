import type { FileText } from '../file-text.ts'
import type { OfficePackage } from './office-package.ts'

type DocumentProperties = Pick<FileText, 'title' | 'updatedAt'>

/** Titles that programs write by themselves. */
const generatedTitle =
  /^(?:(?:microsoft )?(?:word|excel|powerpoint)\b.*|(?:slide|slayt|folie|diapositive?|document|dokument|presentation|präsentation|présentation|book|sheet|untitled|unbenannt|title|titel|template)\s*\d*)$/i

/** Reads title and date of last change from the part with the properties: Dublin Core in both families of formats. */
export async function readProperties(parts: OfficePackage, path: string): Promise<DocumentProperties> {
  const values = new Map<string, string>()
  let current: string | undefined
  let templateTitle: string | undefined
  await parts.walk(path, {
    open(name, attributes) {
      current = name
      if (name === 'meta:template') templateTitle = attributes['xlink:title']
      return undefined
    },
    close() {
      current = undefined
    },
    text(text) {
      if (current !== undefined) values.set(current, (values.get(current) ?? '') + text)
    },
  })
  const ownTitle = values.get('dc:title')
  // A document made from a template starts with its title.
  const title = ownTitle === templateTitle ? undefined : usableTitle(ownTitle)
  const updatedAt = usableDate(values.get('dcterms:modified') ?? values.get('dc:date'))
  return { ...(title !== undefined && { title }), ...(updatedAt !== undefined && { updatedAt }) }
}

/** Returns the title, if a person wrote it. */
export function usableTitle(text = ''): string | undefined {
  const title = text.replace(/\s+/g, ' ').trim()
  return title === '' || title.length > 300 || generatedTitle.test(title) ? undefined : title
}

function usableDate(text: string | undefined): Date | undefined {
  const date = new Date(text?.trim() ?? '')
  // Programs without a clock write the first date that they can.
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1985 ? undefined : date
}
