/** SAT>IP: reads the transponder and PIDs from a stream's address, and edits the address. */
import type { Channel, List } from '../model'
import type { Places } from '../places'

/** The parts of an address's query; the first of several equal keys counts. */
const queryOf = (address: string): Map<string, string> => {
  const query = new Map<string, string>()
  for (const part of address.split(/[?&]/).slice(1)) {
    const sign = part.indexOf('=')
    const key = part.slice(0, Math.max(0, sign)).toLowerCase()
    if (sign > 0 && !query.has(key)) query.set(key, part.slice(sign + 1))
  }
  return query
}

const whole = (text: string | undefined, max: number): number | null =>
  text !== undefined && /^\d{1,9}$/.test(text) && Number(text) <= max ? Number(text) : null
const polarisations = ['H', 'V', 'L', 'R'] as const
const modulations: Record<string, number> = { qpsk: 1, '8psk': 2, '16apsk': 4, '32apsk': 5 }
const systems: Record<string, number> = { dvbs: 0, dvbs2: 1 }

/** “34” or “910” as “3/4” or “9/10”; empty for anything else. */
const fecOf = (text: string): string => {
  const digits = text.replace('/', '')
  if (/^\d\d$/.test(digits)) return `${digits.charAt(0)}/${digits.charAt(1)}`
  return digits === '910' ? '9/10' : digits === 'auto' ? 'auto' : ''
}
/** Keys of a multistream: its stream, and how it is scrambled. */
const streamKeys = ['isi', 'plsm', 'plsc'] as const

type Tuned = Pick<Channel, 'transponder' | 'sid'> & { pmtPid: number | null }
/** Null for an address that names no satellite transponder. */
export const readTuning = (places: Places, address: string): Tuned | null => {
  if (!/[?&]freq=/i.test(address)) return null
  const query = queryOf(address)
  const frequency = query.get('freq') ?? ''
  const kHz = /^\d{1,9}(?:\.\d{1,9})?$/.test(frequency) ? Math.round(Number(frequency) * 1000) : 0
  if (kHz < 1_000_000 || kHz > 100_000_000 || !(query.has('pol') || query.has('msys'))) return null
  const input = query.get('src') ?? ''
  const letter = (query.get('pol') ?? '').charAt(0).toUpperCase()
  const transponder = places.transponder({
    satellite: places.satellite(null, input === '' ? 'SAT>IP' : `SAT>IP ${input}`),
    kHz,
    polarisation: polarisations.find((each) => each === letter) ?? null,
    symbolRate: whole(query.get('sr'), 99_999),
    fec: fecOf(query.get('fec') ?? ''),
    system: systems[(query.get('msys') ?? '').toLowerCase()] ?? null,
    modulation: query.has('mtype') ? (modulations[(query.get('mtype') ?? '').toLowerCase()] ?? 0) : null,
    streams: query.has('isi') ? streamKeys.map((key) => query.get(key) ?? '').join(':') : '',
  })
  const sid = whole(query.get('sid'), 0xffff)
  return { transponder, sid, pmtPid: sid === null ? whole(query.get('x_pmt'), 8191) : null }
}

// ---- Writing ----

/** 0 and 8191 mean “no PID”. */
const isPid = (pid: number | null | undefined): pid is number =>
  pid !== null && pid !== undefined && pid > 0 && pid < 8191
const pidsOf = (channel: Channel): number[] =>
  [
    ...[channel.pmtPid, channel.videoPid, channel.pcrPid, channel.teletextPid],
    ...channel.audio.map(({ pid }) => pid),
    ...(channel.subtitles ?? []).map(({ pid }) => pid),
  ].filter(isPid)

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((pid, at) => pid === other[at])

/** The list of PIDs without removed ones and with added ones; null if unchanged. */
const pidsNow = (pids: string | undefined, was: Channel, is: Channel): string | null => {
  const [before, now] = [pidsOf(was), pidsOf(is)]
  if (isSame(before, now)) return null
  const there = (pids ?? '').split(',').filter(Boolean)
  if (there.includes('all')) return null
  const gone = new Set(before.filter((pid) => !now.includes(pid)))
  const kept = pids === undefined ? ['0'] : there.filter((pid) => !gone.has(Number(pid)))
  return [...new Set([...kept, ...now.map(String)])].join(',')
}

/** Appends a key that the address lacks; null removes it. */
const withValue = (address: string, key: string, value: string | null): string => {
  const found = new RegExp(`([?&])${key}=([^&]*)&?`, 'i').exec(address)
  if (found === null) return value === null ? address : `${address}&${key}=${value}`
  const [whole, sign = '', old = ''] = found
  const end = found.index + whole.length
  if (value !== null) {
    const start = found.index + sign.length + key.length + 1
    return address.slice(0, start) + value + address.slice(start + old.length)
  }
  return whole.endsWith('&') ? address.slice(0, found.index) + sign + address.slice(end) : address.slice(0, found.index)
}

/** What a moved channel takes from an address on its new transponder, or loses if that lacks it. */
const takenAlong = ['src', 'msys', 'mtype', 'ro', 'plts', ...streamKeys] as const

type Place = { channel: Channel; list: List }
/** The address of an edited channel. `like`: an address on its current transponder. */
export const editedAddress = (address: string, before: Place, now: Place, like: string | null): string => {
  const [was, is] = [before.channel, now.channel]
  const old = before.list.transponders[was.transponder ?? -1]
  const one = now.list.transponders[is.transponder ?? -1]
  if (old === undefined || one === undefined || !/[?&]freq=/i.test(address) || !/[?&](?:pol|msys)=/i.test(address))
    return address
  const values: [key: string, value: string | null][] = []
  if (one.no !== old.no && like !== null) {
    const there = queryOf(like)
    for (const key of takenAlong) values.push([key, there.get(key) ?? null])
  }
  if (one.kHz !== old.kHz && one.kHz !== null) values.push(['freq', String(one.kHz / 1000)])
  if (one.polarisation !== old.polarisation && one.polarisation) values.push(['pol', one.polarisation.toLowerCase()])
  if (one.symbolRate !== old.symbolRate && one.symbolRate !== null) values.push(['sr', String(one.symbolRate)])
  if (one.fec !== old.fec && one.fec) values.push(['fec', one.fec.replace('/', '')])
  const satellite = now.list.satellites[one.satellite ?? -1]?.name
  const input = /^SAT>IP (\d{1,3})$/.exec(satellite ?? '')?.[1]
  if (satellite !== before.list.satellites[old.satellite ?? -1]?.name && input !== undefined)
    values.push(['src', input])
  if (is.sid !== was.sid && is.sid !== null) values.push(['sid', String(is.sid)])
  const pids = pidsNow(queryOf(address).get('pids'), was, is)
  if (pids !== null) values.push(['pids', pids])
  return values.reduce((text, [key, value]) => withValue(text, key, value), address)
}

/** Stands for a server whose address is unknown. */
export const unknownHost = 'satip.invalid'
/** An address for a channel that has none; empty if the list doesn't say where it is received. */
export const newAddress = (channel: Channel, { transponders }: List): string => {
  const one = transponders[channel.transponder ?? -1]
  if (one === undefined || one.kHz === null || one.kHz <= 0) return ''
  const parts = [`rtsp://${unknownHost}/?freq=${one.kHz / 1000}`]
  const put = (key: string, value: string | number): number => parts.push(`&${key}=${value}`)
  if (one.polarisation) put('pol', one.polarisation.toLowerCase())
  if (one.system !== null) put('msys', one.system === 1 ? 'dvbs2' : 'dvbs')
  const modulation = Object.keys(modulations).find((name) => modulations[name] === one.modulation)
  if (one.system !== null && modulation !== undefined) put('mtype', modulation)
  if (one.symbolRate !== null && one.symbolRate > 0) put('sr', one.symbolRate)
  if (one.fec.includes('/')) put('fec', one.fec.replace('/', ''))
  const { pmtPid, videoPid, pcrPid, audio, sid } = channel
  const pids = [pmtPid, videoPid, pcrPid === videoPid ? null : pcrPid, ...audio.map(({ pid }) => pid)]
  put('pids', [0, ...pids.filter((pid) => pid !== null && pid !== undefined && pid > 0)].join(','))
  if (sid !== null) put('sid', sid)
  return parts.join('')
}
