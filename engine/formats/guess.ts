/** Guesses the single-byte encoding of names by the engine's own measure: which reading gives plausible words. */
import { plausibility } from '../assembly/text/guess'
import { CANDIDATES, CANDIDATE_ENCODINGS, CANDIDATE_FAMILIES, CANDIDATE_STARTS, CYRILLIC, LETTERS } from '../assembly/text/letter-table'
import { files, lineEnd, nextLine } from './bytes'

/** The encoding (an index of the host's `encodings`) of the last file's lines, each a name. */
export function guessEncoding(): u32 {
  const file = files[files.length - 1]
  let best: u32 = 0
  let highest: i32 = i32.MIN_VALUE
  for (let c: u32 = 0; c < CANDIDATES; c++) {
    const ownScript = <u32>load<u8>(CANDIDATE_FAMILIES + c) >= CYRILLIC
    let score: i32 = load<i8>(CANDIDATE_STARTS + c)
    let at = file.at
    while (at < file.end) {
      const end = lineEnd(at, file.end)
      score += plausibility(at, <u32>(end - at), LETTERS + (<usize>c << 7), ownScript)
      at = nextLine
    }
    if (score > highest) { highest = score; best = c }
  }
  return load<u8>(CANDIDATE_ENCODINGS + best)
}
