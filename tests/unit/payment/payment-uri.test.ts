/** The content of a payment's QR code for each coin; no amount loses a digit. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coinFacts, coinKeys, type Coin } from '~/modules/payment/coins'
import { makePaymentUri, toSmallestUnits } from '~/modules/payment/payment-uri'
import { makeQr } from '~/ui/qr.server'

const uri = (coin: Coin, address: string, amount: string | null, tag?: string): string =>
  makePaymentUri({ coin, address, amount, tag: tag ?? null })

describe('the payment URI', () => {
  it('has for each coin the format that its wallets read', () => {
    expect(uri('btc', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '0.00042000')).toBe(
      'bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=0.00042',
    )
    expect(uri('ltc', 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9', '1')).toBe(
      'litecoin:LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9?amount=1',
    )
    expect(uri('doge', 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU', '120.5')).toBe(
      'dogecoin:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU?amount=120.5',
    )
    expect(uri('dash', 'Xx4dYKgz3Zcv6kheaqog3fynaKWjbahb6b', '0.1')).toBe(
      'dash:Xx4dYKgz3Zcv6kheaqog3fynaKWjbahb6b?amount=0.1',
    )
    expect(uri('bch', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', '0.5')).toBe(
      'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a?amount=0.5',
    )
    expect(uri('eth', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0.123456789012345678')).toBe(
      'ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed@1?value=123456789012345678',
    )
    expect(uri('uni', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '2.5')).toBe(
      'ethereum:0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984@1/transfer?address=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed&uint256=2500000000000000000',
    )
    expect(uri('xmr', '47zQ5', '0.000000000001')).toBe('monero:47zQ5?tx_amount=0.000000000001')
    expect(uri('sol', 'So1', '3')).toBe('solana:So1?amount=3')
    expect(uri('ada', 'addr1q', '12.000001')).toBe('web+cardano:addr1q?amount=12.000001')
    expect(uri('xrp', 'rG1QQv2nh2gr7RCZ1P8YYcBUKCCN633jCn', '25.1', '4211337')).toBe(
      'ripple:rG1QQv2nh2gr7RCZ1P8YYcBUKCCN633jCn?amount=25.1&dt=4211337',
    )
    expect(uri('usdttrc20', 'TNDzfERDpxLDS2w1q6yaFC7pzqaSQ3Bg3r', '10')).toBe('TNDzfERDpxLDS2w1q6yaFC7pzqaSQ3Bg3r')
    expect(uri('vet', '0x1374A7E9d5Ed5CFF9c56a0e57B3d8a836a378715', '10')).toBe(
      '0x1374A7E9d5Ed5CFF9c56a0e57B3d8a836a378715',
    )
  })

  it('leaves out an invalid amount or one that the coin can’t represent, and never rounds', () => {
    for (const amount of ['0.000000001', '1e-7', '0', '', '-1', '1,5', 'NaN', '.5', '1.', '１'])
      expect(uri('btc', 'bc1q', amount), amount).toBe('bitcoin:bc1q')
    expect(uri('eth', '0xA', '0.0000000000000000001')).toBe('ethereum:0xA@1')
    expect(uri('btc', 'bc1q', null)).toBe('bitcoin:bc1q')
    expect(uri('btc', 'bc1q', '00.10')).toBe('bitcoin:bc1q?amount=0.1')
  })

  it('escapes what would change its meaning', () => {
    expect(uri('btc', 'bc1q?amount=9&x=', '1')).toBe('bitcoin:bc1q%3Famount%3D9%26x%3D?amount=1')
    expect(uri('uni', '0xA&uint256=9', '1')).toContain('address=0xA%26uint256%3D9&uint256=1000000000000000000')
    expect(uri('xrp', 'rA', '1', '1&amount=9')).toBe('ripple:rA?amount=1&dt=1%26amount%3D9')
  })

  it('is drawn as a code that a phone can read from a screen', () => {
    const long = uri('uni', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '123456789.123456789012345678')
    const { path, size } = makeQr(long)
    expect(size).toBeLessThanOrEqual(57)
    expect(path).toMatch(/^M[\dMhvzHVlL -]+$/i)
  })
})

describe('an amount in smallest units', () => {
  it('has every digit of the decimal text', () => {
    fc.assert(
      fc.property(fc.constantFrom(...coinKeys), fc.bigInt(1n, 10n ** 30n), (coin, units) => {
        const { decimals } = coinFacts[coin]
        const digits = String(units).padStart(decimals + 1, '0')
        const amount = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
        expect(toSmallestUnits(coin, amount)).toBe(String(units))
      }),
    )
  })
})
