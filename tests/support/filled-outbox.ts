/** An outbox with a mail and an SMS in this test file's data folder, for a server started on it. */
import Database from 'better-sqlite3'
import { startGateway } from './gateways'
import { smtpCertificateFile, startSmtp } from './smtp'

const password = 'smtp-password-1'
const code = { template: 'code', values: { purpose: 'sign-in', code: '482913', minutes: 10 } } as const

/** Writes messages into the outbox of this file's data folder, as a server with these channels would. */
export const fillOutbox = async (): Promise<{ mail: string; sms: string }> => {
  const outbox = await import('~/modules/outbox/outbox.server')
  const { makeMailSender } = await import('~/platform/mail.server')
  const { makeSmsSender } = await import('~/platform/sms.server')
  const mailSender = makeMailSender({
    host: '127.0.0.1',
    port: 9,
    implicitTls: false,
    startTls: 'off',
    user: null,
    password: null,
    from: 'a@b.example',
  })
  const back = outbox.replaceSenders({
    mail: mailSender,
    sms: makeSmsSender({ provider: 'vonage', url: 'http://127.0.0.1:9', account: 'k', secret: 's', from: 'x' }),
  })
  const mail = await outbox.enqueueMail({ ...code, to: 'viewer@example.test', language: 'en' })
  const sms = await outbox.enqueueSms({ ...code, to: '+201234567890', language: 'ar' })
  back()
  mailSender.close()
  return { mail: mail.ok ? mail.value.id : '', sms: sms.ok ? sms.value.id : '' }
}
/** The database's record of a message. */
export const rowOf = (id: string): { state: string; tries: number } => {
  const database = new Database(`${process.env['DATA_DIR'] ?? ''}/portal.db`, { readonly: true })
  const row = database.prepare('SELECT state, tries FROM OutboxMessage WHERE id = ?').get(id) as {
    state: string
    tries: number
  }
  database.close()
  return row
}

/** Data that a log must never contain. */
export const outboxSecrets = [
  '482913',
  password,
  'gateway-secret',
  'viewer@example.test',
  '201234567890',
  Buffer.from('AC1:gateway-secret').toString('base64'),
]

/** A mail server and an SMS gateway, and the settings of a portal that sends through them. */
export const startChannels = async () => {
  const smtp = await startSmtp({ auth: { user: 'portal', password } })
  const gateway = await startGateway('twilio', 'AC1', 'gateway-secret')
  const env = {
    LOG_LEVEL: 'trace',
    SMTP_URL: `smtp://portal:${password}@127.0.0.1:${smtp.port}`,
    SMTP_TLS: 'required',
    MAIL_FROM: 'no-reply@portal.example',
    NODE_EXTRA_CA_CERTS: smtpCertificateFile,
    SMS_PROVIDER: 'twilio',
    SMS_URL: gateway.url,
    SMS_ACCOUNT: 'AC1',
    SMS_SECRET: 'gateway-secret',
    SMS_FROM: 'Mango',
  }
  return { smtp, gateway, env, stop: () => Promise.all([smtp.stop(), gateway.stop()]) }
}
