/**
 * Files in dialects that the engine doesn't open: what an upload holds, the `.chl` text made of it, and files
 * written in
 * them. Pure code for the engine's thread: no database, no settings.
 */
import { findFileLosses, findForeignDialect, linesOf, type Formats } from '~/engine/formats'
import {
  fileFormats,
  isForeignFormat,
  type Engine,
  type FileFormat,
  type FileLoss,
  type ForeignDialect,
  type OpenList,
  type Original,
} from '~/engine/types'
import { openStored } from './opened'

/** What an upload is, where the engine doesn't open it itself; null where it does, or refuses it. */
export const findOriginal = (bytes: Uint8Array): Original | null => {
  const dialect = findForeignDialect(bytes)
  return dialect === null ? null : { dialect, files: [{ name: '', bytes }] }
}

/** The upload that a list's source was made from. */
export type StoredOriginal = { dialect: ForeignDialect; bytes: Uint8Array }

/** The name of the upload's digest in the text that was made from it, as it stands in the first line. */
const sourceKey = /,"Source":"[0-9a-f]*"/

/**
 * The made text as a box's file: without the digest of the upload, so that sent again it is a file of its own.
 */
const withoutSource = (bytes: Uint8Array): Uint8Array => {
  const end = bytes.indexOf(10)
  const line = new TextDecoder('latin1').decode(bytes.subarray(0, Math.max(0, end)))
  const found = sourceKey.exec(line)
  if (found === null) return bytes
  const out = new Uint8Array(bytes.length - found[0].length)
  out.set(bytes.subarray(0, found.index))
  out.set(bytes.subarray(found.index + found[0].length), found.index)
  return out
}

type Source = { source: Uint8Array; state: Uint8Array; original: StoredOriginal | null }

/** Writes an open list in a format, with what that can't carry. */
export const writeIn = (
  { engine, formats }: { engine: Engine; formats: Formats },
  open: () => OpenList,
  { source, state, original }: Source,
  format: FileFormat,
): { bytes: Uint8Array; losses: FileLoss[] } => {
  if (!isForeignFormat(format)) {
    const { bytes, losses } = open().write(format)
    return { bytes: original === null ? bytes : withoutSource(bytes), losses }
  }
  const dialect = fileFormats[format]
  const own = original?.dialect === dialect
  let list = open()
  if (own && list.pristine()) return { bytes: original.bytes, losses: [] }
  let before: Uint8Array | null = null
  const upload = original === null ? null : findOriginal(original.bytes)
  if (upload !== null) {
    const made = engine.open(source)
    if (!made.ok) throw new Error(`a stored source was refused: ${made.refusal}`)
    before = linesOf(made.list)
    list = openStored(engine, source, state)
  }
  const ids = list.columns().id.slice(0, list.length())
  const written = formats.write({ dialect, original: upload, before, now: linesOf(list), ids })
  return {
    bytes: written.files[0]?.bytes ?? new Uint8Array(0),
    losses: [...written.losses, ...(own ? [] : findFileLosses(list, format))],
  }
}
