import { sql } from 'kysely'
import type { Viewer } from '../access/viewer.ts'
import { visibleTo } from '../access/visibility.ts'
import { splitSentences } from '../ingest/sentences.ts'
import type { Assistants } from '../library/assistants.ts'
import { scopeFilter } from '../retrieval/scope.ts'
import type { Database } from '../storage/database.ts'

export interface Digests {
  /** What is new in the assistant's scope, told to this viewer, in markdown. */
  tell(viewer: Viewer, assistantId: string): Promise<string>
}

const dayMs = 24 * 3600_000
const mostDocuments = 40

export function createDigests({
  database,
  assistants,
  now,
}: {
  database: Database
  assistants: Assistants
  now: () => Date
}): Digests {
  return {
    async tell(viewer, assistantId) {
      const assistant = await assistants.find(viewer, assistantId)
      const since = new Date(now().getTime() - assistant.digestDays * dayMs)
      const rows = await database.readAs(viewer, async (store) => {
        const inScope = await scopeFilter(store, viewer, { anyOf: assistant.scope })
        const found = await sql<Row>`
          select d.title, d.url, d.updated_at, coalesce(p.title, s.name, '') as topic, first.body
          from document d
          left join document p on ${visibleTo(viewer, 'p')} and p.key = d.parent_key
          left join data_source s on ${visibleTo(viewer, 's')} and s.id = d.root_id
          left join chunk first on ${visibleTo(viewer, 'first')} and first.document_key = d.key and first.ordinal = 0
          where ${visibleTo(viewer, 'd')} and d.archived_at is null and d.updated_at >= ${since} and d.updated_at <= ${now()}
            and exists (select from (select d.key as document_key) k where ${inScope('k')})
          order by d.updated_at desc, d.key limit ${mostDocuments}`.execute(store)
        return found.rows
      })
      return write(rows, assistant.digestDays)
    },
  }
}

interface Row {
  title: string
  url: string
  updated_at: Date
  topic: string
  body: string | null
}

function write(rows: readonly Row[], days: number): string {
  if (rows.length === 0) return `Nothing new in the last ${days === 1 ? 'day' : `${days} days`}.`
  const topics = new Map<string, string[]>()
  const links: string[] = []
  for (const row of rows) {
    const topic = row.topic || 'Other'
    const lead = splitSentences(row.body ?? '')[0]?.text ?? ''
    links.push(`[${links.length + 1}]: <${row.url}>`)
    const line = `- **${plain(row.title)}**${lead ? `: ${plain(lead)}` : ''} [${links.length}]`
    topics.set(topic, [...(topics.get(topic) ?? []), line])
  }
  const sections = [...topics].map(([topic, lines]) => `## ${plain(topic)}\n${lines.join('\n')}`)
  return `${sections.join('\n\n')}\n\n${links.join('\n')}`
}

/** Text of documents within our markdown: it must not make headings, links or numbers of its own. */
function plain(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]<>#|]/g, '\\$&')
    .trim()
}
