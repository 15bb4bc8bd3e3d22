/** The data of the MyLink and audio cards on /features. */
import { findShelves } from '~/modules/link/link.server'
import type { UserCaller } from '~/modules/session/caller'
import type { Language } from '~/i18n/languages'
import type { LinkCardsView } from '~/ui/mylink/link-cards'
import { findLock } from '~/web/service/locked.server'

export const readLinkCards = (user: Pick<UserCaller, 'userId' | 'role'>, language: Language): Promise<LinkCardsView> =>
  Promise.all(
    (['mylink', 'audio'] as const).map(async (service) => {
      const [shelves, lock] = await Promise.all([findShelves(user, service), findLock(user, service, language)])
      const links = shelves.reduce((sum, { channels }) => sum + channels, 0)
      return { service, categories: shelves.length, links, lock }
    }),
  )
