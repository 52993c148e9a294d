import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Me } from '../../../sdk/src/operations.ts'
import { commonText } from '../messages/common.ts'
import { paletteText } from '../messages/find.ts'
import { shellText } from '../messages/shell.ts'
import { newNotePath } from '../notes/notes-dialog-path.ts'
import { CommandPalette } from '../palette/command-palette.tsx'
import { Dialog } from './dialog.tsx'
import { AsyncBoundary } from './error-boundary.tsx'
import { Icon, type IconName } from './icon.tsx'
import { lazyComponent } from './lazy-component.tsx'
import { Menu } from './menu.tsx'
import { navItemsFor } from './nav-items.ts'
import { PageNotices } from './page-notices.tsx'
import { useRestoreFocus } from './restore-focus.ts'
import { isRestoringScroll, useScrollPositions } from './scroll-positions.ts'
import { commandKey, useShortcuts } from './shortcuts.ts'
import { SignOutButton, useSignOut } from './sign-out-button.tsx'
import { type Theme, useTheme } from './theme.ts'
import { UnreadBadge } from './unread-badge.tsx'
import { useListKeys } from './use-list-keys.ts'

const ShortcutHelp = lazyComponent(() => import('./shortcut-help.tsx').then((module) => module.ShortcutHelp))

/** The frame of every screen: navigation, account and theme. */
export function Shell({ me, children }: { me: Me; children: ReactNode }) {
  const [location, navigate] = useLocation()
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const [overlay, setOverlay] = useState<'palette' | 'shortcuts'>()
  const signOut = useSignOut()
  const main = useRef<HTMLElement>(null)
  const isFirst = useRef(true)
  useRestoreFocus(main)
  useListKeys()
  useScrollPositions()
  const openPalette = () => setOverlay('palette')
  useShortcuts({
    onPalette: openPalette,
    keys: {
      '?': () => setOverlay('shortcuts'),
      '/': () => navigate('/search'),
      ...(me.role !== 'viewer' && { n: () => navigate(newNotePath) }),
    },
    keysAfterG: Object.fromEntries(navItemsFor(me.role).map(({ key, href }) => [key, () => navigate(href)])),
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the address matters
  useEffect(() => {
    setIsMenuOpen(false)
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    if (!isRestoringScroll()) window.scrollTo(0, 0)
    // Screen readers start reading the new screen, unless one of its fields took the focus.
    if (!main.current?.querySelector('input:focus, textarea:focus')) main.current?.focus({ preventScroll: true })
  }, [location.split('/')[1]])

  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] print:block">
      <a
        href="#main"
        className="button button-primary sr-only z-50 focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        {shellText('skipToContent')}
      </a>
      <header className="sticky top-0 z-30 flex items-center gap-2 border-b border-line bg-ground/90 px-3 py-2 backdrop-blur lg:hidden print:hidden">
        <button
          type="button"
          className="button button-quiet button-icon"
          aria-label={shellText('openNavigation')}
          onClick={() => setIsMenuOpen(true)}
        >
          <Icon name="menu" size={20} />
        </button>
        <Brand />
        <button
          type="button"
          className="button button-quiet button-icon ml-auto"
          aria-label={paletteText('open')}
          onClick={openPalette}
        >
          <Icon name="search" size={20} />
        </button>
      </header>
      <aside className="sticky top-0 hidden h-dvh flex-col border-r border-line bg-ground px-3 py-4 lg:flex print:hidden">
        <div className="px-2 pb-4">
          <Brand />
        </div>
        <PaletteButton onClick={openPalette} />
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
      {/* Not loaded on demand: the keys typed after Ctrl+K are for it. */}
      {overlay === 'palette' && (
        <CommandPalette
          me={me}
          onClose={() => setOverlay(undefined)}
          onShortcuts={() => setOverlay('shortcuts')}
          onSignOut={signOut.start}
        />
      )}
      <AsyncBoundary>
        {overlay === 'shortcuts' && <ShortcutHelp me={me} onClose={() => setOverlay(undefined)} />}
      </AsyncBoundary>
      {signOut.question}
    </div>
  )
}

function PaletteButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      className="mb-3 flex items-center gap-2.5 rounded-lg border border-line bg-surface px-2.5 py-1.5 text-quiet transition-colors hover:border-line-strong hover:text-ink"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onClick}
    >
      <Icon name="search" size={16} />
      <span className="flex-1 text-left">{paletteText('open')}</span>
      <span aria-hidden="true" className="flex gap-1">
        <kbd>{commandKey}</kbd>
        <kbd>K</kbd>
      </span>
    </button>
  )
}

/** Shown until the session is loaded; the same markup as in index.html. */
export function ShellSkeleton({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <div className="border-line px-3 py-2 max-lg:border-b lg:border-r lg:py-4">
        <p className="flex items-center gap-2 px-2 font-semibold tracking-tight">
          <img src="/favicon.svg" width="24" height="24" alt="" />
          {commonText('appName')}
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
      {commonText('appName')}
    </Link>
  )
}

function Navigation({ me, location }: { me: Me; location: string }) {
  return (
    <nav aria-label={shellText('mainNavigation')}>
      <ul className="space-y-0.5">
        {navItemsFor(me.role).map((item) => {
          const isCurrent =
            item.href === '/'
              ? location === '/' || /^\/(ask|questions)\//.test(location)
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
                {item.href === '/inbox' && <UnreadBadge />}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

const themeOptions: { theme: Theme; label: Parameters<typeof shellText>[0]; icon: IconName }[] = [
  { theme: 'system', label: 'systemTheme', icon: 'system' },
  { theme: 'light', label: 'lightTheme', icon: 'sun' },
  { theme: 'dark', label: 'darkTheme', icon: 'moon' },
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
        label={shellText('theme')}
        button={<Icon name={icon} />}
        up
        items={themeOptions.map((option) => ({
          label: shellText(option.label),
          isChecked: option.theme === theme,
          onSelect: () => setTheme(option.theme),
        }))}
      />
      <SignOutButton />
    </div>
  )
}
