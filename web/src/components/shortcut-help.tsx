import type { ReactNode } from 'react'
import type { Me } from '../../../sdk/src/operations.ts'
import { shortcutText as text } from '../messages/find.ts'
import { Checkbox } from './checkbox.tsx'
import { Dialog } from './dialog.tsx'
import { navItemsFor } from './nav-items.ts'
import { commandKey, useSingleKeys } from './shortcuts.ts'

/** Lists the keyboard shortcuts that this person can use. */
export function ShortcutHelp({ me, onClose }: { me: Me; onClose: () => void }) {
  const [isOn, setIsOn] = useSingleKeys()
  const canWrite = me.role !== 'viewer'
  return (
    <Dialog title={text('title')} onClose={onClose} width="max-w-xl">
      <Checkbox isChecked={isOn} onChange={setIsOn}>
        {text('useSingleKeys')}
        <span className="block text-sm text-quiet">{text('singleKeysHint')}</span>
      </Checkbox>
      <ShortcutTable title={text('everywhere')}>
        <Shortcut keys={[commandKey, 'K']} label={text('palette')} />
        <Shortcut keys={['/']} label={text('search')} />
        {canWrite && <Shortcut keys={['N']} label={text('newNote')} />}
        {navItemsFor(me.role).map(({ href, label, key }) => (
          <Shortcut key={href} keys={['G', key.toUpperCase()]} isSequence label={text('goTo', { screen: label })} />
        ))}
        <Shortcut keys={['?']} label={text('help')} />
      </ShortcutTable>
      <ShortcutTable title={text('lists')}>
        <Shortcut keys={['↓']} label={text('nextItem')} />
        <Shortcut keys={['↑']} label={text('previousItem')} />
        <Shortcut keys={['Home']} label={text('firstItem')} />
        <Shortcut keys={['End']} label={text('lastItem')} />
        <Shortcut keys={['Enter']} label={text('openItem')} />
      </ShortcutTable>
    </Dialog>
  )
}

function ShortcutTable({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-5">
      <h3 className="mb-1 text-quiet">{title}</h3>
      <dl className="divide-y divide-line">{children}</dl>
    </section>
  )
}

function Shortcut({ keys, label, isSequence = false }: { keys: string[]; label: string; isSequence?: boolean }) {
  return (
    <div className="flex items-center gap-3 py-1.5">
      <dt className="min-w-0 flex-1">{label}</dt>
      <dd className="flex items-center gap-1.5 text-sm text-quiet">
        {keys.map((key, index) => (
          <span key={key} className="contents">
            {isSequence && index > 0 && text('followedBy')}
            <kbd>{key}</kbd>
          </span>
        ))}
      </dd>
    </div>
  )
}
