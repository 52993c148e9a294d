import type { Heading } from '../components/markdown.tsx'
import { scrollToStart } from '../components/scroll-to-start.ts'
import { notesText } from '../messages/notes.ts'

/** Links to the headings of a note. */
export function Outline({ headings }: { headings: readonly Heading[] }) {
  if (headings.length < 2) return null
  const top = Math.min(...headings.map((heading) => heading.level))
  return (
    <nav
      aria-label={notesText('onThisPage')}
      className="sticky top-10 hidden max-h-[80dvh] overflow-y-auto text-sm xl:block print:hidden"
    >
      <h2 className="mb-2 text-sm text-quiet">{notesText('onThisPage')}</h2>
      <ul className="space-y-1 border-l border-line">
        {headings.map((heading) => (
          <li key={heading.slug} style={{ paddingLeft: 12 + (heading.level - top) * 12 }}>
            <a
              href={`#${heading.slug}`}
              className="line-clamp-2 rounded text-quiet hover:text-ink"
              onClick={(event) => {
                event.preventDefault()
                history.replaceState(history.state, '', `#${heading.slug}`)
                const target = document.getElementById(heading.slug)
                scrollToStart(target)
                target?.focus({ preventScroll: true })
              }}
            >
              {heading.text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
