import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useId, useLayoutEffect, useRef, useState } from 'react'
import { api } from '../api/client.ts'
import { commonText } from '../messages/common.ts'
import { Field } from './field.tsx'
import { Icon } from './icon.tsx'
import { isComposing } from './is-composing.ts'

/** Selects principals, written as in the API: `everyone`, `group:NAME` and `user:EMAIL`. */
export function PrincipalPicker({
  label,
  hint,
  error,
  placeholder = commonText('principalPlaceholder'),
  isForOnePerson = false,
  value,
  exclude = [],
  onChange,
}: {
  label: string
  hint?: string
  error?: string | undefined
  placeholder?: string
  /** Offers people only, of whom one can be selected. */
  isForOnePerson?: boolean
  value: readonly string[]
  /** Principals that are not suggested, besides the selected ones. */
  exclude?: readonly string[]
  onChange: (value: string[]) => void
}) {
  const id = useId()
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  // Not a position: suggestions that arrive later move the options.
  const [activePrincipal, setActivePrincipal] = useState<string>()
  const typed = text.trim()
  const query = useDeferredValue(typed)
  const suggestions = usePrincipalSuggestions(query, isOpen)
  const options = suggestions.principals.filter(
    ({ principal }) =>
      !value.includes(principal) && !exclude.includes(principal) && (!isForOnePerson || principal.startsWith('user:')),
  )
  // Until the suggestions for this text are there, Enter takes none that wasn't selected with an arrow key.
  const isOutdated = suggestions.isOutdated || query !== typed
  const selected = options.findIndex(({ principal }) => principal === activePrincipal)
  const active = selected >= 0 || isOutdated ? selected : 0
  const isListed = isOpen && options.length > 0
  const field = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  // The list is a popover, so that opening it does not move the controls below.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field grows with the selection
  useLayoutEffect(() => {
    const [box, element] = [field.current?.getBoundingClientRect(), list.current]
    if (!isListed || !box || !element) return
    const isBelow = box.bottom + 240 < innerHeight || box.top < 240
    element.style.left = `${box.left}px`
    element.style.width = `${box.width}px`
    element.style.top = isBelow ? `${box.bottom + 4}px` : 'auto'
    element.style.bottom = isBelow ? 'auto' : `${innerHeight - box.top + 4}px`
    if (!element.matches(':popover-open')) element.showPopover()
  }, [isListed, value])
  const add = (principal: string) => {
    onChange(isForOnePerson ? [principal] : [...value, principal])
    setText('')
    setActivePrincipal(undefined)
    setIsOpen(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setIsOpen(true)
      const to = event.key === 'ArrowDown' ? active + 1 : Math.max(active, 0) - 1
      setActivePrincipal(options.at(to % Math.max(1, options.length))?.principal)
    }
    const chosen = options[active]
    if (event.key === 'Enter' && isOpen && (chosen || (isOutdated && typed !== ''))) {
      event.preventDefault()
      if (chosen) add(chosen.principal)
    }
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      event.stopPropagation()
      setIsOpen(false)
    }
    if (event.key === 'Backspace' && text === '' && value.length > 0) onChange(value.slice(0, -1))
  }
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div>
          <div
            ref={field}
            className="input flex flex-wrap items-center gap-1.5 py-1.5 outline-offset-2 outline-accent has-[input:focus-visible]:outline-2"
          >
            {value.map((principal) => (
              <span key={principal} className="chip chip-accent pr-0.5">
                <PrincipalName principal={principal} />
                <button
                  type="button"
                  className="rounded-full p-0.5 hover:bg-surface"
                  aria-label={commonText('remove', { name: principalLabel(principal) })}
                  onClick={() => onChange(value.filter((other) => other !== principal))}
                >
                  <Icon name="close" size={13} />
                </button>
              </span>
            ))}
            <input
              {...control}
              role="combobox"
              aria-expanded={isListed}
              aria-controls={isListed ? `${id}-list` : undefined}
              aria-autocomplete="list"
              aria-activedescendant={isListed && options[active] ? `${id}-${active}` : undefined}
              autoComplete="off"
              className="min-w-24 flex-1 bg-transparent py-0.5 outline-none!"
              placeholder={value.length === 0 ? placeholder : ''}
              value={text}
              onChange={(event) => {
                setText(event.target.value)
                setIsOpen(true)
                setActivePrincipal(undefined)
              }}
              onFocus={() => setIsOpen(true)}
              onClick={() => setIsOpen(true)}
              onBlur={() => setIsOpen(false)}
              onKeyDown={onKeyDown}
            />
          </div>
          {isListed && (
            <div
              ref={list}
              popover="manual"
              id={`${id}-list`}
              role="listbox"
              aria-label={label}
              className="fixed inset-auto m-0 max-h-56 shadow-(--shadow) overflow-y-auto rounded-xl border border-line bg-raised p-1"
            >
              {options.map((option, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keyboard
                <div
                  key={option.principal}
                  id={`${id}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === active}
                  className="flex cursor-pointer items-center gap-2 rounded-lg px-3 py-1.5 aria-selected:bg-sunken"
                  // Keeps the focus in the input; otherwise the list would close before the click.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => add(option.principal)}
                >
                  <PrincipalName principal={option.principal} />
                  <span className="truncate text-sm text-quiet">{option.detail}</span>
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </Field>
  )
}

interface PrincipalSuggestion {
  principal: string
  detail: string
}

/** Returns the principals that match; while they are loading, those of the query before. */
function usePrincipalSuggestions(
  query: string,
  isEnabled: boolean,
): { principals: PrincipalSuggestion[]; isOutdated: boolean } {
  const { data, isPending, isPlaceholderData } = useQuery({
    queryKey: ['principals', query],
    enabled: isEnabled,
    queryFn: async ({ signal }) => {
      const [groups, users] = await Promise.all([
        api.listGroups({ query }, { signal }),
        api.listUsers({ query }, { signal }),
      ])
      return [
        ...groups.groups.map((group) => ({
          principal: `group:${group.name}`,
          detail: commonText('people', { count: group.userIds.length }),
        })),
        ...users.users.map((user) => ({ principal: `user:${user.email}`, detail: user.displayName })),
      ]
    },
    placeholderData: keepPreviousData,
  })
  const everyone = 'everyone'.startsWith(query.toLowerCase())
    ? [{ principal: 'everyone', detail: commonText('inOrganization') }]
    : []
  return { principals: [...everyone, ...(data ?? [])].slice(0, 12), isOutdated: isPending || isPlaceholderData }
}

export function PrincipalName({ principal }: { principal: string }) {
  return (
    <>
      {!principal.startsWith('user:') && <Icon name="people" size={14} />}
      <span className="truncate">{principalLabel(principal)}</span>
    </>
  )
}

export function principalLabel(principal: string): string {
  return principal === 'everyone' ? commonText('everyone') : principal.replace(/^(?:user|group):/, '')
}

/** Returns "Everyone", "Nobody", or the first two names and the number of the others. */
export function summarizePrincipals(principals: readonly string[]): string {
  if (principals.includes('everyone')) return commonText('everyone')
  if (principals.length === 0) return commonText('nobody')
  const [first = '', second, ...rest] = principals.map(principalLabel)
  return [first, second, rest.length > 0 ? commonText('more', { count: rest.length }) : undefined]
    .filter(Boolean)
    .join(', ')
}
