/** The settings: what is needed, what is refused, and that .env.example names them all. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseSettings } from '~/platform/env.server'
import { root } from '../support/paths'

const secret = 's'.repeat(32)
const settings = (source: Record<string, string>) => {
  const parsed = parseSettings(source)
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'))
  return parsed.settings
}
const problems = (source: Record<string, string>): string[] => {
  const parsed = parseSettings(source)
  return parsed.ok ? [] : parsed.problems
}

describe('the settings', () => {
  it('are production by default, which needs its secret and binds to every address', () => {
    expect(problems({})).toEqual([expect.stringMatching(/^SECRET: required/)])
    expect(settings({ SECRET: secret })).toMatchObject({ mode: 'production', demo: false, host: '0.0.0.0', limitsOn: true })
  })
  it('of the demo bind to this machine only, unless a host is given', () => {
    expect(settings({ PORTAL_MODE: 'demo' })).toMatchObject({ demo: true, host: '127.0.0.1', secret: null })
    expect(settings({ PORTAL_MODE: 'demo', HOST: '0.0.0.0' }).host).toBe('0.0.0.0')
  })
  it('can switch the limits off in the demo only', () => {
    expect(settings({ PORTAL_MODE: 'demo', LIMITS: 'off' }).limitsOn).toBe(false)
    expect(problems({ SECRET: secret, LIMITS: 'off' })).toEqual([expect.stringMatching(/^LIMITS:/)])
  })
  it('name every mistake at once', () => {
    expect(problems({ SECRET: 'short', PORT: '99999', MAX_FORM_BYTES: 'many', PUBLIC_ORIGIN: 'ftp://x' }).map((line) => line.split(':')[0])).toEqual(['PORT', 'SECRET', 'PUBLIC_ORIGIN', 'MAX_FORM_BYTES'])
  })
  it('take an empty value for an absent one', () => {
    expect(settings({ PORTAL_MODE: 'demo', PORT: '', HOST: '' })).toMatchObject({ port: 3000, host: '127.0.0.1' })
  })
  it('all stand in .env.example', () => {
    const example = readFileSync(path.join(root, '.env.example'), 'utf8')
    const source = readFileSync(path.join(root, 'app/platform/env.server.ts'), 'utf8')
    const schema = source.slice(source.indexOf('z.object({'), source.indexOf('\n})'))
    const names = [...schema.matchAll(/^ {2}([A-Z_]+):/gm)].map((match) => match[1] ?? '').filter((name) => name !== 'REMIX_DEV_ORIGIN')
    expect(names.length).toBeGreaterThan(10)
    for (const name of names) expect(example, name).toMatch(new RegExp(`^#? ?${name}=`, 'm'))
  })
})
