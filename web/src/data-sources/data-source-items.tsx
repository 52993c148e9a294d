import { memo, useDeferredValue, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { DataSource, ItemPage } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useApiQuery } from '../api/queries.ts'
import { ConfirmDialog, Dialog } from '../components/dialog.tsx'
import { formatDateTime, formatRelativeTime } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { NumberedPagination } from '../components/pagination.tsx'
import { PassageList } from '../components/passage-list.tsx'
import { PathText } from '../components/path-text.tsx'
import { EmptyState, QueryState } from '../components/query-state.tsx'
import { findOriginalUrl, SafeLink } from '../components/safe-link.tsx'
import { SearchBox } from '../components/search-box.tsx'
import { useToast } from '../components/toast.tsx'
import { useTypedQuery } from '../components/use-typed-query.ts'
import { itemsText } from '../messages/data-sources.ts'
import { itemLocation } from './item-location.ts'

type DataSourceItem = ItemPage['items'][number]

/** Lists the items of a data source, with search by title; an item opens its indexed text. */
export function DataSourceItems({ source, isConnected }: { source: DataSource; isConnected: boolean }) {
  // A link to an item without an address of its own leads here, with its title.
  const [search, setSearch] = useSearchParams()
  const [text, setText] = useTypedQuery(search.get('q') ?? '', (q) =>
    setSearch(q === '' ? {} : { q }, { replace: true }),
  )
  const [opened, setOpened] = useState<DataSourceItem>()
  const [deleting, setDeleting] = useState<DataSourceItem>()
  const query = useDeferredValue(text.trim())
  const [position, setPosition] = useState({ query, page: 0 })
  const page = position.query === query ? position.page : 0
  const items = useApiQuery(
    'listDataSourceItems',
    { id: source.id, query, page, hitsPerPage: 25 },
    { keepPrevious: true },
  )
  const showToast = useToast()
  const remove = useApiMutation(
    (item: DataSourceItem) => api.deleteContent({ rootId: source.id, id: item.id }),
    ['listDataSources', 'listDataSourceItems'],
    () => {
      setDeleting(undefined)
      showToast(itemsText('deleted'))
    },
  )
  return (
    <>
      <SearchBox label={itemsText('search')} className="mb-3 max-w-sm" value={text} onChange={setText} />
      <QueryState
        query={items}
        isEmpty={(data) => data.total === 0}
        empty={
          <EmptyState icon="sources" title={query === '' ? itemsText('empty') : itemsText('noMatch')}>
            {query !== '' ? undefined : isConnected ? itemsText('emptyConnected') : itemsText('emptyProgram')}
          </EmptyState>
        }
      >
        {(data) => (
          <>
            <ItemRows
              items={data.items}
              isConnected={isConnected}
              canDelete={source.mayWrite}
              onOpen={setOpened}
              onDelete={setDeleting}
            />
            <NumberedPagination
              page={data.page}
              pageCount={data.nbPages}
              onPage={(to) => setPosition({ query, page: to })}
            >
              {itemsText('count', { count: data.total })}
            </NumberedPagination>
          </>
        )}
      </QueryState>
      {deleting && (
        <ConfirmDialog
          title={itemsText('deleteTitle', { title: deleting.title })}
          confirmLabel={itemsText('delete')}
          mutation={remove}
          onConfirm={() => remove.mutate(deleting)}
          onClose={() => setDeleting(undefined)}
        >
          <p>{itemsText('deleteEffect')}</p>
        </ConfirmDialog>
      )}
      {opened && <ItemDialog item={opened} isConnected={isConnected} onClose={() => setOpened(undefined)} />}
    </>
  )
}

/** Memoized, so that typing in the search box does not render the rows again. */
const ItemRows = memo(function ItemRows({
  items,
  isConnected,
  canDelete,
  onOpen,
  onDelete,
}: {
  items: readonly DataSourceItem[]
  isConnected: boolean
  canDelete: boolean
  onOpen: (item: DataSourceItem) => void
  onDelete: (item: DataSourceItem) => void
}) {
  return (
    <ul className="card divide-y divide-line">
      {items.map((item) => (
        <li key={item.id} className="flex items-center gap-2 py-1.5 pr-2 pl-4">
          <button type="button" className="min-w-0 flex-1 rounded-md py-1 text-left" onClick={() => onOpen(item)}>
            <span className="block truncate font-medium">{item.title}</span>
            <span className="flex flex-wrap gap-x-1.5 text-[0.8125rem] text-quiet">
              <PathText parts={itemLocation(item, { isConnected })} separator="/" />
              <span className="shrink-0">· {itemsText('updated', { when: formatRelativeTime(item.updatedAt) })}</span>
            </span>
          </button>
          {findOriginalUrl(item.url) !== undefined && (
            <SafeLink
              href={item.url}
              className="button button-quiet button-icon"
              label={itemsText('openOriginal', { title: item.title })}
            >
              <Icon name="external" size={16} />
            </SafeLink>
          )}
          {canDelete && (
            <button
              type="button"
              className="button button-quiet button-icon"
              aria-label={itemsText('deleteItem', { title: item.title })}
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

/** Shows the passages of an item as they are searched and quoted. */
function ItemDialog({
  item,
  isConnected,
  onClose,
}: {
  item: DataSourceItem
  isConnected: boolean
  onClose: () => void
}) {
  const document = useApiQuery('readDocument', { id: item.documentId })
  return (
    <Dialog title={item.title} onClose={onClose} isSidePanel>
      <p className="mb-4 text-sm text-quiet">
        {itemsText('indexedText', {
          updated: formatDateTime(item.updatedAt),
          indexed: formatRelativeTime(item.indexedAt),
        })}
      </p>
      <p className="mb-5 text-sm break-all">
        {findOriginalUrl(item.url) === undefined ? (
          itemLocation(item, { isConnected }).join('/')
        ) : (
          <SafeLink href={item.url}>{item.url}</SafeLink>
        )}
      </p>
      <QueryState
        query={document}
        isEmpty={(data) => data.passages.length === 0}
        empty={
          <EmptyState icon="info" title={itemsText('noText')}>
            {itemsText('noTextHint')}
          </EmptyState>
        }
      >
        {(data) => <PassageList passages={data.passages} />}
      </QueryState>
    </Dialog>
  )
}
