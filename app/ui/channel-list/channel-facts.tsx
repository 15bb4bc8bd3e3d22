/**
 * The cards of a channel's page that show every field in its file: its reception, the service, its streams, and its
 * record.
 */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { nameLanguages, streamNumbers, type ChannelDetails, type Satellite, type Transponder } from '~/engine/types'
import { useFormat } from '~/i18n/format'
import { Card } from '~/ui/card'
import { Code } from '~/ui/code'
import { angleText, plainSatelliteName } from '~/ui/sky-arc/angle'
import { Tag } from '~/ui/tag'

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
)

/** A number with its unit: the number as a code, the unit in the page's own script. */
const Measure = ({ number, text }: { number: number; text: (mark: string) => string }) => {
  const [before = '', after = ''] = text('\u0000').split('\u0000')
  return (
    <bdi>
      {before}
      <Code>{number}</Code>
      {after}
    </bdi>
  )
}

/** A line for a text, a number or a coded value; nothing if the file has no value. */
const TextFact = ({ label, value }: { label: string; value: string | null }) =>
  value === null || value === '' ? null : (
    <Fact label={label}>
      <bdi>{value}</bdi>
    </Fact>
  )
const NumberFact = ({ label, value }: { label: string; value: number | null }) =>
  value === null ? null : (
    <Fact label={label}>
      <Code>{value}</Code>
    </Fact>
  )
/** The name that a code stands for, if known, before the code. */
const Named = ({ name, code }: { name: string | null; code: string }) => (
  <>
    {name !== null && <>{name} </>}
    <span className={name === null ? undefined : 'muted'}>
      <Code>{code}</Code>
    </span>
  </>
)
const CodedFact = ({ label, code, name }: { label: string; code: string | null; name: string | null }) =>
  code === null || code === '' ? null : (
    <Fact label={label}>
      <Named name={name} code={code} />
    </Fact>
  )

/** Names of languages by the codes that the channel has. */
export type LanguageNames = Readonly<Record<string, string>>
const nameIn = (names: LanguageNames, code: string | null): string | null =>
  code === null ? null : (names[code] ?? null)

/** Empty if the file has no such data, as for a stream with an address. */
export const ReceptionCard = ({
  satellite,
  transponder,
}: {
  satellite: Pick<Satellite, 'name' | 'angle' | 'band'> | null
  transponder: Pick<Transponder, 'frequencyKHz' | 'polarisation' | 'symbolRate' | 'fec'> | null
}) => {
  const { t } = useTranslation('lists')
  const format = useFormat()
  const { frequencyKHz = null, polarisation = null, symbolRate = null, fec = null } = transponder ?? {}
  if (satellite === null && frequencyKHz === null && symbolRate === null && !polarisation && !fec) return null
  return (
    <Card title={t('channel.reception')}>
      <dl className="facts">
        {satellite && (
          <Fact label={t('channel.satellite')}>
            <bdi>{plainSatelliteName(satellite.name)}</bdi>{' '}
            <bdi className="muted">{angleText(satellite.angle, t, format)}</bdi>
          </Fact>
        )}
        {frequencyKHz !== null && (
          <Fact label={t('channel.frequency')}>
            <Measure number={frequencyKHz / 1000} text={(number) => t('channel.frequencyValue', { number })} />
          </Fact>
        )}
        {polarisation && <Fact label={t('channel.polarisation')}>{t(`channel.pol.${polarisation}`)}</Fact>}
        {symbolRate !== null && (
          <Fact label={t('channel.symbolRate')}>
            <Measure number={symbolRate} text={(number) => t('channel.symbolRateValue', { number })} />
          </Fact>
        )}
        {fec && (
          <Fact label={t('channel.fec')}>
            <Code>{fec}</Code>
          </Fact>
        )}
        {satellite?.band && (
          <Fact label={t('channel.band')}>
            <Code>{satellite.band}</Code>
          </Fact>
        )}
      </dl>
    </Card>
  )
}

export const ServiceCard = ({
  channel,
  category,
  countryName,
  languageNames,
}: {
  channel: ChannelDetails
  /** The category's name in the reader's language. */
  category: string | null
  countryName: string | null
  languageNames: LanguageNames
}) => {
  const { t } = useTranslation(['lists', 'tables'])
  return (
    <Card title={t('channel.service')}>
      <dl className="facts">
        <Fact label={t('channel.type')}>{t(`type.${channel.type}`)}</Fact>
        {channel.scrambled !== null && (
          <Fact label={t('channel.access')}>
            {channel.scrambled ? <Tag tone="warn">{t('channel.scrambled')}</Tag> : t('channel.free')}
          </Fact>
        )}
        <TextFact label={t('channel.encryption')} value={channel.encryption} />
        <NumberFact label={t('channel.sid')} value={channel.sid} />
        <NumberFact label={t('channel.onid')} value={channel.onid} />
        <NumberFact label={t('channel.tsid')} value={channel.tsid} />
        <TextFact label={t('tables:fields.category')} value={category} />
        <TextFact label={t('tables:fields.url')} value={channel.url} />
        <TextFact label={t('channel.provider')} value={channel.provider} />
        <TextFact label={t('channel.package')} value={channel.package} />
        <TextFact label={t('channel.network')} value={channel.network} />
        <CodedFact label={t('channel.country')} code={channel.country} name={countryName} />
        <CodedFact
          label={t('channel.language')}
          code={channel.language}
          name={nameIn(languageNames, channel.language)}
        />
        <CodedFact
          label={t('channel.broadcastLanguage')}
          code={channel.broadcastLanguage}
          name={nameIn(languageNames, channel.broadcastLanguage)}
        />
        <TextFact label={t('channel.coverage')} value={channel.coverage} />
      </dl>
    </Card>
  )
}

/** The channel's names in other languages; nothing if it has none. */
export const NamesCard = ({ names }: Pick<ChannelDetails, 'names'>) => {
  const { t } = useTranslation(['lists', 'tables'])
  const own = nameLanguages.filter((language) => names[language] !== undefined)
  if (own.length === 0) return null
  return (
    <Card title={t('tables:fields.names')}>
      <dl className="facts">
        {own.map((language) => (
          <Fact key={language} label={t(`nameLanguage.${language}`)}>
            <bdi lang={language}>{names[language]}</bdi>
          </Fact>
        ))}
      </dl>
    </Card>
  )
}

type Track = { pid: number | null; type: string; language: string }
const TrackCode = ({ track: { pid, type, language }, names }: { track: Track; names: LanguageNames }) => (
  <Named
    name={nameIn(names, language)}
    code={[pid, type, language].filter((part) => part !== null && part !== '').join(' · ')}
  />
)

const hasStreams = (channel: ChannelDetails): boolean =>
  [channel.system, channel.videoType, channel.audioPid, ...streamNumbers.map((name) => channel[name])].some(
    (value) => value !== null && value !== '',
  ) || channel.audio.length + channel.subtitles.length > 0

/** Nothing if the file has no streams. */
export const StreamsCard = ({ channel, languageNames }: { channel: ChannelDetails; languageNames: LanguageNames }) => {
  const { t } = useTranslation('lists')
  const format = useFormat()
  if (!hasStreams(channel)) return null
  return (
    <Card title={t('channel.streams')}>
      <dl className="facts">
        <TextFact label={t('channel.system')} value={channel.system} />
        <TextFact label={t('channel.videoType')} value={channel.videoType} />
        {streamNumbers.map((name) => (
          <NumberFact key={name} label={t(`channel.${name}`)} value={channel[name]} />
        ))}
        <NumberFact label={t('channel.audioPid')} value={channel.audioPid} />
        {channel.audio.map((one, index) => (
          <Fact key={index} label={`${t('channel.audio')} ${format.number(index + 1)}`}>
            <TrackCode track={one} names={languageNames} /> {one.dolby && <Tag tone="info">{t('channel.dolby')}</Tag>}
          </Fact>
        ))}
        {channel.subtitles.map((one, index) => (
          <Fact key={index} label={`${t('channel.subtitles')} ${format.number(index + 1)}`}>
            <TrackCode track={one} names={languageNames} />
            {(one.compositionPage !== null || one.ancillaryPage !== null) && (
              <>
                {' '}
                <span className="muted">
                  {t('channel.page', {
                    composition: one.compositionPage ?? '–',
                    ancillary: one.ancillaryPage ?? '–',
                  })}
                </span>
              </>
            )}
          </Fact>
        ))}
      </dl>
    </Card>
  )
}

export const FileCard = ({ channel }: { channel: Pick<ChannelDetails, 'id' | 'range' | 'encoding'> }) => {
  const { t } = useTranslation('lists')
  return (
    <Card title={t('channel.file')}>
      <dl className="facts">
        <Fact label={t('report.record')}>
          <Code>{channel.id + 1}</Code>
        </Fact>
        <Fact label={t('channel.range')}>
          <Code>{`${channel.range[0]}–${channel.range[1] - 1}`}</Code>
        </Fact>
        <Fact label={t('channel.encoding')}>
          <Code>{channel.encoding}</Code>
        </Fact>
      </dl>
    </Card>
  )
}
