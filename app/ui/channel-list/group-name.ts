/** Names of favourite groups for readers: the eight default names are translated, a person's own names stay. */
import type { TFunction } from 'i18next'

const defaults = ['News', 'Movies', 'Music', 'Sports', 'Education', 'Weather', 'Children', 'Culture'] as const

export const groupName = (name: string, index: number, t: TFunction): string => {
  const known = defaults.find((entry) => entry === name)
  if (known) return t(`lists:group.${known}`)
  return name.trim() === '' ? t('lists:group.numbered', { number: index + 1 }) : name
}

/**
 * Stored names of groups by the bit that stands for them in `favourites`. A deleted group leaves a gap (''), and the
 * order of groups may differ from that of their bits.
 */
export const namesByBit = (groups: readonly { index: number; name: string }[]): string[] => {
  const names = Array.from({ length: Math.max(0, ...groups.map(({ index }) => index + 1)) }, () => '')
  for (const { index, name } of groups) names[index] = name
  return names
}
