import { Link } from 'wouter'
import { useDocumentTitle } from './page.tsx'
import { EmptyState } from './query-state.tsx'

export function NotFoundPage() {
  useDocumentTitle('Not found')
  return (
    <div className="px-4 py-16">
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        icon="search"
        title="Page not found"
        action={
          <Link href="/" className="button button-primary">
            Ask a question
          </Link>
        }
      >
        It may have been moved or deleted, or you don’t have access to it.
      </EmptyState>
    </div>
  )
}
