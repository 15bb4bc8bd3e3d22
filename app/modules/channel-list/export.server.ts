/**
 * Lists as files: in a chosen dialect, with what that can't represent, and as the single response that the editor
 * loads.
 */
import { isEngineFormat, isForeign, type FileFormat, type NameLanguage } from '~/engine/types'
import { fail, ok, type Result } from '~/errors/table'
import { archiveKindOf } from '~/platform/archive.server'
import { keepExport, findExport } from './exports.server'
import { workOn } from './heavy.server'
import { pieceWeights } from './limits'
import { findNameChoice, storedInLanguage } from './name-choice.server'
import type { Pack } from './pack.schema'
import { getSource } from './source.server'
import { findGivenOf, findShown, findShownOf } from './shown.server'
import {
  findVisible,
  formatOf,
  nicknamesBeside,
  describeList,
  nameFor,
  readsDraft,
  type StateRow,
} from './store.server'
import type { Actor, ExportedFile } from './types'
import type { Written } from './work'

type Kind = { type: string; name: (list: string) => string }
/**
 * The content type and the name of a file in each format. Those for boxes and editors are saved by browsers, not shown.
 */
const files: Record<FileFormat, Kind> = {
  sdx: { type: 'application/octet-stream', name: (list) => `${list}.sdx` },
  chl: { type: 'application/octet-stream', name: (list) => `${list}.chl` },
  cdx: { type: 'application/octet-stream', name: (list) => `${list}.sdx` },
  e2: { type: 'application/zip', name: (list) => `${list}.zip` },
  // These names are the ones that boxes and programs look for.
  lamedb: { type: 'application/octet-stream', name: () => 'lamedb' },
  lamedb5: { type: 'application/octet-stream', name: () => 'lamedb5' },
  m3u: { type: 'audio/x-mpegurl', name: (list) => `${list}.m3u` },
  vdr: { type: 'text/plain; charset=utf-8', name: () => 'channels.conf' },
  csv: { type: 'text/csv; charset=utf-8', name: (list) => `${list}.csv` },
  txt: { type: 'text/plain; charset=utf-8', name: (list) => `${list}.txt` },
  xml: { type: 'application/xml', name: () => 'satellites.xml' },
}

/** Settings are an archive as the upload was one, or the one bouquet that was uploaded. */
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
  // Boxes look for this beginning and end, and for plain letters between them.
  const plain = (list: string): string => list.toLowerCase().replaceAll(/[^a-z0-9_-]+/g, '_') || 'list'
  return {
    type: 'application/octet-stream',
    name: (list) => `userbouquet.${plain(list)}.${isRadio ? 'radio' : 'tv'}`,
  }
}

/** In its own dialect a file keeps the name that it came with: a TV accepts no other. */
const fileNameOf = (name: string, own: boolean, revision: Pick<StateRow, 'fileName'>, kind: Kind): string =>
  own && revision.fileName !== null ? revision.fileName : kind.name(name)

/**
 * The revision's number is part of the tag, so that a replacement can't overwrite edits that this dialect doesn't
 * contain (locks in SatcoDX). The language of its names is too, so that a box says what it was given.
 */
const tagOf = (revision: number, language: NameLanguage | null, digest: string): string =>
  `"${revision}-${language === null ? '' : `${language}-`}${digest}"`

/** Writes in progress: another request for the same file gets the same result. */
const underWay = new Map<string, Promise<Result<Written>>>()

/** The written bytes of one revision, from memory where they were written recently. */
const getWritten = async (
  who: string,
  revision: StateRow,
  asked: FileFormat | null,
  language: NameLanguage | null,
): Promise<Result<Written & { format: FileFormat; own: boolean; language: NameLanguage | null }>> => {
  const source = await getSource(revision.sourceId)
  // The first byte that is not white space distinguishes the engine's dialects: a .chl is a sequence of JSON objects.
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
  // Another account's place in the queue, or its refusal, does not apply here; the same bytes do.
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
 * Writes one revision of a list. `format` null means the source's own dialect, `language` null its names as they are.
 * I1009 or A0503 where a long list has to
 * wait.
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
  const { bytes, losses, empty, digest, own, format: given, language: shown } = written.value
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
  })
}

/** A list's file, of the newest or an older revision. Unedited and in its own dialect, it has the original bytes. */
export const exportFile = async (
  actor: Actor,
  id: string,
  asked: { format?: FileFormat; revision?: number; names?: NameLanguage } = {},
): Promise<Result<ExportedFile>> => {
  const found = await findVisible(actor, id)
  if (!found.ok) return found
  const row = found.value
  // Only the upload itself can be written back into another program's dialect; the rest tells losses by shown ids.
  const isOwnForeign = isForeign(row.dialect) && (asked.format ?? formatOf(row.dialect)) === formatOf(row.dialect)
  const find = isOwnForeign ? findGivenOf : findShownOf
  const revision = await find(actor, row, asked.revision ?? null)
  return revision.ok
    ? writeRevision(actor.userId, row, revision.value, asked.format ?? null, asked.names ?? null)
    : revision
}

/** The same file for whoever is to have it: C1107 where it would hold nothing. */
export const unlessEmpty = <T extends { empty: boolean; format: FileFormat }>(file: Result<T>): Result<T> =>
  file.ok && file.value.empty ? fail('C1107', { data: { format: file.value.format } }) : file

/** What the editor in a browser loads: the source, the newest state, and what the person may do. */
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
      // What this browser writes is no file of the upload's dialect.
      fileName: source.origin === null ? newest.fileName : null,
      names: await findNameChoice(actor.userId, id),
      beside: describeList(actor, row, await nicknamesBeside([row])).beside,
      stateBytes: newest.state.length,
      sourceBytes: source.bytes.length,
    },
    state: newest.state,
    source: source.bytes,
    lastModified: newest.createdAt,
  })
}
