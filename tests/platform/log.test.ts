/** Secrets never enter the log, in any spelling or at any depth. */
import { describe, expect, it } from 'vitest'
import { redact, redactUrl } from '~/platform/log.server'

describe('the log', () => {
  it('hides secret fields at any depth, and keeps what is needed to understand', () => {
    const shown = JSON.stringify(
      redact({
        userId: 'u1',
        password: 'geheim',
        user_password: 'geheim',
        headers: { Authorization: 'geheim', 'Set-Cookie': 'geheim', accept: 'text/html' },
        list: [{ deviceToken: 'geheim', 'api-key': 'geheim', userCode: 'geheim' }],
        error: Object.assign(new Error('no way'), { code: 'P2002', meta: { clientSecret: 'geheim' } }),
        bytes: new Uint8Array(10),
        amount: 5n,
      }),
    )
    expect(shown).not.toContain('geheim')
    for (const kept of ['u1', 'text/html', 'no way', 'P2002', '[10 bytes]', '"5"']) expect(shown).toContain(kept)
  })
  it('stops at circular references', () => {
    const circle: Record<string, unknown> = {}
    circle.self = circle
    expect(JSON.stringify(redact(circle))).toContain('[deep]')
  })
  it('hides secret parameters of an address, also disguised ones', () => {
    expect(redactUrl('/a?code=1&x=2&TOKEN=3')).toBe('/a?code=[hidden]&x=2&TOKEN=[hidden]')
    expect(redactUrl('/a?%63ode=1')).toBe('/a?%63ode=[hidden]')
    expect(redactUrl('/a?%E0%A4%A=1&b=2')).toBe('/a?[hidden]&b=2')
    for (const name of [
      'code[]',
      'password[]',
      'refreshToken[]',
      'jwe[]',
      'code[0]',
      'CODE%5B%5D',
      'user[password]',
      'user.code',
      'code[',
    ])
      expect(redactUrl(`/a?${name}=123456&page[]=2`)).toBe(`/a?${name}=[hidden]&page[]=2`)
    expect(redactUrl('/a?code')).toBe('/a?code')
    expect(redactUrl(`/${'a'.repeat(1000)}`)).toHaveLength(512)
  })
  it('hides the recipient, destination and reason of money', () => {
    for (const name of ['recipient', 'address', 'note', 'tag', 'userName', 'phoneNumber', 'transfer[Recipient]'])
      expect(redactUrl(`/a?${name}=private&page=2`)).toBe(`/a?${name}=[hidden]&page=2`)
    expect(redactUrl('/a?stage=1&sort=name')).toBe('/a?stage=1&sort=name')
  })
  it('hides the query of an address inside a query', () => {
    const back = (address: string): string => `/verification?purpose=bind&${new URLSearchParams({ returnTo: address })}`
    for (const address of ['/terminal/bind?code=WXYZ-1234', '/wallet/transfer?amount=5&recipient=friend'])
      for (const nested of [back(address), back(back(address)), `/verification?returnTo=${address}`])
        expect(redactUrl(nested)).not.toMatch(/WXYZ|1234|friend/)
    expect(redactUrl(back('/terminal/bind?code=WXYZ-1234'))).toBe(
      '/verification?purpose=bind&returnTo=%2Fterminal%2Fbind%3F[hidden]',
    )
    expect(redactUrl(back('/terminal/bind'))).toBe('/verification?purpose=bind&returnTo=%2Fterminal%2Fbind')
    expect(redactUrl(back(back('/s/abcdefghij-klmnopqrs_v')))).not.toContain('abcdefghij')
  })
  it('hides a box’s or a program’s token wherever it stands', () => {
    for (const token of ['mpd_Oua4mePHa7-FdF4s2', 'mpt_a_b-c'])
      expect(redactUrl(`/api/${token}/x?list=${token}&page=2`)).toBe('/api/[hidden]/x?list=[hidden]&page=2')
    expect(redactUrl('/api%2Fmpd_Oua4mePHa7?next=%2Fapi%3Dmpt_a_b-c')).not.toMatch(/mp[dt]_/)
    expect(redactUrl('/api/stb/lists?name=lamp_d')).toBe('/api/stb/lists?name=lamp_d')
  })
  it('hides a list’s link in every form that the server or a browser has of it', () => {
    const token = 'abcdefghij-klmnopqrs_v'
    for (const address of [
      `/s/${token}`,
      `/s/${token}/print?by=all`,
      `/S/${token}`,
      `//s//${token}`,
      `/%73/${token}`,
      `/s%2F${token}`,
      `/Shared/${token}?page=2`,
      `/%73h%61red/${token}`,
      `/fa/s/${token}`,
      `/api//chmax/shared/${token}?page=2`,
      `http://portal.example/s/${token}`,
      `/__manifest?p=%2Fs%2F${token}%2Fcopy&version=1`,
      `/__manifest?p=/s/${token}/copy&version=1`,
      `/login?to=/s/${token}/copy`,
      `/login?to=%2Fs%2F${token}%2Fcopy`,
    ]) {
      const shown = redactUrl(address)
      expect(shown).toBe(address.replace(token, '[hidden]'))
    }
    expect(redactUrl('/api/stb/lists/abc?s=1')).toBe('/api/stb/lists/abc?s=1')
  })
})
