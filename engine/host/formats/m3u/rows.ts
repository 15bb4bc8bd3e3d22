/** Reads a playlist as table rows, each entry with its line number; for tables of links. */
import type { Part } from '../letters'
import { readPlaylist, titlesIn } from './read'

export type PlaylistRow = { line: number; name: string; group: string; logo: string; address: string }

/** The entries of a playlist in UTF-8; null if there are more than `max`. An entry without a name gets its file's. */
export const readPlaylistRows = (bytes: Uint8Array, max: number): PlaylistRow[] | null => {
  const playlist = readPlaylist(bytes, max, { chosen: null, guess: () => 'utf-8' })
  if (playlist === null) return null
  const { text, letters, entries } = playlist
  const said = (part: Part | undefined): string =>
    part === undefined ? '' : letters.decode(text.slice(part.start, part.end)).trim()
  const titles = titlesIn(playlist)
  let [line, read] = [1, 0]
  return entries.map(({ line: start, info, address }, at) => {
    for (let next = text.indexOf('\n', read); next >= 0 && next < start; next = text.indexOf('\n', read)) {
      line++
      read = next + 1
    }
    const url = said(address)
    const name = said(info?.name) || said(info?.values['tvg-name']) || url.slice(url.lastIndexOf('/') + 1)
    return {
      line,
      name,
      group: titles[at]?.names[0] ?? '',
      logo: said(info?.values['tvg-logo']) || said(info?.values.logo),
      address: url,
    }
  })
}
