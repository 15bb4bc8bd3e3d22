/**
 * Guesses the encoding of a SatcoDX file's undeclared names: by which encodings their bytes allow, by the country,
 * language and coverage columns, and by which reading gives plausible words. Only rows marked FLAG_NAME_ODD are
 * examined.
 */
import {
  DIALECT_SATCODX, FLAG_BY_CHARACTERS, FLAG_NAME_ODD, NONE, ROW_ANGLE, ROW_FLAGS, ROW_LENGTH, ROW_NAME, ROW_NAME2_LENGTH,
  ROW_NAME2_STEP, ROW_NAME_LENGTH, ROW_START, dialect, reach, rowCount, rowOf, scratch,
} from '../model'
import { ENCODINGS, UTF8, WINDOWS_1252, readsAsUtf8, selectorEncoding, selectorLength, utf8Kind } from './charset'
import {
  CANDIDATES, CANDIDATE_ENCODINGS, CANDIDATE_FAMILIES, CANDIDATE_STARTS, CYRILLIC, FAMILIES, LETTERS, PLACES, PLACE_CODES, SKIES, SKY_ANGLES,
} from './letter-table'

/** How an encoding was found: the indexes in `encodingSource` of host/contract.ts. */
export const FROM_SELECTOR: u32 = 0
export const FROM_UTF8: u32 = 1
export const FROM_COUNTRY: u32 = 2
export const FROM_LETTERS: u32 = 3
export const FROM_DEFAULT: u32 = 4

/** More names would not change the answer, but take time. */
const SAMPLE_NAMES: u32 = 256
/** How many bytes of a name are examined; a slot is {length u8, family u8, bytes}. */
const SAMPLE_BYTES: u32 = 62
const SLOT: usize = 64
/** Bytes of a name's second part in records of 103 and 104. */
const SHORT_PART: u32 = 13
/** After this many names each, readings that are hopelessly behind are dropped. */
const ROUND: u32 = 24
const HOPELESS: i32 = 80

/**
 * How much a country or language is worth per name against readings of another family; an orbital position or a mere
 * default is worth less.
 */
const PLACE_WORTH: i32 = 3
const PLACE_ONCE: i32 = 4
const SELECTOR_WORTH: i32 = 6
const SKY_WORTH: i32 = 3

const KIND_SIGN: u32 = 1
const KIND_SMALL: u32 = 2
const KIND_CAPITAL: u32 = 3
const KIND_CASELESS: u32 = 4

/** An i32 per candidate, a u8 per encoding, a u32 per family. */
const scores = memory.data(128)
const selectors = memory.data(32)
const familyCounts = memory.data(64)

/** The family that a code (two or three letters of any case) indicates, or NONE. */
function familyOfCode(at: usize, length: u32): u32 {
  const a: u32 = load<u8>(at) | 0x20
  const b: u32 = load<u8>(at, 1) | 0x20
  const c: u32 = length > 2 ? load<u8>(at, 2) | 0x20 : 0
  const word = a | (b << 8) | (c << 16)
  for (let i: u32 = 0; i < PLACES; i++) {
    const entry = load<u32>(PLACE_CODES + (<usize>i << 2))
    if ((entry & 0xffffff) == word) return entry >> 24
  }
  return NONE
}

/** The family that a record's columns indicate: language of the broadcast, country, language, coverage. */
function familyOfRow(row: usize): u32 {
  if (load<u32>(row, ROW_LENGTH) < 115 || load<u16>(row, ROW_FLAGS) & FLAG_BY_CHARACTERS) return NONE
  const start = <usize>load<u32>(row, ROW_START)
  let family = familyOfCode(start + 106, 2)
  if (family == NONE) family = familyOfCode(start + 108, 3)
  if (family == NONE) family = familyOfCode(start + 102, 3)
  return family == NONE ? familyOfCode(start + 55, 3) : family
}

/** Joins a row's name, cut at its NUL, at `to`; returns its length. */
function joinName(row: usize, to: usize): u32 {
  const from = <usize>load<u32>(row, ROW_NAME)
  const first = min<u32>(load<u16>(row, ROW_NAME_LENGTH), SAMPLE_BYTES)
  const second = min<u32>(load<u16>(row, ROW_NAME2_LENGTH), SAMPLE_BYTES - first)
  memory.copy(to, from, first)
  memory.copy(to + first, from + load<u16>(row, ROW_NAME2_STEP), second)
  const length = first + second
  let at = selectorLength(to, length)
  while (at < length && load<u8>(to + at)) at++
  return at
}

/**
 * Rates how plausible a name is in a candidate's encoding: letter frequency, words of one script, capitals in their
 * places, vowels next to consonants.
 */
export function plausibility(from: usize, length: u32, letters: usize, ownScript: bool): i32 {
  let score: i32 = 0
  // The previous letter: 0 none, 1 ASCII, 2 upper half; and its kind and vowel bit.
  let before: u32 = 0
  let kindBefore: u32 = 0
  let vowelBefore: u32 = 0
  let run: u32 = 0
  let signInWord = false
  for (let i: u32 = 0; i < length; i++) {
    const byte: u32 = load<u8>(from + i)
    let now: u32 = 0
    let kind: u32 = 0
    let vowel: u32 = 0
    if (byte < 0x80) {
      const small = byte | 0x20
      if (small >= 0x61 && small <= 0x7a) {
        now = 1
        kind = byte & 0x20 ? KIND_SMALL : KIND_CAPITAL
        // a e i o u y
        vowel = (0x1104111 >> (small - 0x61)) & 1
      }
    } else {
      const entry: u32 = load<u8>(letters + byte - 0x80)
      kind = entry & 7
      score += <i32>(entry >> 4) - 8
      if (kind > KIND_SIGN) { now = 2; vowel = (entry >> 3) & 1 }
      else if (before && kind == KIND_SIGN) signInWord = true
    }
    if (now) {
      if (signInWord) score -= 4
      signInWord = false
      if (before) {
        if (now != before && ownScript) score -= 5
        if (now == 2 || before == 2) {
          if (kind == KIND_CAPITAL && kindBefore == KIND_SMALL) score -= 4
          else if (kind == KIND_SMALL && kindBefore == KIND_CAPITAL && run > 1) score -= 2
          // Scripts without capitals write few vowels or none.
          if (kind == KIND_CASELESS) score += 1
          else score += vowel == vowelBefore ? -1 : 1
          if (!ownScript && now == 2 && before == 2) score -= 3
        }
      } else if (now == 2 && kind == KIND_SMALL) score -= 1
      run++
    } else if (byte < 0x80 || kind != KIND_SIGN) {
      run = 0
      signInWord = false
    }
    if (byte < 0x80 || kind != KIND_SIGN) { before = now; kindBefore = kind; vowelBefore = vowel }
  }
  return score
}

function familyOfEncoding(encoding: u32): u32 {
  for (let i: u32 = 0; i < CANDIDATES; i++) if (<u32>load<u8>(CANDIDATE_ENCODINGS + i) == encoding) return load<u8>(CANDIDATE_FAMILIES + i)
  return encoding == 2 ? 0 : NONE
}

function addTo(family: u32, worth: i32): void {
  for (let i: u32 = 0; i < CANDIDATES; i++) {
    const at = scores + (<usize>i << 2)
    if (<u32>load<u8>(CANDIDATE_FAMILIES + i) == family) store<i32>(at, load<i32>(at) + worth)
  }
}

/** The most frequent family in `familyCounts`, or NONE. */
function commonFamily(): u32 {
  let best: u32 = NONE
  let most: u32 = 0
  for (let i: u32 = 0; i < FAMILIES; i++) {
    const count = load<u32>(familyCounts + (<usize>i << 2))
    if (count > most) { most = count; best = i }
  }
  return best
}

function countFamily(family: u32): void {
  if (family == NONE) return
  const at = familyCounts + (<usize>family << 2)
  store<u32>(at, load<u32>(at) + 1)
}

/** The first candidate of a family: the default for a file without telling names. */
function defaultOf(family: u32): u32 {
  for (let i: u32 = 0; i < CANDIDATES; i++) if (<u32>load<u8>(CANDIDATE_FAMILIES + i) == family) return load<u8>(CANDIDATE_ENCODINGS + i)
  return WINDOWS_1252
}

/** The family of the orbital positions of most sampled rows, or NONE. */
function skyFamily(): u32 {
  memory.fill(familyCounts, 0, 64)
  const stride = rowCount / 64 + 1
  for (let id: u32 = 0; id < rowCount; id += stride) {
    const angle = load<u32>(rowOf(id), ROW_ANGLE)
    for (let i: u32 = 0; i < SKIES; i++) {
      if (<u32>load<u16>(SKY_ANGLES + (<usize>i << 2)) == angle) countFamily(load<u16>(SKY_ANGLES + (<usize>i << 2), 2))
    }
  }
  return commonFamily()
}

/** The encoding that the letters of these names suggest; they are in [from, end), one name a line. */
export function guessByLetters(from: usize, end: usize): u32 {
  let best: u32 = 0
  let highest: i32 = i32.MIN_VALUE
  for (let c: u32 = 0; c < CANDIDATES; c++) {
    const ownScript = <u32>load<u8>(CANDIDATE_FAMILIES + c) >= CYRILLIC
    let score: i32 = load<i8>(CANDIDATE_STARTS + c)
    for (let at = from; at < end; at++) {
      const name = at
      while (at < end && load<u8>(at) != 0x0a) at++
      score += plausibility(name, <u32>(at - name), LETTERS + (<usize>c << 7), ownScript)
    }
    if (score > highest) { highest = score; best = c }
  }
  return load<u8>(CANDIDATE_ENCODINGS + best)
}

/** The number of telling names after which the step from row to row doubles. */
const LOOKS: u32 = 512

/** The encoding of the undeclared names of the file that was read (index | source << 8). */
export function guessEncoding(): u32 {
  if (dialect != DIALECT_SATCODX) return UTF8 | (FROM_UTF8 << 8)
  memory.fill(selectors, 0, 32)
  memory.fill(familyCounts, 0, 64)
  for (let i: u32 = 0; i < CANDIDATES; i++) store<i32>(scores + (<usize>i << 2), load<i8>(CANDIDATE_STARTS + i))
  const slots = scratch()
  reach(slots + (<usize>SAMPLE_NAMES + 1) * SLOT)

  let utf8: u32 = 0
  let single: u32 = 0
  let declared: u32 = 0
  // Every `stride`-th telling name is kept; when the sample is full, every second one is dropped.
  let stride: u32 = 1
  let kept: u32 = 0
  // Long lists are sampled in ever longer steps, so that a hundred thousand names take no longer than a few thousand.
  let pace: u32 = 1
  let looked: u32 = 0
  for (let id: u32 = 0; id < rowCount; id += pace) {
    const row = rowOf(id)
    if (!(load<u16>(row, ROW_FLAGS) & FLAG_NAME_ODD)) continue
    if (++looked % LOOKS == 0) pace <<= 1
    const slot = slots + <usize>kept * SLOT
    const length = joinName(row, slot + 2)
    const chosen = selectorEncoding(slot + 2, length)
    if (chosen >= 0) {
      const at = selectors + chosen
      const count: u32 = load<u8>(at)
      if (count < 255) store<u8>(at, <u8>(count + 1))
      declared++
      continue
    }
    if (selectorLength(slot + 2, length)) continue
    if (!utf8Kind(slot + 2, length)) continue
    if (readsAsUtf8(slot + 2, length, UTF8)) { utf8++; continue }
    if (single++ % stride) continue
    const family = familyOfRow(row)
    store<u8>(slot, <u8>length)
    store<u8>(slot, family == NONE ? 255 : <u8>family, 1)
    if (++kept == SAMPLE_NAMES) {
      kept >>= 1
      stride <<= 1
      for (let i: u32 = 1; i < kept; i++) memory.copy(slots + <usize>i * SLOT, slots + <usize>i * 2 * SLOT, SLOT)
    }
  }

  let selector: u32 = 0
  for (let i: u32 = 0; i < ENCODINGS; i++) if (load<u8>(selectors + i) > load<u8>(selectors + selector)) selector = i

  if (utf8 && utf8 >= single) return UTF8 | (FROM_UTF8 << 8)
  if (!single) {
    if (declared) return selector | (FROM_SELECTOR << 8)
    const step = rowCount / 512 + 1
    let looked: u32 = 0
    let long: u32 = 0
    for (let id: u32 = 0; id < rowCount; id += step) {
      countFamily(familyOfRow(rowOf(id)))
      looked++
      if (load<u16>(rowOf(id), ROW_NAME2_LENGTH) > SHORT_PART) long++
    }
    // Makers whose records have the longer name (105, 110) write UTF-8.
    if (long * 2 > looked) return UTF8 | (FROM_DEFAULT << 8)
    const family = commonFamily()
    if (family != NONE) return defaultOf(family) | (FROM_COUNTRY << 8)
    return WINDOWS_1252 | (FROM_DEFAULT << 8)
  }

  for (let i: u32 = 0; i < kept; i++) {
    const family: u32 = load<u8>(slots + <usize>i * SLOT, 1)
    if (family == 255) continue
    countFamily(family)
    addTo(family, PLACE_WORTH)
  }
  const spoken = commonFamily()
  if (spoken != NONE) addTo(spoken, PLACE_ONCE)
  if (declared) addTo(familyOfEncoding(selector), SELECTOR_WORTH)
  if (spoken == NONE) {
    const sky = skyFamily()
    if (sky != NONE) addTo(sky, SKY_WORTH)
  }

  let best: u32 = 0
  let alive: u32 = (1 << CANDIDATES) - 1
  for (let from: u32 = 0; from < kept; from += ROUND) {
    const to = min<u32>(from + ROUND, kept)
    let highest: i32 = i32.MIN_VALUE
    for (let c: u32 = 0; c < CANDIDATES; c++) {
      if (!((alive >> c) & 1)) continue
      const letters = LETTERS + (<usize>c << 7)
      const family: u32 = load<u8>(CANDIDATE_FAMILIES + c)
      const ownScript = family >= CYRILLIC
      const at = scores + (<usize>c << 2)
      let score = load<i32>(at)
      for (let i = from; i < to; i++) {
        const slot = slots + <usize>i * SLOT
        score += plausibility(slot + 2, load<u8>(slot), letters, ownScript)
      }
      store<i32>(at, score)
      if (score > highest) { highest = score; best = c }
    }
    for (let c: u32 = 0; c < CANDIDATES; c++) if (load<i32>(scores + (<usize>c << 2)) < highest - HOPELESS) alive &= ~(1 << c)
  }
  const source = spoken == load<u8>(CANDIDATE_FAMILIES + best) ? FROM_COUNTRY : FROM_LETTERS
  return load<u8>(CANDIDATE_ENCODINGS + best) | (source << 8)
}
