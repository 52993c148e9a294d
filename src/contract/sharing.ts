import { z } from 'zod'
import { note } from './notes.ts'
import { principalNames } from './people.ts'

const list = principalNames.min(1, 'must name somebody').nullable()

/** Omitted lists stay the same. */
export const noteRightsChange = z
  .strictObject({
    view: list
      .optional()
      .describe(
        'Who can see it: `everyone`, `user:EMAIL`, `group:NAME`; null: same as parent, at the top level everyone',
      ),
    edit: list
      .optional()
      .describe(
        'Who can edit it, among the people who can see it; `everyone`: all of them. Null: same as parent, at the top level everyone who can see it. Viewers can never edit',
      ),
  })
  .meta({ id: 'NoteRightsChange' })

const inheritedFrom = (what: string) =>
  z.string().optional().describe(`The note that ${what} is inherited from, if you can see that note`)

export const noteRights = z
  .object({
    view: z.array(z.string()).nullable().describe('Who can see it, its own list; null: inherited'),
    effectiveView: z.array(z.string()).describe('Who can see the note, own or inherited'),
    viewInheritedFrom: inheritedFrom('view'),
    edit: z.array(z.string()).nullable().describe('Who can edit it, its own list; null: inherited'),
    effectiveEdit: z
      .array(z.string())
      .describe('Who can edit the note, own or inherited, among the people who can see it; `everyone`: all of them'),
    editInheritedFrom: inheritedFrom('edit'),
    canShare: z.boolean().describe('You can change both lists'),
  })
  .meta({ id: 'NoteRights' })

const sharedThread = z.object({
  id: z.string(),
  title: z.string(),
  sharedBy: z.string().describe('Name of the person who asked'),
  lastAskedAt: z.string(),
})

/** Shared by others, by naming you or one of your groups. */
export const sharedWithMe = z
  .object({
    notes: z.array(note).describe('Last edited first, 100 at most; subpages of a shared note are not listed'),
    threads: z.array(sharedThread).describe('Conversations, last asked first, 20 at most'),
  })
  .meta({ id: 'SharedWithMe' })

export type SharedThread = z.infer<typeof sharedThread>
