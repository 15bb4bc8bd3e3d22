/** The settings: which are required, which are refused, and that .env.example names them all. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { environmentWith, findWarnings, parseSettings } from '~/platform/env.server'
import { dataDir, databaseFile, uploadsDir } from '../../scripts/lib/data.mjs'
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

describe('the operator’s warning at the start', () => {
  const warnings = (source: Record<string, string | undefined>) => {
    const parsed = parseSettings({ SECRET: 'x'.repeat(40), ...source })
    if (!parsed.ok) throw new Error(parsed.problems.join())
    return findWarnings(parsed.settings).length
  }
  it('comes when production knows neither a public https address nor a proxy', () => {
    expect([{}, { PUBLIC_ORIGIN: 'http://tv.example' }].map(warnings)).toEqual([1, 1])
    expect(
      [{ PUBLIC_ORIGIN: 'https://tv.example' }, { TRUSTED_PROXIES: '10.0.0.1' }, { PORTAL_MODE: 'demo' }].map(warnings),
    ).toEqual([0, 0, 0])
  })
})

describe('the settings', () => {
  it('accept a transfer fee up to 50 %, or 100 Mango', () => {
    for (const fee of ['50%', '49.9999%', '100', '100.0000', '0'])
      expect(problems({ PORTAL_MODE: 'demo', TRANSFER_FEE: fee }), fee).toEqual([])
    for (const fee of ['50.0001%', '101%', '9999%', '100.0001', '9999'])
      expect(problems({ PORTAL_MODE: 'demo', TRANSFER_FEE: fee }), fee).toEqual([
        'TRANSFER_FEE: must be at most 50%, or 100 Mango',
      ])
    for (const fee of ['free', '1,5', '-1', '1e3', ' 1'])
      expect(problems({ PORTAL_MODE: 'demo', TRANSFER_FEE: fee }), fee).toEqual([
        'TRANSFER_FEE: must be an amount of Mango such as 0.1, or a share such as 1.5%',
      ])
  })
  it('default to production, which needs its secret and binds to every address', () => {
    expect(problems({})).toEqual([expect.stringMatching(/^SECRET: required/)])
    expect(settings({ SECRET: secret })).toMatchObject({
      mode: 'production',
      demo: false,
      host: '0.0.0.0',
      limitsOn: true,
    })
  })
  it('bind the demo to this machine only, unless a host is given', () => {
    expect(settings({ PORTAL_MODE: 'demo' })).toMatchObject({ demo: true, host: '127.0.0.1', secret: null })
    expect(settings({ PORTAL_MODE: 'demo', HOST: '0.0.0.0' }).host).toBe('0.0.0.0')
  })
  it('can switch the limits off in the demo only', () => {
    expect(settings({ PORTAL_MODE: 'demo', LIMITS: 'off' }).limitsOn).toBe(false)
    expect(problems({ SECRET: secret, LIMITS: 'off' })).toEqual([expect.stringMatching(/^LIMITS:/)])
  })
  it('report every mistake at once', () => {
    expect(
      problems({ SECRET: 'short', PORT: '99999', MAX_FORM_BYTES: 'many', PUBLIC_ORIGIN: 'ftp://x' }).map(
        (line) => line.split(':')[0],
      ),
    ).toEqual(['PORT', 'SECRET', 'PUBLIC_ORIGIN', 'MAX_FORM_BYTES'])
  })
  it('treat an empty or blank value as missing', () => {
    expect(settings({ PORTAL_MODE: 'demo', PORT: '', HOST: '' })).toMatchObject({ port: 3000, host: '127.0.0.1' })
    expect(settings({ PORTAL_MODE: 'demo', CARD_HOLD_DAYS: ' ' }).transfer.cardHoldDays).toBe(14)
  })
  it('name the same data for the portal and for the scripts, blank ones too', () => {
    const sources: Record<string, string>[] = [
      {},
      { DATA_DIR: '', DATABASE_FILE: ' ', UPLOADS_DIR: '' },
      { DATA_DIR: 'elsewhere' },
      { DATA_DIR: '/srv/data', DATABASE_FILE: 'file:/srv/portal.db', UPLOADS_DIR: '/srv/uploads' },
    ]
    for (const source of sources)
      expect(settings({ PORTAL_MODE: 'demo', ...source })).toMatchObject({
        dataDir: dataDir(source),
        databaseFile: databaseFile(source),
        uploadsDir: uploadsDir(source),
      })
  })
  it('read the mail server from one address, with TLS required outside this machine', () => {
    const mail = (SMTP_URL: string, more: Record<string, string> = {}) =>
      settings({ PORTAL_MODE: 'demo', SMTP_URL, MAIL_FROM: 'no-reply@portal.example', ...more }).mail
    expect(mail('smtp://portal:p%40ss@mail.example')).toEqual({
      host: 'mail.example',
      port: 587,
      implicitTls: false,
      startTls: 'required',
      user: 'portal',
      password: 'p@ss',
      from: 'no-reply@portal.example',
    })
    expect(mail('smtps://mail.example')).toMatchObject({ port: 465, implicitTls: true, user: null, password: null })
    expect(mail('smtp://[::1]:2525')).toMatchObject({ host: '::1', port: 2525, startTls: 'optional' })
    expect(mail('smtp://mail.example', { SMTP_TLS: 'off' })).toMatchObject({ startTls: 'off' })
    expect(settings({ PORTAL_MODE: 'demo' })).toMatchObject({ mail: null, sms: null })
  })
  it('refuse a wrong mail server without repeating its password', () => {
    const found = [
      problems({ PORTAL_MODE: 'demo', SMTP_URL: 'http://portal:my-word@mail.example', MAIL_FROM: 'a@b.example' }),
      problems({ PORTAL_MODE: 'demo', SMTP_URL: 'smtp://portal:my-word%@mail.example', MAIL_FROM: 'a@b.example' }),
      problems({ PORTAL_MODE: 'demo', SMTP_URL: 'smtp://portal:my-word@mail.example' }),
      problems({
        PORTAL_MODE: 'demo',
        SMTP_URL: 'smtp://portal:my-word@mail.example',
        MAIL_FROM: 'a@b.example',
        SMTP_TLS: 'optional',
      }),
      problems({ PORTAL_MODE: 'demo', MAIL_FROM: 'a@b.example' }),
    ]
    expect(found.map((lines) => lines.map((line) => line.split(':')[0]))).toEqual([
      ['SMTP_URL'],
      ['SMTP_URL'],
      ['MAIL_FROM'],
      ['SMTP_TLS'],
      ['MAIL_FROM'],
    ])
    expect(JSON.stringify(found)).not.toContain('my-word')
  })
  it('need all parts of the SMS gateway, and https outside this machine', () => {
    const whole = {
      PORTAL_MODE: 'demo',
      SMS_PROVIDER: 'vonage',
      SMS_ACCOUNT: 'key',
      SMS_SECRET: 'my-word',
      SMS_FROM: 'Mango',
    }
    expect(settings(whole).sms).toEqual({
      provider: 'vonage',
      url: 'https://rest.nexmo.com',
      account: 'key',
      secret: 'my-word',
      from: 'Mango',
    })
    expect(settings({ ...whole, SMS_URL: 'https://sms.example/gate/' }).sms?.url).toBe('https://sms.example/gate')
    expect(problems({ ...whole, SMS_URL: 'http://sms.example' })).toEqual([expect.stringMatching(/^SMS_URL:/)])
    expect(problems({ ...whole, SMS_FROM: 'far too long a name' })).toEqual([expect.stringMatching(/^SMS_FROM:/)])
    expect(problems({ PORTAL_MODE: 'demo', SMS_PROVIDER: 'twilio' }).map((line) => line.split(':')[0])).toEqual([
      'SMS_ACCOUNT',
      'SMS_SECRET',
      'SMS_FROM',
    ])
    expect(problems({ PORTAL_MODE: 'demo', SMS_SECRET: 'my-word' })).toEqual([expect.stringMatching(/^SMS_SECRET:/)])
  })
  it('accept app addresses that are https and fit a QR code, or none', () => {
    const demo = { PORTAL_MODE: 'demo' }
    expect(settings(demo).apps).toEqual({ android: null, ios: null, payment: null, paymentWeb: null })
    expect(
      settings({ ...demo, APP_ANDROID_URL: 'https://apps.example/a', PAYMENT_WEB_URL: 'https://pay.example/' }).apps,
    ).toEqual({ android: 'https://apps.example/a', ios: null, payment: null, paymentWeb: 'https://pay.example/' })
    for (const wrong of [
      'http://apps.example/a',
      'javascript:alert(1)',
      'apps.example',
      `https://apps.example/${'a'.repeat(300)}`,
    ])
      expect(problems({ ...demo, APP_IOS_URL: wrong }), wrong).toEqual([expect.stringMatching(/^APP_IOS_URL:/)])
  })
  it('accept an e-mail as the contact, or none; the demo has an example', () => {
    expect(settings({ PORTAL_MODE: 'demo' }).contactEmail).toBe('support@mango-portal.example')
    expect(settings({ PORTAL_MODE: 'production', SECRET: 'x'.repeat(32) }).contactEmail).toBe(null)
    expect(settings({ PORTAL_MODE: 'demo', CONTACT_EMAIL: 'help@provider.example' }).contactEmail).toBe(
      'help@provider.example',
    )
    expect(settings({ PORTAL_MODE: 'demo', CONTACT_EMAIL: 'none' }).contactEmail).toBe(null)
    for (const wrong of ['help', 'help@', 'mailto:help@provider.example', 'a@b.example, c@d.example'])
      expect(problems({ PORTAL_MODE: 'demo', CONTACT_EMAIL: wrong }), wrong).toEqual([
        expect.stringMatching(/^CONTACT_EMAIL: must be an e-mail address, or none/),
      ])
  })
  it('need all parts of a payment provider, https outside this machine, and use the sandbox in the demo only', () => {
    const of = (settings: Record<string, string>) =>
      parseSettings({ SECRET: 's'.repeat(32), PUBLIC_ORIGIN: 'https://portal.example', ...settings })
    const problems = (settings: Record<string, string>) => {
      const parsed = of(settings)
      return parsed.ok ? [] : parsed.problems
    }
    const payments = (settings: Record<string, string>) => {
      const parsed = of(settings)
      if (!parsed.ok) throw new Error(parsed.problems.join())
      return parsed.settings.payments
    }
    const coins = {
      NOWPAYMENTS_API_KEY: 'key',
      NOWPAYMENTS_IPN_SECRET: ' ipn ',
      NOWPAYMENTS_EMAIL: 'shop@portal.example',
      NOWPAYMENTS_PASSWORD: 'pw',
    }
    const cards = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1,whsec_2' }
    const sandbox = { SANDBOX_URL: 'http://127.0.0.1:3900/', SANDBOX_SECRET: 's'.repeat(16) }

    expect(payments({})).toEqual({
      coins: null,
      cards: null,
      callbackOrigin: 'https://portal.example',
      sandboxUrl: null,
    })
    expect(payments({ ...coins, ...cards })).toMatchObject({
      coins: { url: 'https://api.nowpayments.io/v1', ipnSecret: 'ipn', sandbox: false },
      cards: { url: 'https://api.stripe.com', webhookSecrets: ['whsec_1', 'whsec_2'], live: true, sandbox: false },
    })
    expect(payments({ ...cards, STRIPE_SECRET_KEY: 'rk_test_1' }).cards).toMatchObject({ live: false })
    expect(payments({ PORTAL_MODE: 'demo', ...sandbox, ...coins })).toMatchObject({
      coins: { apiKey: 'key', sandbox: false },
      cards: { url: 'http://127.0.0.1:3900', secretKey: `sk_test_${'s'.repeat(16)}`, live: false, sandbox: true },
      sandboxUrl: 'http://127.0.0.1:3900',
    })
    expect(problems({ ...coins, NOWPAYMENTS_EMAIL: '' })).toEqual([
      'NOWPAYMENTS_EMAIL: required together with NOWPAYMENTS_API_KEY',
    ])
    expect(problems({ STRIPE_SECRET_KEY: 'sk_live_1' })).toEqual([
      'STRIPE_WEBHOOK_SECRET: required together with STRIPE_SECRET_KEY',
    ])
    expect(problems({ ...cards, STRIPE_SECRET_KEY: 'pk_live_1' })).toHaveLength(1)
    expect(problems({ ...cards, STRIPE_WEBHOOK_SECRET: 'x' })).toHaveLength(1)
    expect(problems(sandbox)).toEqual(['SANDBOX_URL: can be set in demo mode only'])
    expect(problems({ ...cards, PUBLIC_ORIGIN: 'http://portal.example' })).toEqual([
      'CALLBACK_ORIGIN: must be an https address where a payment provider is configured',
    ])
    expect(problems({ ...cards, STRIPE_URL: 'http://stripe.example' })).toEqual([
      'STRIPE_URL: must be https where the provider is on another machine',
    ])
    expect(
      JSON.stringify(problems({ ...coins, NOWPAYMENTS_URL: 'ftp://x', STRIPE_SECRET_KEY: 'oops_key' })),
    ).not.toContain('oops_key')
  })
  it('are all in .env.example', () => {
    const example = readFileSync(path.join(root, '.env.example'), 'utf8')
    const source = readFileSync(path.join(root, 'app/platform/env.server.ts'), 'utf8')
    const schema = source.slice(source.indexOf('z.object({'), source.indexOf('\n})'))
    const names = [...schema.matchAll(/^ {2}([A-Z_]+):/gm)]
      .map((match) => match[1] ?? '')
      .filter((name) => !['REMIX_DEV_ORIGIN', 'APP_SOCKET', 'APP_KEY'].includes(name))
    expect(names.length).toBeGreaterThan(10)
    for (const name of names) expect(example, name).toMatch(new RegExp(`^#? ?${name}=`, 'm'))
  })
})

it('a child process gives freed memory back to the machine', () => {
  expect(environmentWith({ APP_KEY: 'key' })).toMatchObject({
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '262144',
    APP_KEY: 'key',
  })
})
