/** Sends SMS to gateways of both kinds on this machine: what they receive, and what their refusals mean. */
import { afterEach, describe, expect, it } from 'vitest'
import { makeSmsSender, type SmsSender } from '~/platform/sms.server'
import { startGateway, type GatewayAct, type TestGateway } from '../support/gateways'

const account = 'AC0123'
const secret = 'gateway-secret'
const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})
/** The hasty sender gives up before a slow gateway answers; the other waits even on a busy machine. */
const serve = async (
  provider: 'twilio' | 'vonage',
  given = secret,
): Promise<{ gateway: TestGateway; sender: SmsSender; hasty: SmsSender }> => {
  const gateway = await startGateway(provider, account, secret)
  open.push(gateway.stop)
  const settings = { provider, url: gateway.url, account, secret: given, from: 'Mango' }
  return { gateway, sender: makeSmsSender(settings), hasty: makeSmsSender({ ...settings, timeoutMs: 1000 }) }
}
const sms = { to: '+201234567890', text: 'کد ورود شما: 482913', reference: 'row-1' }

describe.each(['twilio', 'vonage'] as const)('the %s gateway', (provider) => {
  it('receives number, sender and text unchanged', async () => {
    const { gateway, sender } = await serve(provider)
    expect(await sender.send(sms)).toEqual({
      ok: true,
      providerId: provider === 'twilio' ? `SM${'1'.padStart(32, '0')}` : '0A1',
    })
    expect(gateway.messages).toEqual([
      { to: sms.to, from: 'Mango', text: sms.text, reference: provider === 'vonage' ? 'row-1' : null },
    ])
  })
  it.each([
    ['broken', false],
    ['cut', false],
    ['slow', false],
    ['huge', false],
    ['redirect', false],
    [{ http: 500 }, false],
    [{ http: 429 }, false],
    [{ http: 422 }, true],
    [{ refuse: provider === 'twilio' ? 21211 : 7 }, true],
  ] satisfies [GatewayAct, boolean][])('fails with %j, permanently: %s', async (act, permanent) => {
    const { gateway, sender, hasty } = await serve(provider)
    gateway.next(act)
    const refused = await (act === 'slow' ? hasty : sender).send(sms)
    expect(refused).toMatchObject({ ok: false, permanent })
    expect(JSON.stringify(refused)).not.toMatch(/482913|20123|gateway-secret/)
    expect(await sender.send(sms)).toMatchObject({ ok: true })
  })
  it('says how long to wait when it is busy', async () => {
    const { gateway, sender } = await serve(provider)
    gateway.next(
      { http: 429, headers: { 'retry-after': '90' } },
      { http: 503, headers: { 'retry-after': '999999999' } },
      { http: 429, headers: { 'retry-after': 'soon' } },
    )
    expect(await sender.send(sms)).toMatchObject({ permanent: false, waitMs: 90_000 })
    expect(await sender.send(sms)).toMatchObject({ permanent: false, waitMs: 3_600_000 })
    expect(await sender.send(sms)).not.toHaveProperty('waitMs')
  })
  it('allows a retry when it does not know our account: the operator fixes that', async () => {
    const { sender } = await serve(provider, 'old-secret')
    const refused = await sender.send(sms)
    expect(refused).toMatchObject({ ok: false, permanent: false })
    expect(JSON.stringify(refused)).not.toContain('old-secret')
  })
})

describe('the vonage gateway', () => {
  it('answers 200 when it throttles or fails internally, and is asked again', async () => {
    const { gateway, sender } = await serve('vonage')
    gateway.next({ refuse: 1 }, { refuse: 5 })
    expect(await sender.send(sms)).toMatchObject({ ok: false, permanent: false, reason: 'vonage status 1' })
    expect(await sender.send(sms)).toMatchObject({ ok: false, permanent: false, reason: 'vonage status 5' })
  })
})
