/** The data of the MyLink and audio cards on /features. */
import { findShelves } from '~/modules/link/link.server'
import type { UserCaller } from '~/modules/session/caller'
import type { Language } from '~/i18n/languages'
import type { LinkCardsView } from '~/ui/mylink/link-cards'
import { findLock } from '~/web/service/locked.server'

export const readLinkCards = async (
  user: Pick<UserCaller, 'userId' | 'role'>,
  language: Language,
): Promise<LinkCardsView> => {
  const [categories, audio, mylinkLock, audioLock] = await Promise.all([
    findShelves(user, 'mylink'),
    findShelves(user, 'audio'),
    findLock(user, 'mylink', language),
    findLock(user, 'audio', language),
  ])
  return {
    mylink: {
      categories: categories.length,
      channels: categories.reduce((sum, { channels }) => sum + channels, 0),
      lock: mylinkLock,
    },
    audio: { entries: audio[0]?.channels ?? 0, lock: audioLock },
  }
}
