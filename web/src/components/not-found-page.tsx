import { Link } from 'wouter'
import { commonText } from '../messages/common.ts'
import { useDocumentTitle } from './page.tsx'
import { EmptyState } from './query-state.tsx'

export function NotFoundPage() {
  useDocumentTitle(commonText('notFound'))
  return (
    <div className="px-4 py-16">
      <h1 className="sr-only">{commonText('notFound')}</h1>
      <EmptyState
        icon="search"
        title={commonText('pageNotFound')}
        action={
          <Link href="/" className="button button-primary">
            {commonText('askQuestion')}
          </Link>
        }
      >
        {commonText('pageNotFoundHint')}
      </EmptyState>
    </div>
  )
}
