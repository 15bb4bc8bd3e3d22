/**
 * What a format has no place for, by what the channels of a list have. What else a written file lacks is found by
 * reading it again (unwritten.ts): so of a scrambled channel, which formats tell with its system, without, or not.
 */
import type { OpenList } from '../contract'
import type { ChannelDetails } from '../types'
import type { FileLoss, ForeignFormat } from './types'

type Code = FileLoss['code']

/** 0 and 8191 mean "none" in boxes' lists. */
const isPid = (pid: number | null): boolean => pid !== null && pid > 0 && pid < 8191

/** When a channel has something that a format without a place for it would lose. */
const has = {
  lock: (channel) => channel.lock,
  skip: (channel) => channel.skip,
  favourites: (channel) => channel.favourites !== 0,
  provider: (channel) => Boolean(channel.provider),
  pids: (channel) =>
    [channel.videoPid, channel.audioPid, channel.pcrPid, channel.pmtPid, channel.pvtPid, channel.teletextPid].some(
      isPid,
    ),
  audio: (channel) => channel.audio.length > 1 || channel.audio.some((track) => track.dolby),
  subtitles: (channel) => channel.subtitles.length > 0,
  'video-type': (channel) => Boolean(channel.videoType),
  type: (channel) => channel.type !== 'tv' && channel.type !== 'radio',
  language: (channel) => [channel.language, channel.country, channel.broadcastLanguage].some(Boolean),
  'text-fields': (channel) => [channel.coverage, channel.package, channel.network].some(Boolean),
  transponder: (channel) => channel.transponder >= 0,
  channels: () => true,
  category: (channel) => channel.category !== null,
  'other-names': (channel) => Object.keys(channel.names).length > 0,
  url: (channel) => Boolean(channel.url),
} as const satisfies Partial<Record<Code, (channel: ChannelDetails) => boolean>>
type Test = keyof typeof has

/** What only the portal keeps. */
const portalOnly = ['category', 'other-names'] as const satisfies readonly Test[]
/** What each format can't hold, of the table above, and isn't found by reading a file again. */
const lacking: Record<ForeignFormat, readonly Test[]> = {
  cdx: [],
  e2: [],
  lamedb: [],
  lamedb5: [],
  m3u: [],
  vdr: [],
  csv: ['audio', 'subtitles', 'video-type', 'language', 'text-fields'],
  txt: [
    'lock',
    'skip',
    'favourites',
    'pids',
    'provider',
    'audio',
    'subtitles',
    'video-type',
    'type',
    'language',
    'text-fields',
    'transponder',
    'url',
  ],
  xml: ['channels'],
}
/** Facts of transponders that a format rounds or leaves open: whole MHz, no FEC, no system, no LNB. */
const open: Record<ForeignFormat, readonly ('frequency-rounded' | 'fec' | 'system' | 'lnb' | 'satip')[]> = {
  cdx: ['lnb'],
  e2: ['system'],
  lamedb: ['system'],
  lamedb5: ['system'],
  m3u: ['system', 'satip'],
  vdr: ['system'],
  csv: ['system'],
  txt: [],
  xml: [],
}
/** What a file in a format lacks; `own`: the list was uploaded in it; `systems`: DVB-S2 and modulation are known. */
export const findFileLosses = (
  list: OpenList,
  format: ForeignFormat,
  { own, systems }: { own: boolean; systems: boolean },
): FileLoss[] => {
  const found = new Map<Code, number[]>()
  const lose = (code: Code, id: number, when: boolean): void => {
    if (!when) return
    const ids = found.get(code)
    if (ids) ids.push(id)
    else found.set(code, [id])
  }
  const transponders = list.transponders()
  const ids = list.columns().id.slice(0, list.length())
  for (const id of ids) {
    const channel = list.channel(id)
    if (channel === null) continue
    for (const code of portalOnly) lose(code, id, has[code](channel))
    // Of its own dialect's edits, a file lacks what isn't found in it (unwritten.ts).
    if (own) continue
    for (const code of lacking[format]) lose(code, id, has[code](channel))
    const transponder = transponders[channel.transponder]
    for (const code of open[format]) {
      if (code === 'frequency-rounded') lose(code, id, (transponder?.frequencyKHz ?? 0) % 1000 !== 0)
      else if (code === 'fec') lose(code, id, Boolean(transponder?.fec) && transponder?.fec !== 'auto')
      else if (code === 'system') lose(code, id, transponder !== undefined && !systems)
      else lose(code, id, transponder !== undefined && !channel.url)
    }
  }
  return [...found].map(([code, lost]) => ({ code, ids: lost }))
}
