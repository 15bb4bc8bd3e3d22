/**
 * How a box checks signatures and follows introductions from key to key. Shares no code with the portal, so that it
 * tests docs/stb.md.
 */
import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto'

/** The signed JSON of a list's file. */
export type SignedFacts = {
  list: string
  owner: string
  revision: number
  counter: number
  names: string | null
  format: string
  length: number
  sha256: string
  issued: number
  expires: number
}
export type Key = { id: string; publicKey: string }
export type PublishedKey = Key & {
  status: 'current' | 'next' | 'retired'
  introducedBy: string | null
  introduction: string | null
}
/** The greatest counter that a box has seen for a list, with the key and moment of that signature. */
export type Counted = { key: string } & Pick<SignedFacts, 'issued' | 'counter'>
/** A key that the box trusts, and the key that introduced it. */
export type TrustedKey = Key & { introducedBy: string | null }

/** The parts of the CHMax-Signature header: the key, its signature, and the JSON that is signed. */
export const readSigned = (header: string | undefined): { key: string; signature: Buffer; json: string } | null => {
  const [, key = '', signature = '', json] = /^([0-9a-f]{16}) ([A-Za-z0-9+/]{86}==) (\{.*\})$/.exec(header ?? '') ?? []
  return json === undefined ? null : { key, signature: Buffer.from(signature, 'base64'), json }
}

/** Keys ready to check with, and the hashes of files: a box computes each once, not at every answer. */
const readyKeys = new Map<string, KeyObject>()
const hashes = new WeakMap<Uint8Array, string>()
const hashOf = (file: Uint8Array): string => {
  const hash = hashes.get(file) ?? createHash('sha256').update(file).digest('hex')
  hashes.set(file, hash)
  return hash
}

const isSigned = (text: string, { publicKey }: Key, signature: Buffer): boolean => {
  const x = Buffer.from(publicKey, 'base64').toString('base64url')
  const ready = readyKeys.get(x) ?? createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  readyKeys.set(x, ready)
  return verify(null, Buffer.from(text), ready, signature)
}

export type Verdict =
  | { good: true; facts: SignedFacts & { key: string } }
  | {
      good: false
      why: 'no-signature' | 'unknown-key' | 'older' | 'expired' | `wrong-${'signature' | 'file' | 'owner' | 'format'}`
    }

/**
 * Checks a file. `newestIssued`: the newest moment that this box has seen in a signature by that key; `counts`: the
 * counters that it has seen at that moment. `format`: the one that it asked for, or null. `nowSeconds`: the time, if
 * the box knows it for certain.
 */
export const checkFile = (
  header: string | undefined,
  asked: { listId: string; format: string | null },
  file: Uint8Array,
  box: {
    keys: readonly TrustedKey[]
    owners: readonly string[]
    newestIssued: Readonly<Record<string, number>>
    counts: Readonly<Record<string, Counted>>
    nowSeconds?: number | null
  },
): Verdict => {
  const no = (why: Exclude<Verdict, { good: true }>['why']): Verdict => ({ good: false, why })
  const signed = readSigned(header)
  if (signed === null) return no('no-signature')
  const key = box.keys.find(({ id }) => id === signed.key)
  if (key === undefined) return no('unknown-key')
  if (!isSigned(signed.json, key, signed.signature)) return no('wrong-signature')
  const facts = { ...(JSON.parse(signed.json) as SignedFacts), key: key.id }
  if (facts.list !== asked.listId || facts.length !== file.length || facts.sha256 !== hashOf(file))
    return no('wrong-file')
  if (!box.owners.includes(facts.owner)) return no('wrong-owner')
  if (asked.format !== null && facts.format !== asked.format) return no('wrong-format')
  if (facts.issued < (box.newestIssued[key.id] ?? 0)) return no('older')
  const counted = box.counts[asked.listId]
  if (counted?.key === key.id && counted.issued === facts.issued && facts.counter < counted.counter) return no('older')
  // Genuine, but outdated: somebody may be replaying the last answer forever.
  if (box.nowSeconds != null && facts.expires < box.nowSeconds) return no('expired')
  return { good: true, facts }
}

export const idOf = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex').slice(0, 16)

/**
 * The keys that a box trusts after it received some: those that a trusted key introduces, and those that these
 * introduce. A box that trusts none yet accepts the current one.
 */
export const learnKeys = (trusted: readonly TrustedKey[], told: readonly PublishedKey[]): TrustedKey[] => {
  const known = new Map(trusted.map((key) => [key.id, key]))
  const real = told.filter(({ id, publicKey }) => idOf(publicKey) === id)
  const learn = ({ id, publicKey, introducedBy }: PublishedKey): void =>
    void known.set(id, { id, publicKey, introducedBy })
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
