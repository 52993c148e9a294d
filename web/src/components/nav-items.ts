import type { IconName } from './icon.tsx'

export interface NavItem {
  href: string
  label: string
  icon: IconName
  requiredRole?: 'admin'
  /** Other addresses that belong to this screen. */
  related?: string[]
  /** Pressed after G, it opens the screen. */
  key: string
}

/** The screens of the main navigation. */
export const navItems: readonly NavItem[] = [
  { href: '/', label: 'Ask', icon: 'ask', key: 'a' },
  { href: '/notes', label: 'Notes', icon: 'notes', related: ['/archive', '/trash', '/shared-with-me'], key: 'n' },
  { href: '/data-sources', label: 'Data sources', icon: 'sources', related: ['/connect'], key: 'd' },
  { href: '/assistants', label: 'Assistants', icon: 'assistants', key: 't' },
  { href: '/inbox', label: 'Inbox', icon: 'inbox', key: 'i' },
  { href: '/insights', label: 'Insights', icon: 'insights', requiredRole: 'admin', key: 'r' },
  { href: '/settings', label: 'Settings', icon: 'settings', key: 's' },
]

export function navItemsFor(role: string): NavItem[] {
  return navItems.filter((item) => !item.requiredRole || role === item.requiredRole)
}
