import type { ReactNode } from 'react'
import { Icon, type IconName } from '../components/icon.tsx'

/** A card of the insights with a heading. */
export function InsightsPanel({
  title,
  lead,
  children,
  className = '',
}: {
  title: string
  lead?: string
  children: ReactNode
  className?: string
}) {
  return (
    <section aria-label={title} className={`card min-w-0 px-5 py-4 ${className}`}>
      <h2>{title}</h2>
      {lead && <p className="text-sm text-quiet">{lead}</p>}
      <div className="mt-4">{children}</div>
    </section>
  )
}

/** What a panel shows when it has nothing to list. */
export function EmptyPanel({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <p className="flex items-center gap-3 rounded-lg bg-ground px-4 py-4 text-quiet">
      <Icon name={icon} className="text-accent" />
      <span className="min-w-0">{children}</span>
    </p>
  )
}
