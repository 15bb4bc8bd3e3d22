/**
 * Sends mail by SMTP: a pool of connections, TLS as configured, and a time limit on everything. A refusal says whether
 * a retry can help; it contains no text of the message.
 */
import { createTransport } from 'nodemailer'
import { env, type MailChannel } from './env.server'

/** Why a message was not sent. `reason` is safe to log: codes only, no addresses and no texts. */
export type Refusal = {
  ok: false
  /** True if no retry can succeed: the fault is with the recipient or the message, not with the connection. */
  permanent: boolean
  reason: string
  /** How long the other side asks us to wait, if it does. */
  waitMs?: number
}
export type Delivery = { ok: true; providerId: string | null } | Refusal

export type Mail = {
  to: string
  fromName: string
  subject: string
  text: string
  html: string
  /** Without angle brackets; the same for every try. */ messageId: string
  language: string
}
export type MailSender = { send(mail: Mail): Promise<Delivery>; close(): void }

export type MailSettings = MailChannel & {
  /** A certificate (PEM) to trust instead of the system's certificates. */
  ca?: string
  /** Time limits for connecting, the greeting, silence and one whole mail. Exceeding any of them fails the try. */
  timeoutMs?: { connect: number; greeting: number; idle: number; whole: number }
}

const timeoutsMs = { connect: 10_000, greeting: 10_000, idle: 20_000, whole: 45_000 }
/** A few connections are enough for codes and notices, and no mail server objects to them. */
const connections = 3

type SmtpError = Error & { code?: string; responseCode?: number; response?: string; command?: string }

/**
 * Failures of the recipient or the message are permanent; all others (connection, TLS, sign-in, greeting) are worth
 * another try.
 */
const refusalOf = (error: SmtpError): Refusal => {
  const { code = 'ERROR', responseCode, response, command } = error
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1]
  const reason = ['SMTP', responseCode, enhanced, code, command].filter((part) => part !== undefined).join(' ')
  // A server that refuses our own address (MAIL FROM) has a problem with the settings, not with the recipient.
  const aboutMessage = code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM')
  return { ok: false, permanent: aboutMessage && (responseCode === undefined || responseCode >= 500), reason }
}

/** Makes a sender over a pool of connections, which are opened when needed. */
export const makeMailSender = (settings: MailSettings): MailSender => {
  const limit = settings.timeoutMs ?? timeoutsMs
  const transport = createTransport({
    pool: true,
    maxConnections: connections,
    host: settings.host,
    port: settings.port,
    secure: settings.implicitTls,
    requireTLS: !settings.implicitTls && settings.startTls === 'required',
    ignoreTLS: settings.startTls === 'off',
    ...(settings.user !== null && { auth: { user: settings.user, pass: settings.password ?? '' } }),
    connectionTimeout: limit.connect,
    greetingTimeout: limit.greeting,
    socketTimeout: limit.idle,
    dnsTimeout: limit.connect,
    // Our templates never name files or addresses. This keeps a message from making the server read or fetch something.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(settings.ca !== undefined && { tls: { ca: settings.ca } }),
    logger: false,
    debug: false,
  })
  // The pool handles a connection that breaks between two mails; without a listener it would end the program.
  transport.on('error', () => undefined)
  return {
    send: async ({ to, fromName, subject, text, html, messageId, language }) => {
      let timer: NodeJS.Timeout | undefined
      // Withdraws a mail that still waits for a connection; one being sent ends by the silence limit.
      const taken = new AbortController()
      const tooLong = new Promise<Refusal>((resolve) => {
        timer = setTimeout(() => {
          resolve({ ok: false, permanent: false, reason: `SMTP no end within ${limit.whole} ms` })
          taken.abort()
        }, limit.whole)
      })
      const sending = transport
        .sendMail({
          from: { name: fromName, address: settings.from },
          // Passed as an object, so that no comma or bracket in it can add a second recipient.
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${messageId}>`,
          signal: taken.signal,
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            'Content-Language': language,
          },
        })
        .then(
          (info): Delivery => ({ ok: true, providerId: /\bqueued as ([\w-]{1,64})/i.exec(info.response)?.[1] ?? null }),
          (error: unknown): Delivery => refusalOf(error instanceof Error ? error : new Error('not an error')),
        )
      const result = await Promise.race([sending, tooLong])
      clearTimeout(timer)
      return result
    },
    close: () => transport.close(),
  }
}

/** Returns the configured sender, or null if there is none. */
export const openMailSender = (): MailSender | null => (env.mail === null ? null : makeMailSender(env.mail))
