/** Damages good files by seed, as a broken download, a text editor or an attacker would. */
import { makeDefects, makeList, randomOf, variants } from '../support/fixtures/satcodx'

/** Bytes that mean something to a parser find more faults than random ones. */
const telling = [0, 9, 10, 13, 26, 32, 48, 57, 83, 84, 95, 0x05, 0x10, 0x15, 0x80, 0xc3, 0xe2, 0xf0, 0xff, 0x7b]
const magic = [...'SATCODX103'].map((letter) => letter.charCodeAt(0))

/** The damaged file of a seed. */
export function makeDamaged(seed: number): Uint8Array {
  const random = randomOf(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  let bytes: number[]
  const kind = below(10)
  if (kind === 0) bytes = Array.from({ length: below(600) }, () => below(256))
  else if (kind === 1) bytes = Array.from({ length: below(900) }, () => telling[below(telling.length)] ?? 0)
  else if (kind <= 3) {
    const defects = makeDefects(seed)
    bytes = [...(defects[below(defects.length)]?.bytes ?? [])]
  } else {
    bytes = [
      ...makeList({
        seed,
        records: 1 + below(8),
        variant: variants[below(variants.length)],
        encoding: (['latin1', 'turkish', 'utf-8'] as const)[below(3)],
        transponders: 4,
        trailer: below(4) ? '' : '\0  ',
      }).bytes,
    ]
  }
  for (let times = below(6); times > 0; times--) {
    const at = below(bytes.length + 1)
    switch (below(8)) {
      case 0:
        bytes[at] = below(256)
        break
      case 1:
        bytes[at] = telling[below(telling.length)] ?? 0
        break
      case 2:
        bytes.splice(at, below(20))
        break
      case 3:
        bytes.splice(at, 0, ...Array.from({ length: below(12) }, () => telling[below(telling.length)] ?? 0))
        break
      case 4:
        bytes.splice(at, 0, ...bytes.slice(below(bytes.length + 1)).slice(0, below(160)))
        break
      case 5:
        bytes.length = Math.min(bytes.length, at)
        break
      case 6:
        bytes.splice(at, below(10), ...magic.slice(0, below(magic.length + 1)))
        break
      default:
        bytes.push(...Array.from({ length: below(6) }, () => telling[below(telling.length)] ?? 0))
    }
  }
  return Uint8Array.from(bytes, (byte) => byte ?? 0)
}
