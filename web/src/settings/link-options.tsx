import { useState } from 'react'
import { useOrganization } from '../api/queries.ts'
import { Checkbox } from '../components/checkbox.tsx'
import { Field } from '../components/field.tsx'
import { peopleText as text } from '../messages/people.ts'

/** How long links work, and whether they are sent by email. */
export function useLinkOptions() {
  const [expiresInDays, setExpiresInDays] = useState(7)
  const canSendEmail = useOrganization().data?.canSendEmail ?? false
  const [wantsEmail, setWantsEmail] = useState(true)
  const controls = (
    <>
      <Field label={text('expires')}>
        {(control) => (
          <select
            {...control}
            className="input"
            value={expiresInDays}
            onChange={(event) => setExpiresInDays(Number(event.target.value))}
          >
            {[1, 7, 14, 30].map((count) => (
              <option key={count} value={count}>
                {text('expiresInDays', { count })}
              </option>
            ))}
          </select>
        )}
      </Field>
      {canSendEmail && (
        <Checkbox isChecked={wantsEmail} onChange={setWantsEmail}>
          {text('sendEmail')}
        </Checkbox>
      )}
    </>
  )
  return { controls, options: { expiresInDays, sendEmail: canSendEmail && wantsEmail } }
}
