import type { IconName } from '../components/icon.tsx'
import { navItemsFor } from '../components/nav-items.ts'
import { paletteText as text } from '../messages/find.ts'
import { settingsText } from '../messages/settings.ts'
import { importPath, newNotePath } from '../notes/notes-dialog-path.ts'
import { settingsSections } from '../settings/settings-sections.ts'

export type CommandAction = 'toggleTheme' | 'showShortcuts' | 'signOut'

/** Something that the palette offers without asking the service. */
export interface Command {
  id: string
  group: 'goTo' | 'settings' | 'actions'
  label: string
  icon: IconName
  /** Other words that find it. */
  keywords?: string
  does: { path: string } | { action: CommandAction }
}

/** Returns the commands that a person of this role can use. */
export function listCommands(role: string, { isDark }: { isDark: boolean }): Command[] {
  const isAdmin = role === 'admin'
  const canWrite = role !== 'viewer'
  const open = (path: string) => ({ does: { path } })
  const act = (action: CommandAction) => ({ does: { action } })
  const actions: (Omit<Command, 'group'> | false)[] = [
    canWrite && { id: 'new', label: text('newNote'), icon: 'plus', keywords: 'create write', ...open(newNotePath) },
    canWrite && { id: 'import', label: text('importFiles'), icon: 'upload', keywords: 'upload', ...open(importPath) },
    isAdmin && { id: 'connect', label: text('connectSource'), icon: 'link', keywords: 'sync', ...open('/connect') },
    {
      id: 'theme',
      label: text(isDark ? 'useLightTheme' : 'useDarkTheme'),
      icon: isDark ? 'sun' : 'moon',
      keywords: 'dark light mode color',
      ...act('toggleTheme'),
    },
    { id: 'shortcuts', label: text('showShortcuts'), icon: 'info', keywords: 'help keys', ...act('showShortcuts') },
    { id: 'sign-out', label: text('signOut'), icon: 'signOut', keywords: 'log out', ...act('signOut') },
  ]
  const screens: Omit<Command, 'group'>[] = [
    ...navItemsFor(role).map(({ href, label, icon }) => ({ id: `go ${href}`, label, icon, ...open(href) })),
    { id: 'go /search', label: text('searchPage'), icon: 'search', keywords: 'find', ...open('/search') },
    { id: 'go /archive', label: text('archive'), icon: 'archive', ...open('/archive') },
    { id: 'go /trash', label: text('trash'), icon: 'trash', keywords: 'deleted restore', ...open('/trash') },
    { id: 'go /docs', label: text('apiReference'), icon: 'book', keywords: 'docs openapi', ...open('/docs') },
  ]
  return [
    ...actions.filter((command) => command !== false).map((command) => ({ ...command, group: 'actions' as const })),
    ...screens.map((command) => ({ ...command, group: 'goTo' as const })),
    ...settingsSections
      .filter(({ isForAdmins }) => isAdmin || !isForAdmins)
      .map(({ name }) => ({
        id: `settings ${name}`,
        group: 'settings' as const,
        label: settingsText(name),
        icon: 'settings' as const,
        keywords: text('settings'),
        ...open(`/settings/${name}`),
      })),
  ]
}
