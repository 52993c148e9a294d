import type { Connection } from '../../../sdk/src/operations.ts'
import { connectionsText } from '../messages/connections.ts'

/** Items that have no text, with the reasons. They can be found by their title only. */
export function SkippedItems({ connection: { problemCount, problems } }: { connection: Connection }) {
  if (problemCount === 0) return null
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer rounded-md font-semibold text-warn">
        {connectionsText('skipped', { count: problemCount })}
      </summary>
      <ul className="mt-2 max-h-80 divide-y divide-line overflow-y-auto rounded-lg border border-line">
        {problems.map(({ id, title, reason }) => (
          <li key={id} className="px-3 py-2">
            <p className="font-medium break-words">{title || id}</p>
            <p className="break-words text-quiet">
              {title && title !== id && `${id} · `}
              {reason}
            </p>
          </li>
        ))}
        {problemCount > problems.length && (
          <li className="px-3 py-2 text-quiet">
            {connectionsText('moreSkipped', { count: problemCount - problems.length })}
          </li>
        )}
      </ul>
    </details>
  )
}
