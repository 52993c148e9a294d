import { useState } from 'react'
import { Link } from 'wouter'
import { api } from '../api/client.ts'
import { useApiMutation, useApiQuery } from '../api/queries.ts'
import { CopyButton } from '../components/copy-button.tsx'
import { ConfirmDialog } from '../components/dialog.tsx'
import { formatDateTime, formatRelativeTime } from '../components/format-date.ts'
import { EmptyState, ErrorAlert, QueryState } from '../components/query-state.tsx'
import { RowsSkeleton } from '../components/skeletons.tsx'
import { callbacksText } from '../messages/callbacks.ts'
import { emptySettingsText } from '../messages/settings.ts'
import { SettingsSection } from './settings-section.tsx'

export function CallbacksSection() {
  const callbacks = useApiQuery('listCallbacks', {})
  return (
    <SettingsSection title={callbacksText('title')} lead={callbacksText('lead')}>
      <SigningSecret />
      <h3 className="mt-7 mb-2">{callbacksText('log')}</h3>
      <QueryState
        query={callbacks}
        loading={<RowsSkeleton />}
        isEmpty={(data) => data.callbacks.length === 0}
        empty={
          <EmptyState
            icon="external"
            title={emptySettingsText('callbacks')}
            action={
              <Link href="/docs" className="button">
                {emptySettingsText('seeApi')}
              </Link>
            }
          >
            {emptySettingsText('callbacksHint')}
          </EmptyState>
        }
      >
        {(data) => (
          <ul className="card divide-y divide-line">
            {data.callbacks.map((callback) => (
              <li key={callback.id} className="px-4 py-3">
                <div className="flex flex-wrap items-center gap-2">
                  <span className="min-w-0 flex-1 basis-52 truncate font-medium">{callback.url}</span>
                  <span
                    className={`chip ${{ delivered: 'chip-accent', failed: 'chip-alarm', waiting: 'chip-warn' }[callback.state]}`}
                  >
                    {callbacksText(callback.state)}
                  </span>
                  <span className="text-sm text-quiet">{formatRelativeTime(callback.createdAt)}</span>
                </div>
                <ul className="mt-1 text-[0.8125rem] text-quiet">
                  {callback.attempts.map((attempt) => (
                    <li key={attempt.at}>
                      {callbacksText('attempt', {
                        when: formatDateTime(attempt.at),
                        result: attempt.error ?? callbacksText('status', { status: attempt.status ?? '' }),
                        duration: attempt.durationMs,
                      })}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </SettingsSection>
  )
}

function SigningSecret() {
  const [isShown, setIsShown] = useState(false)
  const [isRotating, setIsRotating] = useState(false)
  const secret = useApiQuery('readCallbackSecret', {}, { isEnabled: isShown })
  const rotate = useApiMutation(
    () => api.rotateCallbackSecret(),
    ['readCallbackSecret'],
    () => setIsRotating(false),
  )
  return (
    <div className="card px-5 py-4">
      <h3>{callbacksText('signingSecret')}</h3>
      <p className="mt-1 text-sm text-quiet">{callbacksText('secretHint')}</p>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {isShown && secret.data ? (
          <>
            <code className="min-w-0 flex-1 basis-52 rounded-lg bg-sunken px-3 py-2 font-mono text-sm break-all">
              {secret.data.secret}
            </code>
            <CopyButton text={secret.data.secret} />
          </>
        ) : (
          <button
            type="button"
            className="button"
            disabled={secret.isFetching}
            onClick={() => (isShown ? void secret.refetch() : setIsShown(true))}
          >
            {callbacksText('showSecret')}
          </button>
        )}
        <button type="button" className="button" onClick={() => setIsRotating(true)}>
          {callbacksText('replaceSecret')}
        </button>
      </div>
      {secret.error && !secret.data && (
        <div className="mt-3">
          <ErrorAlert error={secret.error} onRetry={() => secret.refetch()} />
        </div>
      )}
      {isRotating && (
        <ConfirmDialog
          title={callbacksText('replaceTitle')}
          confirmLabel={callbacksText('replace')}
          mutation={rotate}
          onConfirm={() => rotate.mutate(undefined)}
          onClose={() => setIsRotating(false)}
        >
          <p>{callbacksText('replaceEffect')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
