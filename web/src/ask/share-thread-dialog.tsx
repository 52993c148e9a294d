import { useState } from 'react'
import type { ThreadSummary } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation } from '../api/queries.ts'
import { CopyButton } from '../components/copy-button.tsx'
import { FormDialog } from '../components/form-dialog.tsx'
import { PrincipalPicker } from '../components/principal-picker.tsx'
import { useToast } from '../components/toast.tsx'
import { conversationAudienceText, conversationText as text } from '../messages/conversations.ts'
import { RadioOption } from '../notes/audience-choice.tsx'

type Choice = 'private' | 'everyone' | 'named'

const choices: readonly Choice[] = ['private', 'everyone', 'named']

/** Chooses who can open a conversation. */
export function ShareThreadDialog({ thread, onClose }: { thread: ThreadSummary; onClose: () => void }) {
  const showToast = useToast()
  const [choice, setChoice] = useState<Choice>(() => toChoice(thread.audience))
  const [names, setNames] = useState<string[]>(() => thread.audience.filter((name) => name !== 'everyone'))
  const audience = { private: [], everyone: ['everyone'], named: names }[choice]
  const save = useApiMutation(
    () => api.shareThread({ id: thread.id, audience }),
    ['listThreads', 'readThread'],
    () => {
      showToast(text('saved'))
      onClose()
    },
  )
  const link = `${location.origin}/ask/${thread.id}`
  return (
    <FormDialog
      title={text('shareTitle')}
      mutation={save}
      submitLabel={text('save')}
      canSubmit={choice !== 'named' || names.length > 0}
      onClose={onClose}
    >
      {(fieldError) => (
        <>
          <p className="text-quiet">{text('shareHint')}</p>
          <fieldset className="space-y-2">
            <legend className="mb-2 text-sm font-semibold">{text('whoCanOpen')}</legend>
            {choices.map((kind) => (
              <RadioOption
                key={kind}
                name="thread-audience"
                isSelected={choice === kind}
                onSelect={() => setChoice(kind)}
              >
                {conversationAudienceText(kind)}
              </RadioOption>
            ))}
          </fieldset>
          {choice === 'named' && (
            <PrincipalPicker
              label={text('peopleAndGroups')}
              error={fieldError('audience')}
              value={names}
              onChange={setNames}
            />
          )}
          {choice !== 'private' && (
            <div className="flex flex-wrap items-center gap-2">
              <code className="min-w-0 flex-1 basis-60 truncate rounded-lg bg-sunken px-3 py-2 font-mono text-sm">
                {link}
              </code>
              <CopyButton text={link} label={text('copyLink')} />
            </div>
          )}
        </>
      )}
    </FormDialog>
  )
}

function toChoice(audience: readonly string[]): Choice {
  if (audience.length === 0) return 'private'
  return audience.includes('everyone') ? 'everyone' : 'named'
}
