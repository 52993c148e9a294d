/**
 * Creates or uses a passkey when such a form is submitted. The only script of these pages, allowed by its hash. Without it,
 * or in a browser without passkeys, these forms stay hidden. A form with `data-shares` sends the field with that id, which
 * belongs to another form, as well.
 */
export const passkeyScript = `
const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0))
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
  .replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '')
const withIds = (list) => list && list.map((entry) => ({ ...entry, id: bytes(entry.id) }))

function read(options) {
  return {
    ...options,
    challenge: bytes(options.challenge),
    ...(options.user && { user: { ...options.user, id: bytes(options.user.id) } }),
    excludeCredentials: withIds(options.excludeCredentials),
    allowCredentials: withIds(options.allowCredentials),
  }
}

function written({ id, rawId, type, response, authenticatorAttachment }) {
  const fields = {}
  for (const name of ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'])
    if (response[name]) fields[name] = text(response[name])
  if (response.getTransports) fields.transports = response.getTransports()
  return { id, rawId: text(rawId), type, response: fields, authenticatorAttachment, clientExtensionResults: {} }
}

for (const form of document.querySelectorAll('form[data-passkey]')) {
  if (!window.PublicKeyCredential) continue
  form.hidden = false
  const problem = form.querySelector('[role=alert]')
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    problem.hidden = true
    const shared = form.dataset.shares && document.getElementById(form.dataset.shares)
    if (shared) {
      if (!shared.reportValidity()) return
      form.elements[shared.name].value = shared.value
    }
    try {
      const publicKey = read(JSON.parse(form.dataset.options))
      const isNew = form.dataset.passkey === 'make'
      const credential = await navigator.credentials[isNew ? 'create' : 'get']({ publicKey })
      form.elements.credential.value = JSON.stringify(written(credential))
      form.submit()
    } catch {
      problem.hidden = false
    }
  })
}
`
