import { describe, expect, test } from 'vitest'
import { listCommands } from './commands.ts'

const idsFor = (role: string) => listCommands(role, { isDark: false }).map(({ id }) => id)

describe('the commands of the palette', () => {
  test('an admin is offered every screen, every settings page and every action', () => {
    expect(idsFor('admin')).toEqual(
      expect.arrayContaining(['new', 'import', 'connect', 'theme', 'sign-out', 'go /insights', 'settings members']),
    )
  })

  test('a member is offered neither connecting nor the pages of admins', () => {
    const ids = idsFor('member')
    expect(ids).toEqual(expect.arrayContaining(['new', 'import', 'settings keys', 'settings account']))
    expect(ids).not.toEqual(expect.arrayContaining(['connect']))
    expect(ids.filter((id) => /insights|members|groups|audit|backups|jobs/.test(id))).toEqual([])
  })

  test('a viewer is not offered to write', () => {
    expect(idsFor('viewer').filter((id) => id === 'new' || id === 'import')).toEqual([])
  })

  test('every id is there once', () => {
    const ids = idsFor('admin')
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('the theme is offered that is not in use', () => {
    const theme = (isDark: boolean) => listCommands('member', { isDark }).find(({ id }) => id === 'theme')?.label
    expect([theme(false), theme(true)]).toEqual(['Use the dark theme', 'Use the light theme'])
  })
})
