/** A client of the portal for http tests: keeps cookies like a browser, follows no redirect by itself. */

export type ApiAnswer<D = unknown> = { status: number; headers: Headers; code: string; message: string; data: D }
type ApiOptions = {
  token?: string
  json?: unknown
  form?: Record<string, string | string[]>
  multipart?: FormData
  raw?: { type: string; bytes: Uint8Array | string }
  headers?: Record<string, string>
  language?: string
}

const formBody = (fields: Record<string, string | string[]>): URLSearchParams => {
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    for (const item of Array.isArray(value) ? value : [value]) body.append(name, item)
  return body
}

/** What a browser says of a request that the page's own script makes. */
export const ownPage = { 'sec-fetch-site': 'same-origin' } as const

/** A browser without scripts. */
export class HttpClient {
  readonly cookies = new Map<string, string>()
  constructor(readonly origin: string) {}

  async request(path: string, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<Response> {
    const headers: Record<string, string> = { ...init.headers }
    if (this.cookies.size > 0) headers.cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(this.origin + path, { redirect: 'manual', ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const name = pair.slice(0, pair.indexOf('='))
      const value = pair.slice(pair.indexOf('=') + 1)
      if (/;\s*max-age=0(;|$)/i.test(line) || value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }
  /** Sends a page's form. */
  post(
    path: string,
    fields: Record<string, string | string[]>,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return this.request(path, { method: 'POST', body: formBody(fields), headers: { origin: this.origin, ...headers } })
  }
  /** Calls /api and reads its envelope. */
  async api<D = unknown>(method: string, path: string, options: ApiOptions = {}): Promise<ApiAnswer<D>> {
    const headers: Record<string, string> = { ...options.headers }
    if (options.token !== undefined) headers.authorization = `Bearer ${options.token}`
    if (options.language !== undefined) headers['accept-language'] = options.language
    let body: BodyInit | null = null
    if (options.json !== undefined) {
      headers['content-type'] = 'application/json'
      body = JSON.stringify(options.json)
    } else if (options.form !== undefined) body = formBody(options.form)
    else if (options.multipart !== undefined) body = options.multipart
    else if (options.raw !== undefined) {
      headers['content-type'] = options.raw.type
      body = typeof options.raw.bytes === 'string' ? options.raw.bytes : new Uint8Array(options.raw.bytes)
    }
    const response = await this.request(`/api${path}`, { method, headers, body })
    const text = await response.text()
    const envelope = (text === '' ? {} : JSON.parse(text)) as { code?: string; message?: string; data?: D }
    return {
      status: response.status,
      headers: response.headers,
      code: envelope.code ?? '',
      message: envelope.message ?? '',
      data: envelope.data as D,
    }
  }
  /** Signs in through the page; throws when that fails. */
  async signIn(userName: string, password: string): Promise<this> {
    const response = await this.post('/login', { identifier: userName, password })
    if (response.status !== 303) throw new Error(`signing in as ${userName} answered ${response.status}`)
    return this
  }
}
