/** Writes a list as new Enigma2 settings, or as a new lamedb. */
import type { Group, List, Channel } from '../model'
import type { NamedFile } from '../types'
import { isService } from './changes'
import type { Key } from './database'
import { KeyBook } from './keys'
import { encoderFor, toBytes, type Encode } from '../letters'
import { serviceText, transponderText } from './records'
import { typeOf } from './values'

export const isRadio = ({ type }: Channel): boolean => type === 'radio'

export const capitals = (value: number): string => value.toString(16).toUpperCase()
/** An address as boxes read it back: they decode every %XX. */
export const plain = (address: string): string => address.replaceAll('%', '%25').replaceAll(':', '%3a')

/** In the form of the address that it replaces, after which a blank may end it. */
export const addressLike = (old: string, address: string): string =>
  old.includes('://') ? address.replaceAll('%', '%25').replaceAll(' ', '%20') : plain(address)

export type Writing = { encode: Encode; lineEnd: string }

/** A bouquet's lines for a channel. `head`: the start of a stream's reference, if the upload has one. */
export const referenceText = (
  channel: Channel,
  key: Key,
  { encode, lineEnd }: Writing,
  head: string | null,
): string => {
  const type = capitals(typeOf(channel))
  if (isService(channel)) {
    const { tsid, onid, space } = key
    const ids = [channel.sid ?? 0, tsid, onid, space].map(capitals).join(':')
    return `#SERVICE 1:0:${type}:${ids}:0:0:0:${lineEnd}`
  }
  const start = head ?? `4097:0:${type}:0:0:0:0:0:0:0`
  const name = encode(channel.name)
  return `#SERVICE ${start}:${encode(plain(channel.url))}:${name.replaceAll(':', ' ')}${lineEnd}#DESCRIPTION ${name}${lineEnd}`
}

export const subBouquet = (name: string, radio: boolean, lineEnd: string): string =>
  `#SERVICE 1:7:${radio ? 2 : 1}:0:0:0:0:0:0:0:FROM BOUQUET "${name}" ORDER BY bouquet${lineEnd}`

// ---- New files ----

const newKeys = (now: List): { book: KeyBook; keys: Key[] } => {
  const book = new KeyBook([])
  const keys = now.channels.map(({ transponder, tsid, onid, url }) =>
    transponder === null || url !== ''
      ? { space: 0, tsid: tsid ?? 0, onid: onid ?? 0 }
      : book.keyFor(now, transponder, { tsid: tsid ?? 0, onid: onid ?? 0 }, null),
  )
  // Transponders without services keep their keys.
  const used = new Set(now.channels.map(({ transponder }) => transponder))
  now.transponders.forEach(({ own }, place) => {
    if (own !== null && !used.has(place)) book.keyFor(now, place, own, null)
  })
  return { book, keys }
}
export const newWriting: Writing = { encode: encoderFor(''), lineEnd: '\n' }

const newLamedb = (now: List, version: 4 | 5, { book, keys }: ReturnType<typeof newKeys>): string => {
  const { lineEnd } = newWriting
  const transponders = book.added.map((one) => transponderText(version, one, lineEnd))
  const services = now.channels.flatMap((channel, place) =>
    isService(channel) ? [serviceText(version, channel, { ...newWriting, key: keys[place] as Key })] : [],
  )
  return [
    version === 5 ? 'eDVB services /5/\n' : 'eDVB services /4/\ntransponders\n',
    ...transponders,
    version === 5 ? '' : 'end\nservices\n',
    ...services,
    version === 5 ? '' : 'end\n',
  ].join('')
}

export const writeLamedb = (now: List, version: 4 | 5): NamedFile[] => [
  { name: '', bytes: toBytes(newLamedb(now, version, newKeys(now))) },
]

/** A group with only radio channels becomes a radio bouquet. */
export const isRadioGroup = (now: List, { members }: Group): boolean =>
  members.length > 0 && members.every((place) => now.channels[place]?.type === 'radio')

export const writeSettings = (now: List): NamedFile[] => {
  const keys = newKeys(now)
  const referenceOfPlace = (place: number): string =>
    referenceText(now.channels[place] as Channel, keys.keys[place] as Key, newWriting, null)
  const files: [name: string, text: string][] = [['lamedb', newLamedb(now, 4, keys)]]
  const groups = now.groups.filter(({ members }) => members.length > 0)
  for (const radio of [false, true]) {
    const end = radio ? 'radio' : 'tv'
    const title = radio ? 'Radio' : 'TV'
    const own = groups.flatMap((group, at) =>
      isRadioGroup(now, group) === radio ? [{ group, name: `userbouquet.portal${at}.${end}` }] : [],
    )
    const all = `userbouquet.favourites.${end}`
    const lists = [...own.map(({ name }) => name), all].map((name) => subBouquet(name, radio, '\n'))
    files.push([`bouquets.${end}`, `#NAME Bouquets (${title})\n${lists.join('')}`])
    // All channels in the list's order, which a lamedb doesn't store.
    const places = now.channels.flatMap((channel, place) => (isRadio(channel) === radio ? [place] : []))
    files.push([all, `#NAME Favourites (${title})\n${places.map(referenceOfPlace).join('')}`])
    for (const { group, name } of own)
      files.push([name, `#NAME ${newWriting.encode(group.name)}\n${group.members.map(referenceOfPlace).join('')}`])
  }
  return files.map(([name, text]) => ({ name, bytes: toBytes(text) }))
}
