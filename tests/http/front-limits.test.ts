/** Bodies and requests at and over their limits: a clear code, a readable answer, and a healthy server afterwards. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRaw, sendRaw } from '../support/raw'
import { startPortal, type Portal } from '../support/portal'

const uploadBytes = 20_000
let server: Portal
beforeAll(async () => {
  server = await startPortal({
    env: {
      MAX_UPLOAD_BYTES: String(uploadBytes),
      MAX_FORM_BYTES: '4096',
      MAX_JSON_BYTES: '8192',
      MAX_BODY_MEMORY_BYTES: '60000',
      HEADERS_TIMEOUT_MS: '1500',
      REQUEST_TIMEOUT_MS: '4000',
    },
  })
})
afterAll(() => server.stop())

const codeOf = (body: string): string => (JSON.parse(body) as { code: string }).code
const post = (address: string, type: string, body: string, more = ''): string =>
  `POST ${address} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n${more}\r\n${body}`
/** Headers of a signed-in sender, whose body is read. */
const by = (who: 'customer' | 'friend' | 'vno' | 'administrator'): string =>
  `Authorization: Bearer ${server.tokens[who]}\r\n`
const multipart = (...parts: string[]): string => `${parts.map((part) => `--edge\r\n${part}\r\n`).join('')}--edge--\r\n`
const filePart = (size: number, name = 'file'): string =>
  `Content-Disposition: form-data; name="${name}"; filename="a.sdx"\r\nContent-Type: application/octet-stream\r\n\r\n${'x'.repeat(size)}`

describe('a body over its limit', () => {
  it('is refused by its Content-Length before it is sent', async () => {
    const connection = await openRaw(server.port)
    await connection.write(
      `POST /api/chmax/lists HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n${by('customer')}Content-Type: application/octet-stream\r\nContent-Length: 99999999\r\n\r\n`,
    )
    const head = await connection.readUntil('"code":"A0413"')
    expect(head).toMatch(/^HTTP\/1\.1 413 /)
    expect(head.toLowerCase()).toContain('connection: close')
    connection.socket.destroy()
  })

  it('gets a readable answer even if the client first writes everything', async () => {
    const whole = 'x'.repeat(2 * uploadBytes - 1)
    const answer = await sendRaw(
      server.port,
      post('/api/chmax/lists?name=x', 'application/octet-stream', whole, by('customer')),
    )
    expect([answer.status, codeOf(answer.body)]).toEqual([413, 'A0413'])
  })

  it('is refused midway when it is chunked', async () => {
    const connection = await openRaw(server.port)
    await connection.write(
      `POST /api/chmax/lists HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n${by('customer')}Content-Type: application/octet-stream\r\nTransfer-Encoding: chunked\r\n\r\n`,
    )
    const piece = `1000\r\n${'x'.repeat(4096)}\r\n`
    await connection.write(piece.repeat(6))
    expect(await connection.readUntil('"code"')).toMatch(/^HTTP\/1\.1 413 /)
    connection.socket.destroy()
  })

  it('is refused by smaller limits as JSON and as a form', async () => {
    const json = await sendRaw(
      server.port,
      post('/api/chmax/lists/x/operations', 'application/json', `{"x":"${'y'.repeat(9000)}"}`, by('customer')),
    )
    expect([json.status, codeOf(json.body)]).toEqual([413, 'A0413'])
    const form = await sendRaw(
      server.port,
      post('/login', 'application/x-www-form-urlencoded', `a=${'y'.repeat(5000)}`),
    )
    expect(form.status).toBe(413)
    expect(form.head).toContain('text/html')
  })

  it('is refused as a multipart file, with the limit in the answer', async () => {
    const answer = await sendRaw(
      server.port,
      post('/api/stb/pair', 'multipart/form-data; boundary=edge', multipart(filePart(uploadBytes + 1))),
    )
    expect([answer.status, codeOf(answer.body)]).toEqual([413, 'A0413'])
  })

  it('does not affect a file of exactly the limit', async () => {
    const answer = await sendRaw(
      server.port,
      post('/api/chmax/lists', 'multipart/form-data; boundary=edge', multipart(filePart(uploadBytes))),
    )
    expect(answer.status).toBe(401)
  })
})

describe('an unreadable body', () => {
  const broken: Record<string, string> = {
    'without its boundary': 'no boundary in here',
    'that ends in a part’s head': '--edge\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n',
    'that ends in a part’s content': `--edge\r\n${filePart(100)}`,
    'with a part without a head': '--edge\r\n\r\n\r\n--edge--\r\n'.slice(0, 12),
  }
  for (const [what, body] of Object.entries(broken)) {
    it(`is answered A0400 when it is multipart ${what}`, async () => {
      const answer = await sendRaw(server.port, post('/api/claim', 'multipart/form-data; boundary=edge', body))
      const list = await sendRaw(server.port, post('/api/stb/pair', 'multipart/form-data; boundary=edge', body))
      expect([400, 404]).toContain(answer.status)
      expect([list.status, codeOf(list.body)]).toEqual([400, 'A0400'])
    })
  }

  it('is answered A0400 when its content type has no boundary, or it is not JSON', async () => {
    const noBoundary = await sendRaw(server.port, post('/api/stb/pair', 'multipart/form-data', multipart(filePart(10))))
    expect([noBoundary.status, codeOf(noBoundary.body)]).toEqual([400, 'A0400'])
    const noJson = await sendRaw(server.port, post('/api/stb/pair', 'application/json', '{"sn":'))
    expect([noJson.status, codeOf(noJson.body)]).toEqual([400, 'A0400'])
  })

  it('is answered A0415 when it is compressed or of a type that pages do not read', async () => {
    const compressed = await sendRaw(
      server.port,
      post('/api/stb/pair', 'application/json', '{}', 'Content-Encoding: gzip\r\n'),
    )
    expect([compressed.status, codeOf(compressed.body)]).toEqual([415, 'A0415'])
    expect((await sendRaw(server.port, post('/login', 'application/xml', '<a/>'))).status).toBe(415)
  })

  it('is dropped without an error when the client disconnects', async () => {
    const connection = await openRaw(server.port)
    await connection.write(
      `POST /api/chmax/lists HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/octet-stream\r\nContent-Length: 1000\r\n\r\nhalf`,
    )
    connection.socket.destroy()
    const line = await server.waitForLog((one) => one.msg === 'request' && one.cut === true)
    expect(line.url).toBe('/api/chmax/lists')
  })
})

const hold = async (who: Parameters<typeof by>[0], bytes: number) => {
  const holder = await openRaw(server.port)
  await holder.write(
    `POST /api/chmax/lists HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n${by(who)}Content-Type: application/octet-stream\r\nContent-Length: ${uploadBytes}\r\n\r\n${'x'.repeat(bytes)}`,
  )
  return holder
}

/** Invalid, and rejected without a worker thread: a long read would leave others no room in memory. */
const refusedAtOnce = '{'.padEnd(uploadBytes, 'x')

describe('the memory for bodies', () => {
  it('is limited over all requests, keeps room for small forms, and is freed afterwards', async () => {
    const holders = await Promise.all(
      (['customer', 'customer', 'friend'] as const).map((who) => hold(who, uploadBytes - 10)),
    )
    const send = async (): Promise<{ status: number; body: string; head: string }> =>
      sendRaw(
        server.port,
        post('/api/chmax/lists?name=x', 'application/octet-stream', refusedAtOnce, by('administrator')),
      )
    await expect.poll(async () => (await send()).status).toBe(503)
    const refused = await send()
    expect([codeOf(refused.body), refused.head.includes('retry-after')]).toEqual(['A0503', true])
    // A box pairs, a person signs in.
    expect(
      (await sendRaw(server.port, post('/api/stb/pair', 'application/json', `{"x":"${'y'.repeat(500)}"}`))).status,
    ).toBe(422)
    for (const holder of holders) holder.socket.destroy()
    await expect.poll(async () => (await send()).status).toBe(422)
  })

  it('is shared: one account has room for two files at once', async () => {
    const holders = await Promise.all([hold('customer', uploadBytes - 10), hold('customer', uploadBytes - 10)])
    const again = (who: Parameters<typeof by>[0]) =>
      sendRaw(server.port, post('/api/chmax/lists?name=x', 'application/octet-stream', refusedAtOnce, by(who)))
    await expect.poll(async () => (await again('customer')).status).toBe(503)
    expect((await again('friend')).status).toBe(422)
    for (const holder of holders) holder.socket.destroy()
  })

  it('keeps nothing of a signed-out sender where sign-in is needed: the answer comes before the body', async () => {
    const strangers = await Promise.all(
      Array.from({ length: 16 }, async () => {
        const raw = await openRaw(server.port)
        await raw.write(
          `POST /api/chmax/lists HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/octet-stream\r\nContent-Length: ${uploadBytes}\r\n\r\n${'x'.repeat(uploadBytes - 10)}`,
        )
        return raw
      }),
    )
    for (const raw of strangers) expect(await raw.readUntil('"code":"I1304"')).toMatch(/^HTTP\/1\.1 401 /)
    await expect
      .poll(
        async () =>
          (
            await sendRaw(
              server.port,
              post('/api/chmax/lists?name=x', 'application/octet-stream', 'x'.repeat(uploadBytes), by('friend')),
            )
          ).status,
      )
      .toBe(422)
    for (const raw of strangers) raw.socket.destroy()
  })
})

describe('the fields of a form', () => {
  it('are limited: a hundred when signed out, and as many as a long list has rows when signed in', async () => {
    const many = (count: number): string => Array.from({ length: count }, (_, index) => `a${index}=`).join('&')
    const form = 'application/x-www-form-urlencoded'
    expect((await sendRaw(server.port, post('/login', form, many(100)))).status).toBe(422)
    expect((await sendRaw(server.port, post('/login', form, many(101)))).status).toBe(413)
    expect((await sendRaw(server.port, post('/login', form, `${'n'.repeat(301)}=1`))).status).toBe(415)
  })

  it('are not shown again if the form does not know them', async () => {
    const { body } = await sendRaw(
      server.port,
      post(
        '/login',
        'application/x-www-form-urlencoded',
        'identifier=somebody-here&password=&strange-field=strange-value',
      ),
    )
    expect(body).toContain('somebody-here')
    expect(body).not.toContain('strange-')
  })
})

describe('a request', () => {
  it('with a wrong method is answered 405 with the allowed ones', async () => {
    const page = await fetch(`${server.origin}/home`, { method: 'PUT' })
    expect([page.status, page.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
    const api = await fetch(`${server.origin}/api/stb/pair`)
    expect([api.status, api.headers.get('allow')]).toEqual([405, 'POST'])
    expect(((await api.json()) as { code: string }).code).toBe('A0405')
  })

  it('with a broken or endless address is answered A0400', async () => {
    for (const address of ['/%E0%A4%A', `/${'a'.repeat(9000)}`]) {
      expect(
        (await sendRaw(server.port, `GET ${address} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`)).status,
      ).toBe(400)
    }
  })

  it('with an address that is slow for Remix to route is answered A0400', async () => {
    const statusOf = async (address: string): Promise<number> =>
      (await sendRaw(server.port, `GET ${address} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`)).status
    const version = /"version": "(\w+)"/.exec(await (await fetch(`${server.origin}/login`)).text())?.[1] ?? ''
    const manifest = `/__manifest?version=${version}&p=`
    const answer = await fetch(`${server.origin}${manifest}%2Ffeatures%2Flists%2Fx%2Fsort`)
    expect(Object.keys((await answer.json()) as object)).toContain('routes/features.lists.$id.sort')
    for (const address of [
      manifest + '/a'.repeat(1800),
      `${manifest}/home&p=/order`,
      '/a'.repeat(4000),
      `/home${'/'.repeat(8000)}x`,
      `/home?${'index=a&'.repeat(1000)}`,
      `/login?_data=routes/login._index&${'index=a&'.repeat(3)}`,
    ])
      expect(await statusOf(address), address.slice(0, 80)).toBe(400)
    const known = await fetch(server.origin + '/a'.repeat(4000), { headers: { accept: 'application/json' } })
    expect(((await known.json()) as { code: string }).code).toBe('A0400')
  })

  it('with too many headers, or that is not HTTP, is answered and cut', async () => {
    expect(
      (await sendRaw(server.port, `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`)).status,
    ).toBe(431)
    expect((await sendRaw(server.port, 'HELO example\r\n\r\n')).status).toBe(400)
    expect(
      (
        await sendRaw(
          server.port,
          `POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
        )
      ).status,
    ).toBe(400)
  })

  it('is cut off when its head or body never comes', async () => {
    const head = await openRaw(server.port)
    await head.write('GET / HTTP/1.1\r\nHost: 127')
    const body = await openRaw(server.port)
    await body.write(
      `POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 50\r\n\r\na=`,
    )
    expect((await head.readToEnd()).status).toBe(408)
    expect((await body.readToEnd()).status).toBe(408)
  })

  it('leaves the server healthy after all that', async () => {
    const health = await fetch(`${server.origin}/healthz`)
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
  })
})
