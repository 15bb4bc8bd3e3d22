/** Parses the addresses of what boxes fetch, for both processes. */
import type { ListFormat, OwnName } from '~/modules/stb/memory'

const listAddress = /^\/api\/stb\/lists\/([0-9a-z]{1,64})(?:\/([0-9a-f]{64}))?(?:\?format=([a-z0-9]{2,8}))?$/

/** The list that is asked for; `sha256`: by the address of its content. Null for any other address. */
export const askedListOf = (
  url: string | undefined,
): { listId: string; sha256: string | null; format: ListFormat | null } | null => {
  const [, listId, sha256 = null, format = null] = listAddress.exec(url ?? '') ?? []
  return listId === undefined ? null : { listId, sha256, format: format as ListFormat | null }
}

const address = /^\/api\/stb\/(?:(mylink|audio)|logos\/([0-9a-f]{64}))$/

/** What is asked for of a box's account; null for any other address. */
export const ownNameOf = (url: string | undefined): OwnName | null => {
  const match = address.exec(url ?? '')
  if (match === null) return null
  return match[2] === undefined ? (match[1] as 'mylink' | 'audio') : `logo ${match[2]}`
}
