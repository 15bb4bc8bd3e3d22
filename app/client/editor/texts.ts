/** The texts of rows and filters, computed once per language and list: no row translates or calls Intl. */
import type { TFunction } from 'i18next'
import type { FavouriteGroup, Satellite, Transponder } from '~/engine/types'
import type { Formats } from '~/i18n/format'
import { groupName } from '~/ui/channel-list/group-name'
import { joined } from '~/ui/channel-list/joined'
import { angleText, plainSatelliteName, shortAngleText } from '~/ui/sky-arc/angle'

export type RowTexts = {
  types: readonly [tv: string, radio: string, data: string, other: string]
  locked: string
  skipped: string
  scrambled: string
  unnamed: string
  /** The effect of a press on the number. */
  toNumber: string
  grip: (name: string) => string
  gripRole: string
  select: (name: string) => string
  number: (value: number) => string
  /** A number that is not the channel's position. */
  ownNumber: (value: number) => string
}

export const rowTexts = (t: TFunction, format: Formats): RowTexts => {
  // The text around a name that is inserted later: splitting one translation costs less than a translation per row.
  const around = (text: string) => {
    const [before = '', behind = ''] = text.split('\u0000')
    return (name: string): string => `${before}${name}${behind}`
  }
  return {
    types: [t('lists:type.tv'), t('lists:type.radio'), t('lists:type.data'), t('lists:type.other')],
    locked: t('lists:row.locked'),
    skipped: t('lists:row.skipped'),
    scrambled: t('lists:row.scrambled'),
    unnamed: t('lists:row.unnamed'),
    toNumber: t('editor:keys.number'),
    grip: around(t('editor:drag.grip', { name: '\u0000' })),
    gripRole: t('editor:drag.role'),
    select: around(t('lists:row.select', { name: '\u0000' })),
    number: format.number,
    ownNumber: (number) => t('lists:row.number', { number }),
  }
}

/** The short form of the angle: rows have no room for a longer one. */
export type SatelliteText = {
  name: string
  angle: string
  /** Both, shown on hover if the cell is too narrow. */ title: string
}
export const satelliteTexts = (satellites: readonly Satellite[], t: TFunction, format: Formats): SatelliteText[] =>
  satellites.map((s) => {
    const name = plainSatelliteName(s.name) || t('lists:satellite.unnamed')
    return { name, angle: shortAngleText(s.angle, t, format), title: joined([name, angleText(s.angle, t, format)]) }
  })

/** Names of the favourite groups by index; the default names are translated. */
export const groupTexts = (groups: readonly FavouriteGroup[], t: TFunction): string[] => {
  const names: string[] = []
  for (const group of groups) names[group.index] = groupName(group.name, group.index, t)
  return names
}

/** "11493 H 22000": MHz, polarisation, symbol rate; unreadable parts are omitted. */
export const placeTexts = (transponders: readonly Transponder[]): string[] =>
  transponders.map((tp) =>
    [
      tp.frequencyKHz === null ? '' : String(Math.round(tp.frequencyKHz / 1000)),
      tp.polarisation ?? '',
      tp.symbolRate === null ? '' : String(tp.symbolRate),
    ]
      .filter((part) => part !== '')
      .join(' '),
  )
