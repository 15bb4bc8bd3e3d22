/**
 * The numbers and texts of a channel that people and programs set, by name. Checks, forms, batches, calls and
 * comparisons are all made from this one table. Their labels are the texts `lists:channel.NAME`.
 */
import { limits } from './types'

type NumberField = {
  /** Minimum and maximum. */
  bounds: readonly [number, number]
  /** The error for a number out of bounds. */
  reason: 'sid-range' | 'id-range' | 'pid-range'
  /**
   * The form's card that contains it. Those of the service are also in each row of a list and written out in each
   * format: a new number belongs to the streams.
   */
  part: 'service' | 'streams'
  /** 0 and 8191 mean “no PID”. */
  isPid?: true
  /** Its key in a `.chl` object, and the value there if it has no number. */
  chl: string
  none: 0 | null
  /** Only the objects of some boxes have the key: new objects get it only with a number. */
  isRare?: true
  /** The column of a CSV or XLSX table, if tables have it, and other words for it, separated by commas. */
  heading?: string
  words?: string
}
const pid = { bounds: limits.pid, reason: 'pid-range', part: 'streams', isPid: true } as const
const networkId = { bounds: limits.networkId, reason: 'id-range', part: 'service', none: 0, isRare: true } as const
export const channelNumbers = {
  sid: {
    ...{ bounds: limits.sid, reason: 'sid-range', part: 'service', chl: 'SID', none: 0 },
    ...{ heading: 'SID', words: 'service id, sv id, svc id, program number, pnr' },
  },
  onid: { ...networkId, chl: 'ONID', heading: 'ONID', words: 'nid, network id, original network id' },
  tsid: { ...networkId, chl: 'TSID', heading: 'TSID', words: 'tid, transport stream id' },
  videoPid: {
    ...{ ...pid, chl: 'VideoPID', none: null },
    ...{ heading: 'Video PID', words: 'vpid, pid video, pid vidéo, pid de video, pid de vídeo, видео pid, відео pid' },
  },
  pcrPid: { ...pid, chl: 'PcrPID', none: 0, heading: 'PCR PID', words: 'pcr' },
  pmtPid: { ...pid, chl: 'PmtPID', none: 0, heading: 'PMT PID', words: 'pmt' },
  pvtPid: { ...pid, chl: 'PvtPID', none: 0, isRare: true },
  teletextPid: { ...pid, chl: 'TTXPID', none: null },
} as const satisfies Record<string, NumberField>
export type ChannelNumber = keyof typeof channelNumbers
export const channelNumberNames = Object.keys(channelNumbers) as ChannelNumber[]
export const numberField = (name: ChannelNumber): NumberField => channelNumbers[name]
/** True if a channel's number says something. */
export const isKnownNumber = (name: ChannelNumber, value: number | null | undefined): boolean =>
  typeof value === 'number' && !(numberField(name).isPid && (value <= 0 || value >= limits.pid[1]))
type NumbersOf<Part extends string> = {
  [Name in ChannelNumber]: (typeof channelNumbers)[Name]['part'] extends Part ? Name : never
}[ChannelNumber]
export type ServiceNumber = NumbersOf<'service'>
/** Those that only the channel's record has, not its row. */
export type StreamNumber = NumbersOf<'streams'>
export const serviceNumbers = channelNumberNames.filter(
  (name): name is ServiceNumber => channelNumbers[name].part === 'service',
)
export const streamNumbers = channelNumberNames.filter(
  (name): name is StreamNumber => channelNumbers[name].part === 'streams',
)

/** What a record says of a channel, besides its name, its kind and its transponder. */
export const recordDetails = [
  'scrambled',
  'encryption',
  'videoType',
  ...serviceNumbers,
  'provider',
  ...streamNumbers,
  'audio',
  'subtitles',
] as const

/** Those that SatcoDX of every version has. */
export const satcodxNumbers: readonly StreamNumber[] = ['videoPid', 'pcrPid']
/** The stream numbers of a new `.chl` object. A TV channel without video has 0, as boxes write it. */
export const newStreamNumbers = (isRadio: boolean, valueOf: (name: StreamNumber) => number | null | undefined) =>
  Object.fromEntries(
    streamNumbers.flatMap((name) => {
      const { chl, none, isRare } = numberField(name)
      const value = valueOf(name) ?? (name === 'videoPid' && !isRadio ? 0 : none)
      return isRare && !value ? [] : [[chl, value] as const]
    }),
  )

/** The maximum number of characters of each text. */
export const channelTexts = {
  provider: limits.nameCharacters,
  encryption: limits.otherNameCharacters,
  videoType: limits.otherNameCharacters,
} as const
export type ChannelText = keyof typeof channelTexts
export const channelTextNames = Object.keys(channelTexts) as ChannelText[]

/** Fields that many channels may share. */
export const batchFields = [
  'type',
  'scrambled',
  'category',
  'transponder',
  ...channelTextNames,
  ...channelNumberNames,
] as const
export type BatchField = (typeof batchFields)[number]

/** An object with a value for each of these names. */
export const byName = <Name extends string, Value>(names: readonly Name[], valueOf: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>
