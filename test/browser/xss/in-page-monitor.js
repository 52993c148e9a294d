/**
 * Runs in the page before anything of the app. Minds whatever hostile text could do: a dialog, a new global, something
 * that the Content-Security-Policy had to refuse, and elements, attributes and addresses that the app never makes itself.
 */
{
  const found = new Set()
  const mind = (what) => {
    if (found.size < 100) found.add(`${what} at ${location.pathname}`)
  }

  document.addEventListener('securitypolicyviolation', (event) =>
    mind(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
  )
  for (const name of ['alert', 'confirm', 'prompt', 'print', 'open'])
    window[name] = (text) => mind(`${name}(${text}) was called`)

  const foreign =
    'script, iframe, frame, object, embed, applet, base, meta, link, style, audio, video, source, marquee, math, foreignObject, animate, set, img:not([src="/favicon.svg"])'
  const addresses = ['href', 'xlink:href', 'src', 'action', 'formaction', 'data', 'poster', 'background', 'srcdoc']
  const followed = new Set(['http:', 'https:', 'mailto:'])

  const lookAtAttributes = (element) => {
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on')) mind(`attribute ${name}="${value}"`)
      if (name === 'style' && /url\s*\(|expression|@import/i.test(value)) mind(`style="${value}"`)
      if (!addresses.includes(name)) continue
      const url = URL.canParse(value, location.href) ? new URL(value, location.href) : undefined
      if (name === 'srcdoc' || !url || !followed.has(url.protocol)) mind(`${name}="${value}"`)
    }
  }
  const lookAt = (node) => {
    if (node.nodeType !== Node.ELEMENT_NODE || !document.body?.contains(hostOf(node))) return
    for (const element of [node, ...node.querySelectorAll('*')]) {
      // An editor brings its own style, into a tree of its own.
      const isOwnStyle = element.localName === 'style' && element.getRootNode() !== document
      if (element.matches(foreign) && !isOwnStyle) mind(`element ${element.outerHTML.slice(0, 200)}`)
      lookAtAttributes(element)
    }
  }
  const hostOf = (node) => node.getRootNode().host ?? node

  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'attributes') lookAtAttributes(target)
      else for (const node of addedNodes) lookAt(node)
    }
  })
  const watch = (root) => observer.observe(root, { subtree: true, childList: true, attributes: true })
  watch(document)
  const attachShadow = Element.prototype.attachShadow
  Element.prototype.attachShadow = function attach(options) {
    const root = attachShadow.call(this, options)
    watch(root)
    return root
  }

  let globals
  window.xssMonitor = {
    /** What was found since the last look. */
    found() {
      const names = Object.getOwnPropertyNames(window)
      globals ??= new Set(names)
      for (const name of names) if (!globals.has(name)) mind(`global ${name} appeared`)
      lookAt(document.body)
      const told = [...found]
      found.clear()
      return told
    },
  }
}
