/** The outbox in production: no page shows it, bodies are cleared once done, and a channel without a sender says so. */
import { beforeAll, describe, expect, it } from 'vitest'
import { startGateway } from '../support/gateways'

// Before any module reads the settings.
process.env.PORTAL_MODE = 'production'
process.env.SECRET = 's'.repeat(48)

describe('in production', () => {
  let outbox: typeof import('~/modules/outbox/outbox.server')
  let database: typeof import('~/platform/db.server')
  beforeAll(async () => {
    outbox = await import('~/modules/outbox/outbox.server')
    database = await import('~/platform/db.server')
    outbox.provideMessageWriter((await import('~/web/mail/writer.server')).makeMessageWriter())
  })
  const code = {
    language: 'en',
    template: 'code',
    values: { purpose: 'sign-in', code: '482913', minutes: 10 },
  } as const

  it('refuses a channel without a sender with A0503, and writes nothing', async () => {
    expect(outbox.channelsReady()).toEqual({ mail: false, sms: false })
    expect(await outbox.enqueueMail({ ...code, to: 'viewer@example.test' })).toMatchObject({
      ok: false,
      code: 'A0503',
      data: { channel: 'mail' },
    })
    expect(await outbox.enqueueSms({ ...code, to: '+201234567890' })).toMatchObject({
      ok: false,
      code: 'A0503',
      data: { channel: 'sms' },
    })
    expect(await database.db.outboxMessage.count()).toBe(0)
  })
  it('clears a body when its message is sent or given up, and shows none on any page', async () => {
    const { makeSmsSender } = await import('~/platform/sms.server')
    const gateway = await startGateway('vonage', 'key', 'secret')
    const back = outbox.replaceSenders({
      mail: null,
      sms: makeSmsSender({
        provider: 'vonage',
        url: gateway.url,
        account: 'key',
        secret: 'secret',
        from: 'Mango',
      }),
    })
    gateway.next('good', { refuse: 7 }, { refuse: 1 })
    for (const to of ['+201234567890', '+201234567891', '+201234567892']) {
      expect(await outbox.enqueueSms({ ...code, to })).toMatchObject({ ok: true })
      await outbox.runOutbox()
    }
    const rows = await database.db.outboxMessage.findMany({ orderBy: { recipient: 'asc' } })
    expect(rows.map(({ state, bodySealed }) => [state, bodySealed === null])).toEqual([
      ['sent', true],
      ['failed', true],
      ['queued', false],
    ])
    expect(await outbox.listOutbox()).toEqual([])
    expect(await outbox.findOutboxMessage(rows[0]?.id ?? '')).toBeNull()
    back()
    await gateway.stop()
  })
  it('has no outbox page', async () => {
    const { requireDemo } = await import('~/web/mail/outbox-page.server')
    let answer: unknown
    try {
      requireDemo()
    } catch (thrown) {
      answer = thrown
    }
    expect(answer instanceof Response && answer.status).toBe(404)
  })
})
