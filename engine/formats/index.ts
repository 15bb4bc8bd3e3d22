/**
 * Everything that the host may call, on a fresh instance for each piece of work: files in (openFile, write, closeFile),
 * `read` in a dialect; then `emitChl`, or the list's two states (`readState`) and a writer. What was written stands in
 * the outputs.
 */
import { decode, files, outputs } from './bytes'
import { readCdx, rewriteCdx, writeCdx } from './cdx'
import { readLines, writeChl } from './chl'
import { before, now, original } from './model'

export { closeFile, openFile } from './bytes'

// The dialects by the host's numbers (../host/formats/types.ts).
const CDX: u32 = 0

/** Reads the files. Returns the number of channels; −1 where there are more than a list may have. */
export function read(dialect: u32): i32 {
  const first = files[0]
  switch (dialect) {
    case CDX: return readCdx(original, first.at, first.end)
    default: return 0
  }
}

/** Writes the `.chl` text of what was read; the last file holds the dialect's name and the source's, a line each. */
export function emitChl(): void {
  const names = files[files.length - 1]
  const lines = decode(names.at, names.end).split(' ')
  writeChl(original, lines[0], lines.length > 1 ? lines[1] : '')
}

/** Takes the last file as the list: 0 as it was made from the upload, 1 as it is now. */
export function readState(which: u32): void {
  const file = files[files.length - 1]
  readLines(which ? now : before, file.at, file.end)
}

/** Writes `now` in a dialect: into the uploaded file where `own`, else as a new one. */
export function write(dialect: u32, own: bool): void {
  const first = files[0]
  switch (dialect) {
    case CDX:
      if (own) rewriteCdx(first.at, first.end)
      else writeCdx()
      break
  }
}

export function outputCount(): i32 { return outputs.length }
export function outputStart(i: i32): usize { return outputs[i].at }
export function outputEnd(i: i32): usize { return outputs[i].end }
/** The name of an output, in UTF-16: where it begins, and its units. */
export function outputName(i: i32): usize { return changetype<usize>(outputs[i].name) }
export function outputNameUnits(i: i32): i32 { return outputs[i].name.length }
/** LOSS_* of the channel at a place of `now`. */
export function lossesAt(place: i32): u32 { return now.channels[place].losses }
