/**
 * Invented channel data for the demo and for tests: real orbital positions, plausible transponders, invented channel
 * names in the scripts of their regions. The same seed gives the same lists.
 */
export type SeedTransponder = {
  frequencyMHz: number
  polarisation: 'H' | 'V' | 'L' | 'R'
  symbolRate: number
  fec: string
  onid: number
  tsid: number
}
export type SeedSatellite = {
  name: string
  angle: number
  coverage: string
  country: string
  onid: number
  transponders: SeedTransponder[]
  regions: (keyof typeof words)[]
}
export type SeedChannel = {
  name: string
  radio: boolean
  hd: boolean
  scrambled: boolean
  sid: number
  satellite: number
  transponder: number
  videoPid: number
  audioPid: number
  pcrPid: number
  pmtPid: number
  language: string
  country: string
  provider: string
}
export type SeedList = { satellites: SeedSatellite[]; channels: SeedChannel[] }

/** Invented names by region: parts of broadcasters' names and kinds of programme. */
const words = {
  arabic: {
    language: 'ara',
    heads: [
      'Al Waha',
      'Nile Star',
      'Al Masa',
      'Zahra',
      'Al Qamar',
      'Sahara',
      'Noor',
      'Al Bahr',
      'Petra',
      'واحة',
      'نجوم النيل',
      'قمر',
      'بحر',
    ],
    kinds: ['TV', 'News', 'Drama', 'Cinema', 'Sport 1', 'Sport 2', 'Kids', 'Quran', 'Music', 'Documentary', 'HD'],
    radio: ['FM', 'Radio', 'Quran Radio'],
  },
  turkish: {
    language: 'tur',
    heads: ['Boğaz', 'Anadolu Işık', 'Çınar', 'Güneş', 'Kuş', 'Şelale', 'Ege Deniz', 'Toros'],
    kinds: ['TV', 'Haber', 'Spor', 'Çocuk', 'Belgesel', 'Müzik', 'Sinema', 'HD'],
    radio: ['Radyo', 'FM', 'Türkü Radyo'],
  },
  german: {
    language: 'deu',
    heads: ['Rheinblick', 'Nordlicht', 'Alpenklang', 'Süd', 'Mein Kanal', 'Elbe', 'Grün'],
    kinds: ['HD', 'Info', 'Kultur', 'Doku', 'Kinder', 'Musik', 'Sport', 'Köln', 'München'],
    radio: ['Welle', 'Jazz', 'Klassik', 'Hörspiel'],
  },
  french: {
    language: 'fra',
    heads: ['Étoile', 'Canal Azur', 'Lumière', 'Garonne', 'Côte Ouest', 'Hexagone'],
    kinds: ['HD', 'Infos', 'Cinéma', 'Sport', 'Découverte', 'Jeunesse', 'Musique'],
    radio: ['Radio', 'Chérie FM 2', 'Culture Radio'],
  },
  polish: {
    language: 'pol',
    heads: ['Wisła', 'Bałtyk', 'Zorza', 'Żubr'],
    kinds: ['TV', 'Wiadomości', 'Film', 'Sport', 'Dzieci', 'Muzyka'],
    radio: ['Radio', 'Fala'],
  },
  english: {
    language: 'eng',
    heads: ['Harbour', 'Northgate', 'Planet Blue', 'Red Kite', 'Summit', 'Open Sky'],
    kinds: ['HD', 'News', 'Movies', 'Sports', 'Kids', 'Nature', 'Food', 'Music'],
    radio: ['Radio', 'Talk', 'Gold'],
  },
} as const

const grid = (
  onid: number,
  tsid: number,
  rows: readonly [number, 'H' | 'V' | 'L' | 'R', number, string][],
): SeedTransponder[] =>
  rows.map(([frequencyMHz, polarisation, symbolRate, fec], at) => ({
    frequencyMHz,
    polarisation,
    symbolRate,
    fec,
    onid,
    tsid: tsid + at * 7,
  }))

export const satellites: readonly SeedSatellite[] = [
  {
    name: 'Nilesat 201',
    angle: 3530,
    coverage: 'NIL',
    country: 'eg',
    onid: 2048,
    regions: ['arabic', 'english'],
    transponders: grid(2048, 1100, [
      [10719, 'V', 27500, '5/6'],
      [10853, 'H', 27500, '3/4'],
      [11034, 'V', 27500, '3/4'],
      [11179, 'H', 27500, '5/6'],
      [11393, 'V', 27500, '5/6'],
      [11559, 'V', 27500, '5/6'],
      [11727, 'H', 27500, '5/6'],
      [11823, 'V', 27500, '5/6'],
      [11900, 'V', 27500, '3/4'],
      [12149, 'H', 27500, '3/4'],
      [12265, 'H', 27500, '5/6'],
      [12360, 'V', 27500, '5/6'],
    ]),
  },
  {
    name: 'Eutelsat 7 West A',
    angle: 3527,
    coverage: 'E7W',
    country: 'eg',
    onid: 2048,
    regions: ['arabic'],
    transponders: grid(2048, 2200, [
      [10930, 'H', 27500, '5/6'],
      [11316, 'V', 27500, '5/6'],
      [11471, 'H', 27500, '5/6'],
      [11564, 'H', 27500, '5/6'],
    ]),
  },
  {
    name: 'Eutelsat 9B',
    angle: 90,
    coverage: 'E9B',
    country: 'de',
    onid: 156,
    regions: ['german', 'french', 'english'],
    transponders: grid(156, 9100, [
      [11727, 'V', 27500, '2/3'],
      [11843, 'H', 27500, '3/4'],
      [12092, 'H', 27500, '2/3'],
    ]),
  },
  {
    name: 'Hotbird 13E',
    angle: 130,
    coverage: 'HOT',
    country: 'it',
    onid: 318,
    regions: ['polish', 'french', 'arabic', 'english'],
    transponders: grid(318, 1500, [
      [10719, 'V', 27500, '5/6'],
      [10815, 'H', 27500, '5/6'],
      [10971, 'H', 29700, '2/3'],
      [11137, 'H', 27500, '3/4'],
      [11296, 'H', 27500, '3/4'],
      [11566, 'H', 29900, '3/4'],
      [11766, 'V', 27500, '2/3'],
      [12111, 'V', 27500, '3/4'],
      [12322, 'H', 27500, '3/4'],
    ]),
  },
  {
    name: 'Astra 1',
    angle: 192,
    coverage: 'AST',
    country: 'de',
    onid: 1,
    regions: ['german', 'french', 'english'],
    transponders: grid(1, 1010, [
      [10744, 'H', 22000, '5/6'],
      [10832, 'H', 22000, '2/3'],
      [11044, 'H', 22000, '5/6'],
      [11362, 'H', 22000, '2/3'],
      [11494, 'H', 22000, '2/3'],
      [11582, 'H', 22000, '2/3'],
      [11836, 'H', 27500, '3/4'],
      [11954, 'H', 27500, '3/4'],
      [12188, 'H', 27500, '3/4'],
      [12545, 'H', 22000, '5/6'],
    ]),
  },
  {
    name: 'Badr 26E',
    angle: 260,
    coverage: 'BDR',
    country: 'sa',
    onid: 450,
    regions: ['arabic'],
    transponders: grid(450, 2600, [
      [10730, 'H', 27500, '3/4'],
      [11747, 'H', 27500, '3/4'],
      [11804, 'H', 27500, '3/4'],
      [11919, 'H', 27500, '3/4'],
      [12034, 'H', 27500, '3/4'],
      [12169, 'L', 22000, '3/4'],
      [12226, 'H', 27500, '3/4'],
    ]),
  },
  {
    name: 'Türksat 42E',
    angle: 420,
    coverage: 'TUR',
    country: 'tr',
    onid: 1070,
    regions: ['turkish'],
    transponders: grid(1070, 4200, [
      [11054, 'V', 30000, '3/4'],
      [11096, 'H', 30000, '5/6'],
      [11794, 'H', 30000, '3/4'],
      [11958, 'V', 27500, '5/6'],
      [12015, 'H', 27500, '5/6'],
      [12245, 'H', 27500, '5/6'],
      [12379, 'H', 30000, '3/4'],
    ]),
  },
]

/** A small random generator in [0, 1), the same on every machine (mulberry32). */
export const makeRandom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Builds a list of `channels` channels on the named satellites (by default all), spread over their transponders. */
export const buildSeedList = (options: {
  seed: number
  channels: number
  satellites?: readonly string[]
  latinOnly?: boolean
}): SeedList => {
  const random = makeRandom(options.seed)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  const chosen = satellites.filter(({ name }) => options.satellites === undefined || options.satellites.includes(name))
  const places = chosen.flatMap((satellite, at) =>
    satellite.transponders.map((_, transponder) => ({ at, transponder })),
  )
  const used = new Set<string>()
  const channels: SeedChannel[] = []
  for (let number = 0; number < options.channels; number++) {
    // Neighbours in a list mostly share a transponder, as after a scan.
    const place = places[Math.floor((number * places.length) / options.channels)] ?? { at: 0, transponder: 0 }
    const satellite = chosen[place.at] as SeedSatellite
    const region = words[pick(satellite.regions)]
    const heads = region.heads.filter((head) => options.latinOnly !== true || !/[\u0600-\u06ff]/.test(head))
    const radio = random() < 0.18
    let name = `${pick(heads)} ${pick(radio ? region.radio : region.kinds)}`
    for (let copy = 2; used.has(name); copy++) name = `${name.replace(/ \d+$/, '')} ${copy}`
    used.add(name)
    const pid = 100 + (number % 70) * 100
    channels.push({
      name,
      radio,
      hd: !radio && random() < 0.4,
      scrambled: random() < 0.22,
      sid: 1000 + number * 3 + Math.floor(random() * 3),
      satellite: place.at,
      transponder: place.transponder,
      videoPid: radio ? 0 : pid,
      audioPid: pid + 1,
      pcrPid: pid,
      pmtPid: pid + 20,
      language: region.language,
      country: satellite.country,
      provider: pick(region.heads),
    })
  }
  return { satellites: chosen, channels }
}
