/** Names and positions of satellites in a folder's satellites.xml, which identifies them by position. */
import type { Changes } from './changes'
import { patched, type FolderLetters, type Put } from '../letters'
import { escaped as escapedText, unescaped } from '../satellites'
import { angleOf } from './values'

/** No tag is read further than this. */
const tagMax = 2000
const attribute = (name: string): RegExp => new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
const nameOf = attribute('name')
const positionOf = attribute('position')

type Value = { start: number; end: number; value: string }
const valueIn = (tag: string, start: number, pattern: RegExp): Value | null => {
  const found = pattern.exec(tag)
  if (found === null) return null
  const value = found[1] ?? found[2] ?? ''
  const end = start + found.index + found[0].length - 1
  return { start: end - value.length, end, value }
}

type Tag = { name: Value | null; position: Value; angle: number | null }
const tagsIn = (text: string): Tag[] => {
  const tags: Tag[] = []
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at)
      if (end < 0) break
      at = end
      continue
    }
    if (!/^<sat\s/.test(text.slice(at, at + 5))) continue
    const tag = text.slice(at, at + tagMax).split('>', 1)[0] ?? ''
    const position = valueIn(tag, at, positionOf)
    if (position === null || !/^-?\d{1,5}$/.test(position.value)) continue
    tags.push({ name: valueIn(tag, at, nameOf), position, angle: angleOf(Number(position.value)) })
  }
  return tags
}

const escaped = (value: string): string => escapedText(value).replaceAll("'", '&apos;')

/** The names of satellites by angle; the last one wins. */
export const readSatelliteNames = (text: string, decode: FolderLetters['decode']): Map<number, string> =>
  new Map(
    tagsIn(text).flatMap(({ name, angle }) =>
      angle === null ? [] : [[angle, unescaped(decode(name?.value ?? '')).trim()] as const],
    ),
  )

/** satellites.xml with the current names and positions of satellites. */
export const editSatellites = (text: string, { folder, before, now }: Changes): string => {
  const encode = folder.letters.encoderFor(text)
  const placeNow = new Map(now.satellites.map((one) => [one.no, one]))
  const byAngle = new Map(before.satellites.map((one) => [one.angle, one]))
  const puts = tagsIn(text).flatMap(({ name, position, angle }): Put[] => {
    const was = angle === null ? undefined : byAngle.get(angle)
    const is = was && placeNow.get(was.no)
    if (was === undefined || is === undefined) return []
    const named = name !== null && is.name !== was.name ? [{ ...name, value: encode(escaped(is.name)) }] : []
    if (is.angle === null || is.angle === was.angle) return named
    const to = is.angle > 1800 && Number(position.value) <= 1800 ? is.angle - 3600 : is.angle
    return [...named, { ...position, value: String(to) }]
  })
  return patched(text, { start: 0, end: text.length }, puts)
}
