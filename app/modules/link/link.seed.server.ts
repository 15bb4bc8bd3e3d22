/** The demo user's links: two categories of MyLink and some audio entries. Existing links are not touched. */
import type { Result } from '~/errors/table'
import { db } from '~/platform/db.server'
import { addLinks } from './entry.server'
import { addShelf } from './shelf.server'
import type { LinkService } from './types'

/** Names with an address or a place. */
const seeds: readonly { service: LinkService; name: string; links: readonly [name: string, target: string][] }[] = [
  {
    service: 'mylink',
    name: 'Radio',
    links: [
      ['City Radio', 'https://radio.example.org/city.mp3'],
      ['Jazz around the clock', 'https://radio.example.org/jazz.aac'],
      ['Classical', 'https://radio.example.org/classical.m3u8'],
      ['Radio Tehran', 'http://stream.example.net:8000/tehran'],
      ['إذاعة القرآن', 'http://stream.example.net:8000/quran'],
      ['News every hour', 'rtsp://live.example.com/news'],
    ],
  },
  {
    service: 'mylink',
    name: 'Free to watch',
    links: [
      ['Das Erste HD', '19.2E:11494:10301'],
      ['ZDF HD', '19.2E:11362:11110'],
      ['ARTE HD', '19.2E:11494:10302'],
      ['TRT 1 HD', '42.0E:11794:17301'],
      ['Al Jazeera', '26.0E:11938:101'],
      ['Harbour camera', 'https://cam.example.org/harbour/index.m3u8'],
    ],
  },
  {
    service: 'audio',
    name: '',
    links: [
      ['Commentary, English', 'https://audio.example.org/match/en.aac'],
      ['Commentary, Arabic', 'https://audio.example.org/match/ar.aac'],
      ['Stadium', 'https://audio.example.org/match/stadium.aac'],
      ['Radio commentary', '19.2E:12265:28400'],
    ],
  },
]

const requireDone = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(`the demo's links are refused: ${result.code}`)
  return result.value
}

/** Gives the demo user these links, if they have none at all. */
export const seedLinks = async (userId: string): Promise<void> => {
  if ((await db.linkShelf.count({ where: { userId } })) > 0 || (await db.user.count({ where: { id: userId } })) === 0)
    return
  // Staff need no service: the demo user's may have ended.
  const actor = { userId, role: 'administrator' } as const
  for (const { service, name, links } of seeds) {
    const shelf = service === 'audio' ? null : requireDone(await addShelf(actor, service, { name }))
    const inputs = links.map(([label, address]) => ({ name: label, address }))
    requireDone(await addLinks({ actor, service, id: shelf?.id ?? null }, inputs))
  }
}
