/**
 * What the file says about the selection: for one channel every field with a value, for several the values that all
 * share.
 */
import type { ReactNode } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { channelTypes, serviceNumbers, streamNumbers, type ChannelDetails } from '~/engine/types'
import { useFormat } from '~/i18n/format'
import type { Chosen } from '../chosen'
import { useEditor } from '../context'
import { satelliteTexts, placeTexts } from '../texts'
import { sharedValue } from './shared'

type Fact = { label: string; value: ReactNode }

const code = (text: string | number): ReactNode => (
  <bdi className="code" dir="ltr">
    {text}
  </bdi>
)
const joinedCode = (parts: readonly (string | number | null)[]): ReactNode | null => {
  const own = parts.filter((part) => part !== null && part !== '')
  return own.length === 0 ? null : code(own.join(' · '))
}

/** The facts that rows show too; for several channels, the value that all have. */
const useRowFacts = ({ places }: Chosen): Fact[] => {
  const { t } = useTranslation(['editor', 'lists'])
  const format = useFormat()
  const { columns, satellites, transponders } = useEditor().snapshot
  const different = <span className="muted">{t('inspector.different')}</span>
  const satellite = sharedValue(places, (place) => columns.satellite[place] ?? -1)
  const transponder = sharedValue(places, (place) => columns.transponder[place] ?? -1)
  const type = sharedValue(places, (place) => columns.type[place] ?? 3)
  const scrambled = sharedValue(places, (place) => (columns.flags[place] ?? 0) & 3)
  const satelliteText = satelliteTexts(satellites, t, format)[satellite ?? -1]
  const placeText = placeTexts(transponders)[transponder ?? -1]
  const fec = transponders[transponder ?? -1]?.fec
  return [
    {
      label: t('lists:channel.satellite'),
      value:
        satellite === undefined
          ? different
          : satelliteText && (
              <>
                <bdi>{satelliteText.name}</bdi> <bdi className="muted">{satelliteText.angle}</bdi>
              </>
            ),
    },
    {
      label: t('lists:column.transponder'),
      value: transponder === undefined ? different : placeText && code(placeText),
    },
    { label: t('lists:channel.fec'), value: fec && code(fec) },
    {
      label: t('lists:channel.type'),
      value: type === undefined ? different : t(`lists:type.${channelTypes[type] ?? 'other'}`),
    },
    {
      label: t('lists:channel.access'),
      value:
        scrambled === undefined
          ? different
          : (scrambled & 2) !== 0
            ? null
            : t((scrambled & 1) !== 0 ? 'lists:channel.scrambled' : 'lists:channel.free'),
    },
  ]
}

/** The facts that only the file's record has. */
const recordFacts = (channel: ChannelDetails, t: TFunction): Fact[] => {
  const fact = (key: string, value: ReactNode): Fact => ({ label: t(`lists:channel.${key}`), value })
  const text = (key: string, value: string | null): Fact => fact(key, value && <bdi>{value}</bdi>)
  const number = (key: string, value: number | null): Fact => fact(key, value === null ? null : code(value))
  return [
    ...serviceNumbers.map((name) => number(name, channel[name])),
    text('encryption', channel.encryption),
    text('provider', channel.provider),
    text('package', channel.package),
    text('network', channel.network),
    fact('videoType', joinedCode([channel.videoPid, channel.videoType])),
    ...streamNumbers.filter((name) => name !== 'videoPid').map((name) => number(name, channel[name])),
    ...(channel.audio.length === 0 ? [number('audioPid', channel.audioPid)] : []),
    ...channel.audio.map((one) => fact('audio', joinedCode([one.pid, one.language, one.dolby ? 'AC3' : one.type]))),
    ...channel.subtitles.map((one) => fact('subtitles', joinedCode([one.pid, one.language, one.type]))),
    text('country', channel.country),
    text('language', channel.language),
    text('coverage', channel.coverage),
    fact('encoding', code(channel.encoding)),
  ]
}

export const FactsPart = (chosen: Chosen) => {
  const { ids } = chosen
  const { store, list } = useEditor()
  const { t } = useTranslation(['editor', 'lists'])
  const [id] = ids
  const channel = ids.length === 1 && id !== undefined ? store.details(id) : null
  const facts = [...useRowFacts(chosen), ...(channel ? recordFacts(channel, t) : [])].filter(({ value }) => value)
  return (
    <section className="ins-part">
      <h3>{t('inspector.received')}</h3>
      <dl className="ins-facts">
        {facts.map(({ label, value }, index) => (
          <div key={index}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {channel && (
        <p className="small">
          <a href={`${list.path}/channels/${channel.id}`}>{t('inspector.page')}</a>
        </p>
      )}
    </section>
  )
}
