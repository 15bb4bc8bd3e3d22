/** Fills in values that a list lacks, so that two lists of different dialects can be compared. */
import type { OpenList } from './contract'
import type { AudioTrack, ChannelDetails } from './types'

/** The track that the `.chl` writer makes from a PID and a language; none without a PID. */
export const typedTrack = ({ audioPid: pid, broadcastLanguage, system }: ChannelDetails): AudioTrack[] => {
  if (pid === null || pid === 0) return []
  const type = system === 'MPG1' ? 'MPEG-1' : system === 'MPG2' ? 'MPEG-2' : ''
  return [{ pid, type, language: broadcastLanguage ?? '', dolby: false }]
}

/** A SatcoDX file holds only the first track's PID and language; empty if it has neither. */
export const bareTracks = ({ audioPid: pid, broadcastLanguage }: ChannelDetails): AudioTrack[] =>
  pid === null && broadcastLanguage === null ? [] : [{ pid, type: '', language: broadcastLanguage ?? '', dolby: false }]

/** The band of each satellite, by its index: C if its first transponder is from 3400 to 4800 MHz. */
export const bandsOf = (list: Pick<OpenList, 'transponders'>): ((satellite: number) => 'KU' | 'C') => {
  const firsts = new Map<number, number>()
  for (const { satellite, frequencyKHz } of list.transponders())
    if (frequencyKHz !== null && !firsts.has(satellite)) firsts.set(satellite, frequencyKHz)
  return (satellite) => {
    const frequency = firsts.get(satellite) ?? 0
    return frequency >= 3_400_000 && frequency <= 4_800_000 ? 'C' : 'KU'
  }
}
