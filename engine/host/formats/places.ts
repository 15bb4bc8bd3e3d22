/** Collects satellites and transponders from files that repeat them for every channel. */
import type { List, Transponder } from './model'

/** “19.2E” for 192, “30.0W” for 3300. */
export const angleText = (angle: number): string => {
  const tenths = angle > 1800 ? 3600 - angle : angle
  return `${Math.trunc(tenths / 10)}.${tenths % 10}${angle > 1800 ? 'W' : 'E'}`
}

/** The rows of a list, each once. */
export class Places {
  private readonly satellites = new Map<string, number>()
  private readonly transponders = new Map<string, number>()
  private readonly unnamed = new Set<number>()
  constructor(private readonly list: List) {}

  /** Satellites at the same position are one; the first name given is its name. */
  satellite(angle: number | null, name: string): number {
    const key = angle === null ? ` ${name}` : String(angle)
    const { satellites } = this.list
    const there = this.satellites.get(key)
    const one = satellites[there ?? -1]
    if (there !== undefined && one !== undefined) {
      if (name !== '' && this.unnamed.delete(there)) one.name = name
      return there
    }
    const no = satellites.length
    if (name === '') this.unnamed.add(no)
    satellites.push({ no, name: name || angleText(angle ?? 0), angle })
    this.satellites.set(key, no)
    return no
  }

  /**
   * `more`: distinguishes it from others. The last record that names it sets system and modulation, the last one with
   * multistream values those.
   */
  transponder(one: Omit<Transponder, 'no' | 'own'>, more = ''): number {
    const { transponders } = this.list
    const { satellite, kHz, polarisation, symbolRate, fec, system, modulation, streams = '' } = one
    const key = `${satellite} ${kHz} ${polarisation} ${symbolRate} ${more} ${fec}`
    const there = this.transponders.get(key)
    const known = transponders[there ?? -1]
    if (there !== undefined && known !== undefined) {
      known.system = system
      known.modulation = modulation
      known.streams = streams || known.streams || ''
      return there
    }
    const no = transponders.push({ ...one, no: transponders.length, own: null }) - 1
    this.transponders.set(key, no)
    return no
  }
}
