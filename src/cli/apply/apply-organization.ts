import type { App } from '../../app.ts'
import { AppError } from '../../errors.ts'
import { readStoredOrganization } from '../stored-organization.ts'
import { applyNotes } from './apply-notes.ts'
import { applyPeople } from './apply-people.ts'
import { createAudienceNames } from './audience-names.ts'
import { checkReferences } from './check-references.ts'
import { orderNotes } from './note-order.ts'
import type { OrganizationFile } from './read-organization-file.ts'
import { type Counts, count, noCounts } from './summary.ts'

export interface ApplySummary {
  organization: string
  users: Counts
  groups: Counts
  notes: Counts
  dataSources: Counts
  assistants: Counts
}

/**
 * Makes the organization as the file says. Everything is checked first. People, data sources and assistants are then
 * written together or not at all; the notes follow one by one, because reading and embedding them takes its time.
 */
export async function applyOrganization(
  app: App,
  file: OrganizationFile,
  onNote: (done: number, total: number) => void,
): Promise<ApplySummary> {
  const { organization } = file
  const stored = await readStoredOrganization(app.database.service, organization?.id ?? '')
  const order = orderNotes(file.notes, stored.notes)
  const problems = [...file.problems, ...checkReferences(file, stored), ...order.problems]
  if (!organization || problems.length > 0) throw unusable(problems)

  const summary: ApplySummary = {
    organization: organization.id,
    users: noCounts(),
    groups: noCounts(),
    notes: noCounts(),
    dataSources: noCounts(),
    assistants: noCounts(),
  }
  const audiences = await app.database.transaction(async (sql) => {
    await app.organizations.save(organization, sql)
    const found = await applyPeople(app, sql, organization.id, file, summary)
    if (found.length > 0) throw unusable(found)
    const audiences = createAudienceNames(sql, organization.id)
    for (const { value } of file.dataSources) {
      const readers = await audiences.resolve(value.audience)
      const writers = value.writers ? await audiences.resolve(value.writers) : readers
      const { id, name } = value
      count(
        summary.dataSources,
        await app.dataSources.put(sql, organization.id, { id, name, readers, writers }),
      )
    }
    for (const { value } of file.assistants) {
      const { notes, dataSources } = value.scope ?? {}
      const outcome = await app.assistants.put(sql, organization.id, {
        id: value.id,
        name: value.name,
        instructions: value.instructions,
        audience: await audiences.resolve(value.audience),
        scope: notes || dataSources ? { notes: notes ?? [], dataSources: dataSources ?? [] } : undefined,
        language: value.language,
        digestDays: value.digest?.days ?? 7,
        digestSchedule: value.digest?.schedule,
      })
      count(summary.assistants, outcome)
    }
    for (const { value } of file.notes) if (value.audience) await audiences.resolve(value.audience)
    return audiences.known
  })
  const notes = { levels: order.levels, stored: stored.notes, audiences, onNote }
  await applyNotes(app, organization.id, notes, summary.notes)
  return summary
}

function unusable(problems: readonly string[]): AppError {
  const head = problems.length === 1 ? 'There is a problem' : `There are ${problems.length} problems`
  return new AppError(
    'validation',
    `${head} in the organization file; nothing was changed:\n${problems.map((line) => `  ${line}`).join('\n')}`,
  )
}
