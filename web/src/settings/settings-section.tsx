import type { ReactNode } from 'react'

export function SettingsSection({
  title,
  lead,
  action,
  children,
}: {
  title: string
  lead?: ReactNode
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <section aria-label={title}>
      <header className="mb-4 flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2>{title}</h2>
          {lead && <p className="mt-1 max-w-xl text-pretty text-quiet">{lead}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  )
}
