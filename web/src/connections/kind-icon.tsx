import { LineIcon } from '../components/icon.tsx'

/** Line icons of the kinds, on a 24-pixel grid. Apart from the icons of the app, so that only this screen loads them. */
const paths: Record<string, string> = {
  folder: 'M4 6h5.500l2 2.500H20V19H4z',
  rclone: 'M7.500 18.500a4 4 0 0 1-.6-7.950A5.500 5.500 0 0 1 17.400 9.600a4.500 4.500 0 0 1-.4 8.900z',
  web: 'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17zM3.500 12h17M12 3.500c2.300 2.300 3.500 5.200 3.500 8.500s-1.200 6.200-3.500 8.500c-2.300-2.300-3.500-5.200-3.500-8.500S9.700 5.800 12 3.500z',
  git: 'M7 8v8M7 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM7 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17 10c0 3.500-4 4-7.500 5',
  github:
    'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17zM12 14.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z',
  mediawiki:
    'M12 6.500C10 5 7.500 4.500 4 4.500V18c3.500 0 6 .5 8 2 2-1.500 4.500-2 8-2V4.500c-3.500 0-6 .5-8 2zM12 6.500V20',
  imap: 'M4 6h16v12.500H4zM4 7l8 6.500L20 7',
  feed: 'M5.500 18.500h.01M5 11.500a7.500 7.500 0 0 1 7.500 7.500M5 5a14 14 0 0 1 14 14',
}
const otherPath =
  'M10 14a4 4 0 0 0 6 .5l3-3a4.200 4.200 0 0 0-6-6l-1.200 1.200M14 10a4 4 0 0 0-6-.5l-3 3a4.200 4.200 0 0 0 6 6l1.200-1.200'

/** The icon of a kind of source in a tinted square. Hidden from screen readers: the name stands beside it. */
export function KindIcon({ kind }: { kind: string }) {
  return (
    <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent">
      <LineIcon path={paths[kind] ?? otherPath} size={19} />
    </span>
  )
}
