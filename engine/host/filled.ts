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

/** The C band is from 3400 to 4800 MHz. */
export const bandOf = (kHz: number): 'KU' | 'C' => (kHz >= 3_400_000 && kHz <= 4_800_000 ? 'C' : 'KU')

/** The band of each satellite, by its index: that of its first transponder. */
export const bandsOf = (list: Pick<OpenList, 'transponders'>): ((satellite: number) => 'KU' | 'C') => {
  const firsts = new Map<number, number>()
  for (const { satellite, frequencyKHz } of list.transponders())
    if (frequencyKHz !== null && !firsts.has(satellite)) firsts.set(satellite, frequencyKHz)
  return (satellite) => bandOf(firsts.get(satellite) ?? 0)
}
