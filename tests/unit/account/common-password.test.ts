/** Refuses passwords that programs guess first, and accepts those that people invent. */
import { describe, expect, it, vi } from 'vitest'
import { demoAccounts } from '~/modules/account/account.server'
import { isPasswordLength } from '~/modules/account/account.schema'
import { isCommonPassword } from '~/modules/account/common-password'
import { words } from '~/modules/account/common-word'
import { bestKnown } from '../../support/best-known-passwords'

describe('a common password', () => {
  it('is any word of the list with any common ending that meets the length rule', () => {
    const made = words
      .flatMap((word) => ['', '1', '85', '123', '2026', '!', '@123', '_1'].map((ending) => word + ending))
      .filter(isPasswordLength)
    expect(made.length).toBeGreaterThan(5000)
    expect(made.filter((password) => !isCommonPassword(password))).toEqual([])
  })
  it('is any well-known password that is long enough, including from languages other than English', () => {
    const longEnough = bestKnown.filter(isPasswordLength)
    expect(new Set(longEnough).size).toBeGreaterThan(160)
    expect(longEnough.filter((password) => !isCommonPassword(password))).toEqual([])
  })
  it('is any at the top of leaked lists', () => {
    const top = [
      '12345678',
      '123456789',
      '1234567890',
      '87654321',
      '11111111',
      '00000000',
      'password',
      'Password1',
      'PASSWORD123',
      'P@ssw0rd',
      'p@$$w0rd',
      'Passw0rd!',
      'qwertyui',
      'qwerty123',
      'qwertyuiop',
      '1q2w3e4r',
      '1qaz2wsx',
      'zaq12wsx',
      'asdfghjk',
      'iloveyou',
      'iloveyou1',
      'sunshine',
      'princess',
      'football',
      'baseball',
      'superman1',
      'letmein1',
      'welcome1',
      'Welcome123',
      'abc12345',
      'abcd1234',
      'aaaaaaaa',
      'abcabcabc',
      '12341234',
      '123123123',
      '147258369',
      'azertyuiop',
      'йцукенгш',
      'Admin123!',
      'administrator',
      'changeme',
      'Summer2025',
      'Mohammed1',
      'liverpool',
      '01011990',
      '19900101',
      '31.12.1999',
      '2000-01-01',
    ]
    expect(top.filter((password) => !isCommonPassword(password))).toEqual([])
  })
  it('is any of the best-known leaked ones, written out', () => {
    const best =
      'trustno1 michelle corvette mercedes maverick bigdaddy jordan23 elizabeth 123qweasd aa123456 a1234567 a123456789 159753456 123654789 superstar rockyou1 loveme123 sweetheart snowball softball slipknot metallica nirvana1 blink182 eminem123 50cent123 midnight moonlight starlight rainbow1 stephanie christian christopher nicholas benjamin jonathan victoria veronica danielle caroline isabella gabriella jasmine1 brandon1 marlboro redskins steelers packers1 mustang1 porsche1 ferrari1 scorpion panthers dolphins cardinal blackjack bluebird buttercup blessed1 dolphin1 tinkerbell spongebob nintendo playstation xbox360x matrix123 gandalf1 hogwarts startrek firebird thunder1 lightning hardcore skateboard forever1 babyboy1 sexygirl hotstuff cutiepie honey123 peaches1 pumpkin1 precious harley01 helloworld passport 1g2w3e4r 3rjs1la7qe FQRG7CS493 123456789a 12345678a 123321123 112233445566 11223344 10203040 010203040506 vfhbyf123 йцукен123 пароль123 привет123 tequiero mariposa sebastian alejandro rockstar1 linkedin myspace1 fuckyou1 asshole1 bullshit drowssap lovers12 access14 system32 oracle123'.split(
        ' ',
      )
    expect(best.filter((password) => !isCommonPassword(password))).toEqual([])
  })
  it('is nothing that people make up', () => {
    const fine = [
      ...demoAccounts.map(({ password }) => password),
      'correct-horse',
      'long-enough',
      'pass-0001',
      'گذرواژه-من',
      '🔑🔒🗝🔐🚪🏠🪟🧱',
      'Tr0ub4dor&3',
      'xkcd-9361',
      'mmsnhgdl',
      'kaffee&kuchen',
      'Jx7!qLm2',
      '98237461',
      'staff-word-9',
      'blue-otter-42',
    ]
    expect(fine.filter(isCommonPassword)).toEqual([])
  })
  it('takes as few look-ups to find when it is long as when it is short', () => {
    const lookUps = (password: string): number => {
      const spies = [vi.spyOn(Set.prototype, 'has'), vi.spyOn(RegExp.prototype, 'test')]
      isCommonPassword(password)
      const count = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)
      for (const spy of spies) spy.mockRestore()
      return count
    }
    for (const piece of ['!1@2#3$4%5^6&7*8', 'qwer1234', '123456'])
      expect(lookUps(piece.repeat(60)), piece).toBeLessThanOrEqual(lookUps(piece.repeat(6)))
    expect(lookUps('!1@2#3$4%5^6&7*8')).toBeGreaterThan(10)
  })
})
