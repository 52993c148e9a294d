import { useState } from 'react'
import type { InvitationPreview, InvitationWithLink } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation } from '../api/queries.ts'
import { CopyButton } from '../components/copy-button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { TextField } from '../components/field.tsx'
import { FileButton } from '../components/file-button.tsx'
import { Form } from '../components/form.tsx'
import { Icon } from '../components/icon.tsx'
import { TableScroll } from '../components/table-scroll.tsx'
import { peopleText as text } from '../messages/people.ts'
import { useLinkOptions } from './link-options.tsx'

/** Invites the people of a CSV table: first checks every row, then invites all of them at once. */
export function InviteTableDialog({ onClose }: { onClose: () => void }) {
  const [csv, setCsv] = useState('')
  const [preview, setPreview] = useState<InvitationPreview>()
  const [created, setCreated] = useState<InvitationWithLink[]>()
  const title = created ? text('tableDone', { count: created.length }) : text('tableTitle')
  return (
    <Dialog title={title} width="max-w-2xl" onClose={onClose}>
      {created ? (
        <CreatedLinks created={created} onClose={onClose} />
      ) : preview ? (
        <CheckedTable csv={csv} preview={preview} onBack={() => setPreview(undefined)} onCreated={setCreated} />
      ) : (
        <TableForm csv={csv} onChange={setCsv} onChecked={setPreview} onClose={onClose} />
      )}
    </Dialog>
  )
}

function TableForm({
  csv,
  onChange,
  onChecked,
  onClose,
}: {
  csv: string
  onChange: (csv: string) => void
  onChecked: (preview: InvitationPreview) => void
  onClose: () => void
}) {
  const check = useApiMutation(() => api.previewInvitations({ csv }), [], onChecked)
  const readFile = async ([file]: File[]) => {
    if (file) onChange(await file.text())
  }
  return (
    <Form
      mutation={check}
      submitLabel={text('check')}
      canSubmit={csv.trim() !== ''}
      onCancel={onClose}
      action={
        <FileButton
          label={text('chooseFile')}
          className="button mr-auto max-sm:w-full"
          isDisabled={false}
          onFiles={readFile}
        >
          <Icon name="upload" size={16} />
          {text('chooseFile')}
        </FileButton>
      }
    >
      {(fieldError) => (
        <>
          <p className="text-quiet">{text('tableLead')}</p>
          <TextField
            label={text('table')}
            hint={text('tableHint')}
            error={fieldError('csv')}
            rows={8}
            maxLength={262_144}
            placeholder={text('tablePlaceholder')}
            value={csv}
            onChange={onChange}
          />
        </>
      )}
    </Form>
  )
}

function CheckedTable({
  csv,
  preview,
  onBack,
  onCreated,
}: {
  csv: string
  preview: InvitationPreview
  onBack: () => void
  onCreated: (created: InvitationWithLink[]) => void
}) {
  const { controls, options } = useLinkOptions()
  const { rows, problemCount } = preview
  const invite = useApiMutation(
    () => api.createInvitations({ csv, ...options }),
    ['listInvitations'],
    ({ invitations }) => onCreated(invitations),
  )
  return (
    <Form
      mutation={invite}
      submitLabel={text('inviteCount', { count: rows.length })}
      canSubmit={problemCount === 0}
      action={
        <button type="button" className="button mr-auto" onClick={onBack}>
          {text('back')}
        </button>
      }
    >
      {() => (
        <>
          <p role="status" className={problemCount > 0 ? 'text-alarm' : 'text-quiet'}>
            {problemCount > 0
              ? text('rowsWithProblems', { count: problemCount })
              : text('rowsReady', { count: rows.length })}
          </p>
          <div className="max-h-80 overflow-y-auto">
            <TableScroll>
              <thead>
                <tr>
                  <th>{text('row')}</th>
                  <th>{text('email')}</th>
                  <th>{text('name')}</th>
                  <th>{text('role')}</th>
                  <th>{text('groups')}</th>
                  <th>{text('status')}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ row, email, name, role, groups, problems }) => (
                  <tr key={row}>
                    <td>{row}</td>
                    <td className="break-all">{email}</td>
                    <td>{name}</td>
                    <td>{role}</td>
                    <td>{groups.join(', ')}</td>
                    <td className={problems.length > 0 ? 'text-alarm' : ''}>
                      {problems.length > 0 ? problems.join(' ') : text('ready')}
                    </td>
                  </tr>
                ))}
              </tbody>
            </TableScroll>
          </div>
          {problemCount === 0 && controls}
        </>
      )}
    </Form>
  )
}

function CreatedLinks({ created, onClose }: { created: readonly InvitationWithLink[]; onClose: () => void }) {
  const isEmailed = created.some(({ invitation }) => invitation.emailState !== null)
  return (
    <>
      <p className="text-quiet">{text(isEmailed ? 'tableEmailed' : 'tableHandover')}</p>
      <ul className="mt-3 max-h-80 divide-y divide-line overflow-y-auto rounded-lg border border-line">
        {created.map(({ invitation, url }) => (
          <li key={invitation.id} className="flex flex-wrap items-center gap-2 px-3 py-2">
            <span className="min-w-0 flex-1 basis-48">
              <span className="block truncate font-medium">{invitation.email}</span>
              <code className="block truncate text-[0.8125rem] text-quiet">{url}</code>
            </span>
            <CopyButton text={url} />
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <CopyButton
          text={created.map(({ invitation, url }) => `${invitation.email}\t${url}`).join('\n')}
          label={text('copyAll')}
        />
        <button type="button" className="button button-primary" onClick={onClose}>
          {text('done')}
        </button>
      </div>
    </>
  )
}
