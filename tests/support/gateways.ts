/**
 * SMS gateways on this machine, of the Twilio and the Vonage kind: they validate what they receive as the real ones do.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeWatch } from './until'

/**
 * The next message's outcome. `refuse` is a provider error: Twilio's code with HTTP 400, Vonage's status with HTTP 200.
 */
export type GatewayAct =
  | 'good'
  | 'broken'
  | 'cut'
  | 'slow'
  | 'huge'
  | 'redirect'
  | { http: number; headers?: Record<string, string> }
  | { refuse: number }
export type TakenSms = { to: string; from: string; text: string; reference: string | null }
export type TestGateway = {
  url: string
  /** Messages that the gateway accepted. */
  messages: TakenSms[]
  tries(): number
  /** Outcomes for the next messages, in order; later messages are accepted. */
  next(...acts: GatewayAct[]): void
  /** Resolves after this many requests, whatever their outcome. */
  waitForTries(count: number): Promise<void>
  waitFor(count: number): Promise<TakenSms[]>
  /** Ends all connections, so that slow messages fail. */
  cut(): void
  stop(): Promise<void>
}

const readBody = async (req: IncomingMessage): Promise<URLSearchParams> => {
  const parts: Buffer[] = []
  for await (const part of req) parts.push(part as Buffer)
  return new URLSearchParams(Buffer.concat(parts).toString('utf8'))
}
const answer = (res: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void => {
  res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/**
 * One provider's dialect: reads a request (null: not for this gateway, or wrong credentials, already answered), and
 * accepts or refuses.
 */
type Dialect = {
  read(req: IncomingMessage, res: ServerResponse, body: URLSearchParams): TakenSms | null
  take(res: ServerResponse, sms: TakenSms, number: number): void
  refuse(res: ServerResponse, code: number): void
}

const twilio = (account: string, secret: string): Dialect => ({
  read: (req, res, body) => {
    if (req.headers.authorization !== `Basic ${Buffer.from(`${account}:${secret}`).toString('base64')}`) {
      answer(res, 401, { code: 20003, message: 'Authenticate', status: 401 })
      return null
    }
    if (req.url !== `/2010-04-01/Accounts/${account}/Messages.json`) {
      answer(res, 404, { code: 20404, message: 'The requested resource was not found', status: 404 })
      return null
    }
    const [to, from, text] = ['To', 'From', 'Body'].map((name) => body.get(name) ?? '')
    if (to === undefined || !/^\+\d{7,15}$/.test(to)) {
      answer(res, 400, { code: 21211, message: `Invalid 'To' Phone Number: ${to}`, status: 400 })
      return null
    }
    return { to, from: from ?? '', text: text ?? '', reference: null }
  },
  take: (res, sms, number) =>
    answer(res, 201, { sid: `SM${String(number).padStart(32, '0')}`, status: 'queued', to: sms.to, body: sms.text }),
  refuse: (res, code) => answer(res, 400, { code, message: 'refused on purpose', status: 400 }),
})

const vonage = (account: string, secret: string): Dialect => ({
  read: (req, res, body) => {
    const sayNo = (status: string): null => {
      answer(res, 200, { 'message-count': '1', messages: [{ status, 'error-text': 'refused' }] })
      return null
    }
    if (req.url !== '/sms/json') {
      answer(res, 404, {})
      return null
    }
    if (body.get('api_key') !== account || body.get('api_secret') !== secret) return sayNo('4')
    const to = body.get('to') ?? ''
    if (!/^\d{7,15}$/.test(to)) return sayNo('3')
    if (body.get('type') !== 'unicode') return sayNo('2')
    return {
      to: `+${to}`,
      from: body.get('from') ?? '',
      text: body.get('text') ?? '',
      reference: body.get('client-ref'),
    }
  },
  take: (res, sms, number) =>
    answer(res, 200, { 'message-count': '1', messages: [{ to: sms.to, 'message-id': `0A${number}`, status: '0' }] }),
  refuse: (res, code) =>
    answer(res, 200, {
      'message-count': '1',
      messages: [{ status: String(code), 'error-text': 'refused on purpose' }],
    }),
})

/** Starts a gateway. Requests must be form-encoded POSTs. */
export const startGateway = async (
  provider: 'twilio' | 'vonage',
  account: string,
  secret: string,
): Promise<TestGateway> => {
  const dialect = provider === 'twilio' ? twilio(account, secret) : vonage(account, secret)
  const acts: GatewayAct[] = []
  const messages: TakenSms[] = []
  const { tell, until } = makeWatch()
  let tries = 0
  const handle = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const body = await readBody(req)
    tries += 1
    tell()
    const act = acts.shift() ?? 'good'
    if (req.method !== 'POST' || req.headers['content-type']?.startsWith('application/x-www-form-urlencoded') !== true)
      return answer(res, 405, {})
    if (act === 'cut') return void req.socket.destroy()
    if (act === 'slow') return
    if (act === 'broken')
      return void res
        .writeHead(provider === 'twilio' ? 201 : 200, { 'content-type': 'application/json' })
        .end('{"sid": "SM')
    if (act === 'huge')
      return void res.writeHead(200, { 'content-type': 'application/json' }).end('x'.repeat(1_000_000))
    if (act === 'redirect') return void res.writeHead(307, { location: 'http://127.0.0.1:9/' }).end()
    if (typeof act === 'object' && 'http' in act) return answer(res, act.http, {}, act.headers)
    const sms = dialect.read(req, res, body)
    if (sms === null) return
    if (typeof act === 'object') return dialect.refuse(res, act.refuse)
    messages.push(sms)
    dialect.take(res, sms, messages.length)
    tell()
  }
  const server = createServer((req, res) => void handle(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
    tries: () => tries,
    next: (...more) => void acts.push(...more),
    waitForTries: (count) => until(() => tries >= count),
    waitFor: async (count) => {
      await until(() => messages.length >= count)
      return messages
    },
    cut: () => server.closeAllConnections(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
