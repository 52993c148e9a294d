import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Connection } from '../../../sdk/src/operations.ts'
import { describeTransition } from './connection-status.ts'

/** Tells screen readers when a run begins or ends, and refreshes the lists of items that runs have written. */
export function SyncAnnouncement({ connections }: { connections: readonly Connection[] }) {
  const queryClient = useQueryClient()
  const before = useRef<ReadonlyMap<string, Connection>>(new Map())
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    const known = connections.flatMap((after) => {
      const earlier = before.current.get(after.id)
      return earlier && earlier !== after ? [{ earlier, after }] : []
    })
    before.current = new Map(connections.map((connection) => [connection.id, connection]))
    const sentences = known.flatMap(({ earlier, after }) => describeTransition(earlier, after) ?? [])
    if (sentences.length > 0) setAnnouncement(sentences.join(' '))
    if (known.some(({ earlier, after }) => hasWritten(earlier, after)))
      for (const name of ['listDataSources', 'listDataSourceItems'])
        void queryClient.invalidateQueries({ queryKey: [name] })
  }, [connections, queryClient])
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  )
}

function hasWritten({ counts: one }: Connection, { counts: other }: Connection): boolean {
  return one.added !== other.added || one.changed !== other.changed || one.removed !== other.removed
}
