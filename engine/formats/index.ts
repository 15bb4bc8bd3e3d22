/**
 * Everything that the host may call, on a fresh instance for each piece of work: files in (openFile, write, closeFile),
 * `read` in a dialect; then `emitChl`, or the list's two states (`readState`) and a writer. What was written stands in
 * the outputs.
 */
import { closeOutput, decode, files, openOutput, outputs, parts, put, putText } from './bytes'
import { readCdx, rewriteCdx, writeCdx } from './cdx'
import { readLines, writeChl } from './chl'
import { Channel, Transponder, before, now, original } from './model'
import { readVdr, rewriteVdr, writeVdr } from './vdr'
import { readXml, writeXml } from './xml'

export { closeFile, openFile } from './bytes'
export { guessEncoding } from './guess'

// The dialects by the host's numbers (engine/host/formats/types.ts); the host reads Enigma2 (1 to 3), M3U (4) and
// tables (6, 7) itself.
const CDX: u32 = 0
const VDR: u32 = 5
const SATELLITES: u32 = 8

/** Reads the files. Returns the number of channels; −1 where there are more than a list may have. */
export function read(dialect: u32): i32 {
  const first = files[0]
  switch (dialect) {
    case CDX: return readCdx(original, first.at, first.end)
    case VDR: return readVdr(original, first.at, first.end)
    case SATELLITES:
      readXml(original, first.at, first.end)
      return 0
    default: return 0
  }
}

/** Writes the `.chl` text of what was read; the last file holds the dialect's name and the source's, a line each. */
export function emitChl(): void {
  const names = files[files.length - 1]
  const lines = parts(decode(names.at, names.end), ' ')
  writeChl(original, lines[0], lines.length > 1 ? lines[1] : '')
}

/** Writes what the records say and `.chl` text doesn't: a line each, “ch systems”, then “tp system modulation”. */
export function emitFacts(): void {
  openOutput()
  for (let i = 0; i < original.channels.length; i++) putText('ch %\n', original.channels[i].systems)
  for (let i = 0; i < original.transponders.length; i++) put('tp % %\n', original.transponders[i].system, original.transponders[i].modulation)
  closeOutput('')
}

/** Takes the last file as the list: 0 as it was made from the upload, 1 as it is now. */
export function readState(which: u32): void {
  const file = files[files.length - 1]
  readLines(which ? now : before, file.at, file.end)
}

/** What the uploaded records say and the engine's list doesn't keep, unless it was edited. */
function fillIn(channel: Channel): void {
  const no = channel.no
  if (no < 0 || no >= original.channels.length || no >= before.channels.length) return
  const record = original.channels[no]
  const was = before.channels[no]
  if (channel.url == was.url) { channel.url = record.url; was.url = record.url }
  if (channel.number == was.number) { channel.number = record.number; was.number = record.number }
  if (channel.onid == was.onid) { channel.onid = record.onid; was.onid = record.onid }
  if (channel.tsid == was.tsid) { channel.tsid = record.tsid; was.tsid = record.tsid }
  channel.logo = record.logo
  was.systems = record.systems
  if (channel.scrambled == was.scrambled) channel.systems = record.systems
  channel.hide = record.hide
}
function fillInTransponder(one: Transponder): void {
  const no = one.no
  if (no < 0 || no >= original.transponders.length || no >= before.transponders.length) return
  const was = before.transponders[no]
  if (one.kHz != was.kHz || one.symbolRate != was.symbolRate || one.polarisation != was.polarisation) return
  was.system = one.system = original.transponders[no].system
  was.modulation = one.modulation = original.transponders[no].modulation
}

/** Writes `now` in a dialect: into the uploaded file where `own`, else as a new one. */
export function write(dialect: u32, own: bool): void {
  const first = files[0]
  for (let i = 0; i < now.channels.length; i++) fillIn(now.channels[i])
  for (let i = 0; i < now.transponders.length; i++) fillInTransponder(now.transponders[i])
  switch (dialect) {
    case CDX:
      if (own) rewriteCdx(first.at, first.end)
      else writeCdx()
      break
    case VDR:
      if (own) rewriteVdr(first.at, first.end)
      else writeVdr()
      break
    case SATELLITES:
      writeXml()
      break
  }
}

export function outputCount(): i32 { return outputs.length }
export function outputStart(i: i32): usize { return outputs[i].at }
export function outputEnd(i: i32): usize { return outputs[i].end }
/** The name of an output, in UTF-16: where it begins, and its units. */
export function outputName(i: i32): usize { return changetype<usize>(outputs[i].name) }
export function outputNameUnits(i: i32): i32 { return outputs[i].name.length }
