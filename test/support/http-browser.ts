/** As much of a browser as the pages need: cookies with paths, redirects one at a time, forms with hidden fields. */
export class HttpBrowser {
  readonly cookies = new Map<string, { value: string; path: string }>()
  readonly origin: string
  /** The page shown now. */
  text = ''
  status = 0
  headers = new Headers()
  url: URL
  /** The address that a proxy forwards for; absent: none. */
  readonly address: string | undefined

  constructor(origin: string, { address }: { address?: string } = {}) {
    this.origin = origin
    this.address = address
    this.url = new URL(origin)
  }

  /** Opens an address and follows redirects while they stay on the server; returns where it ended or was sent away to. */
  async open(address: string | URL, init: RequestInit = {}): Promise<URL> {
    let next = new URL(address, this.url)
    let request = init
    for (let hop = 0; hop < 15; hop++) {
      if (next.origin !== this.origin) return next
      const response = await fetch(next, {
        ...request,
        redirect: 'manual',
        headers: {
          accept: 'text/html',
          ...(this.address !== undefined && { 'x-forwarded-for': this.address }),
          ...request.headers,
          cookie: this.cookieHeader(next.pathname),
        },
      })
      this.storeCookies(response)
      this.url = next
      this.status = response.status
      this.headers = response.headers
      this.text = await response.text()
      const location = response.headers.get('location')
      if (!location) return next
      next = new URL(location, next)
      request = {}
    }
    throw new Error('too many redirects')
  }

  /** Sends the first form of the page, with its hidden fields and the given ones. */
  submit(fields: Record<string, string>): Promise<URL> {
    const form = /<form method="post" action="([^"]*)">(.*?)<\/form>/s.exec(this.text)
    if (!form) throw new Error(`no form on the page: ${this.text}`)
    const hidden = [...(form[2] ?? '').matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
    const values = Object.fromEntries(hidden.map(([, name, value]) => [name, unescapeHtml(value ?? '')]))
    return this.post(unescapeHtml(form[1] ?? ''), { ...values, ...fields })
  }

  post(address: string, fields: Record<string, string>): Promise<URL> {
    return this.open(address, { method: 'POST', body: new URLSearchParams(fields) })
  }

  async signIn(email = 'ada@acme.test', password = 'correct horse'): Promise<URL> {
    if (!this.text.includes('action="/sign-in"')) await this.open('/sign-in')
    return this.submit({ email, password })
  }

  cookieHeader(path: string): string {
    return [...this.cookies]
      .filter(([, cookie]) => path === cookie.path || path.startsWith(cookie.path.replace(/\/?$/, '/')))
      .map(([name, cookie]) => `${name}=${cookie.value}`)
      .join('; ')
  }

  private storeCookies(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      const path = attributes.find((part) => /^path=/i.test(part))?.slice(5) ?? '/'
      const isGone = attributes.some((part) => /^max-age=0$/i.test(part) || /^expires=Thu, 01 Jan 1970/i.test(part))
      if (isGone) this.cookies.delete(name)
      else this.cookies.set(name, { value, path })
    }
  }
}

function unescapeHtml(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))).replaceAll('&amp;', '&')
}
