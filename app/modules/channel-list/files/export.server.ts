/**
 * Writes lists as files: in a chosen dialect, with a report of what it can't represent, and as the single response that
 * the editor loads.
 */
import { isEngineFormat, isForeign, limits, type FileFormat, type NameLanguage } from '~/engine/types'
import { fail, ok, type Result } from '~/errors/table'
import { archiveKindOf } from '~/platform/archive.server'
import { keepExport, findExport } from './exports.server'
import { workOn } from '../engine/heavy.server'
import { pieceWeights } from '../limits'
import { findNameChoice, storedInLanguage } from '../names/name-choice.server'
import type { Pack } from './pack.schema'
import { getSource } from '../storage/source.server'
import { findGivenOf, findShown, findShownOf } from '../storage/shown.server'
import {
  findVisible,
  formatOf,
  conflictCopyNicknames,
  describeList,
  nameFor,
  readsDraft,
  type StateRow,
} from '../storage/store.server'
import type { Actor, ExportedFile } from '../types'
import type { Written } from '../engine/work'

type Kind = { type: string; name: (list: string) => string }
/**
 * The content type and the name of a file in each format. Browsers save the formats for boxes and editors instead of
 * showing them.
 */
const files: Record<FileFormat, Kind> = {
  sdx: { type: 'application/octet-stream', name: (list) => `${list}.sdx` },
  chl: { type: 'application/octet-stream', name: (list) => `${list}.chl` },
  cdx: { type: 'application/octet-stream', name: (list) => `${list}.sdx` },
  e2: { type: 'application/zip', name: (list) => `${list}.zip` },
  // Boxes and programs look for these names.
  lamedb: { type: 'application/octet-stream', name: () => 'lamedb' },
  lamedb5: { type: 'application/octet-stream', name: () => 'lamedb5' },
  m3u: { type: 'audio/x-mpegurl', name: (list) => `${list}.m3u` },
  vdr: { type: 'text/plain; charset=utf-8', name: () => 'channels.conf' },
  csv: { type: 'text/csv; charset=utf-8', name: (list) => `${list}.csv` },
  txt: { type: 'text/plain; charset=utf-8', name: (list) => `${list}.txt` },
  xml: { type: 'application/xml', name: () => 'satellites.xml' },
}

/** Settings are an archive of the same type as the upload, or the one bouquet that was uploaded. */
const settingsKindOf = (bytes: Uint8Array): Kind => {
  const archive = archiveKindOf(bytes)
  if (archive === 'zip') return files.e2
  if (archive === 'tar.gz') return { type: 'application/gzip', name: (list) => `${list}.tar.gz` }
  const types = [
    ...Buffer.from(bytes)
      .toString('latin1')
      .matchAll(/^#SERVICE 1:\d+:([0-9A-Fa-f]+):/gm),
  ]
  const isRadio = types.length > 0 && types.every(([, type = '']) => /^(?:2|a)$/i.test(type))
  // Boxes look for this beginning and end, with plain letters between them.
  const plain = (list: string): string => list.toLowerCase().replaceAll(/[^a-z0-9_-]+/g, '_') || 'list'
  return {
    type: 'application/octet-stream',
    name: (list) => `userbouquet.${plain(list)}.${isRadio ? 'radio' : 'tv'}`,
  }
}

/** In its own dialect a file keeps its original name: a TV accepts no other. */
const fileNameOf = (name: string, own: boolean, revision: Pick<StateRow, 'fileName'>, kind: Kind): string =>
  own && revision.fileName !== null ? revision.fileName : kind.name(name)

/**
 * The tag contains the revision's number, so that a replacement can't overwrite edits that this dialect lacks (locks in
 * SatcoDX). It also contains the language of the names, so that a box's request shows which names it was given.
 */
const tagOf = (revision: number, language: NameLanguage | null, digest: string): string =>
  `"${revision}-${language === null ? '' : `${language}-`}${digest}"`

/** Writes in progress: another request for the same file gets the same result. */
const underWay = new Map<string, Promise<Result<Written>>>()

/** The written bytes of one revision, cached in memory if they were written recently. */
const getWritten = async (
  who: string,
  revision: StateRow,
  asked: FileFormat | null,
  language: NameLanguage | null,
): Promise<Result<Written & { format: FileFormat; own: boolean; language: NameLanguage | null }>> => {
  const source = await getSource(revision.sourceId)
  // The first byte that is not white space tells the engine's dialects apart: a .chl is a sequence of JSON objects.
  const own =
    source.origin === null
      ? /^\s*\{/.test(Buffer.from(source.bytes.subarray(0, 64)).toString('latin1'))
        ? 'chl'
        : 'sdx'
      : formatOf(source.origin.dialect)
  const format = asked ?? own
  const named = await storedInLanguage(who, revision, language)
  if (!named.ok) return named
  const { language: shown, ...stored } = named.value
  const told = { format, own: format === own, language: shown }
  const key = `${stored.key} ${format}`
  const known = findExport(key)
  if (known !== undefined) return ok({ ...known, ...told })
  const begun = underWay.get(key)
  // Another account's wait or refusal does not apply here, but its bytes are the same.
  if (begun !== undefined) {
    const shared = await begun
    if (shared.ok) return ok({ ...shared.value, ...told })
  }
  // Only the other dialects need the upload.
  const original =
    source.origin === null ? null : { dialect: source.origin.dialect, bytes: (await getSource(source.origin.id)).bytes }
  const writing = workOn(
    who,
    'write',
    { stored, format, original },
    format === own && isEngineFormat(format) ? pieceWeights.write : pieceWeights.convert,
  )
  underWay.set(key, writing)
  try {
    const written = await writing
    if (!written.ok) return written
    keepExport(key, written.value)
    return ok({ ...written.value, ...told })
  } finally {
    underWay.delete(key)
  }
}

/**
 * Writes one revision of a list. `format` null: the source's own dialect. `language` null: names as they are. I1009 or
 * A0503 when work on a long list has to wait.
 */
export const writeRevision = async (
  who: string,
  list: { name: string },
  revision: StateRow,
  format: FileFormat | null,
  language: NameLanguage | null = null,
): Promise<Result<ExportedFile>> => {
  const written = await getWritten(who, revision, format, language)
  if (!written.ok) return written
  const { bytes, losses, empty, tooLong, digest, own, format: given, language: shown } = written.value
  const kind = given === 'e2' ? settingsKindOf(bytes) : files[given]
  return ok({
    bytes,
    type: kind.type,
    fileName: fileNameOf(list.name, own, revision, kind),
    etag: tagOf(revision.number, shown, digest),
    lastModified: revision.createdAt,
    revision: revision.number,
    format: given,
    names: shown,
    losses,
    empty,
    tooLong,
  })
}

/** The file of a list's newest or an older revision. If unedited and in its own dialect, it has the original bytes. */
export const exportFile = async (
  actor: Actor,
  id: string,
  asked: { format?: FileFormat; revision?: number; names?: NameLanguage } = {},
): Promise<Result<ExportedFile>> => {
  const found = await findVisible(actor, id)
  if (!found.ok) return found
  const row = found.value
  // Writing back into another program's dialect needs the upload itself; other formats report losses by the ids that
  // the actor is shown.
  const isOwnForeign = isForeign(row.dialect) && (asked.format ?? formatOf(row.dialect)) === formatOf(row.dialect)
  const find = isOwnForeign ? findGivenOf : findShownOf
  const revision = await find(actor, row, asked.revision ?? null)
  return revision.ok
    ? writeRevision(actor.userId, row, revision.value, asked.format ?? null, asked.names ?? null)
    : revision
}

/** A0413 if a file is too long to find its losses. */
export const unlessTooLong = <T extends Pick<ExportedFile, 'tooLong' | 'format'>>(file: Result<T>): Result<T> =>
  file.ok && file.value.tooLong
    ? fail('A0413', { data: { context: 'format', format: file.value.format, limitBytes: limits.fileBytes } })
    : file
/** The same for a file that is handed out: C1107 if it would be empty; A0413 as above. */
export const unlessUseless = <T extends Pick<ExportedFile, 'empty' | 'tooLong' | 'format'>>(
  file: Result<T>,
): Result<T> =>
  file.ok && file.value.empty ? fail('C1107', { data: { format: file.value.format } }) : unlessTooLong(file)

/** What the editor in a browser loads: the source, the newest state, and what the user may do. */
export const engineData = async (actor: Actor, id: string): Promise<Result<Pack & { lastModified: Date }>> => {
  const found = await findShown(actor, id)
  if (!found.ok) return found
  const { row, revision: newest } = found.value
  const source = await getSource(newest.sourceId)
  return ok({
    head: {
      id,
      name: nameFor(actor, row),
      revision: newest.number,
      undoTo: newest.undoTo,
      redoTo: newest.redoTo,
      canChange: readsDraft(actor, row),
      sourceId: source.id,
      // The browser can't write the upload's dialect, so the upload's name doesn't fit.
      fileName: source.origin === null ? newest.fileName : null,
      names: await findNameChoice(actor.userId, id),
      beside: describeList(actor, row, await conflictCopyNicknames([row])).beside,
      stateBytes: newest.state.length,
      sourceBytes: source.bytes.length,
    },
    state: newest.state,
    source: source.bytes,
    lastModified: newest.createdAt,
  })
}
