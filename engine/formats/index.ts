/** Guesses the single-byte encoding of names by the engine's own measure: which reading gives plausible words. */
import { plausibility } from '../assembly/text/guess'
import { CANDIDATES, CANDIDATE_ENCODINGS, CANDIDATE_FAMILIES, CANDIDATE_STARTS, CYRILLIC, LETTERS } from '../assembly/text/letter-table'

/** Makes room for names; the host takes a fresh instance for every guess, so nothing is freed. */
export function open(bytes: u32): usize { return heap.alloc(bytes) }

/** The encoding (an index of the host's `encodings`) of names, a line each. */
export function guessEncoding(from: usize, bytes: u32): u32 {
  const end = from + bytes
  let best: u32 = 0
  let highest: i32 = i32.MIN_VALUE
  for (let c: u32 = 0; c < CANDIDATES; c++) {
    const ownScript = <u32>load<u8>(CANDIDATE_FAMILIES + c) >= CYRILLIC
    let score: i32 = load<i8>(CANDIDATE_STARTS + c)
    let at = from
    while (at < end) {
      let to = at
      while (to < end && load<u8>(to) != 0x0a) to++
      score += plausibility(at, <u32>(to - at), LETTERS + (<usize>c << 7), ownScript)
      at = to + 1
    }
    if (score > highest) { highest = score; best = c }
  }
  return load<u8>(CANDIDATE_ENCODINGS + best)
}
