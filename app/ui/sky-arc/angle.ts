/**
 * A satellite's name and position in words: names without the angle that files repeat in them, angles with their side.
 */
import type { TFunction } from 'i18next'
import type { Formats } from '~/i18n/format'

/** "19.2°E" in the reader's words; an empty text if the file gives no angle. The texts are in the namespace `lists`. */
export const angleText = (tenths: number | null, t: TFunction, format: Formats): string => {
  if (tenths === null) return ''
  const angle = format.degrees(tenths)
  if (tenths === 0 || tenths === 3600) return t('lists:angle.middle', { angle })
  return t(tenths > 1800 ? 'lists:angle.west' : 'lists:angle.east', { angle })
}

/** "13.0°E" in the international form, for rows of a table: always left to right. */
export const shortAngleText = (tenths: number | null, t: TFunction, format: Formats): string => {
  if (tenths === null) return ''
  const angle = format.degrees(tenths)
  if (tenths === 0 || tenths === 3600) return t('lists:angle.middle', { angle })
  return t(tenths > 1800 ? 'lists:angle.shortWest' : 'lists:angle.shortEast', { angle })
}

/** The text without trailing spaces and underscores. */
const withoutGap = (text: string): string => {
  let end = text.length
  while (end > 0 && /[\s_]/.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/**
 * Files write "Astra 1 (19.2E)" or "Turksat 42.0E". The position is shown next to the name, so it is removed from it.
 */
export const plainSatelliteName = (name: string): string => {
  const whole = withoutGap(name)
  // Limits how much is examined: a file may contain a name of any length.
  const position = /\(?\b\d{1,3}(?:[.,]\d)?\s{0,3}°?\s{0,3}[EW]\)?$/i.exec(whole.slice(-24))?.[0] ?? ''
  const plain = withoutGap(whole.slice(0, whole.length - position.length))
  return plain === '' ? name.trim() : plain
}

/** The title of a satellite: its name, otherwise its position, otherwise that it has neither. */
export const titleOf = (satellite: { name: string; angle: number | null }, t: TFunction, format: Formats): string =>
  plainSatelliteName(satellite.name) || angleText(satellite.angle, t, format) || t('lists:satellite.unnamed')
