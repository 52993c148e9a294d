import type { AuditEvent } from '../../../sdk/src/operations.ts'
import { principalLabel, summarizePrincipals } from '../components/principal-picker.tsx'
import { auditText as text } from '../messages/audit.ts'

type Rights = Pick<AuditEvent, 'audienceBefore' | 'audienceAfter' | 'editorsBefore' | 'editorsAfter'>

/** Returns sentences that say who gained or lost the right to see or to edit a note; none for other entries. */
export function describeRightsChange({ audienceBefore, audienceAfter, editorsBefore, editorsAfter }: Rights): string[] {
  const sentences: string[] = []
  if (audienceBefore && audienceAfter && !areSame(audienceBefore, audienceAfter))
    sentences.push(
      text('audience', { before: summarizePrincipals(audienceBefore), after: summarizePrincipals(audienceAfter) }),
    )
  if (editorsBefore && editorsAfter && !areSame(editorsBefore, editorsAfter))
    sentences.push(...describeEditors(editorsBefore, editorsAfter))
  return sentences
}

function describeEditors(before: readonly string[], after: readonly string[]): string[] {
  if ([...before, ...after].includes('everyone'))
    return [text('editors', { before: nameEditors(before), after: nameEditors(after) })]
  const given = after.filter((name) => !before.includes(name))
  const lost = before.filter((name) => !after.includes(name))
  return [
    ...(given.length > 0 ? [text('editorsGiven', { names: listNames(given) })] : []),
    ...(lost.length > 0 ? [text('editorsLost', { names: listNames(lost) })] : []),
    ...(after.length === 0 ? [text('editorsNone')] : []),
  ]
}

function nameEditors(names: readonly string[]): string {
  if (names.includes('everyone')) return text('everyoneWhoCanSee')
  return names.length === 0 ? text('nobody') : listNames(names)
}

/** Returns all names: a log that leaves some out is of no use. */
function listNames(names: readonly string[]): string {
  return names.map(principalLabel).join(', ')
}

function areSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name) => other.includes(name))
}
