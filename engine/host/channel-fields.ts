/**
 * The numbers and texts of a channel that people and programs set, by name. Checks, forms, batches, calls and
 * comparisons are all made from this one table. Their labels are the texts `lists:channel.NAME`.
 */
import { limits } from './types'

/** `reason`: the error for a number out of bounds. `part`: the form's card that contains it. */
export const channelNumbers = {
  sid: { bounds: limits.sid, reason: 'sid-range', part: 'service' },
  onid: { bounds: limits.networkId, reason: 'id-range', part: 'service' },
  tsid: { bounds: limits.networkId, reason: 'id-range', part: 'service' },
  videoPid: { bounds: limits.pid, reason: 'pid-range', part: 'streams' },
  pcrPid: { bounds: limits.pid, reason: 'pid-range', part: 'streams' },
  pmtPid: { bounds: limits.pid, reason: 'pid-range', part: 'streams' },
  pvtPid: { bounds: limits.pid, reason: 'pid-range', part: 'streams' },
  teletextPid: { bounds: limits.pid, reason: 'pid-range', part: 'streams' },
} as const
export type ChannelNumber = keyof typeof channelNumbers
export const channelNumberNames = Object.keys(channelNumbers) as ChannelNumber[]
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

/** The most characters of each text. */
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
