/** Wallets for tests of the payment password and of transfers: opened, with Mango and a payment password. */
import { hashOrBusy } from '~/modules/account/account.server'
import { openWallet, setPaymentPassword, transfer, type TransferOrder } from '~/modules/wallet/wallet.server'
import { db } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import { giveMango, makeCustomer, type Customer } from './shop'
import { visitOf } from './verification'

export const paymentPassword = '271828'
export const accountPassword = 'correct horse'
export const visit = visitOf('wallet')

let hashed: Promise<string> | undefined
const hashOnce = async (): Promise<string> => {
  const made = await hashOrBusy(accountPassword, { who: 'tests' })
  if (!made.ok) throw new Error('too many passwords at once')
  return made.value
}

export type Holder = Customer & { userName: string; email: string }
/** A customer with an open wallet, this much Mango, a payment password (unless null) and an e-mail address. */
export const makeHolder = async ({
  mango = '0',
  password = paymentPassword,
}: { mango?: string; password?: string | null } = {}): Promise<Holder> => {
  const customer = await makeCustomer()
  const email = `${customer.userId.toLowerCase()}@holders.example`
  hashed ??= hashOnce()
  const { userName } = await db.user.update({
    where: { id: customer.userId },
    data: { passwordHash: await hashed, email, emailKey: email },
  })
  await openWallet(customer.userId)
  if (mango !== '0') await giveMango(customer.userId, mango)
  if (password !== null) {
    const set = await setPaymentPassword(
      customer.userId,
      { newPassword: password, repeatPassword: password, password: accountPassword },
      visit,
    )
    if (!set.ok) throw new Error(`no payment password: ${JSON.stringify(set)}`)
  }
  return { ...customer, userName, email }
}

/** Sends Mango with the right payment password, as the page would. */
export const sendMango = (
  from: { userId: string },
  to: { userName: string },
  amount: string,
  more: Partial<TransferOrder> = {},
): ReturnType<typeof transfer> =>
  transfer(
    from.userId,
    { recipient: to.userName, amount, note: '', fee: '0', paymentPassword, batch: makeId(), ...more },
    visit,
  )
