// Shows a message when the app's own script can't be loaded: the service is away, or was upgraded a moment ago.
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return
    const message = document.createElement('p')
    message.append('Lorewell couldn’t be loaded. Check your connection and try again.')
    const retry = document.createElement('button')
    retry.type = 'button'
    retry.className = 'button mt-4'
    retry.append('Try again')
    retry.addEventListener('click', () => location.reload())
    const main = document.createElement('main')
    main.role = 'alert'
    main.className = 'mx-auto w-full max-w-md px-6 py-24'
    main.append(message, retry)
    document.querySelector('#root > div')?.append(main)
  },
  true,
)
