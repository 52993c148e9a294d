/** Puts a text on the clipboard; throws if the browser doesn't allow it. */
export async function copyText(text: string, button: HTMLElement): Promise<void> {
  if ('clipboard' in navigator) return navigator.clipboard.writeText(text)
  // Pages without HTTPS have only the older way: copying what is selected in a field. Beside the button, so that the field
  // can be selected in a dialog, too.
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'sr-only'
  button.after(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  button.focus({ preventScroll: true })
  if (!isCopied) throw new Error('The browser refused to copy.')
}
