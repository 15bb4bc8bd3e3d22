/** A hash that was made with the server's key is useless to whoever has only the database. */
import { expect, it } from 'vitest'
import { hashOrBusy, verifyOrBusy } from '~/modules/account/password.server'
import { good } from '../channel-list/people'

const who = 'account'
const keyOf = (byte: number): Uint8Array => new Uint8Array(32).fill(byte)

it('a hash matches with the key that it was made with, and with no other or none', async () => {
  const stored = good(await hashOrBusy('271828', { who, key: keyOf(1) }))
  const matches = async (key?: Uint8Array) =>
    good(await verifyOrBusy(stored, '271828', { who, ...(key === undefined ? {} : { key }) }))
  expect([await matches(keyOf(1)), await matches(keyOf(2)), await matches()]).toEqual([true, false, false])
})
