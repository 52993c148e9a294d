import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import type { Me } from '../../../sdk/src/operations.ts'
import { Dialog } from '../components/dialog.tsx'
import { Icon } from '../components/icon.tsx'
import { isComposing } from '../components/is-composing.ts'
import { PathText } from '../components/path-text.tsx'
import { paletteText as text } from '../messages/find.ts'
import type { PaletteOption } from './palette-option.ts'
import { usePaletteGroups } from './use-palette-groups.ts'

/**
 * Finds notes, sources, assistants, settings and actions by typing. The field keeps the focus: arrow keys move through the
 * options, Enter runs the active one, Escape closes.
 */
export function CommandPalette({
  me,
  onClose,
  onShortcuts,
  onSignOut,
}: {
  me: Me
  onClose: () => void
  onShortcuts: () => void
  onSignOut: () => void
}) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const query = typed.trim()
  const { groups, isSearching, hasFailed } = usePaletteGroups(query, me, {
    showShortcuts: onShortcuts,
    signOut: onSignOut,
  })
  const options = groups.flatMap((group) => group.options)
  // The id, not the index: results that arrive must not move the choice to another option.
  const [activeId, setActiveId] = useState<string>()
  const active = Math.max(
    0,
    options.findIndex((option) => option.id === activeId),
  )
  const domId = (option: PaletteOption) => `${id}-${options.indexOf(option)}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list under the active option can change, too
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active, typed])

  const run = (option: PaletteOption | undefined) => {
    if (!option) return
    onClose()
    option.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const last = options.length - 1
    const steps: Record<string, number> = {
      ArrowDown: active === last ? 0 : active + 1,
      ArrowUp: active === 0 ? last : active - 1,
      PageDown: last,
      PageUp: 0,
      // In a typed text they move the caret.
      ...(typed === '' && { Home: 0, End: last }),
    }
    const to = steps[event.key]
    if (to !== undefined) {
      event.preventDefault()
      setActiveId(options[to]?.id)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      run(options[active])
    }
  }

  return (
    <Dialog
      title={text('title')}
      onClose={onClose}
      width="max-w-2xl mt-[8dvh]"
      header={
        <div className="flex items-center gap-2 rounded-t-2xl border-b border-line px-4 py-2 -outline-offset-2 outline-accent has-[input:focus-visible]:outline-2">
          <Icon name="search" className="text-quiet" />
          <input
            role="combobox"
            aria-label={text('title')}
            aria-expanded={options.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={options[active] ? `${id}-${active}` : undefined}
            autoComplete="off"
            spellCheck={false}
            className="min-w-0 flex-1 bg-transparent py-1.5 text-base outline-none!"
            placeholder={text('placeholder')}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setActiveId(undefined)
            }}
            onKeyDown={onKeyDown}
          />
          <button
            type="button"
            className="button button-quiet button-icon"
            aria-label={text('close')}
            onClick={onClose}
          >
            <Icon name="close" />
          </button>
        </div>
      }
    >
      <p role="status" className="sr-only">
        {isSearching ? text('searching') : text('results', { count: options.length })}
      </p>
      {hasFailed && (
        <p role="alert" className="px-2 pb-2 text-sm text-alarm">
          {text('failed')}
        </p>
      )}
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={text('title')}
        className="-mx-3 -my-2 max-h-[min(60dvh,32rem)] overflow-y-auto"
      >
        {groups.map((group, index) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div key={group.name} role="group" aria-labelledby={`${id}-group-${index}`} className="pb-2">
            <div id={`${id}-group-${index}`} className="px-3 pt-2 pb-1 text-xs font-semibold text-quiet">
              {group.name}
            </div>
            {group.options.map((option) => (
              <OptionRow
                key={option.id}
                option={option}
                domId={domId(option)}
                isActive={option === options[active]}
                onHover={() => setActiveId(option.id)}
                onSelect={() => run(option)}
              />
            ))}
          </div>
        ))}
      </div>
      {options.length === 0 && <p className="px-1 py-2 text-quiet">{text(isSearching ? 'searching' : 'noResults')}</p>}
    </Dialog>
  )
}

function OptionRow({
  option,
  domId,
  isActive,
  onHover,
  onSelect,
}: {
  option: PaletteOption
  domId: string
  isActive: boolean
  onHover: () => void
  onSelect: () => void
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keyboard
    <div
      id={domId}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className="flex cursor-pointer items-start gap-2.5 rounded-lg px-3 py-1.5 aria-selected:bg-accent-soft aria-selected:text-accent"
      // Not on enter: a list that changes under a resting pointer must not move the choice.
      onMouseMove={isActive ? undefined : onHover}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onSelect}
    >
      <Icon name={option.icon} size={16} className="mt-1" />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-x-3 max-sm:flex-wrap">
          <span className="min-w-0 truncate" dir="auto">
            {option.label}
          </span>
          {option.path && option.path.length > 0 && (
            <PathText parts={option.path} className="text-sm text-quiet max-sm:basis-full sm:ml-auto sm:max-w-[50%]" />
          )}
        </span>
        {option.snippet && (
          <span className="block truncate text-sm text-quiet" dir="auto">
            {option.snippet}
          </span>
        )}
      </span>
      {option.isOutside && (
        <span className="mt-1 text-quiet">
          <Icon name="external" size={14} />
          <span className="sr-only">{text('opensOriginal')}</span>
        </span>
      )}
    </div>
  )
}
