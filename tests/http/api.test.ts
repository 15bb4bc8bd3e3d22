/** The entry of /api over HTTP: the envelope, the languages, and each refusal with its status and code. */
import http from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSeedList } from '~/modules/channel-list/seed/data'
import { writeSatcodx } from '~/modules/channel-list/seed/file'
import { startPortal, type Portal } from '../support/portal'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())
const call = (...input: Parameters<ReturnType<Portal['visitor']>['api']>) => portal.visitor().api(...input)
const listFile = writeSatcodx(buildSeedList({ seed: 11, channels: 30 }), { version: '103' })

describe('answers', () => {
  it('have the code "0", a message and data on success', async () => {
    const answer = await call('GET', '/chmax/lists', { token: portal.tokens.customer })
    expect(answer).toMatchObject({
      status: 200,
      code: '0',
      message: 'Done.',
      data: { items: [], total: 0, page: 1, size: 10 },
    })
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })
  it('use the language of Accept-Language, with "ua" for Ukrainian too', async () => {
    const sentences = new Map<string, string>()
    for (const language of ['en', 'fa', 'ar', 'ru', 'ua', 'pt', 'es', 'fr']) {
      const answer = await call('GET', '/nowhere', { language })
      expect(answer.headers.get('content-language')).toBe(language === 'ua' ? 'uk' : language)
      sentences.set(language, answer.message)
    }
    expect(sentences.get('ar')).toBe('الصفحة غير موجودة.')
    expect(sentences.get('ua')).toBe('Сторінку не знайдено.')
    expect(new Set(sentences.values()).size).toBe(8)
    expect((await call('GET', '/nowhere', { language: 'de;q=0.9, fr;q=0.8' })).message).toBe('Page introuvable.')
  })
  it('are the same for JSON, form and query parameters', async () => {
    for (const options of [{ json: { sn: '100000000001', model: 'S' } }, { form: { sn: '100000000001', model: 'S' } }])
      expect(await call('POST', '/stb/pair', options)).toMatchObject({ code: '0' })
    expect(await call('POST', '/stb/pair?sn=100000000001&model=S')).toMatchObject({ code: '0' })
  })
})

describe('refusals', () => {
  it('400: a body that is not JSON, a broken multipart body, text that is not UTF-8', async () => {
    for (const body of ['{"sn":', '[]', '"text"', 'null'])
      expect(await call('POST', '/stb/pair', { raw: { type: 'application/json', bytes: body } })).toMatchObject({
        status: 400,
        code: 'A0400',
      })
    expect(
      await call('POST', '/stb/pair', { raw: { type: 'application/json', bytes: new Uint8Array([0x7b, 0xff, 0x7d]) } }),
    ).toMatchObject({ status: 400, code: 'A0400' })
    const broken = {
      type: 'multipart/form-data; boundary=x',
      bytes: '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf',
    }
    expect(await call('POST', '/chmax/lists', { token: portal.tokens.customer, raw: broken })).toMatchObject({
      status: 400,
      code: 'A0400',
    })
  })
  it('401: no token, a forged token, another scheme', async () => {
    const none = await call('GET', '/chmax/lists')
    expect(none).toMatchObject({ status: 401, code: 'I1304' })
    expect(none.headers.get('www-authenticate')).toBe('Bearer')
    for (const token of ['mpt_forged', 'mpd_forged', 'anything', 'x'.repeat(5000)])
      expect(await call('GET', '/chmax/lists', { token })).toMatchObject({ status: 401, code: 'I1304' })
    expect(await call('GET', '/chmax/lists', { headers: { authorization: 'Basic ZGVtbw==' } })).toMatchObject({
      status: 401,
      code: 'I1304',
    })
  })
  it('403: a customer on operator endpoints, a user on box endpoints, a box on user endpoints', async () => {
    expect(await call('GET', '/operator/models', { token: portal.tokens.customer })).toMatchObject({
      status: 403,
      code: 'A0403',
    })
    expect(await call('GET', '/stb/lists', { token: portal.tokens.customer })).toMatchObject({
      status: 403,
      code: 'A0403',
    })
    const box = await portal
      .visitor()
      .api<{ deviceToken: string }>('POST', '/stb/pair', { json: { sn: '100000000001', model: 'S' } })
    expect(await call('GET', '/chmax/lists', { token: box.data.deviceToken })).toMatchObject({
      status: 403,
      code: 'A0403',
    })
  })
  it('404: an address that is not in the table, in any spelling', async () => {
    for (const path of ['/nowhere', '', '/chmax', '/chmax/lists/a/b/c/d', '/stb/'])
      expect((await call('GET', path)).status).toBe(404)
  })
  it('405: another method, with the allowed ones listed', async () => {
    const answer = await call('DELETE', '/stb/pair')
    expect(answer).toMatchObject({ status: 405, code: 'A0405' })
    expect(answer.headers.get('allow')).toBe('POST')
    expect((await call('PUT', '/chmax/lists')).headers.get('allow')?.split(', ').sort()).toEqual([
      'GET',
      'HEAD',
      'POST',
    ])
  })
  it('413: a file over 16 MiB, as raw body or as multipart, refused before it is sent', async () => {
    for (const type of ['application/octet-stream', 'multipart/form-data; boundary=x']) {
      const answer = await new Promise<{ status: number | undefined; code: string }>((resolve, reject) => {
        const request = http.request(`${portal.origin}/api/chmax/lists?name=big`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${portal.tokens.customer}`,
            'content-type': type,
            'content-length': 32 * 1024 * 1024,
          },
        })
        request.once('error', reject)
        request.once('response', (response) => {
          let text = ''
          response.on('data', (chunk: Buffer) => (text += chunk.toString()))
          response.on('end', () => {
            resolve({ status: response.statusCode, code: (JSON.parse(text) as { code: string }).code })
            request
              .off('error', reject)
              .on('error', () => undefined)
              .destroy()
          })
        })
        request.flushHeaders()
      })
      expect(answer).toEqual({ status: 413, code: 'A0413' })
    }
  })
  it('415: a content type that an endpoint without a file does not accept', async () => {
    expect(await call('POST', '/stb/pair', { raw: { type: 'application/xml', bytes: '<sn/>' } })).toMatchObject({
      status: 415,
      code: 'A0415',
    })
  })
  it('422: every invalid field with its code and message', async () => {
    const answer = await portal
      .visitor()
      .api<{ fields: { field: string; code: string; message: string }[] }>('POST', '/stb/pair', {
        json: { sn: 'x', model: '' },
        language: 'ar',
      })
    expect(answer).toMatchObject({ status: 422, code: 'D1107' })
    expect(answer.data.fields.map(({ field, code }) => [field, code])).toEqual([
      ['sn', 'D1107'],
      ['model', 'A0422'],
    ])
    expect(answer.data.fields[1]?.message).toBe('يرجى التحقق من هذا الإدخال.')
    expect(await call('GET', '/chmax/lists?size=7', { token: portal.tokens.customer })).toMatchObject({
      status: 422,
      code: 'A0422',
    })
    expect(
      await call('POST', '/chmax/lists?name=none', {
        token: portal.tokens.customer,
        raw: { type: 'application/octet-stream', bytes: '' },
      }),
    ).toMatchObject({ status: 422, data: { field: 'file' } })
  })
  it('429: a caller over the endpoint’s limit, with Retry-After', async () => {
    const box = await portal
      .visitor()
      .api<{ deviceToken: string }>('POST', '/stb/pair', { json: { sn: '100000000002', model: 'S' } })
    const answers = await Promise.all(
      Array.from({ length: 61 }, () =>
        call('POST', '/stb/report', { token: box.data.deviceToken, json: { cpu: 'arm' } }),
      ),
    )
    const refused = answers.filter((answer) => answer.status === 429)
    expect(refused).toHaveLength(1)
    expect(refused[0]).toMatchObject({ code: 'I1009' })
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
  it('treats no property of Object as a parameter, a path or a code', async () => {
    expect(
      (
        await call('POST', '/stb/pair', {
          raw: { type: 'application/json', bytes: '{"__proto__":{"sn":"100000000001","model":"S"}}' },
        })
      ).status,
    ).toBe(422)
    expect((await call('GET', '/constructor')).status).toBe(404)
  })
})

describe('downloads', () => {
  it('answer HEAD, ranges, 304, 412 and 416 with strong ETags', async () => {
    const made = await portal.visitor().api<{ id: string }>('POST', '/chmax/lists?name=Download', {
      token: portal.tokens.customer,
      raw: { type: 'application/octet-stream', bytes: listFile },
    })
    const address = `/api/chmax/lists/${made.data.id}/file`
    const authorization = `Bearer ${portal.tokens.customer}`
    const ask = (headers: Record<string, string> = {}, method = 'GET') =>
      fetch(portal.origin + address, { method, headers: { authorization, ...headers } })
    const whole = await ask()
    expect(Buffer.from(await whole.arrayBuffer()).equals(Buffer.from(listFile))).toBe(true)
    expect(whole.headers.get('content-disposition')).toMatch(/^attachment; filename="/)
    const etag = whole.headers.get('etag') ?? ''
    const head = await ask({}, 'HEAD')
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(listFile.length),
      '',
    ])
    expect((await ask({ 'if-none-match': etag })).status).toBe(304)
    expect((await ask({ range: 'bytes=7-9' })).headers.get('content-range')).toBe(`bytes 7-9/${listFile.length}`)
    const late = await ask({ range: 'bytes=99999999-' })
    expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([416, 'A0416'])
    const changed = await ask({ 'if-match': '"other"' })
    expect([changed.status, ((await changed.json()) as { code: string }).code]).toEqual([412, 'A0412'])
  })
})
