import { sql } from 'kysely'
import type { TestApp } from '../support/test-app.ts'

/** Notes in sections, straight into the store: `sections` at the top, the others evenly below them. */
export async function seedNotes(
  service: TestApp,
  organizationId: string,
  { notes, sections }: { notes: number; sections: number },
): Promise<void> {
  // The first is written as a person would, and lends its audience to the others.
  await service.note(organizationId, { id: 'section-1', title: 'Section 1' })
  const store = service.database.unrestricted
  const put = (id: string, title: string, numbers: string, parent: string) => sql`
    insert into document (org_id, id, parent_key, position, title, url, content, content_type, content_hash,
      audience_id, updated_at)
    select f.org_id, ${sql.raw(id)}, ${sql.raw(parent)}, n, ${sql.raw(title)}, 'https://notes.test/' || n, '',
      'markdown', '\\x00', f.audience_id, f.updated_at
    from document f, ${sql.raw(numbers)} n
    where f.org_id = ${organizationId} and f.root_id is null and f.id = 'section-1'`
  await put(`'section-' || n`, `'Section ' || n`, `generate_series(2, ${sections})`, 'null').execute(store)
  await put(
    `'page-' || n`,
    `'Page ' || n`,
    `generate_series(1, ${notes - sections})`,
    `(select p.key from document p where p.org_id = f.org_id and p.root_id is null
      and p.id = 'section-' || (1 + (n - 1) * ${sections} / ${notes - sections}))`,
  ).execute(store)
  await sql`analyze document`.execute(store)
}

/** Items of a data source, straight into the store. */
export async function seedItems(service: TestApp, rootId: string, count: number): Promise<void> {
  const store = service.database.unrestricted
  await sql`
    insert into document (org_id, root_id, id, title, url, content, content_type, content_hash, audience_id, updated_at)
    select s.org_id, s.id, 'item-' || n, 'Item ' || n, 'https://example.com/' || n, 'x', 'markdown', '\\x00',
      s.audience_id, timestamptz '2026-01-01' + n * interval '1 minute'
    from data_source s, generate_series(1, ${count}::int) n where s.id = ${rootId}`.execute(store)
  await sql`analyze document`.execute(store)
}
