/** Passwords are hashed in turn: whoever floods the queue waits behind themselves. */
import { describe, expect, it } from 'vitest'
import { hashesWaitingOfOne, hashOrBusy, verifyOrBusy } from '~/modules/account/password.server'

const flood = (count: number, done: () => void) =>
  Array.from({ length: count }, async () => {
    const answer = await verifyOrBusy(null, 'not it', { who: 'flood' })
    done()
    return answer
  })

describe('passwords that wait to be hashed', () => {
  it('of another account come next, however many one has sent before', async () => {
    let done = 0
    const sent = flood(60, () => void done++)
    expect(await verifyOrBusy(null, 'not it', { who: 'other' })).toEqual({ ok: true, value: false })
    expect(await hashOrBusy('correct horse', { who: 'third' })).toMatchObject({ ok: true })
    // Two are hashed at a time, and two more may have begun in the meantime.
    expect(done).toBeLessThanOrEqual(8)
    expect((await Promise.all(sent)).every((one) => one.ok && !one.value)).toBe(true)
  }, 60_000)
  it('are refused to who has too many, with the time to come again, and to nobody else', async () => {
    const sent = flood(hashesWaitingOfOne + 12, () => undefined)
    const other = verifyOrBusy(null, 'not it', { who: 'other' })
    const refused = (await Promise.all(sent)).filter((one) => !one.ok)
    expect(refused.length).toBeGreaterThanOrEqual(8)
    for (const one of refused) expect(one).toMatchObject({ code: 'A0503', data: { retryAfterSeconds: 5 } })
    expect(await other).toEqual({ ok: true, value: false })
  }, 60_000)
})
