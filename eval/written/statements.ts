import { createHash } from 'node:crypto'
import type { SupportJudge } from '../../src/answer/verification/support-judge.ts'
import { headingSeparator } from '../../src/content/indexing/heading-path.ts'
import { ingestDocument } from '../../src/ingest/ingest-document.ts'
import type { HydratedPassage } from '../../src/search/hydrate-passages.ts'
import { readGzipLines, readSections, type Section } from './replayed-app.ts'

/** A sentence that an assistant might write over a section; `how` says how it was made. */
export interface Statement {
  id: string
  s: string
  label: 'supported' | 'unsupported'
  how: string
}

export interface StatementFigures {
  supported: number
  droppedSupported: string[]
  unsupported: number
  keptUnsupported: { how: string; text: string }[]
  unsupportedByKind: Record<string, number>
}

/** Statements about public files, which are held out one by one, and about invented handbooks, held out as a whole. */
export type StatementSet = 'public' | 'invented'

/** Judges the held-out statements, each against the passages of its section. */
export async function measureStatements(createJudge: () => SupportJudge, set: StatementSet): Promise<StatementFigures> {
  const isPublic = set === 'public'
  const sections = new Map(
    (isPublic ? readSections() : readGzipLines<Section>('sections-2.jsonl.gz')).map((section) => [section.id, section]),
  )
  const file = isPublic ? 'statements.jsonl.gz' : 'statements-3.jsonl.gz'
  const statements = readGzipLines<Statement>(file).filter(({ id }) => {
    const section = sections.get(id)
    return section !== undefined && isHeldOut(isPublic ? section.file : section.book)
  })
  const figures: StatementFigures = {
    supported: 0,
    droppedSupported: [],
    unsupported: 0,
    keptUnsupported: [],
    unsupportedByKind: {},
  }
  for (const { id, s: text, label, how } of statements) {
    const passages = passagesOf(sections.get(id)!)
    const isKept = (await createJudge()(text, passages)).length > 0
    if (label === 'supported') {
      figures.supported += 1
      if (!isKept) figures.droppedSupported.push(`${id} ${how}: ${text}`)
    } else {
      figures.unsupported += 1
      figures.unsupportedByKind[how] = (figures.unsupportedByKind[how] ?? 0) + 1
      if (isKept) figures.keptUnsupported.push({ how, text: `${id}: ${text}` })
    }
  }
  return figures
}

/** Share of files that no model is trained on, in percent: the development files of training/split.py. */
const heldOutPercent = 20

/** Tells whether statements about this file, or invented handbook, are held out, by the rule of training/split.py. */
export function isHeldOut(file: string): boolean {
  const digits = createHash('md5').update(`split1${file}`).digest('hex').slice(0, 8)
  return Number.parseInt(digits, 16) % 100 < heldOutPercent
}

/** Cuts a section into passages as the service does; its handbook is the source that the prompt names. */
export function passagesOf({ id, book, title, heading, text }: Omit<Section, 'file'>): HydratedPassage[] {
  const document = ingestDocument({ title: title || heading, content: text, type: 'markdown' })
  return document.chunks.map((chunk, index) => ({
    chunkKey: index + 1,
    documentKey: 1,
    ordinal: index,
    terms: new Uint32Array(),
    heading: [...heading.split(' > ').filter(Boolean), ...chunk.headingPath].join(headingSeparator),
    body: chunk.text,
    pages: chunk.pages,
    document: {
      id,
      rootId: undefined,
      sourceName: book,
      title,
      path: [],
      url: '',
      isPdf: false,
      isAttachment: false,
      language: document.language,
      updatedAt: new Date(0),
      reviewState: undefined,
      reviewUntil: undefined,
    },
  }))
}
