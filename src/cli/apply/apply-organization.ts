import type { App } from '../../app.ts'
import { AppError } from '../../errors.ts'
import { readStoredOrganization } from '../stored-organization.ts'
import type { Terminal } from '../terminal.ts'
import { applyConnections, prepareConnections } from './apply-connections.ts'
import { applyNotes } from './apply-notes.ts'
import { applyPeople } from './apply-people.ts'
import { createAudienceResolver } from './audience-resolver.ts'
import { checkReferences } from './check-references.ts'
import { groupNotesByDepth } from './note-levels.ts'
import { addOutcome, emptyCounts, type OutcomeCounts } from './outcome-counts.ts'
import type { OrganizationFile } from './read-organization-file.ts'

export interface ApplySummary {
  organization: string
  users: OutcomeCounts
  groups: OutcomeCounts
  notes: OutcomeCounts
  dataSources: OutcomeCounts
  connections: OutcomeCounts
  assistants: OutcomeCounts
}

/**
 * Creates or updates the organization from the file. Checks everything first, then writes people, data sources,
 * connections and assistants in one transaction. Notes are written one by one afterwards, because embedding them takes long.
 */
export async function applyOrganization(
  app: App,
  file: OrganizationFile,
  onNote: (done: number, total: number) => void,
  /** Variables that the file can name as secrets of connections. */
  env: Terminal['env'] = {},
): Promise<ApplySummary> {
  const { organization } = file
  const stored = await readStoredOrganization(app.database.unrestricted, organization?.id ?? '')
  const noteTree = groupNotesByDepth(file.notes, stored.notes)
  const { connections, problems: connectionProblems } = await prepareConnections(app, organization?.id ?? '', file, env)
  const problems = [...file.problems, ...checkReferences(file, stored), ...connectionProblems, ...noteTree.problems]
  if (!organization || problems.length > 0) throw invalidFileError(problems)

  const summary: ApplySummary = {
    organization: organization.id,
    users: emptyCounts(),
    groups: emptyCounts(),
    notes: emptyCounts(),
    dataSources: emptyCounts(),
    connections: emptyCounts(),
    assistants: emptyCounts(),
  }
  const audiences = await app.database.transaction(async (sql) => {
    await app.organizations.save(organization, sql)
    const peopleProblems = await applyPeople(app, sql, organization.id, file, summary)
    if (peopleProblems.length > 0) throw invalidFileError(peopleProblems)
    const audiences = createAudienceResolver(sql, organization.id)
    for (const { value } of file.dataSources) {
      const readers = await audiences.resolve(value.audience)
      const writers = value.writers ? await audiences.resolve(value.writers) : readers
      const { id, name } = value
      addOutcome(
        summary.dataSources,
        await app.dataSources.upsert(sql, organization.id, { id, name, readers, writers }),
      )
    }
    await applyConnections(app, sql, organization.id, connections, summary.connections)
    for (const { value } of file.assistants) {
      const { notes, dataSources } = value.scope ?? {}
      const outcome = await app.assistants.upsert(sql, organization.id, {
        id: value.id,
        name: value.name,
        instructions: value.instructions,
        audience: await audiences.resolve(value.audience),
        scope: notes || dataSources ? { notes: notes ?? [], dataSources: dataSources ?? [] } : undefined,
        language: value.language,
        digestDays: value.digest?.days ?? 7,
        digestSchedule: value.digest?.schedule,
      })
      addOutcome(summary.assistants, outcome)
    }
    for (const { value } of file.notes) if (value.audience) await audiences.resolve(value.audience)
    return audiences.known
  })
  const notes = { levels: noteTree.levels, stored: stored.notes, audiences, onNote }
  await applyNotes(app, organization.id, notes, summary.notes)
  return summary
}

function invalidFileError(problems: readonly string[]): AppError {
  const count = problems.length === 1 ? 'There is a problem' : `There are ${problems.length} problems`
  return new AppError(
    'validation',
    `${count} in the organization file; nothing was changed:\n${problems.map((line) => `  ${line}`).join('\n')}`,
  )
}
