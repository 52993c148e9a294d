import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

const themeListeners = new Set<() => void>()

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

/** The theme, stored in this browser; theme.js applies it before the first paint. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore((listener) => {
    themeListeners.add(listener)
    return () => themeListeners.delete(listener)
  }, currentTheme)
  return [theme, applyTheme]
}

function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem('lorewell.theme')
    else localStorage.setItem('lorewell.theme', theme)
  } catch {
    // Without storage the theme lasts for this visit.
  }
  for (const listener of themeListeners) listener()
}
