/** Puts a text on the clipboard, with its HTML if there is one; throws if the browser doesn't allow it. */
export async function copyText(text: string, button: HTMLElement, html?: string): Promise<void> {
  if ('clipboard' in navigator) {
    if (html === undefined || typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(text)
    const parts = { 'text/plain': text, 'text/html': html }
    const blobs = Object.entries(parts).map(([type, part]) => [type, new Blob([part], { type })])
    return navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))])
  }
  // Pages without HTTPS have only the older way: copying what is selected in a field. Beside the button, so that the field
  // can be selected in a dialog, too.
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'sr-only'
  if (html !== undefined)
    field.addEventListener('copy', (event) => {
      event.clipboardData?.setData('text/plain', text)
      event.clipboardData?.setData('text/html', html)
      event.preventDefault()
    })
  button.after(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  button.focus({ preventScroll: true })
  if (!isCopied) throw new Error('The browser refused to copy.')
}
