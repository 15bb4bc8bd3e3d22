/** Parses the addresses of what a box fetches of its account, for both processes. */
import type { OwnName } from '~/modules/stb/memory'

const address = /^\/api\/stb\/(?:(mylink|audio)|logos\/([0-9a-f]{64}))$/

/** Returns what is asked for; null for any other address. */
export const ownNameOf = (url: string | undefined): OwnName | null => {
  const match = address.exec(url ?? '')
  if (match === null) return null
  return match[2] === undefined ? (match[1] as 'mylink' | 'audio') : `logo ${match[2]}`
}
