/**
 * How a box checks signatures: it builds the signed text from what it knows itself, and follows introductions from key
 * to key. Shares no code with the portal, so that it tests docs/stb.md.
 */
import { createHash, createPublicKey, verify } from 'node:crypto'

/** The fields of the CHMax-Signature header. */
export type Said = {
  key: string
  signed: number
  expires: number
  owner: string
  revision: number
  count: number
  names: string
  format: string
  sig: Buffer
}
export type Key = { id: string; publicKey: string }
export type ToldKey = Key & {
  status: 'current' | 'next' | 'retired'
  introducedBy: string | null
  introduction: string | null
}
/** The greatest count that a box has seen for a list, with the key and moment of that signature. */
export type Counted = { key: string; signed: number; count: number }
/** A key that the box trusts, and the key that introduced it. */
export type TrustedKey = Key & { introducedBy: string | null }

/** Parses the header; null if a field is missing. */
export const readSaid = (header: string | undefined): Said | null => {
  const values = new Map<string, string>()
  for (const [, name = '', text, bytes, number] of (header ?? '').matchAll(
    /([a-z]+)=(?:"([^"]*)"|:([A-Za-z0-9+/=]*):|(\d{1,15}))(?:, |$)/g,
  ))
    values.set(name, text ?? bytes ?? number ?? '')
  const { key, signed, expires, owner, revision, count, names, format, sig } = Object.fromEntries(values)
  if (
    key === undefined ||
    signed === undefined ||
    expires === undefined ||
    owner === undefined ||
    revision === undefined ||
    count === undefined ||
    names === undefined ||
    format === undefined ||
    sig === undefined
  )
    return null
  return {
    ...{ key, owner, names, format },
    ...{ signed: Number(signed), expires: Number(expires), revision: Number(revision), count: Number(count) },
    sig: Buffer.from(sig, 'base64'),
  }
}

const isSigned = (text: string, key: Key, signature: Buffer): boolean => {
  const x = Buffer.from(key.publicKey, 'base64').toString('base64url')
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, Buffer.from(text), publicKey, signature)
}

/** The text signed for a list's file. */
export const textOf = (said: Said, listId: string, file: Uint8Array): string =>
  `mango-list 3
key ${said.key}
signed ${said.signed}
expires ${said.expires}
list ${listId}
owner ${said.owner}
revision ${said.revision}
count ${said.count}
names ${said.names}
format ${said.format}
length ${file.length}
sha-256 ${createHash('sha256').update(file).digest('hex')}
`

export type Verdict =
  | { good: true; said: Said }
  | {
      good: false
      why: 'no-signature' | 'unknown-key' | 'wrong-signature' | 'wrong-owner' | 'older' | 'wrong-format' | 'expired'
    }

/**
 * Checks a file. `newestSigned`: the newest moment that this box has seen in a signature by that key; `counts`: the
 * counts that it has seen at that moment. `format`: the one that it asked for, or null. `nowSeconds`: the time, if the
 * box knows it for certain.
 */
export const checkFile = (
  header: string | undefined,
  asked: { listId: string; format: string | null },
  file: Uint8Array,
  box: {
    keys: readonly TrustedKey[]
    owners: readonly string[]
    newestSigned: Readonly<Record<string, number>>
    counts: Readonly<Record<string, Counted>>
    nowSeconds?: number | null
  },
): Verdict => {
  const no = (why: Exclude<Verdict, { good: true }>['why']): Verdict => ({ good: false, why })
  const said = readSaid(header)
  if (said === null) return no('no-signature')
  const key = box.keys.find(({ id }) => id === said.key)
  if (key === undefined) return no('unknown-key')
  if (!isSigned(textOf(said, asked.listId, file), key, said.sig)) return no('wrong-signature')
  if (!box.owners.includes(said.owner)) return no('wrong-owner')
  if (asked.format !== null && said.format !== asked.format) return no('wrong-format')
  if (said.signed < (box.newestSigned[said.key] ?? 0)) return no('older')
  const counted = box.counts[asked.listId]
  if (counted?.key === said.key && counted.signed === said.signed && said.count < counted.count) return no('older')
  // Genuine, but outdated: somebody may be replaying the last answer for ever.
  if (box.nowSeconds != null && said.expires < box.nowSeconds) return no('expired')
  return { good: true, said }
}

const idOf = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex').slice(0, 16)

/**
 * The keys that a box trusts after it received some: those that a trusted key introduces, and those that these
 * introduce. A box that trusts none yet accepts the current one.
 */
export const learnKeys = (trusted: readonly TrustedKey[], told: readonly ToldKey[]): TrustedKey[] => {
  const known = new Map(trusted.map((key) => [key.id, key]))
  const real = told.filter(({ id, publicKey }) => idOf(publicKey) === id)
  const learn = ({ id, publicKey, introducedBy }: ToldKey): void => void known.set(id, { id, publicKey, introducedBy })
  const first = real.find(({ status }) => status === 'current')
  if (known.size === 0 && first !== undefined) learn(first)
  for (let before = -1; before !== known.size;) {
    before = known.size
    for (const key of real) {
      const by = key.introducedBy === null ? undefined : known.get(key.introducedBy)
      if (known.has(key.id) || by === undefined || key.introduction === null) continue
      const text = `mango-list-key 1\nkey ${key.id}\npublic ${key.publicKey}\nby ${by.id}\n`
      if (isSigned(text, by, Buffer.from(key.introduction, 'base64'))) learn(key)
    }
  }
  return [...known.values()]
}

/**
 * What stays trusted after a list was signed by this key: the key, those that it has introduced, and theirs in turn.
 * Not its predecessors, nor other keys that those have introduced: a thief of one of them can sign nothing more for
 * this box.
 */
export const onlyFrom = (trusted: readonly TrustedKey[], keyId: string): TrustedKey[] => {
  const kept = new Set([keyId])
  for (let before = 0; before !== kept.size;) {
    before = kept.size
    for (const { id, introducedBy } of trusted) if (introducedBy !== null && kept.has(introducedBy)) kept.add(id)
  }
  return trusted.filter(({ id }) => kept.has(id))
}
