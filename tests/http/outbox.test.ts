/** The outbox of the built server: a stop waits for messages in flight, no secret is logged, and the demo's page. */
import { afterAll, describe, expect, it } from 'vitest'
import { fillOutbox, outboxSecrets, rowOf, startChannels } from '../support/filled-outbox'
import { HttpClient } from '../support/http-client'
import { startServer } from '../support/server'
import { headersOf } from '../support/smtp'

const dataDir = process.env['DATA_DIR'] ?? ''
afterAll(async () => {
  const { closeDatabase } = await import('~/platform/db.server')
  await closeDatabase()
})

describe('a server with a mail server and a gateway', () => {
  it('waits for messages in flight when stopped, retries a refused one, and logs no secret', async () => {
    const { smtp, gateway, env, stop } = await startChannels()
    const ids = await fillOutbox()
    smtp.next('hold')
    gateway.next({ http: 500 })
    const server = await startServer({ dataDir, env })
    await smtp.waitForTries(1)
    await server.waitForLog((line) => line.msg === 'a message was not sent yet')
    const stopped = server.stop()
    await server.waitForLog((line) => line.msg === 'stopping')
    smtp.release()
    await stopped
    expect(headersOf(smtp.mails[0]?.raw ?? '').get('message-id')).toBe(`<${ids.mail}@portal.example>`)
    expect(smtp.mails[0]).toMatchObject({ user: 'portal', secure: true, to: ['viewer@example.test'] })
    expect([rowOf(ids.mail), rowOf(ids.sms)]).toEqual([
      { state: 'sent', tries: 1 },
      { state: 'queued', tries: 1 },
    ])
    const log = [server.output(), ...server.log.map((line) => JSON.stringify(line))].join('\n')
    expect(log).toContain('message sent')
    for (const secret of outboxSecrets) expect(log, secret).not.toContain(secret)
    await stop()
  })
})

describe('the demo’s outbox page', () => {
  it('lists the messages of a receiver and shows one as text and as in a mail program', async () => {
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
