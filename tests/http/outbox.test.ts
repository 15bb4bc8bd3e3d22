/**
 * The built server and its outbox: a kill in the middle loses nothing, a stop waits for what is on its way, no log has
 * a secret, and the demo's page.
 */
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import { startGateway } from '../support/gateways'
import { HttpClient } from '../support/http-client'
import { startServer, type TestServer } from '../support/server'
import { headersOf, smtpCertificateFile, startSmtp } from '../support/smtp'

const password = 'smtp-password-1'
const dataDir = process.env.DATA_DIR ?? ''
const code = { template: 'code', values: { purpose: 'sign-in', code: '482913', minutes: 10 } } as const

/** Puts messages into the outbox of this file's data folder, as a server would that has these channels. */
const fill = async (): Promise<{ mail: string; sms: string }> => {
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
const rowOf = (id: string): { state: string; tries: number } => {
  const database = new Database(`${dataDir}/portal.db`, { readonly: true })
  const row = database.prepare('SELECT state, tries FROM OutboxMessage WHERE id = ?').get(id) as {
    state: string
    tries: number
  }
  database.close()
  return row
}

afterAll(async () => {
  const { closeDatabase } = await import('~/platform/db.server')
  await closeDatabase()
})

describe('a server with a mail server and a gateway', () => {
  it('loses no message when it is killed while sending, waits for those on their way when it is stopped, and logs no secret', async () => {
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
    const said: string[] = []
    const keep = (server: TestServer): void => {
      said.push(server.output(), ...server.log.map((line) => JSON.stringify(line)))
    }
    const ids = await fill()
    smtp.next('silence')
    gateway.next({ http: 500 })
    const first = await startServer({ dataDir, env })
    await smtp.waitForTries(1)
    await first.waitForLog((line) => line.msg === 'a message was not sent yet')
    await first.kill()
    keep(first)
    expect(rowOf(ids.mail)).toEqual({ state: 'sending', tries: 1 })
    expect(rowOf(ids.sms)).toEqual({ state: 'queued', tries: 1 })

    // As after the lease and the pause.
    const database = new Database(`${dataDir}/portal.db`)
    database.prepare('UPDATE OutboxMessage SET nextTryAt = createdAt').run()
    database.close()
    smtp.next('hold')
    const second = await startServer({ dataDir, env })
    await smtp.waitForTries(2)
    await gateway.waitFor(1)
    const stopped = second.stop()
    await second.waitForLog((line) => line.msg === 'stopping')
    smtp.release()
    await stopped
    keep(second)
    expect(headersOf(smtp.mails[0]?.raw ?? '').get('message-id')).toBe(`<${ids.mail}@portal.example>`)
    expect(smtp.mails[0]).toMatchObject({ user: 'portal', secure: true, to: ['viewer@example.test'] })
    expect([rowOf(ids.mail), rowOf(ids.sms)]).toEqual([
      { state: 'sent', tries: 2 },
      { state: 'sent', tries: 2 },
    ])
    expect(gateway.messages).toHaveLength(1)

    const log = said.join('\n')
    expect(log).toContain('message sent')
    for (const secret of [
      '482913',
      password,
      'gateway-secret',
      'viewer@example.test',
      '201234567890',
      Buffer.from('AC1:gateway-secret').toString('base64'),
    ])
      expect(log, secret).not.toContain(secret)
    await Promise.all([smtp.stop(), gateway.stop()])
  }, 60_000)
})

describe('the demo’s outbox page', () => {
  it('lists messages of a receiver and shows one as text and as mail programs do', async () => {
    const server = await startServer({ dataDir })
    const visitor = new HttpClient(server.origin)
    const list = await visitor.request('/dev/outbox?to=viewer%40example.test')
    expect([list.status, list.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const address = /href="(\/dev\/outbox\/\w+)"/.exec(await list.text())?.[1] ?? ''
    const page = await (await visitor.request(address)).text()
    expect(/class="code message-code"[^>]*>(\d{6})</.exec(page)?.[1]).toBe('482913')
    const asMail = await visitor.request(`${address}/mail`)
    expect(asMail.headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'self' 'nonce-/)
    expect(await asMail.text()).toMatch(/^<!DOCTYPE html>[\s\S]*482913/)
    expect((await visitor.request('/dev/outbox/nothing/mail')).status).toBe(404)
    expect((await visitor.request('/dev/outbox/nothing')).status).toBe(404)
    expect(await (await visitor.request('/dev/outbox?to=nobody%40example.test')).text()).toContain('Nothing here yet')
    await server.stop()
  })
})
