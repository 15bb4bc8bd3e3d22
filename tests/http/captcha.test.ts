/** Captchas over HTTP: the two calls as programs use them, and the plain pages from the refusal to the return. */
import { CompactEncrypt, compactDecrypt, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf, revealCaptcha, wrongCodeOf } from '../support/captcha'
import type { HttpClient } from '../support/http-client'
import { startPortal, type Portal } from '../support/portal'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

type Sent = { image: string; key: string; slideImage?: string }
/** Asks for a challenge with a new key pair, as a program does. */
const ask = async (client: HttpClient, query: Record<string, string> = {}): Promise<Sent> => {
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true })
  const own = Buffer.from(JSON.stringify(await exportJWK(publicKey))).toString('base64url')
  const answer = await client.api<string>(
    'GET',
    `/authority/secondCaptcha?${new URLSearchParams({ purpose: 'sign-in', publicKey: own, ...query }).toString()}`,
  )
  expect([answer.code, answer.headers.get('cache-control')]).toEqual(['0', 'no-store'])
  const { plaintext, protectedHeader } = await compactDecrypt(answer.data, privateKey)
  expect(protectedHeader).toMatchObject({ alg: 'ECDH-ES', enc: 'A256GCM' })
  return JSON.parse(new TextDecoder().decode(plaintext)) as Sent
}
const sealed = async (client: HttpClient, value: unknown): Promise<string> => {
  const { data } = await client.api<{ nonce: string; jwk: JWK }>('GET', '/authority/nonce')
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(value)))
    .setProtectedHeader({
      alg: 'ECDH-ES',
      enc: 'A256GCM',
      kid: data.jwk.kid ?? '',
      nonce: data.nonce,
      aud: '/api/authority/verifyCaptcha',
    })
    .encrypt(await importJWK(data.jwk, 'ECDH-ES'))
}
const verify = async (client: HttpClient, value: unknown) =>
  client.api('POST', '/authority/verifyCaptcha', {
    json: { jwe: await sealed(client, value) },
    headers: { origin: client.origin },
  })

describe('secondCaptcha', () => {
  it('sends an image and a key, a slideImage by kind, and never the answer', async () => {
    const client = portal.visitor()
    const shapes = {
      text: undefined,
      slider: expect.stringMatching(/^data:image\/png;base64,/),
      rotate: 'rotate',
    } as const
    for (const [kind, slideImage] of Object.entries(shapes)) {
      const sent = await ask(client, { kind })
      expect(sent).toEqual({
        image: expect.stringMatching(/^data:image\/jpeg;base64,/),
        key: expect.stringMatching(/^cap_/),
        ...(slideImage === undefined ? {} : { slideImage }),
      })
      const code = codeOf(await revealCaptcha(portal.dataDir, sent.key))
      if (kind !== 'rotate')
        expect(Buffer.from(JSON.stringify({ ...sent, image: '', slideImage: '', key: '' })).includes(code)).toBe(false)
    }
  })
  it('refuses an invalid P-256 public key and an unknown purpose', async () => {
    const client = portal.visitor()
    const keyOf = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    for (const publicKey of [
      '',
      'x',
      keyOf({ kty: 'oct', k: 'AAAA' }),
      keyOf({ kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' }),
      'A'.repeat(5000),
    ])
      expect(await client.api('GET', `/authority/secondCaptcha?purpose=sign-in&publicKey=${publicKey}`)).toMatchObject({
        status: 422,
        code: 'A0422',
      })
    expect(await client.api('GET', '/authority/secondCaptcha?purpose=pay&publicKey=x')).toMatchObject({ status: 422 })
  })
})

describe('verifyCaptcha', () => {
  it('accepts the encrypted answer of each kind once, and answers U1003 to a wrong one', async () => {
    const client = portal.visitor()
    for (const kind of ['text', 'slider', 'rotate']) {
      const first = await ask(client, { kind })
      const right = await revealCaptcha(portal.dataDir, first.key)
      expect(await verify(client, { code: codeOf(right), key: first.key, info: 'sign-in' })).toMatchObject({
        status: 200,
        code: '0',
      })
      expect(await verify(client, { code: codeOf(right), key: first.key, info: 'sign-in' })).toMatchObject({
        status: 422,
        code: 'I1103',
      })
      const second = await ask(client, { kind })
      const other = await revealCaptcha(portal.dataDir, second.key)
      expect(await verify(client, { code: wrongCodeOf(other), key: second.key, info: 'sign-in' })).toMatchObject({
        status: 422,
        code: 'U1003',
        message: 'Verification code error',
      })
      expect(await verify(client, { code: codeOf(other), key: second.key, info: 'sign-in' })).toMatchObject({
        code: 'I1103',
      })
    }
  })
  it('refuses a plain body, a replayed body, and a body for an unknown challenge', async () => {
    const client = portal.visitor()
    const { key } = await ask(client)
    expect(
      await client.api('POST', '/authority/verifyCaptcha', { json: { code: '1', key, info: 'sign-in' } }),
    ).toMatchObject({ status: 400, code: 'A0424' })
    const jwe = await sealed(client, { code: '12', key: 'cap_none', info: 'sign-in' })
    expect(await client.api('POST', '/authority/verifyCaptcha', { json: { jwe } })).toMatchObject({ code: 'I1103' })
    expect(await client.api('POST', '/authority/verifyCaptcha', { json: { jwe } })).toMatchObject({
      code: 'A0424',
      data: { reason: 'replayed' },
    })
  })
  it('does not find a challenge of another purpose or visitor', async () => {
    const client = portal.visitor()
    const { key } = await ask(client, { kind: 'text', purpose: 'register' })
    const code = codeOf(await revealCaptcha(portal.dataDir, key))
    expect(await verify(client, { code, key, info: 'recover' })).toMatchObject({ code: 'I1103' })
    const stranger = portal.visitor()
    await stranger.request('/login')
    expect(await verify(stranger, { code, key, info: 'register' })).toMatchObject({ code: 'I1103' })
    expect(await verify(client, { code, key, info: 'register' })).toMatchObject({ code: '0' })
  })
  it('reports an empty code as missing, and keeps the challenge valid', async () => {
    const client = portal.visitor()
    const { key } = await ask(client, { kind: 'text' })
    const code = codeOf(await revealCaptcha(portal.dataDir, key))
    expect(await verify(client, { code: '  ', key, info: 'sign-in' })).toMatchObject({ status: 422, code: 'A0422' })
    expect(await verify(client, { code, key, info: 'sign-in' })).toMatchObject({ code: '0' })
  })
})

const open = async (client: HttpClient, kind: string, more = '') => {
  const address = `/verification?purpose=sign-in&returnTo=%2Flogin&kind=${kind}${more}`
  const first = await client.request(address)
  const answer = first.status === 302 ? await client.request(first.headers.get('location') ?? '') : first
  const page = await answer.text()
  const key = /name="key" value="(cap_[\w-]+)"/.exec(page)?.[1] ?? ''
  return { status: answer.status, page, key, address }
}

describe('the page without scripts', () => {
  it('first sets a cookie to bind the challenge to the visitor', async () => {
    const client = portal.visitor()
    const first = await client.request('/verification?purpose=sign-in')
    expect([first.status, first.headers.get('location')]).toEqual([302, '/verification?purpose=sign-in&cookie=1'])
    expect(first.headers.getSetCookie().join()).toMatch(/portal-visitor=[^;]+;.*HttpOnly/)
    expect((await open(client, 'text')).status).toBe(200)
  })
  it('is not found without a purpose', async () => {
    expect([
      (await portal.visitor().request('/verification')).status,
      (await portal.visitor().request('/verification?purpose=pays')).status,
    ]).toEqual([404, 404])
  })
  it('never redirects to another site', async () => {
    const client = portal.visitor()
    const { page } = await open(client, 'text')
    expect(page).toContain('Operation Verification')
    for (const returnTo of ['https://evil.example', '//evil.example', '/\\evil.example']) {
      const address = `/verification?purpose=register&returnTo=${encodeURIComponent(returnTo)}&kind=text`
      const key = /name="key" value="(cap_[\w-]+)"/.exec(await (await client.request(address)).text())?.[1] ?? ''
      const done = await client.post(address, {
        key,
        kind: 'text',
        code: codeOf(await revealCaptcha(portal.dataDir, key)),
      })
      expect([done.status, done.headers.get('location')]).toEqual([303, '/register'])
    }
  })
  it('accepts digits, a press in the picture, two numbers, and a turned picture', async () => {
    const client = portal.visitor()
    const answers = async (kind: string, fieldsOf: (key: string) => Promise<Record<string, string>>): Promise<void> => {
      const { key, address } = await open(client, kind)
      const done = await client.post(address, { key, kind, ...(await fieldsOf(key)) })
      expect([kind, done.status, done.headers.get('location')]).toEqual([kind, 303, '/login'])
    }
    await answers('text', async (key) => ({ code: codeOf(await revealCaptcha(portal.dataDir, key)) }))
    const middle = async (key: string): Promise<[string, string]> => {
      const right = await revealCaptcha(portal.dataDir, key)
      return right.kind === 'slider' ? [String(right.x + 25), String(right.y + 25)] : ['', '']
    }
    await answers('slider', async (key) => middle(key).then(([x, y]) => ({ 'at.x': x, 'at.y': y })))
    await answers('slider', async (key) => middle(key).then(([x, y]) => ({ across: x, down: y })))
    const persian = (digits: string): string =>
      digits.replaceAll(/\d/g, (digit) => String.fromCharCode(0x06f0 + Number(digit)))
    await answers('slider', async (key) =>
      middle(key).then(([x, y]) => ({ across: persian(x), down: ` ${persian(y)} ` })),
    )
    await answers('rotate', async (key) => {
      const right = await revealCaptcha(portal.dataDir, key)
      return { turn: right.kind === 'rotate' ? String(360 - right.degrees) : '' }
    })
  })
  it('turns the same picture by buttons, and shows a new challenge once the old one is used', async () => {
    const client = portal.visitor()
    const { key } = await open(client, 'rotate')
    const turned = await open(client, 'rotate', `&key=${key}&turn=350&step=30`)
    expect(turned.key).toBe(key)
    expect(turned.page).toContain(`turn=20"`)
    const [now, later] = await Promise.all(
      [0, 20].map(async (turn) =>
        Buffer.from(await (await client.request(`/verification/picture?key=${key}&turn=${turn}`)).arrayBuffer()),
      ),
    )
    expect(now?.equals(later ?? Buffer.alloc(0))).toBe(false)
    await client.post('/verification?purpose=sign-in&kind=rotate', { key, kind: 'rotate', turn: '0' })
    expect((await open(client, 'rotate', `&key=${key}&turn=20&step=5`)).key).not.toBe(key)
  })
  it('answers 422 with another picture to a wrong code, and "Code cannot be empty" to an empty one', async () => {
    const client = portal.visitor()
    const { key, address } = await open(client, 'text')
    const wrong = await client.post(address, {
      key,
      kind: 'text',
      code: wrongCodeOf(await revealCaptcha(portal.dataDir, key)),
    })
    const page = await wrong.text()
    expect([wrong.status, page.includes('Verification code error'), page.includes(key)]).toEqual([422, true, false])
    const empty = await client.post(address, { key: 'cap_x', kind: 'text', code: ' ' })
    expect([empty.status, (await empty.text()).includes('Code cannot be empty')]).toEqual([422, true])
  })
  it('serves pictures to their visitor only, uncached', async () => {
    const client = portal.visitor()
    const { key } = await open(client, 'slider')
    const [image, piece] = await Promise.all(
      ['', '&part=piece'].map((part) => client.request(`/verification/picture?key=${key}${part}`)),
    )
    expect([image?.status, image?.headers.get('content-type'), image?.headers.get('cache-control')]).toEqual([
      200,
      'image/jpeg',
      'no-store',
    ])
    expect([piece?.status, piece?.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect((await portal.visitor().request(`/verification/picture?key=${key}`)).status).toBe(404)
    for (const odd of ['&turn=400', '&turn=-1', '&turn=x', '&turn=1.5'])
      expect((await client.request(`/verification/picture?key=${key}${odd}`)).status).toBe(404)
  })
  it('accepts a code by mail instead of the picture', async () => {
    const client = portal.visitor()
    await client.request('/login')
    const query = 'purpose=recover&returnTo=%2Fforget'
    const sent = await client.post(`/verification/code?${query}`, { email: 'reader@mango.example' })
    const next = sent.headers.get('location') ?? ''
    expect([sent.status, next]).toEqual([
      303,
      expect.stringMatching(/^\/verification\/code\/enter\?purpose=recover&returnTo=%2Fforget&to=v1\./),
    ])
    expect(next).not.toContain('reader')
    const box = await (await client.request('/dev/outbox?to=reader%40mango.example')).text()
    const mail = await (await client.request(/href="(\/dev\/outbox\/[0-9a-z]+)[^"]*"/.exec(box)?.[1] ?? '')).text()
    const code = /message-code[^>]*>\D*(\d{6})/.exec(mail)?.[1] ?? ''
    expect((await client.post(next, { code: code === '000000' ? '111111' : '000000' })).status).toBe(422)
    const done = await client.post(next, { code })
    expect([done.status, done.headers.get('location')]).toEqual([303, '/forget'])
    expect((await client.post(next, { code })).status).toBe(422)
  })
})
