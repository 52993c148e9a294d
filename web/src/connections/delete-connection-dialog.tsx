import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Connection, DataSource } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation } from '../api/queries.ts'
import { ConfirmDialog } from '../components/dialog.tsx'
import { connectionsText as text } from '../messages/connections.ts'
import { RadioOption } from '../notes/audience-choice.tsx'

/** Asks what happens to the items before a connection is deleted. */
export function DeleteConnectionDialog({
  connection,
  source,
  onClose,
}: {
  connection: Connection
  source: DataSource | undefined
  onClose: () => void
}) {
  const [, navigate] = useLocation()
  const [deletesItems, setDeletesItems] = useState(false)
  const remove = useApiMutation(
    // A data source takes its connection with it.
    () =>
      deletesItems ? api.deleteDataSource({ id: connection.rootId }) : api.deleteConnection({ id: connection.id }),
    ['listConnections', 'listDataSources', 'listDataSourceItems'],
    () => {
      onClose()
      if (deletesItems) navigate('/data-sources')
    },
  )
  const count = source?.itemCount
  return (
    <ConfirmDialog
      title={text('deleteTitle', { name: connection.name })}
      confirmLabel={text('delete')}
      mutation={remove}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      <p>{text('deleteEffect')}</p>
      <fieldset className="space-y-2 text-ink">
        <legend className="sr-only">{text('whichItems')}</legend>
        <RadioOption
          name="items"
          isSelected={!deletesItems}
          onSelect={() => setDeletesItems(false)}
          hint={text('keepHint')}
        >
          {count === undefined ? text('keepItsItems') : text('keepItems', { count })}
        </RadioOption>
        <RadioOption
          name="items"
          isSelected={deletesItems}
          onSelect={() => setDeletesItems(true)}
          hint={text('deleteHint')}
        >
          {count === undefined ? text('deleteItsItems') : text('deleteItems', { count })}
        </RadioOption>
      </fieldset>
    </ConfirmDialog>
  )
}
