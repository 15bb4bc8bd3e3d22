/**
 * Files of lists that were written lately, held by the revision and format that they are of. A revision never changes, so
 * what is held is never wrong; a list's files are dropped with it only so that memory is for those that live.
 */
import { onListChanged } from './changed.server'
import { exportCacheBytes } from './limits'
import type { Written } from './work'

const held = new Map<string, Written>()
let heldBytes = 0

const drop = (key: string): void => {
  const file = held.get(key)
  if (file === undefined) return
  held.delete(key)
  heldBytes -= file.bytes.length
}

/** A file by its key, which begins with the list's id. The one asked for last is given up last. */
export const findExport = (key: string): Written | undefined => {
  const file = held.get(key)
  if (file === undefined) return undefined
  held.delete(key)
  held.set(key, file)
  return file
}

export const keepExport = (key: string, file: Written): void => {
  if (file.bytes.length > exportCacheBytes / 2) return
  drop(key)
  held.set(key, file)
  heldBytes += file.bytes.length
  for (const oldest of held.keys()) {
    if (heldBytes <= exportCacheBytes) break
    drop(oldest)
  }
}

/** Bytes held now. */
export const heldExportBytes = (): number => heldBytes

onListChanged((listId) => {
  for (const key of [...held.keys()]) if (key.startsWith(`${listId} `)) drop(key)
})
