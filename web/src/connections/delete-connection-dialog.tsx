import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Connection, DataSource } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation } from '../api/queries.ts'
import { ConfirmDialog } from '../components/dialog.tsx'
import { RadioOption } from '../notes/audience-choice.tsx'
import { countItems } from './trial-result.tsx'

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
  const items = source ? countItems(source.itemCount) : 'its items'
  return (
    <ConfirmDialog
      title={`Delete the connection ${connection.name}?`}
      confirmLabel="Delete"
      mutation={remove}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      <p>Its settings and secrets are deleted, and it never runs again. Nothing changes at the origin.</p>
      <fieldset className="space-y-2 text-ink">
        <legend className="sr-only">Items</legend>
        <RadioOption
          name="items"
          isSelected={!deletesItems}
          onSelect={() => setDeletesItems(false)}
          hint="They stay in the data source as they are now. Answers can still use them."
        >
          Keep {items}
        </RadioOption>
        <RadioOption
          name="items"
          isSelected={deletesItems}
          onSelect={() => setDeletesItems(true)}
          hint="The data source is deleted with them. Answers can’t use them any more."
        >
          Delete {items}
        </RadioOption>
      </fieldset>
    </ConfirmDialog>
  )
}
