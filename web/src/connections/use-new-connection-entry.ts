import { useState } from 'react'
import { useTextDraft } from '../drafts/drafts-provider.tsx'
import type { ConnectionEntry } from './connection-form.tsx'
import { type ConnectionKind, settingFields } from './setting-fields.ts'
import type { SettingValues } from './setting-values.ts'

const emptyEntry: ConnectionEntry = {
  name: '',
  values: {},
  deletedSecrets: [],
  readers: { kind: 'private', names: [] },
  everyMinutes: 60,
}

/**
 * Keeps what is typed for a new connection through navigation and reloads, on this device. Secrets are only in memory, as
 * long as the form is open.
 */
export function useNewConnectionEntry(kind: ConnectionKind) {
  const [draft, setDraft] = useTextDraft(`connection of kind ${kind.kind}`)
  const [secrets, setSecrets] = useState<SettingValues>({})
  const kept = { ...emptyEntry, ...readDraft(draft) }
  const entry: ConnectionEntry = { ...kept, values: { ...kept.values, ...secrets } }
  const isSecret = new Set(settingFields(kind).flatMap(({ isSecret, name }) => (isSecret ? [name] : [])))
  return {
    entry,
    change(changed: Partial<ConnectionEntry>) {
      const next = { ...entry, ...changed }
      const split = (secret: boolean) =>
        Object.fromEntries(Object.entries(next.values).filter(([name]) => isSecret.has(name) === secret))
      setSecrets(split(true))
      setDraft(JSON.stringify({ ...next, values: split(false) }))
    },
    forget() {
      setSecrets({})
      setDraft('')
    },
  }
}

function readDraft(text: string): Partial<ConnectionEntry> {
  try {
    const value: unknown = JSON.parse(text || '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
