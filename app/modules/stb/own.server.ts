/**
 * What a bound box fetches of its account: MyLink, audio entries and the pictures that they use. Made once and cached
 * until something changes, here and in the gateway.
 */
import { checkEntitled, isEntitled, restsOn } from '~/modules/entitlement/entitlement.server'
import { findShownPicture, writeLinksForBox } from '~/modules/link/link.server'
import { fail, ok, type Result } from '~/errors/table'
import { now } from '~/platform/clock.server'
import { makeEtag } from '~/platform/http.server'
import { beginRead, forgetting, forgettingAll, keepInMirror, memory, zip } from './memory.server'
import type { BoxFacts } from './memory'
import type { OwnName, ReadyOwn } from './own-memory'

/** A picture's address is its content's digest: it never changes. */
export const logoCacheControl = 'private, max-age=31536000, immutable'

/** Forgets what an account's boxes fetch. */
export const forgetOwn = forgetting('own', 'forgetOwn')
/** Forgets the entries of the account that has its services by this box. */
export const forgetOwnOfBox = forgetting('own', 'forgetOwnOfBox')
export const forgetAllOwn = forgettingAll('own', 'forgetAllOwn')

type Made = Omit<ReadyOwn['file'], 'etag' | 'gzip'> & { etag?: string }

const makeLinks = async (userId: string, name: 'mylink' | 'audio'): Promise<Result<Made>> => {
  const entitled = await checkEntitled({ userId }, name)
  if (!entitled.ok) return entitled
  const written = await writeLinksForBox(userId, name)
  if (!written.ok) return written
  return ok({
    bytes: written.value,
    type: 'application/json; charset=utf-8',
    fileName: `${name}.json`,
    lastModified: now(),
  })
}

/** A picture that the box's links use; any other does not exist for it. */
const makeLogo = async (userId: string, id: string): Promise<Result<Made>> => {
  const found = await findShownPicture(userId, id)
  if (found === null) return fail('A0404')
  const given = await Promise.all(found.services.map((service) => isEntitled({ userId }, service)))
  if (!given.includes(true)) return fail('C1109', { data: { service: found.services[0], page: '/service' } })
  return ok({
    bytes: found.bytes,
    type: found.type,
    fileName: `${id.slice(0, 12)}.${found.type === 'image/png' ? 'png' : 'jpg'}`,
    lastModified: found.createdAt,
    etag: `"${id.slice(0, 32)}"`,
    cacheControl: logoCacheControl,
  })
}

/** D1101 unbound, D1102 not confirmed by its account, C1109, A0404 (a picture), I1009, A0503. */
export const readOwn = async (box: BoxFacts, name: OwnName): Promise<Result<ReadyOwn>> => {
  const { userId } = box
  if (userId === null) return box.claimed ? fail('D1102') : fail('D1101')
  const known = memory.peekOwn(box, name)
  if (known !== undefined) {
    keepInMirror('keepOwn', known)
    return ok(known)
  }
  const keep = beginRead('own')
  const at = now()
  const { sns, change } = await restsOn(userId, at)
  const made =
    name === 'mylink' || name === 'audio' ? await makeLinks(userId, name) : await makeLogo(userId, name.slice(5))
  if (!made.ok) return made
  const file = { ...made.value, etag: made.value.etag ?? makeEtag(made.value.bytes) }
  const packed = file.type.startsWith('application/json') ? await zip(file.bytes) : null
  const own: ReadyOwn = {
    userId,
    name,
    sns,
    fromMs: at.getTime(),
    untilMs: change?.getTime() ?? null,
    file: packed === null ? file : { ...file, gzip: packed },
  }
  keep('keepOwn', own)
  return ok(own)
}
