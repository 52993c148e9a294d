import { Link } from 'wouter'
import { useTitle } from '../components/page.tsx'
import { Empty } from '../components/states.tsx'

export function NotFoundPage() {
  useTitle('Not found')
  return (
    <div className="px-4 py-16">
      <h1 className="sr-only">Not found</h1>
      <Empty
        icon="search"
        title="There is nothing at this address"
        action={
          <Link href="/" className="button button-primary">
            Ask a question instead
          </Link>
        }
      >
        It may have been moved or deleted, or it is not shared with you.
      </Empty>
    </div>
  )
}
