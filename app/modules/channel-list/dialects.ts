/**
 * Files in dialects that the engine doesn't open: what an upload holds, the `.chl` text made of it, and files written
 * in them. Pure code for the engine's thread: no database, no settings.
 */
import { findFileLosses, findForeignDialect, linesOf, type Formats } from '~/engine/formats'
import {
  fileFormats,
  isForeignFormat,
  type Engine,
  type FileFormat,
  type FileLoss,
  type ForeignDialect,
  type NamedFile,
  type OpenList,
  type Original,
  type Refusal,
} from '~/engine/types'
import {
  archiveKindOf,
  readTarGz,
  readZip,
  writeTarGz,
  writeZip,
  type ArchiveFault,
  type ArchiveKind,
} from '~/platform/archive.server'
import { openStored } from './opened'

/** The files of an Enigma2 settings folder that say something of channels. */
const isSettings = (name: string): boolean =>
  /(?:^|[/\\])(?:lamedb5?|bouquets\.(?:tv|radio)|userbouquet\.[^/\\]*|satellites\.xml|[^/\\]*\.(?:tv|radio))$/i.test(
    name,
  )
const isArchive = (name: string): boolean => /\.(?:zip|tar|t?gz|7z|rar|ipk|deb)$/i.test(name)

const refusalOfFault = {
  damaged: 'archive-damaged',
  large: 'archive-large',
  encrypted: 'archive-encrypted',
} as const satisfies Record<ArchiveFault['reason'], Refusal>

/** Why an archive holds no list, and where. */
export type UploadFault = { refusal: Refusal; record: number | null; offset: number }

const openArchive = (bytes: Uint8Array, kind: ArchiveKind): Original | UploadFault => {
  const names: string[] = []
  const read = (kind === 'zip' ? readZip : readTarGz)(bytes, (name) => {
    names.push(name)
    return isSettings(name)
  })
  if (!read.ok) return { refusal: refusalOfFault[read.reason], record: read.entry, offset: read.offset }
  if (read.entries.some(({ name }) => /(?:^|[/\\])(?:lamedb5?|userbouquet\.[^/\\]*)$/i.test(name)))
    return { dialect: 'enigma2', files: read.entries }
  const nested = names.findIndex(isArchive)
  return nested >= 0
    ? { refusal: 'archive-nested', record: nested + 1, offset: 0 }
    : { refusal: kind === 'zip' ? 'zip' : 'gzip', record: null, offset: 0 }
}

/** What an upload is, where the engine doesn't open it itself; null where it does, or refuses it. */
export const findOriginal = (bytes: Uint8Array): Original | UploadFault | null => {
  const kind = archiveKindOf(bytes)
  if (kind !== null) return openArchive(bytes, kind)
  const dialect = findForeignDialect(bytes)
  return dialect === null ? null : { dialect, files: [{ name: '', bytes }] }
}

/** One file for what was written: itself, or an archive as the upload was one. */
const fileOf = (files: readonly NamedFile[], dialect: ForeignDialect, upload: Uint8Array | null): Uint8Array => {
  if (dialect !== 'enigma2') return files[0]?.bytes ?? new Uint8Array(0)
  const kind = upload === null ? 'zip' : archiveKindOf(upload)
  if (kind === null || (kind === 'tar.gz' && upload === null)) return files[0]?.bytes ?? new Uint8Array(0)
  return kind === 'tar.gz' && upload !== null ? writeTarGz(files, upload) : writeZip(files, upload)
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
  const found = original === null ? null : findOriginal(original.bytes)
  const upload = found !== null && 'files' in found ? found : null
  if (upload !== null) {
    const made = engine.open(source)
    if (!made.ok) throw new Error(`a stored source was refused: ${made.refusal}`)
    before = linesOf(made.list)
    list = openStored(engine, source, state)
  }
  const ids = list.columns().id.slice(0, list.length())
  const written = formats.write({ dialect, original: upload, before, now: linesOf(list), ids })
  // These say of each transponder whether it is DVB-S2.
  const systems = upload !== null && !['cdx', 'csv', 'reference'].includes(upload.dialect)
  return {
    bytes: fileOf(written.files, dialect, own ? original.bytes : null),
    losses: [...written.losses, ...findFileLosses(list, format, { own, systems })],
  }
}
