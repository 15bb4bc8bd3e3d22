/** The options of a select for a transponder, by satellite. */
import type { TFunction } from 'i18next'
import type { Formats } from '~/i18n/format'
import type { Offered } from '~/modules/channel-list/offered.schema'
import type { OptionGroup } from '~/ui/field'
import { angleText, plainSatelliteName } from '~/ui/sky-arc/angle'
import { isolate, joined } from '../joined'
import { transponderTitle } from './transponder-title'

/** Up to this many transponders are offered by name; above it, up to this many of one satellite. */
export const transpondersOffered = 1500

/** `left`: how many transponders of the list are not among them. */
export type TransponderChoices = {
  left: number
  satellites: readonly { satellite: string; angle: number | null; options: readonly { id: number; text: string }[] }[]
}
export const choicesOf = ({ left, satellites }: Offered): TransponderChoices => ({
  left,
  satellites: satellites.map(({ name, angle, transponders }) => ({
    satellite: name,
    angle,
    options: transponders.map((one) => ({ id: one.id, text: transponderTitle(one) })),
  })),
})
export const transponderOptions = ({ satellites }: TransponderChoices, t: TFunction, format: Formats): OptionGroup[] =>
  satellites.map(({ satellite, angle, options }) => ({
    label: joined([plainSatelliteName(satellite), angleText(angle, t, format)]),
    options: options.map(({ id, text }) => ({ value: String(id), label: text === '' ? '–' : isolate(text) })),
  }))
