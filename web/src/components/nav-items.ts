import { shellText } from '../messages/shell.ts'
import type { IconName } from './icon.tsx'

export interface NavItem {
  href: string
  label: string
  icon: IconName
  requiredRole?: 'admin'
  /** Other addresses that belong to this screen. */
  related?: readonly string[]
  /** Pressed after G, it opens the screen. */
  key: string
}

/** The screens of the main navigation; `label` is a key of the texts. */
const screens = [
  { href: '/', label: 'ask', icon: 'ask', key: 'a' },
  { href: '/notes', label: 'notes', icon: 'notes', related: ['/archive', '/trash', '/shared-with-me'], key: 'n' },
  { href: '/data-sources', label: 'dataSources', icon: 'sources', related: ['/connect'], key: 'd' },
  { href: '/assistants', label: 'assistants', icon: 'assistants', key: 't' },
  { href: '/inbox', label: 'inbox', icon: 'inbox', key: 'i' },
  { href: '/insights', label: 'insights', icon: 'insights', requiredRole: 'admin', key: 'r' },
  { href: '/settings', label: 'settings', icon: 'settings', key: 's' },
] as const satisfies readonly NavItem[]

export function navItemsFor(role: string): NavItem[] {
  return screens
    .map((screen): NavItem => ({ ...screen, label: shellText(screen.label) }))
    .filter((item) => !item.requiredRole || role === item.requiredRole)
}
