/** The audio or subtitle tracks of one channel, and an empty row for another; a row without any value is removed. */
import { useTranslation } from 'react-i18next'
import { limits, type AudioTrack, type ChannelValue, type SubtitleTrack } from '~/engine/types'
import { useFormat } from '~/i18n/format'
import { parseNumber } from '~/i18n/number'
import { numberInput } from '~/ui/number-input'
import { TypedField } from './typed-field'
import { normalForm } from '~/text/normal-form'

const empty: { audio: AudioTrack; subtitles: SubtitleTrack } = {
  audio: { pid: null, type: '', language: '', dolby: false },
  subtitles: { pid: null, type: '', language: '', compositionPage: null, ancillaryPage: null },
}
const labels: Readonly<Record<string, string>> = {
  type: 'tables:fields.trackType',
  language: 'lists:channel.language',
  dolby: 'lists:channel.dolby',
  compositionPage: 'tables:fields.composition',
  ancillaryPage: 'tables:fields.ancillary',
}

type TrackFieldsProps = {
  field: 'audio' | 'subtitles'
  tracks: readonly (AudioTrack | SubtitleTrack)[]
  refuse(value: ChannelValue): string | null
  onSet(value: ChannelValue): void
}
export const TrackFields = ({ field, tracks, refuse, onSet }: TrackFieldsProps) => {
  const { t } = useTranslation(['tables', 'lists'])
  const format = useFormat()
  const rows = [...tracks, empty[field]].slice(0, limits.tracks)
  return (
    <>
      {rows.map((track, at) => {
        const withPart = (part: string, value: unknown): ChannelValue =>
          rows
            .map((row, index) => (index === at ? { ...row, [part]: value } : row))
            .filter((row) =>
              Object.values(row).some((own) => own !== null && own !== '' && own !== false),
            ) as ChannelValue
        return (
          <fieldset key={at} className="field">
            <legend className="legend">{`${t(`lists:channel.${field}`)} ${format.number(at + 1)}`}</legend>
            <div className="ins-numbers">
              {Object.entries(track).map(([part, value]: [string, string | number | boolean | null]) => {
                const label = part === 'pid' ? 'PID' : t(labels[part] ?? part)
                if (typeof value === 'boolean')
                  return (
                    <label key={part} className="ins-check">
                      <span>{label}</span>{' '}
                      <input type="checkbox" checked={value} onChange={() => onSet(withPart(part, !value))} />
                    </label>
                  )
                const isText = typeof value === 'string'
                const read = (typed: string) => {
                  const text = normalForm(typed, 'NFC').trim()
                  return isText ? text : text === '' ? null : (parseNumber(text) ?? text)
                }
                return (
                  <TypedField
                    key={part}
                    label={label}
                    value={String(value ?? '')}
                    refuse={(text) => refuse(withPart(part, read(text)))}
                    onSet={(text) => onSet(withPart(part, read(text)))}
                    {...(isText ? {} : numberInput())}
                  />
                )
              })}
            </div>
          </fieldset>
        )
      })}
    </>
  )
}
