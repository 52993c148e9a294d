/** Line icons on a 24-pixel grid. They are hidden from screen readers, so every icon needs a label beside it. */
const iconPaths = {
  ask: 'M5 18.5 4 21l3.2-1.2A8.5 8.5 0 1 0 5 18.5Z',
  notes: 'M7 3.5h7l4 4v13H7zM14 3.5v4h4M10 12h5M10 15.5h5',
  sources:
    'M4.5 6.5c0-1.4 3.4-2.5 7.5-2.5s7.5 1.1 7.5 2.5S16.1 9 12 9 4.500 7.900 4.500 6.500zM4.500 6.500v11c0 1.400 3.400 2.500 7.500 2.500s7.500-1.100 7.500-2.500v-11M4.500 12c0 1.400 3.400 2.500 7.500 2.500s7.500-1.100 7.500-2.500',
  assistants:
    'M12 3.5l1.900 4.600 4.600 1.900-4.600 1.900L12 16.500l-1.900-4.600L5.500 10l4.600-1.900zM18.500 15.500l.8 1.900 1.900.8-1.900.8-.8 1.900-.8-1.900-1.900-.8 1.900-.8z',
  inbox: 'M4 13.500 6.500 5h11L20 13.500V19H4zM4 13.500h4.500a3.500 3.500 0 0 0 7 0H20',
  insights: 'M4 20h16M7 16.500v-5M12 16.500v-10M17 16.500v-7',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.800v4.400M9 14.800v4.400',
  search: 'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM15.500 15.500 20 20',
  copy: 'M8.500 8.500h11v11h-11zM5 15.500V5h10.500',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  close: 'M6 6l12 12M18 6L6 18',
  plus: 'M12 5v14M5 12h14',
  more: 'M4.5 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M17.500 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0',
  chevronRight: 'M9.500 6l6 6-6 6',
  chevronDown: 'M6 9.500l6 6 6-6',
  arrowUp: 'M12 19V5.500M6 11.500l6-6 6 6',
  up: 'M7 11v9H4v-9zM7 11l4-7.500c1.700 0 2.500 1 2.500 2.500L13 9.500h5.500c1.200 0 2 1 1.800 2.200l-1.200 6.600c-.2 1-1 1.700-2 1.700H7',
  down: 'M7 13V4H4v9zM7 13l4 7.500c1.700 0 2.500-1 2.500-2.500L13 14.500h5.500c1.200 0 2-1 1.800-2.200l-1.200-6.600c-.2-1-1-1.700-2-1.700H7',
  share: 'M12 15V4M8 7.500 12 3.500l4 4M6 12H5v8.500h14V12h-1',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4.200 4.200 0 0 0-6-6l-1.200 1.200M14 10a4 4 0 0 0-6-.5l-3 3a4.200 4.200 0 0 0 6 6l1.200-1.200',
  external: 'M9 5H5v14h14v-4M13 5h6v6M19 5l-8.500 8.500',
  history: 'M4.500 12a7.500 7.500 0 1 0 2.400-5.500M4.500 4.500v4h4M12 8v4.500l3 1.700',
  people:
    'M9 11.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM3 19.500c.5-3.500 2.800-5 6-5s5.500 1.500 6 5M15.500 4.900a3.300 3.300 0 0 1 0 6.300M17.500 14.800c2 .6 3.200 2.200 3.500 4.700',
  key: 'M8 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 12h9M17.500 12v3.500M20.500 12v2.500',
  sun: 'M12 16.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9zM12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M5.300 18.700l1.400-1.400M17.300 6.700l1.400-1.400',
  moon: 'M19.500 14.200A8 8 0 0 1 9.800 4.500a8 8 0 1 0 9.700 9.700z',
  system: 'M4 5h16v11H4zM9 20h6M12 16v4',
  menu: 'M4 7h16M4 12h16M4 17h16',
  signOut: 'M14 4.500H5v15h9M10.500 12H20M16.500 8.500 20 12l-3.500 3.500',
  edit: 'M5 19l.8-3.700L16.500 4.600l2.900 2.900L8.700 18.200zM14.500 6.600l2.900 2.900',
  trash: 'M5 7h14M9.500 7V4.500h5V7M7 7l.8 12.500h8.400L17 7M10.500 11v5M13.500 11v5',
  archive: 'M4 5h16v4H4zM5.500 9v10.500h13V9M10 13h4',
  upload: 'M12 15.500V5M8 8.500 12 4.500l4 4M5 14.500V19h14v-4.500',
  folder: 'M4 6h5.500l2 2.500H20V19H4z',
  info: 'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17zM12 11v5.500M12 7.800h.01',
  alert: 'M12 4 2.800 19.500h18.400zM12 10v4.500M12 17h.01',
  book: 'M12 6.500C10 5 7.500 4.500 4 4.500V18c3.500 0 6 .5 8 2 2-1.500 4.500-2 8-2V4.500c-3.500 0-6 .5-8 2zM12 6.500V20',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  attach:
    'M19.500 11.500 12 19a4.800 4.800 0 0 1-6.800-6.800l7.800-7.800a3.200 3.200 0 0 1 4.600 4.600l-7.800 7.800a1.600 1.600 0 0 1-2.300-2.300l7-7',
  stop: 'M7 7h10v10H7z',
  star: 'M12 4l2.500 5.200 5.700.700-4.200 3.900 1.100 5.600L12 16.700l-5.100 2.700 1.100-5.600-4.200-3.900 5.700-.7z',
} as const

export type IconName = keyof typeof iconPaths

export function Icon({ name, ...look }: { name: IconName; size?: number; className?: string }) {
  return <LineIcon path={iconPaths[name]} {...look} />
}

/** Draws a path on a 24-pixel grid. Hidden from screen readers: a text beside it says what it means. */
export function LineIcon({ path, size = 18, className }: { path: string; size?: number; className?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      className={`shrink-0 ${className ?? ''}`}
    >
      <path d={path} />
    </svg>
  )
}
