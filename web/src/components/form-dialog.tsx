import { Dialog } from './dialog.tsx'
import { Form, type FormProps } from './form.tsx'

/** A dialog with one form and a Cancel button. */
export function FormDialog({
  title,
  width,
  onClose,
  ...form
}: Omit<FormProps, 'onCancel'> & { title: string; width?: string; onClose: () => void }) {
  return (
    <Dialog title={title} onClose={onClose} {...(width && { width })}>
      <Form {...form} onCancel={onClose} />
    </Dialog>
  )
}
