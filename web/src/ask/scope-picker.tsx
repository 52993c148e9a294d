import { useState } from 'react'
import { useAssistants } from '../api/queries.ts'
import { Dialog } from '../components/dialog.tsx'
import { Icon } from '../components/icon.tsx'
import { NoteFinder } from '../components/note-finder.tsx'
import { everything, type Scope } from './scope.ts'

/** Narrows the question to a note with all below it, or to an assistant. */
export function ScopePicker({ scope, onChange }: { scope: Scope; onChange: (scope: Scope) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const choose = (chosen: Scope) => {
    onChange(chosen)
    setIsOpen(false)
  }
  return (
    <>
      <button
        type="button"
        className="button button-quiet max-w-56"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <Icon
          name={scope === everything ? 'search' : scope.asked.assistantId ? 'assistants' : 'notes'}
          size={16}
        />
        <span className="truncate">
          <span className="sr-only">Look in: </span>
          {scope.label}
        </span>
        <Icon name="chevronDown" size={14} />
      </button>
      {isOpen && (
        <Dialog title="Where to look" onClose={() => setIsOpen(false)}>
          <button
            type="button"
            className="flex w-full items-center gap-2.5 rounded-lg px-3 py-2 text-left hover:bg-sunken"
            onClick={() => choose(everything)}
          >
            <Icon name="search" className="text-accent" />
            <span>
              <span className="block font-semibold">Everything</span>
              <span className="block text-sm text-quiet">All notes and data sources that you may see</span>
            </span>
          </button>
          <Assistants onChoose={choose} />
          <h3 className="mt-5 mb-2">A note and what stands below it</h3>
          <NoteFinder onChoose={(note) => choose({ label: note.title, asked: { parentId: note.id } })} />
        </Dialog>
      )}
    </>
  )
}

function Assistants({ onChoose }: { onChoose: (scope: Scope) => void }) {
  const { data } = useAssistants()
  const usable = data?.assistants.filter((assistant) => assistant.mayUse) ?? []
  if (usable.length === 0) return null
  return (
    <>
      <h3 className="mt-5 mb-2">An assistant</h3>
      <ul className="space-y-0.5">
        {usable.map((assistant) => (
          <li key={assistant.id}>
            <button
              type="button"
              className="flex w-full items-center gap-2.5 rounded-lg px-3 py-1.5 text-left hover:bg-sunken"
              onClick={() => onChoose({ label: assistant.name, asked: { assistantId: assistant.id } })}
            >
              <Icon name="assistants" className="text-accent" />
              <span className="truncate">{assistant.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
