/** Satellites and transponders of files that name them anew for every channel. */
import type { List, Transponder } from './model'

/** “19.2E” for 192, “30.0W” for 3300. */
export const angleText = (angle: number): string => {
  const tenths = angle > 1800 ? 3600 - angle : angle
  return `${Math.trunc(tenths / 10)}.${tenths % 10}${angle > 1800 ? 'W' : 'E'}`
}

/** The rows of a list, each once. */
export class Places {
  private readonly known = new Map<string, number>()
  constructor(private readonly list: List) {}
  private placeOf(key: string, add: () => number): number {
    const place = this.known.get(key) ?? add() - 1
    this.known.set(key, place)
    return place
  }
  satellite(name: string, angle: number | null = null): number {
    const { satellites } = this.list
    return this.placeOf(name, () => satellites.push({ no: satellites.length, name, angle }))
  }
  transponder(one: Omit<Transponder, 'no' | 'own' | 'system' | 'modulation'>): Transponder & { place: number } {
    const { transponders } = this.list
    const unknown = { system: null, modulation: null, own: null }
    const key = JSON.stringify([one.satellite, one.kHz, one.polarisation, one.symbolRate, one.fec])
    const place = this.placeOf(key, () => transponders.push({ ...one, ...unknown, no: transponders.length }))
    return Object.assign(transponders[place] as Transponder, { place })
  }
}
