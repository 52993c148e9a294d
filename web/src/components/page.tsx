import { type ReactNode, useEffect } from 'react'
import { commonText } from '../messages/common.ts'

/** A screen with a title and actions, in the width that all screens share. */
export function Page({
  title,
  documentTitle = title,
  lead,
  actions,
  children,
}: {
  title: string
  /** The title of the browser's tab, where it is another one. */
  documentTitle?: string
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  useDocumentTitle(documentTitle)
  return (
    <div className="content-width px-4 py-6 sm:px-8 lg:py-9">
      <header className="mb-6 flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h1 className="break-words">{title}</h1>
          {lead && <p className="mt-1.5 max-w-2xl text-pretty text-quiet">{lead}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? commonText('appName') : commonText('pageTitle', { title })
  }, [title])
}
