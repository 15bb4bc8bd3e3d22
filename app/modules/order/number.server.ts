/** Creates order numbers, which people read aloud and search for. */
import { now } from '~/platform/clock.server'
import type { Transaction } from '~/platform/db.server'
import { makeCode } from '~/platform/random.server'

/** No letters or digits that look alike. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const length = 8

/** A number that no order has: the UTC date and eight letters and digits. */
export const makeOrderNumber = async (tx: Transaction): Promise<string> => {
  const day = now().toISOString().slice(0, 10).replaceAll('-', '')
  for (;;) {
    const number = `${day}-${makeCode(length, alphabet)}`
    if ((await tx.order.count({ where: { number } })) === 0) return number
  }
}
