/** Reads from a request which list the box already has. Used by the app and by the gateway in front of it. */
import type { OwnLoad } from '~/modules/device/setting'
import { loadOf, type FileBody } from '~/platform/http.server'
import { nameLanguages, type NameLanguage } from '~/engine/types'

/** `auto`: the box asks by itself; nobody pressed a key. */
export const reasonHeader = 'chmax-reason'
export const settingsHeaderName = 'chmax-settings'

/** The revision in a list's ETag, which begins with that number; null without an ETag. */
export const revisionOfTag = (tag: string | null | undefined): number | null => {
  const number = /^\s*(?:W\/)?"(\d{1,9})-/.exec(tag ?? '')?.[1]
  return number === undefined ? null : Number(number)
}

/** The language of names in the ETag of a fetch; undefined without an ETag. */
export const languageOfTag = (tag: string | null): NameLanguage | null | undefined => {
  const match = /^\s*"\d{1,9}-(?:([a-z]{2})-)?/.exec(tag ?? '')
  return match === null ? undefined : (nameLanguages.find((one) => one === match[1]) ?? null)
}

/** `own`: the result of the box's own check, if it was one. `held`: the revision that the box says it has. */
export type BoxLoad = { own: OwnLoad | null; held: number | null }
/** What an answer means for the box; null if it doesn't have the whole file afterwards. */
export const loadOfBox = (ask: (name: string) => string | undefined, file: FileBody): BoxLoad | null => {
  const load = loadOf(ask, file)
  if (load === null) return null
  const held = revisionOfTag(ask('if-none-match'))
  const isOwn = ask(reasonHeader)?.trim().toLowerCase() === 'auto'
  return { own: isOwn ? { isNew: load === 'new', from: held } : null, held }
}
