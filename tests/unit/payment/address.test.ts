/**
 * Addresses of the 13 coins: the format authors' test vectors (BIP 173 and 350, CashAddr, EIP-55, CIP-19, XLS-5),
 * well-known wallets, and every one-letter change of a valid address.
 */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, base58xmr, base58xrp, bech32, bech32m, type BytesCoder } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkAddress, type AddressKind } from '~/modules/payment/address'
import { coinFacts, coinKeys, coinOfMethod, isCoin, type Coin } from '~/modules/payment/coins'
import { times } from '../../support/runs'
import { cashSample, right, testNetworks, wrong } from './address-vectors'

/** Letters that may replace a letter of this coin's address. */
const lettersOf = (address: string): string =>
  /^(?:0x)/.test(address)
    ? '0123456789abcdefABCDEF'
    : /^(?:bc1|ltc1|addr1)/.test(address)
      ? 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
      : /^(?:bitcoincash:)?[qpzr][qpzry9x8gf2tvdw0s3jn54khce6mua7l]{41,}$/.test(address)
        ? 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
        : '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

describe('an address', () => {
  it.each(right)('of %s is accepted as %s: %s', (coin, kind, address) => {
    expect(checkAddress(coin, address)).toMatchObject({ ok: true, coin, kind })
  })

  it.each(wrong)('of %s is refused with %s: %s', (coin, problem, address) => {
    expect(checkAddress(coin, address)).toMatchObject({ ok: false, coin, problem })
  })

  it.each(testNetworks)('on the test network of %s is reported as such: %s', (coin, address) => {
    expect(checkAddress(coin, address)).toMatchObject({ ok: false, problem: 'test-network' })
  })

  it('is refused for every coin when it is empty, a transaction, a name, or too long', () => {
    const texts = [
      '',
      ' ',
      '%%@',
      'bd839e4f6fadb293ba580df5dea7814399989983',
      'vitalik.eth',
      '1'.repeat(100_000),
      'q'.repeat(100_000),
      `0x${'0'.repeat(100_000)}`,
      'addr1',
      'bitcoincash:',
      '0x',
    ]
    for (const coin of coinKeys)
      for (const text of texts) expect(checkAddress(coin, text).ok, `${coin} ${text.slice(0, 20)}`).toBe(false)
  })

  it('of another coin is recognised and named', () => {
    for (const [coin, , address] of right) {
      const sameForm = checkAddress(coin, address)
      if (!sameForm.ok) throw new Error(`${coin} ${address}`)
      for (const other of coinKeys) {
        if (other === coin || sameForm.alsoOf.includes(other)) continue
        const check = checkAddress(other, address)
        expect(check, `${address} as ${other}`).toMatchObject({ ok: false })
        if (!check.ok && check.problem === 'other-coin') expect(check.coins).toContain(coin)
        if (!check.ok) expect(['other-coin', 'not-payable', 'test-network']).toContain(check.problem)
      }
    }
  })

  it('is known to have a format shared with other coins', () => {
    expect(checkAddress('btc', '12QeMLzSrB8XH8FvEzPMVoRxVAzTr5XM2y')).toMatchObject({ ok: true, alsoOf: ['bch'] })
    expect(checkAddress('ltc', '3NJZLcZEEYBpxYEUGewU4knsQRn1WM5Fkt')).toMatchObject({
      ok: true,
      alsoOf: ['btc', 'bch'],
    })
    expect(checkAddress('eth', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toMatchObject({ alsoOf: ['uni', 'vet'] })
    expect(checkAddress('ltc', 'MUWheVyCBf3Fm3WNNXvotQ3Gj8NTSZCBVe')).toMatchObject({ ok: true, alsoOf: [] })
  })

  it('is reported when its format has no checksum', () => {
    const checked = (coin: Coin, address: string) => {
      const check = checkAddress(coin, address)
      return check.ok ? check.checksum : null
    }
    expect(checked('sol', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')).toBe(false)
    expect(checked('eth', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')).toBe(false)
    expect(checked('vet', '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED')).toBe(false)
    expect(checked('uni', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBe(true)
    for (const [coin, , address] of right)
      if (coin !== 'sol' && !address.startsWith('0x')) expect(checked(coin, address), address).toBe(true)
  })
})

describe('a destination tag of XRP', () => {
  const classic = 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf'
  it('is a number below 2^32, typed next to the address', () => {
    for (const tag of ['0', '1', '4294967295'])
      expect(checkAddress('xrp', classic, tag)).toMatchObject({ ok: true, tag })
    for (const tag of ['4294967296', '-1', '01', '1.0', '1e3', ' 1', '٣', 'x', '99999999999'])
      expect(checkAddress('xrp', classic, tag), tag).toMatchObject({ ok: false, problem: 'tag' })
    expect(checkAddress('xrp', classic, '')).toMatchObject({ ok: true, tag: null })
  })

  it('inside an X-address is extracted, and must equal a typed one', () => {
    const carried = 'XVLhHMPHU98es4dbozjVtdWzVrDjtV18pX8yuPT7y4xaEHi'
    expect(checkAddress('xrp', carried)).toMatchObject({ ok: true, kind: 'x-address', tag: '4294967295' })
    expect(checkAddress('xrp', carried, '4294967295')).toMatchObject({ ok: true })
    expect(checkAddress('xrp', carried, '7')).toMatchObject({ ok: false, problem: 'tag' })
    expect(checkAddress('xrp', 'XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXb')).toMatchObject({ tag: null })
    expect(checkAddress('xrp', 'XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXb', '7')).toMatchObject({ tag: '7' })
  })

  it('inside an X-address is written in little-endian order', () => {
    const body = new Uint8Array(31)
    body.set([5, 68])
    body.set([1, 0x78, 0x56, 0x34, 0x12], 22)
    const address = base58xrp.encode(Uint8Array.from([...body, ...sha256(sha256(body)).subarray(0, 4)]))
    expect(checkAddress('xrp', address)).toMatchObject({ ok: true, tag: String(0x12345678) })
  })

  it('is for XRP only', () => {
    expect(checkAddress('btc', '12QeMLzSrB8XH8FvEzPMVoRxVAzTr5XM2y', '1')).toMatchObject({ ok: false, problem: 'tag' })
  })
})

/** One address of each format. */
const forms = right.filter(
  ([coin, kind], at) => right.findIndex(([other, same]) => other === coin && same === kind) === at,
)

describe('a text close to an address', () => {
  it('is refused with one wrong letter, wherever the format has a checksum', () => {
    const taken: string[] = []
    let tried = 0
    for (const [coin, , address] of forms) {
      const letters = lettersOf(address)
      const check = checkAddress(coin, address)
      if (!check.ok || !check.checksum) continue
      const start = address.startsWith('0x') ? 2 : 0
      for (let at = start; at < address.length; at++)
        for (const letter of letters) {
          // Case does not matter in an upper-case Bech32 text, and mixed case is refused as a format error.
          if (letter === address[at]) continue
          tried += 1
          const mutant = address.slice(0, at) + letter + address.slice(at + 1)
          if (checkAddress(coin, mutant).ok) taken.push(`${coin} ${mutant}`)
        }
    }
    expect(tried).toBeGreaterThan(50_000)
    expect(taken).toEqual([])
  })

  it('is refused with two neighbours swapped, a letter missing or one too many', () => {
    const taken: string[] = []
    for (const [coin, , address] of right) {
      const check = checkAddress(coin, address)
      if (!check.ok || !check.checksum) continue
      for (let at = 0; at < address.length; at++) {
        const swapped = address.slice(0, at) + (address[at + 1] ?? '') + (address[at] ?? '') + address.slice(at + 2)
        const cut = address.slice(0, at) + address.slice(at + 1)
        const doubled = address.slice(0, at) + (address[at] ?? '') + address.slice(at)
        for (const mutant of [swapped, cut, doubled])
          if (mutant !== address && checkAddress(coin, mutant).ok) taken.push(`${coin} ${mutant}`)
      }
    }
    expect(taken).toEqual([])
  })
})

const withSum = (coder: BytesCoder, body: Uint8Array): string =>
  coder.encode(Uint8Array.from([...body, ...sha256(sha256(body)).subarray(0, 4)]))
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

describe('addresses made of random bytes', () => {
  it('are accepted as what they are, and no other text is', () => {
    const versioned: readonly [Coin, number, AddressKind][] = [
      ['btc', 0, 'key-hash'],
      ['btc', 5, 'script-hash'],
      ['ltc', 0x30, 'key-hash'],
      ['ltc', 0x32, 'script-hash'],
      ['doge', 0x1e, 'key-hash'],
      ['doge', 0x16, 'script-hash'],
      ['dash', 0x4c, 'key-hash'],
      ['dash', 0x10, 'script-hash'],
      ['usdttrc20', 0x41, 'account'],
      ['bch', 0, 'key-hash'],
    ]
    fc.assert(
      fc.property(bytes(20), bytes(32), bytes(28), fc.nat(), (short, long, hash, pick) => {
        const [coin, version, kind] = versioned[pick % versioned.length] ?? versioned[0]!
        expect(checkAddress(coin, withSum(base58, Uint8Array.from([version, ...short])))).toMatchObject({ kind })
        expect(checkAddress('xrp', withSum(base58xrp, Uint8Array.from([0, ...short])))).toMatchObject({ ok: true })
        expect(checkAddress('btc', bech32.encode('bc', [0, ...bech32.toWords(short)]))).toMatchObject({
          kind: 'segwit',
        })
        expect(checkAddress('ltc', bech32m.encode('ltc', [1, ...bech32m.toWords(long)]))).toMatchObject({
          kind: 'taproot',
        })
        expect(checkAddress('btc', bech32.encode('bc', [1, ...bech32.toWords(long)])).ok).toBe(false)
        expect(checkAddress('btc', bech32m.encode('bc', [0, ...bech32m.toWords(short)])).ok).toBe(false)
        const shelley = Uint8Array.from([0x61, ...hash])
        expect(checkAddress('ada', bech32.encode('addr', bech32.toWords(shelley), false))).toMatchObject({ ok: true })
        expect(checkAddress('ada', bech32m.encode('addr', bech32m.toWords(shelley), false)).ok).toBe(false)
        expect(checkAddress('sol', base58.encode(long))).toMatchObject({ ok: true, checksum: false })
        const monero = Uint8Array.from([18, ...long, ...long])
        const sum = keccak_256(monero).subarray(0, 4)
        expect(checkAddress('xmr', base58xmr.encode(Uint8Array.from([...monero, ...sum])))).toMatchObject({
          kind: 'standard',
        })
      }),
      { numRuns: times(200) },
    )
  })

  it('accept no random text if there is a checksum', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 120 }), fc.constantFrom(...coinKeys), (text, coin) => {
        const check = checkAddress(coin, text)
        expect(check.ok && check.checksum).toBe(false)
      }),
      { numRuns: times(1000) },
    )
  })
})

describe('the coins', () => {
  it('have the ids and keys of the specification', () => {
    const ids = coinKeys.map((key) => [key, coinFacts[key].method] as const)
    expect(Object.fromEntries(ids)).toEqual({
      eth: 4,
      ltc: 5,
      xrp: 6,
      dash: 7,
      ada: 8,
      sol: 9,
      uni: 10,
      xmr: 11,
      usdttrc20: 12,
      vet: 13,
      doge: 14,
      bch: 15,
      btc: 16,
    })
    for (const [key, id] of ids) expect(coinOfMethod(id)).toBe(key)
    expect(coinOfMethod(-1)).toBeNull()
    expect(isCoin('constructor')).toBe(false)
  })

  it('include CashAddr, whose wrong checksum is refused with and without its prefix', () => {
    const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
    const payload = cashSample.slice('bitcoincash:'.length)
    let tried = 0
    for (let at = 0; at < payload.length; at++)
      for (const letter of letters) {
        if (letter === payload[at]) continue
        const mutant = payload.slice(0, at) + letter + payload.slice(at + 1)
        tried += 2
        expect(checkAddress('bch', mutant).ok).toBe(false)
        expect(checkAddress('bch', `bitcoincash:${mutant}`).ok).toBe(false)
      }
    expect(tried).toBe(42 * 31 * 2)
  })
})
