/** Secrets do not enter the log, in whatever spelling or depth they come. */
import { describe, expect, it } from 'vitest'
import { redact, redactUrl } from '~/platform/log.server'

describe('the log', () => {
  it('hides secret fields at any depth and leaves what is needed to understand', () => {
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
  it('does not follow circles for ever', () => {
    const circle: Record<string, unknown> = {}
    circle.self = circle
    expect(JSON.stringify(redact(circle))).toContain('[deep]')
  })
  it('hides secret parameters of an address, also in disguise', () => {
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
})
