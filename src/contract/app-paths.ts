/** The addresses of the app's screens, each once: a parameter begins with ":" and can be absent if it ends in "?". */
export const appPaths = [
  '/',
  '/ask/:id',
  '/questions/:id',
  '/shared/:id',
  '/notes/:id?',
  '/search',
  '/shared-with-me',
  '/archive',
  '/trash',
  '/data-sources',
  '/data-sources/:id',
  '/connect/:kind?',
  '/connections/:id',
  '/assistants',
  '/inbox',
  '/insights',
  '/settings/:section?',
  '/docs',
] as const

export type AppPath = (typeof appPaths)[number]

const patterns = appPaths.map((path) => {
  const parts = path
    .split('/')
    .filter(Boolean)
    .map((part) => (part.startsWith(':') ? (part.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+') : `/${part}`))
  return new RegExp(`^${parts.join('')}/?$`, 'i')
})

/** Tells whether the app has a screen at this path; the note or conversation on it may not exist. */
export function isAppPath(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path))
}
