/**
 * Checks by checksum whether a text is a main-network address of a coin. Solana addresses have no checksum, and
 * Ethereum addresses have none when all letters have the same case: the result says so. Pure; runs on server and
 * browser. docs/payments.md lists the accepted forms.
 */
import { keccak_256 } from '@noble/hashes/sha3.js'
import {
  bech32Prefix,
  readBase58,
  readBase58Check,
  readBech32,
  readByron,
  readCashAddr,
  readMoneroCheck,
  readXrpCheck,
  wordsToBytes,
  type Read,
} from './address-codes'
import { coinKeys, type Coin } from './coins'

export type AddressProblem =
  /** Matches no address form of this coin: wrong letters or wrong length. */
  | 'format'
  /** The form is right but the checksum fails: there is a typing error. */
  | 'checksum'
  /** An address on this coin's test network. */
  | 'test-network'
  /** An address of other coins, listed in `coins`. */
  | 'other-coin'
  /** A valid text of this coin that can't receive payments: a stake address or an unknown script type. */
  | 'not-payable'
  /** XRP: the destination tag is not a number below 2^32, or differs from the one in the X-address. */
  | 'tag'

export type AddressKind =
  | 'key-hash'
  | 'script-hash'
  | 'segwit'
  | 'taproot'
  /** A witness version that the network does not define yet: money sent to it may be lost (BIP 350). */
  | 'future-segwit'
  | 'account'
  | 'x-address'
  | 'shelley'
  | 'byron'
  | 'standard'
  | 'integrated'
  | 'subaddress'

export type AddressCheck =
  | {
      ok: true
      coin: Coin
      kind: AddressKind
      /** False if no checksum guards against typing errors: the person must compare every letter. */
      checksum: boolean
      /** XRP's destination tag, typed separately or contained in an X-address. */
      tag: string | null
      /** Other coins that accept the same address, so the text alone doesn't show which coin is meant. */
      alsoOf: readonly Coin[]
    }
  | { ok: false; coin: Coin; problem: AddressProblem; coins: readonly Coin[] }

type Good = { kind: AddressKind; checksum?: false; tag?: string }
type Own = Good | Exclude<AddressProblem, 'other-coin'>

const isProblem = <T>(read: Read<T>): read is 'format' | 'checksum' => read === 'format' || read === 'checksum'

type Versions = Readonly<Record<number, AddressKind>>
/** Base58Check: one version byte, then 20 bytes. */
const readVersioned = (text: string, versions: Versions, testVersions: readonly number[]): Own => {
  const bytes = readBase58Check(text, [21])
  if (isProblem(bytes)) return bytes
  const version = bytes[0] ?? -1
  const kind = versions[version]
  if (kind !== undefined) return { kind }
  return testVersions.includes(version) ? 'test-network' : 'format'
}

/** BIP 173 and 350: version 0 uses Bech32 with 20 or 32 bytes; later versions use Bech32m with 2 to 40 bytes. */
const readSegwit = (text: string, prefix: string, testPrefixes: readonly string[]): Own => {
  const read = readBech32(text, 90)
  if (isProblem(read)) return read
  const [version, ...words] = read.words
  const program = wordsToBytes(words)
  if (version === undefined || version > 16 || program === null || program.length < 2 || program.length > 40)
    return 'format'
  if ((version === 0) !== (read.coder === 'bech32')) return 'checksum'
  if (version === 0 && program.length !== 20 && program.length !== 32) return 'format'
  const found = bech32Prefix(text)
  if (found !== prefix) return found !== null && testPrefixes.includes(found) ? 'test-network' : 'format'
  if (version === 0) return { kind: 'segwit' }
  return { kind: version === 1 && program.length === 32 ? 'taproot' : 'future-segwit' }
}

const bitcoinVersions: Versions = { 0x00: 'key-hash', 0x05: 'script-hash' }
const readBitcoin = (text: string): Own =>
  /^(?:bc|tb|bcrt)1/i.test(text)
    ? readSegwit(text, 'bc', ['tb', 'bcrt'])
    : readVersioned(text, bitcoinVersions, [0x6f, 0xc4])

// Script hashes began with 3 before they began with M; nodes accept both.
const litecoinVersions: Versions = { 0x30: 'key-hash', 0x32: 'script-hash', 0x05: 'script-hash' }
const readLitecoin = (text: string): Own => {
  // MimbleWimble addresses can only be paid from MimbleWimble.
  if (/^(?:ltc|tmw)mweb1/i.test(text)) return 'not-payable'
  return /^(?:ltc|tltc|rltc)1/i.test(text)
    ? readSegwit(text, 'ltc', ['tltc', 'rltc'])
    : readVersioned(text, litecoinVersions, [0x6f, 0x3a, 0xc4])
}

/** CashAddr for keys (20 bytes) and scripts (20 or 32 bytes), with and without tokens. The old form is Bitcoin's. */
const readBitcoinCash = (text: string): Own => {
  if (/^[13mn2]/.test(text)) {
    const old = readVersioned(text, bitcoinVersions, [0x6f, 0xc4])
    if (old !== 'format') return old
  }
  const read = readCashAddr(text, ['bitcoincash', 'bchtest', 'bchreg'])
  if (isProblem(read)) return read
  if (read.prefix !== 'bitcoincash')
    return read.prefix === 'bchtest' || read.prefix === 'bchreg' ? 'test-network' : 'format'
  if (read.type > 3) return 'not-payable'
  const isScript = read.type % 2 === 1
  if (read.hash.length !== 20 && !(isScript && read.hash.length === 32)) return 'not-payable'
  return { kind: isScript ? 'script-hash' : 'key-hash' }
}

const maxTag = 0xffff_ffff
const isTag = (text: string): boolean => /^(?:0|[1-9]\d{0,9})$/.test(text) && Number(text) <= maxTag
/** A classic address, or an X-address (XLS-5), which contains network and tag. */
const readXrp = (text: string, tag: string | null): Own => {
  if (tag !== null && !isTag(tag)) return 'tag'
  const bytes = readXrpCheck(text, [21, 31])
  if (isProblem(bytes)) return bytes
  if (bytes.length === 21) return bytes[0] === 0 ? { kind: 'account', ...(tag !== null && { tag }) } : 'format'
  const network = `${bytes[0]},${bytes[1]}`
  const [flag, rest] = [bytes[22], bytes.subarray(23)]
  if (flag === undefined || flag > 1 || rest.subarray(4).some((byte) => byte !== 0)) return 'format'
  const inside = new DataView(rest.buffer, rest.byteOffset).getUint32(0, true)
  if (flag === 0 && inside !== 0) return 'format'
  if (network !== '5,68') return network === '4,147' ? 'test-network' : 'format'
  if (flag === 0) return { kind: 'x-address', ...(tag !== null && { tag }) }
  return tag !== null && tag !== String(inside) ? 'tag' : { kind: 'x-address', tag: String(inside) }
}

/**
 * EIP-55: the case of each letter encodes a bit of the hash of the lower-case text. A single case carries no checksum.
 */
const readEthereum = (text: string): Own => {
  if (!/^0x[\da-f]{40}$/i.test(text) || !text.startsWith('0x')) return 'format'
  const digits = text.slice(2)
  const lower = digits.toLowerCase()
  if (digits === lower || digits === digits.toUpperCase()) return { kind: 'account', checksum: false }
  const hash = keccak_256(new TextEncoder().encode(lower))
  const isRight = Array.from(digits).every((digit, at) => {
    const half = (hash[at >> 1] ?? 0) >> (at % 2 === 0 ? 4 : 0)
    return digit === ((half & 8) === 0 ? digit.toLowerCase() : digit.toUpperCase())
  })
  return isRight ? { kind: 'account' } : 'checksum'
}

const moneroKinds: Versions = { 18: 'standard', 19: 'integrated', 42: 'subaddress' }
const moneroTest: readonly number[] = [53, 54, 63, 24, 25, 36]
const readMonero = (text: string): Own => {
  const bytes = readMoneroCheck(text, [65, 73])
  if (isProblem(bytes)) return bytes
  const version = bytes[0] ?? -1
  const kind = moneroKinds[version]
  const carriesId = kind === 'integrated' || version === 54 || version === 25
  if (bytes.length !== (carriesId ? 73 : 65)) return 'format'
  if (kind !== undefined) return { kind }
  return moneroTest.includes(version) ? 'test-network' : 'format'
}

/** Three numbers with seven bits per byte; the highest bit marks that another byte follows. */
const isPointer = (bytes: Uint8Array): boolean =>
  bytes.length <= 30 && bytes.filter((byte) => byte < 128).length === 3 && (bytes.at(-1) ?? 128) < 128
/** Cardano, CIP-19: payment addresses of the Shelley and Byron eras. Stake addresses can't receive payments. */
const readCardano = (text: string): Own => {
  const prefix = bech32Prefix(text)
  if (prefix === null || !/^(?:addr|stake)/.test(prefix)) {
    const byron = readByron(text)
    if (isProblem(byron)) return /^(?:addr|stake)/i.test(text) ? 'format' : byron
    return byron.mainnet ? { kind: 'byron' } : 'test-network'
  }
  const read = readBech32(text, 200)
  if (isProblem(read)) return read
  const bytes = read.coder === 'bech32' ? wordsToBytes(read.words) : null
  const header = bytes?.[0]
  if (bytes === null || header === undefined) return 'format'
  const [type, network] = [header >> 4, header & 15]
  const sizes = type < 4 ? bytes.length === 57 : bytes.length === 29
  const isWhole = type === 4 || type === 5 ? isPointer(bytes.subarray(29)) : sizes
  if (!isWhole || (type > 7 && type < 14)) return 'format'
  const isStake = type >= 14
  if (prefix === 'addr_test' || prefix === 'stake_test') return network === 0 ? 'test-network' : 'format'
  if (prefix !== (isStake ? 'stake' : 'addr')) return 'format'
  if (network !== 1) return network === 0 ? 'test-network' : 'format'
  return isStake ? 'not-payable' : { kind: 'shelley' }
}

const readSolana = (text: string): Own =>
  text.length >= 32 && text.length <= 44 && readBase58(text)?.length === 32
    ? { kind: 'account', checksum: false }
    : 'format'

const readers: Readonly<Record<Coin, (text: string, tag: string | null) => Own>> = {
  btc: readBitcoin,
  ltc: readLitecoin,
  bch: readBitcoinCash,
  doge: (text) => readVersioned(text, { 0x1e: 'key-hash', 0x16: 'script-hash' }, [0x71, 0xc4]),
  dash: (text) => readVersioned(text, { 0x4c: 'key-hash', 0x10: 'script-hash' }, [0x8c, 0x13]),
  usdttrc20: (text) => readVersioned(text, { 0x41: 'account' }, [0xa0]),
  xrp: readXrp,
  ada: readCardano,
  sol: readSolana,
  xmr: readMonero,
  eth: readEthereum,
  uni: readEthereum,
  vet: readEthereum,
}

/**
 * Checks an address exactly as given: no surrounding spaces, and no scheme except CashAddr's own. `tag` is XRP's
 * destination tag as typed; an empty tag counts as none, and other coins don't have tags.
 */
export const checkAddress = (coin: Coin, address: string, tag: string | null = null): AddressCheck => {
  const typedTag = tag === null || tag === '' ? null : tag
  if (typedTag !== null && coin !== 'xrp') return { ok: false, coin, problem: 'tag', coins: [] }
  const own = readers[coin](address, typedTag)
  const others = coinKeys.filter((other) => other !== coin && typeof readers[other](address, null) === 'object')
  if (typeof own === 'object')
    return { ok: true, coin, kind: own.kind, checksum: own.checksum ?? true, tag: own.tag ?? null, alsoOf: others }
  // "Test network" and "wrong tag" tell the user more than "this is another coin's address".
  if (others.length > 0 && (own === 'format' || own === 'checksum'))
    return { ok: false, coin, problem: 'other-coin', coins: others }
  return { ok: false, coin, problem: own, coins: [] }
}
