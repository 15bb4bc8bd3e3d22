/**
 * A service that an account does not have: shown locked, with the product that contains it and the price of its
 * shortest plan.
 */
import { formatsOf } from '~/i18n/format'
import { pageTextsFor } from '~/i18n/i18n.server'
import type { Language } from '~/i18n/languages'
import type { ServiceKey } from '~/modules/catalogue/catalogue.server'
import { isEntitled } from '~/modules/entitlement/entitlement.server'
import type { UserCaller } from '~/modules/session/caller'
import { now } from '~/platform/clock.server'
import { joined } from '~/ui/channel-list/joined'
import { amountsOf } from '~/ui/order/amounts'
import type { LockView } from '~/ui/service/locked'
import { serviceTextsIn } from './service-text.server'
import { buyHref, offerFor, usd } from './service-view.server'

/** Null if the account can use the service. The provider's staff needs no service. */
export const findLock = async (
  user: Pick<UserCaller, 'userId' | 'role'>,
  service: ServiceKey,
  language: Language,
): Promise<LockView | null> => {
  if (user.role !== 'customer' || (await isEntitled({ userId: user.userId }, service))) return null
  const { t, getFixedT } = pageTextsFor(language)
  const [texts, offer] = await Promise.all([serviceTextsIn(language), offerFor(service, now())])
  const [plan] = offer?.quotes ?? []
  return {
    title: String(t('service:locked.title', { name: texts.nameOf(service) })),
    text: String(t('service:locked.text')),
    offer:
      offer === null || plan === undefined
        ? null
        : joined([
            texts.productName(offer.names),
            amountsOf(getFixedT(null, 'order'), formatsOf(language)).usd(usd(plan.payPrice)),
            String(t('order:months', { count: plan.months })),
          ]),
    href: offer === null ? '/service' : buyHref(null, [offer.key]),
    action: String(t(offer === null ? 'service:locked.see' : 'service:locked.buy')),
  }
}
