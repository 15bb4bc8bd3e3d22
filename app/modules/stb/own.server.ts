/**
 * What a bound box fetches of its account: MyLink, audio entries and the pictures that they use. Made once and cached
 * until something changes, here and in the gateway.
 */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { checkEntitled, isEntitled, restsOn } from '~/modules/entitlement/entitlement.server'
import { findShownPicture, writeLinksForBox } from '~/modules/link/link.server'
import { fail, ok, type Result } from '~/errors/table'
import { now } from '~/platform/clock.server'
import { makeEtag } from '~/platform/http.server'
import { memory, mirrorNow } from './memory.server'
import type { BoxFacts } from './memory'
import type { OwnName, ReadyOwn } from './own-memory'

const compress = promisify(gzip)
/** Below this size, gzip saves no packet. */
const minCompressedBytes = 1400
/** A picture's address is its content's digest: it never changes. */
export const logoCacheControl = 'private, max-age=31536000, immutable'

let ownEpoch = 0
/** Forgets what an account's boxes fetch. */
export const forgetOwn = (userId: string): void => {
  ownEpoch++
  memory.forgetOwn(userId)
  mirrorNow()?.forgetOwn(userId)
}
/** Forgets the entries of the account that has its services by this box. */
export const forgetOwnOfBox = (sn: string): void => {
  ownEpoch++
  memory.forgetOwnOfBox(sn)
  mirrorNow()?.forgetOwnOfBox(sn)
}
export const forgetAllOwn = (): void => {
  ownEpoch++
  memory.forgetAllOwn()
  mirrorNow()?.forgetAllOwn()
}

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
    // A mirror that dropped the entry, or was restarted, gets it again.
    mirrorNow()?.keepOwn(known)
    return ok(known)
  }
  const epoch = ownEpoch
  const at = now()
  const { sns, change } = await restsOn(userId, at)
  const made =
    name === 'mylink' || name === 'audio' ? await makeLinks(userId, name) : await makeLogo(userId, name.slice(5))
  if (!made.ok) return made
  const file = { ...made.value, etag: made.value.etag ?? makeEtag(made.value.bytes) }
  const packed =
    file.type.startsWith('application/json') && file.bytes.length >= minCompressedBytes
      ? await compress(file.bytes, { level: 6 })
      : null
  const own: ReadyOwn = {
    userId,
    name,
    sns,
    fromMs: at.getTime(),
    untilMs: change?.getTime() ?? null,
    file: packed === null || packed.length >= file.bytes.length ? file : { ...file, gzip: packed },
  }
  if (epoch === ownEpoch) {
    memory.keepOwn(own)
    mirrorNow()?.keepOwn(own)
  }
  return ok(own)
}
