/**
 * A mail server on this machine: it accepts mails, or refuses, disconnects or stays silent as a test says. It has its
 * own certificate.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { root } from './paths'
import { makeWatch } from './until'

const fixture = (name: string): string => readFileSync(path.join(root, 'tests/support/fixtures/smtp', name), 'utf8')
/** The certificate that a client must trust. For 127.0.0.1 and localhost. */
export const smtpCertificate = (): string => fixture('certificate.pem')
export const smtpCertificateFile = path.join(root, 'tests/support/fixtures/smtp/certificate.pem')

/** The next mail's outcome: refused with a code at the named command, or held until `release` and then accepted. */
export type SmtpAct = 'take' | 'cut' | 'silence' | 'hold' | { at: 'mail' | 'rcpt' | 'data'; code: number }
export type TakenMail = { raw: string; to: string[]; from: string; secure: boolean; user: string | null }
export type TestSmtp = {
  port: number
  mails: TakenMail[]
  /** Mails that reached the server, including refused ones. */
  tries(): number
  /** Outcomes for the next mails, in order; later mails are accepted. */
  next(...acts: SmtpAct[]): void
  /** Accepts the held mails. */
  release(): void
  /** Resolves when this many mails have got the server's final answer, whatever it was. */
  waitForTries(count: number): Promise<void>
  /** Resolves when this many mails have been accepted. */
  waitFor(count: number): Promise<TakenMail[]>
  stop(): Promise<void>
}

const refusal = (code: number): Error =>
  Object.assign(new Error(`refused on purpose, said the server with code 482913`), { responseCode: code })

export const startSmtp = async (
  options: {
    tls?: 'none' | 'starttls' | 'implicit'
    auth?: { user: string; password: string }
    port?: number
    greeting?: 'silence' | 554
  } = {},
): Promise<TestSmtp> => {
  const { tls = 'starttls', auth } = options
  const acts: SmtpAct[] = []
  const mails: TakenMail[] = []
  const { tell, until } = makeWatch()
  const held: (() => void)[] = []
  let tries = 0
  let ends = 0
  const current = new Map<string, SmtpAct>()
  const sockets = new Set<{ destroy(): void }>()
  const settings: SMTPServerOptions = {
    secure: tls === 'implicit',
    key: fixture('key.pem'),
    cert: fixture('certificate.pem'),
    authOptional: auth === undefined,
    disabledCommands: [...(tls === 'none' ? ['STARTTLS'] : []), ...(auth === undefined ? ['AUTH'] : [])],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    logger: false,
    onConnect: (_, done) => {
      if (options.greeting === 554) done(refusal(554))
      else if (options.greeting !== 'silence') done()
    },
    onAuth: (given, _, done) => {
      if (given.username === auth?.user && given.password === auth?.password) done(null, { user: given.username })
      else done(Object.assign(new Error('wrong'), { responseCode: 535 }))
    },
    onMailFrom: (_, session, done) => {
      tries += 1
      const act = acts.shift() ?? 'take'
      current.set(session.id, act)
      if (typeof act === 'object' && act.at === 'mail') done(refusal(act.code))
      else done()
    },
    onRcptTo: (_, session, done) => {
      const act = current.get(session.id)
      if (typeof act === 'object' && act.at === 'rcpt') done(refusal(act.code))
      else done()
    },
    onData: (stream, session, done) => {
      const act = current.get(session.id) ?? 'take'
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        ends += 1
        tell()
        if (act === 'silence') return
        if (act === 'cut') {
          for (const socket of sockets) socket.destroy()
          return
        }
        if (typeof act === 'object') {
          done(refusal(act.code))
          return
        }
        const { mailFrom, rcptTo } = session.envelope
        const take = (): void => {
          mails.push({
            raw: Buffer.concat(parts).toString('utf8'),
            to: rcptTo.map((one) => one.address),
            from: mailFrom === false ? '' : mailFrom.address,
            secure: session.secure,
            user: typeof session.user === 'string' ? session.user : null,
          })
          done()
          tell()
        }
        if (act === 'hold') held.push(take)
        else take()
      })
    },
  }
  const server = new SMTPServer(settings)
  // Clients that disconnect in the middle are part of these tests.
  server.on('error', () => undefined)
  server.server.on('connection', (socket: { destroy(): void; on(event: 'close', done: () => void): unknown }) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    tries: () => tries,
    next: (...more) => void acts.push(...more),
    release: () => {
      for (const take of held.splice(0)) take()
    },
    waitForTries: (count) => until(() => ends >= count),
    waitFor: async (count) => {
      await until(() => mails.length >= count)
      return mails
    },
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

/** Headers of a raw mail, unfolded, by lower-case name. */
export const headersOf = (raw: string): Map<string, string> =>
  new Map(
    raw
      .slice(0, raw.indexOf('\r\n\r\n'))
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line): [string, string] => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
  )

/** The parts of a multipart mail by content type, decoded to text. */
export const partsOf = (raw: string): Map<string, string> => {
  const boundary = /boundary="?([^";\r\n]+)/.exec(raw)?.[1] ?? ''
  return new Map(
    raw
      .split(`--${boundary}`)
      .slice(1, -1)
      .map((part): [string, string] => {
        const cut = part.indexOf('\r\n\r\n')
        const head = part.slice(0, cut)
        const body = part.slice(cut + 4)
        const encoding = /content-transfer-encoding:\s*([\w-]+)/i.exec(head)?.[1]?.toLowerCase()
        const bytes =
          encoding === 'base64'
            ? Buffer.from(body, 'base64')
            : Buffer.from(
                encoding === 'quoted-printable'
                  ? body
                      .replaceAll(/=\r?\n/g, '')
                      .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
                  : body,
                encoding === 'quoted-printable' ? 'latin1' : 'utf8',
              )
        return [
          /content-type:\s*([\w/]+)/i.exec(head)?.[1]?.toLowerCase() ?? '',
          bytes.toString('utf8').replaceAll('\r\n', '\n'),
        ]
      }),
  )
}
