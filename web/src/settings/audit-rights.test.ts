import { describe, expect, it } from 'vitest'
import { describeRightsChange } from './audit-rights.ts'

const none = { audienceBefore: null, audienceAfter: null, editorsBefore: null, editorsAfter: null }
const sameAudience = { audienceBefore: ['group:Platform'], audienceAfter: ['group:Platform'] }

describe('changes of rights in the audit log', () => {
  it('are not mentioned for other actions', () => {
    expect(describeRightsChange(none)).toEqual([])
  })

  it('say who could see the note before and after, if that changed', () => {
    const editors = { editorsBefore: ['everyone'], editorsAfter: ['everyone'] }
    expect(describeRightsChange({ ...editors, audienceBefore: ['group:People'], audienceAfter: ['everyone'] })).toEqual(
      ['Visible to People before, Everyone after'],
    )
    expect(describeRightsChange({ ...editors, ...sameAudience })).toEqual([])
  })

  it('name everyone who was given or lost the right to edit', () => {
    const people = ['user:ada@acme.test', 'user:ben@acme.test', 'group:Design', 'group:Sales']
    expect(
      describeRightsChange({ ...sameAudience, editorsBefore: ['user:eve@acme.test'], editorsAfter: people }),
    ).toEqual([
      'Given the right to edit: ada@acme.test, ben@acme.test, Design, Sales',
      'Lost the right to edit: eve@acme.test',
    ])
    expect(describeRightsChange({ ...sameAudience, editorsBefore: people, editorsAfter: [] })).toEqual([
      'Lost the right to edit: ada@acme.test, ben@acme.test, Design, Sales',
      'Nobody can edit it now',
    ])
  })

  it('say when editing was open to everyone who can see the note', () => {
    expect(
      describeRightsChange({ ...sameAudience, editorsBefore: ['everyone'], editorsAfter: ['user:ben@acme.test'] }),
    ).toEqual(['Editable by everyone who can see it before, ben@acme.test after'])
    expect(describeRightsChange({ ...sameAudience, editorsBefore: [], editorsAfter: ['everyone'] })).toEqual([
      'Editable by nobody before, everyone who can see it after',
    ])
  })
})
