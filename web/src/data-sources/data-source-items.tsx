import { memo, useDeferredValue, useState } from 'react'
import type { DataSource, ItemPage } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useApiQuery } from '../api/queries.ts'
import { ConfirmDialog, Dialog } from '../components/dialog.tsx'
import { formatDateTime, formatRelativeTime } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { NumberedPagination } from '../components/pagination.tsx'
import { PassageList } from '../components/passage-list.tsx'
import { EmptyState, ErrorAlert, QueryState } from '../components/query-state.tsx'
import { SafeLink, sanitizeUrl } from '../components/safe-link.tsx'
import { SearchBox } from '../components/search-box.tsx'
import { useToast } from '../components/toast.tsx'

type DataSourceItem = ItemPage['items'][number]

/** The items of a data source: found by their titles, page by page, each with what was understood of it. */
export function DataSourceItems({ source }: { source: DataSource }) {
  const [text, setText] = useState('')
  const [page, setPage] = useState(0)
  const [opened, setOpened] = useState<DataSourceItem>()
  const [removing, setRemoving] = useState<DataSourceItem>()
  const query = useDeferredValue(text.trim())
  const items = useApiQuery(
    'listDataSourceItems',
    { id: source.id, query, page, hitsPerPage: 25 },
    { keepPrevious: true },
  )
  const notice = useToast()
  const remove = useApiMutation(
    (item: DataSourceItem) => api.deleteContent({ rootId: source.id, id: item.id }),
    ['listDataSources', 'listDataSourceItems'],
    () => {
      setRemoving(undefined)
      notice('Deleted')
    },
  )
  return (
    <>
      <SearchBox
        label="Find an item by its title"
        className="mb-3 max-w-sm"
        value={text}
        onChange={(value) => {
          setText(value)
          setPage(0)
        }}
      />
      <QueryState
        query={items}
        isEmpty={(data) => data.total === 0}
        empty={
          <EmptyState
            icon="sources"
            title={query === '' ? 'Nothing is indexed yet' : 'No item has this in its title'}
          >
            {query === ''
              ? 'Run the snippet above with an API key; the item appears here at once.'
              : undefined}
          </EmptyState>
        }
      >
        {(data) => (
          <>
            <ItemRows
              items={data.items}
              mayDelete={source.mayWrite}
              onOpen={setOpened}
              onDelete={setRemoving}
            />
            <NumberedPagination page={data.page} pageCount={data.nbPages} onPage={setPage}>
              {data.total.toLocaleString()} items
            </NumberedPagination>
          </>
        )}
      </QueryState>
      {removing && (
        <ConfirmDialog
          title={`Delete ${removing.title}?`}
          action="Delete"
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(removing)}
          onClose={() => setRemoving(undefined)}
        >
          <p>No answer can use it any more. It comes back when your program indexes it again.</p>
          {remove.error && <ErrorAlert error={remove.error} />}
        </ConfirmDialog>
      )}
      {opened && <ItemDialog item={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

/** Drawn once for what was read, not for every letter that is typed above it. */
const ItemRows = memo(function ItemRows({
  items,
  mayDelete,
  onOpen,
  onDelete,
}: {
  items: readonly DataSourceItem[]
  mayDelete: boolean
  onOpen: (item: DataSourceItem) => void
  onDelete: (item: DataSourceItem) => void
}) {
  return (
    <ul className="card divide-y divide-line">
      {items.map((item) => (
        <li key={item.id} className="flex items-center gap-2 py-1.5 pr-2 pl-4">
          <button
            type="button"
            className="min-w-0 flex-1 rounded-md py-1 text-left"
            onClick={() => onOpen(item)}
          >
            <span className="block truncate font-medium">{item.title}</span>
            <span className="block truncate text-[0.8125rem] text-quiet">
              {item.id} · updated {formatRelativeTime(item.updatedAt)}
            </span>
          </button>
          {sanitizeUrl(item.url) !== undefined && (
            <SafeLink
              href={item.url}
              className="button button-quiet button-icon"
              label={`Open ${item.title} where it comes from`}
            >
              <Icon name="external" size={16} />
            </SafeLink>
          )}
          {mayDelete && (
            <button
              type="button"
              className="button button-quiet button-icon"
              aria-label={`Delete ${item.title}`}
              onClick={() => onDelete(item)}
            >
              <Icon name="trash" size={16} />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
})

/** What was understood of an item: its passages, as they are searched and quoted. */
function ItemDialog({ item, onClose }: { item: DataSourceItem; onClose: () => void }) {
  const document = useApiQuery('readDocument', { id: item.documentId })
  return (
    <Dialog title={item.title} onClose={onClose} side>
      <p className="mb-4 text-sm text-quiet">
        Updated {formatDateTime(item.updatedAt)}, indexed {formatRelativeTime(item.indexedAt)}. This is what
        was understood of it.
      </p>
      <p className="mb-5 text-sm break-all">
        <SafeLink href={item.url}>{item.url}</SafeLink>
      </p>
      <QueryState
        query={document}
        isEmpty={(data) => data.passages.length === 0}
        empty={
          <EmptyState icon="info" title="It holds no text">
            It is found by its title only.
          </EmptyState>
        }
      >
        {(data) => <PassageList passages={data.passages} />}
      </QueryState>
    </Dialog>
  )
}
