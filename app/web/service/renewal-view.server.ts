/** The data for renewals from Mango on the services page. */
import { formatsOf } from '~/i18n/format'
import { instanceFor } from '~/i18n/i18n.server'
import type { Language } from '~/i18n/languages'
import { getProfile } from '~/modules/account/account.server'
import { listOffers, type Offer } from '~/modules/catalogue/catalogue.server'
import { walletOf } from '~/modules/ledger/ledger.server'
import { methodIds } from '~/modules/order/types'
import { isMethodOpen } from '~/modules/payment/payment.server'
import { listRenewals, renewBeforeDays, type Renewal } from '~/modules/renewal/renewal.server'
import type { Flash } from '~/request/flash'
import { amountsOf } from '~/ui/order/amounts'
import type { RenewalCard, RenewalLine, ServiceLine } from '~/ui/service/view'
import { serviceTextsIn, type ServiceTexts } from './service-text.server'
import { renewalOf, usd } from './service-view.server'

const dayOf = ({ tryAt, renewsAt }: Renewal, at: Date): Date | null => {
  const day = tryAt ?? renewsAt
  return day !== null && day > at ? day : null
}
const lineOf = (one: Renewal, texts: ServiceTexts, at: Date): RenewalLine => ({
  sn: one.sn,
  boxName: one.boxName,
  service: one.service,
  plan: one.plan,
  name: texts.nameOf(one.service),
  months: one.months,
  price: one.price,
  // If the time is past, the next run of the job renews it.
  renewsAt: dayOf(one, at)?.toISOString() ?? null,
  endsAt: one.endsAt?.toISOString() ?? null,
  state: one.state,
  presentPrice: one.presentPrice,
})

/** The toast after agreeing: when it renews, and for at most how much. Null if it was switched off again. */
export const agreedWords = async (
  userId: string,
  { sn, service }: { sn: string; service: string },
  language: Language,
  at: Date,
): Promise<Pick<Flash, 'key' | 'params'> | null> => {
  const line = (await renewalLines(userId, language, at)).find((one) => one.sn === sn && one.service === service)
  if (line === undefined) return null
  const format = formatsOf(language)
  const amounts = amountsOf(instanceFor(language).getFixedT(language, 'order'), format)
  const { name, price, renewsAt } = line
  const params = { name, price: amounts.usd(price) }
  return renewsAt === null
    ? { key: 'service:renewal.nowOnSoon', params }
    : { key: 'service:renewal.nowOn', params: { ...params, date: format.date(renewsAt) } }
}

/** The active renewals of all boxes of the account. */
export const renewalLines = async (userId: string, language: Language, at: Date): Promise<RenewalLine[]> => {
  const [renewals, texts] = await Promise.all([listRenewals(userId), serviceTextsIn(language)])
  return renewals.map((one) => lineOf(one, texts, at))
}

/**
 * What is renewed on a box, and what can be. Null if there is nothing to show: nothing can be renewed, or Mango is not
 * a payment method at present. Only customers with Mango get the form.
 */
export const renewalCard = async (
  userId: string,
  sn: string,
  running: readonly ServiceLine[],
  language: Language,
  at: Date,
): Promise<RenewalCard | null> => {
  const [all, offers, profile, { mango }] = await Promise.all([
    renewalLines(userId, language, at),
    listOffers(at),
    getProfile(userId),
    walletOf(userId),
  ])
  const lines = all.filter((line) => line.sn === sn)
  const isOpen = await isMethodOpen(methodIds.mango, profile.country)
  const covered = new Set<string>(
    lines.flatMap(({ plan }): readonly string[] => offers.find((one) => has(one, plan))?.services ?? []),
  )
  const choices = running.flatMap(({ service, name, state, daysLeft }) => {
    const offer = state === 'granted' || daysLeft === null ? null : renewalOf(offers, service)
    if (offer === null || lines.some((line) => line.service === service)) return []
    if (offer.services.some((one) => covered.has(one) || lines.some((line) => line.service === one))) return []
    const plans = offer.quotes.map(({ planId, months, originalPrice }) => ({
      plan: planId,
      months,
      price: usd(originalPrice),
    }))
    return [{ service, name, plans }]
  })
  if (lines.length === 0 && (choices.length === 0 || !isOpen)) return null
  return {
    days: renewBeforeDays,
    balance: mango.balance > 0n ? usd(mango.available > 0n ? mango.available : 0n) : null,
    lines,
    choices: isOpen && mango.balance > 0n ? choices : [],
  }
}
const has = ({ quotes }: Offer, plan: string): boolean => quotes.some(({ planId }) => planId === plan)
