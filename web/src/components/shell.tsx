import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Me } from '../../../sdk/src/operations.ts'
import { Dialog } from './dialog.tsx'
import { Icon, type IconName } from './icon.tsx'
import { Menu } from './menu.tsx'
import { PageNotices } from './page-notices.tsx'
import { useRestoreFocus } from './restore-focus.ts'
import { SignOutButton } from './sign-out-button.tsx'
import { type Theme, useTheme } from './theme.ts'

interface NavItem {
  href: string
  label: string
  icon: IconName
  requiredRole?: 'admin'
  /** Other addresses that belong to this screen. */
  related?: string[]
}

const navItems: NavItem[] = [
  { href: '/', label: 'Ask', icon: 'ask' },
  { href: '/notes', label: 'Notes', icon: 'notes', related: ['/archive', '/trash'] },
  { href: '/data-sources', label: 'Data sources', icon: 'sources', related: ['/connect'] },
  { href: '/assistants', label: 'Assistants', icon: 'assistants' },
  { href: '/inbox', label: 'Inbox', icon: 'inbox' },
  { href: '/insights', label: 'Insights', icon: 'insights', requiredRole: 'admin' },
  { href: '/settings', label: 'Settings', icon: 'settings' },
]

/** The frame of every screen: navigation, account and theme. */
export function Shell({ me, children }: { me: Me; children: ReactNode }) {
  const [location] = useLocation()
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const main = useRef<HTMLElement>(null)
  const isFirst = useRef(true)
  useRestoreFocus(main)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the address matters
  useEffect(() => {
    setIsMenuOpen(false)
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    window.scrollTo(0, 0)
    // Screen readers start reading the new screen.
    main.current?.focus({ preventScroll: true })
  }, [location.split('/')[1]])

  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="button button-primary sr-only z-50 focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-30 flex items-center gap-2 border-b border-line bg-ground/90 px-3 py-2 backdrop-blur lg:hidden">
        <button
          type="button"
          className="button button-quiet button-icon"
          aria-label="Open navigation"
          onClick={() => setIsMenuOpen(true)}
        >
          <Icon name="menu" size={20} />
        </button>
        <Brand />
      </header>
      <aside className="sticky top-0 hidden h-dvh flex-col border-r border-line bg-ground px-3 py-4 lg:flex">
        <div className="px-2 pb-5">
          <Brand />
        </div>
        <Navigation me={me} location={location} />
        <div className="flex-1" />
        <AccountMenu me={me} />
      </aside>
      <main id="main" ref={main} tabIndex={-1} className="min-w-0 outline-none">
        <PageNotices />
        {children}
      </main>
      {isMenuOpen && (
        <Dialog title={me.organizationName} onClose={() => setIsMenuOpen(false)} width="max-w-sm">
          <Navigation me={me} location={location} />
          <div className="mt-4 border-t border-line pt-3">
            <AccountMenu me={me} />
          </div>
        </Dialog>
      )}
    </div>
  )
}

/** Shown until the session is loaded; the same markup as in index.html. */
export function ShellSkeleton({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <div className="border-line px-3 py-2 max-lg:border-b lg:border-r lg:py-4">
        <p className="flex items-center gap-2 px-2 font-semibold tracking-tight">
          <img src="/favicon.svg" width="24" height="24" alt="" />
          Lorewell
        </p>
      </div>
      <main className="mx-auto w-full max-w-md px-6 py-24">{children}</main>
    </div>
  )
}

function Brand() {
  return (
    <Link href="/" className="inline-flex items-center gap-2 rounded-md font-semibold tracking-tight">
      <svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <path
          d="M10 7v14.5a3.500 3.500 0 0 0 3.500 3.500H23"
          fill="none"
          className="stroke-accent-ink"
          strokeWidth="3.200"
          strokeLinecap="round"
        />
      </svg>
      Lorewell
    </Link>
  )
}

function Navigation({ me, location }: { me: Me; location: string }) {
  return (
    <nav aria-label="Main">
      <ul className="space-y-0.5">
        {navItems
          .filter((item) => !item.requiredRole || me.role === item.requiredRole)
          .map((item) => {
            const isCurrent =
              item.href === '/'
                ? location === '/' || location.startsWith('/questions')
                : [item.href, ...(item.related ?? [])].some((path) => location.startsWith(path))
            return (
              <li key={item.href}>
                <Link
                  href={item.href}
                  aria-current={isCurrent ? 'page' : undefined}
                  className="flex items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-quiet transition-colors hover:bg-sunken hover:text-ink aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-accent"
                >
                  <Icon name={item.icon} />
                  {item.label}
                </Link>
              </li>
            )
          })}
      </ul>
    </nav>
  )
}

const themeOptions: { theme: Theme; label: string; icon: IconName }[] = [
  { theme: 'system', label: 'Match system', icon: 'system' },
  { theme: 'light', label: 'Light', icon: 'sun' },
  { theme: 'dark', label: 'Dark', icon: 'moon' },
]

function AccountMenu({ me }: { me: Me }) {
  const [theme, setTheme] = useTheme()
  const icon = themeOptions.find((option) => option.theme === theme)?.icon ?? 'system'
  return (
    <div className="flex items-center gap-1">
      <div className="min-w-0 flex-1 px-2">
        <p className="truncate text-sm font-semibold">{me.displayName}</p>
        <p className="truncate text-[0.8125rem] text-quiet">{me.organizationName}</p>
      </div>
      <Menu
        label="Theme"
        button={<Icon name={icon} />}
        up
        items={themeOptions.map((option) => ({
          label: option.label,
          isChecked: option.theme === theme,
          onSelect: () => setTheme(option.theme),
        }))}
      />
      <SignOutButton />
    </div>
  )
}
