/**
 * Tests another portal from a box's side: every rule of docs/stb.md that a box relies on and that can be checked
 * without its owner, with a verdict each. It pairs a box, and changes nothing else.
 */
import { createHash } from 'node:crypto'
import { Box, emptyKept, plainTag, readEnvelope, type Maker } from './box'
import { ask, plainBody, type Answer, type Asked, type Line } from './http'
import { checkFile, learnKeys, type PublishedKey } from './signature'

export type Ruling = { name: string; result: 'passed' | 'failed' | 'not seen'; why: string }

/** The verdict of a rule that can't be tested here. */
class NotSeen extends Error {}
const must = (isSo: boolean, why: string): void => {
  if (!isSo) throw new Error(why)
}

const read = (answer: Answer): ReturnType<typeof readEnvelope> => {
  const envelope = readEnvelope(answer)
  must(envelope.code !== undefined, `status ${answer.status}, and no JSON`)
  return envelope
}
const mustBe = (answer: Answer, status: number, code: string): void => {
  const told = read(answer).code ?? ''
  must(answer.status === status && told === code, `${answer.status} ${told} instead of ${status} ${code}`)
}
/** A list's index may be long; the rules need one list that is long enough to cut. */
type Index = { items: { id: string }[]; settings?: object }

/** Tests all rules one after the other, and reports each at once. */
export const tryPortal = async (line: Line, maker: Maker, told: (ruling: Ruling) => void): Promise<Ruling[]> => {
  const rulings: Ruling[] = []
  const rule = async (name: string, tryIt: () => Promise<void>): Promise<void> => {
    const ruling: Ruling = { name, result: 'passed', why: '' }
    try {
      await tryIt()
    } catch (error) {
      ruling.result = error instanceof NotSeen ? 'not seen' : 'failed'
      ruling.why = error instanceof Error ? error.message : String(error)
    }
    rulings.push(ruling)
    told(ruling)
  }
  const place = { steadyMs: () => performance.now(), chance: () => 0.5, say: () => {}, maxTries: 1 }
  const box = new Box(maker, line, { ...place, pause: async () => {} }, emptyKept())
  const send = (method: Asked['method'], path: string, headers: Record<string, string> = {}, body?: Uint8Array) =>
    ask(line, {
      ...{ method, path },
      headers: { authorization: `Bearer ${box.kept.token ?? ''}`, ...headers },
      ...(body === undefined ? {} : { body }),
    })
  const sendJson = (path: string, body: string) =>
    send('POST', path, { 'content-type': 'application/json' }, Buffer.from(body))

  await tryPairing(rule, box, send)
  await tryTags(rule, send)
  let listId: string | null = null
  await rule('the index names lists', async () => {
    const { data } = read(await send('GET', '/api/stb/lists?page=1&size=100'))
    const { items, settings } = data as Index
    must(Array.isArray(items) && settings !== undefined, 'items or settings are missing')
    listId = items[0]?.id ?? null
    if (listId === null) throw new NotSeen('this box may load none')
  })
  await tryList(rule, box, send, () => listId)
  await rule('a list that does not exist is 404 C1101', async () =>
    mustBe(await send('GET', '/api/stb/lists/01unknown0000000000000000'), 404, 'C1101'),
  )
  await rule('a save without an owner is 409 D1101', async () => {
    if (box.kept.isBound) throw new NotSeen('the box has an owner')
    const type = { 'content-type': 'application/octet-stream' }
    const answer = await send('PUT', '/api/stb/lists', type, Buffer.from('x'))
    if (read(answer).code === 'D1102') throw new NotSeen('somebody else has the box')
    mustBe(answer, 409, 'D1101')
  })
  await rule('a report of nonsense, or of 1 MB, is refused with a code', async () => {
    for (const body of ['{', '[]', '{"cpu":{}}', JSON.stringify({ cpu: 'x'.repeat(1_000_000) })]) {
      const answer = await sendJson('/api/stb/report', body)
      must(answer.status >= 400 && answer.status < 500, `${answer.status} for ${body.slice(0, 20)}`)
      must(/^[A-Z]\d{4}$/.test(read(answer).code ?? ''), `no code for ${body.slice(0, 20)}`)
    }
  })
  await rule('keys are their own digests, and lead to the one that signs', async () => {
    const { keys } = read(await send('GET', '/api/stb/keys')).data as { keys: PublishedKey[] }
    const current = keys.find(({ status }) => status === 'current')
    must(current !== undefined, 'no key signs')
    for (const { id, publicKey } of keys) {
      const own = createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex').slice(0, 16)
      must(own === id, `the key ${id} is another one`)
    }
    const [first] = keys.filter(({ introducedBy }) => introducedBy === null)
    if (first === undefined) throw new NotSeen('the first key is not told any more')
    const led = learnKeys([{ ...first, introducedBy: null }], keys)
    must(
      led.some(({ id }) => id === current?.id),
      'nothing leads from the first key to the one that signs',
    )
  })
  return rulings
}

type Rule = (name: string, tryIt: () => Promise<void>) => Promise<void>
type Send = (
  method: Asked['method'],
  path: string,
  headers?: Record<string, string>,
  body?: Uint8Array,
) => Promise<Answer>

const tryPairing = async (rule: Rule, box: Box, send: Send): Promise<void> => {
  await rule('a box pairs, and gets a token, a code of eight letters and an address', async () => {
    const { userCode, verificationUri, verificationUriComplete, expiresIn } = await box.pair()
    must(/^[A-Z]{4}-?[A-Z]{4}$/.test(userCode), `the code is ${userCode}`)
    must(verificationUriComplete.startsWith(verificationUri), 'the address for the QR code is another one')
    must(expiresIn > 0, 'the code has no time')
  })
  await rule('polling tells the state and whose lists it may be given; polling too soon is 429 D1105', async () => {
    await box.poll()
    must((box.kept.owners ?? []).includes('system'), 'owners are missing')
    if (box.kept.isBound) return
    const answer = await send('POST', '/api/stb/token')
    mustBe(answer, 429, 'D1105')
    must(Number(answer.headers['retry-after']) > 0, 'no Retry-After')
  })
  await rule('a forged token is 401 I1304', async () => {
    const forged = { authorization: `Bearer mpd_${'0'.repeat(43)}` }
    mustBe(await send('GET', '/api/stb/lists', forged), 401, 'I1304')
  })
}

const tryTags = async (rule: Rule, send: Send): Promise<void> => {
  for (const path of ['/api/stb/lists', '/api/stb/settings', '/api/stb/services', '/api/stb/keys'])
    await rule(`${path} has a tag, and is 304 for who has it`, async () => {
      const answer = await send('GET', path)
      must(answer.status === 200 && answer.headers.etag !== undefined, `${answer.status}, or no ETag`)
      must(!Number.isNaN(Date.parse(answer.headers.date ?? '')), 'no Date, by which a box without a clock goes')
      const again = await send('GET', path, { 'if-none-match': answer.headers.etag ?? '' })
      must(again.status === 304, `${again.status} for the tag of the last answer`)
    })
}

const tryList = async (rule: Rule, box: Box, send: Send, listOf: () => string | null): Promise<void> => {
  const path = (): string => {
    const id = listOf()
    if (id === null) throw new NotSeen('there is no list')
    return `/api/stb/lists/${id}`
  }
  const checkSignature = async (answer: Answer, bytes: Buffer): Promise<void> => {
    if (box.kept.keys.length === 0) await box.learnKeys()
    const asked = { listId: listOf() ?? '', format: null }
    const { keys, owners } = box.kept
    const by = { keys, owners: owners ?? [], newestIssued: {}, counts: {} }
    const verdict = checkFile(answer.headers['chmax-signature'], asked, bytes, by)
    must(verdict.good, verdict.good ? '' : `the signature: ${verdict.why}`)
  }
  let whole: Answer | null = null
  const loaded = (): Answer => {
    if (whole === null) throw new NotSeen('no list was loaded')
    return whole
  }
  await rule('a list comes whole, with tag, length, settings and a right signature', async () => {
    const answer = await send('GET', path())
    must(answer.status === 200 && answer.isWhole, `${answer.status}${answer.isWhole ? '' : ', cut'}`)
    must(/^"\d+-/.test(answer.headers.etag ?? ''), 'the tag does not begin with the revision')
    must(Number(answer.headers['content-length']) === answer.body.length, 'Content-Length is missing or wrong')
    must(/\bupdate=(off|system|cloud)\b/.test(answer.headers['chmax-settings'] ?? ''), 'CHMax-Settings are missing')
    await checkSignature(answer, answer.body)
    whole = answer
  })
  await rule('who has it is answered 304, signed, whatever the box’s clock says', async () => {
    const { body, headers } = loaded()
    const tag = { 'if-none-match': headers.etag ?? '', 'if-modified-since': new Date(0).toUTCString() }
    const answer = await send('GET', path(), tag)
    must(answer.status === 304, String(answer.status))
    await checkSignature(answer, body)
  })
  await rule('the rest after a cut is 206; of another list’s tag all of it comes', async () => {
    const { body, headers } = loaded()
    const half = body.length >> 1
    const range = { range: `bytes=${half}-` }
    const rest = await send('GET', path(), { ...range, 'if-range': headers.etag ?? '' })
    must(rest.status === 206 && rest.body.equals(body.subarray(half)), `${rest.status}, or other bytes`)
    await checkSignature(rest, body)
    const all = await send('GET', path(), { ...range, 'if-range': '"0-other"' })
    must(all.status === 200 && all.body.equals(body), `${all.status}, or other bytes, for another tag`)
  })
  await rule('its content stands at an address of its own, always the same', async () => {
    const head = await send('HEAD', path())
    const own = head.headers['content-location'] ?? ''
    const { body } = loaded()
    const digest = createHash('sha256').update(body).digest('hex')
    must(own === `${path()}/${digest}`, `Content-Location is ${own === '' ? 'missing' : own}`)
    const answer = await send('GET', own)
    must(answer.status === 200 && answer.body.equals(body), `${answer.status}, or other bytes`)
    must(/\bimmutable\b/.test(answer.headers['cache-control'] ?? ''), 'it may not be kept forever')
    const rest = await send('GET', own, { range: 'bytes=1-' })
    must(rest.status === 206 && rest.body.equals(body.subarray(1)), `${rest.status}, or other bytes, for a range`)
    mustBe(await send('GET', `${path()}/${'0'.repeat(64)}`), 404, 'A0404')
  })
  await rule('a range beyond its end is 416 A0416', async () =>
    mustBe(await send('GET', path(), { range: `bytes=${loaded().body.length + 1}-` }), 416, 'A0416'),
  )
  await rule('gzip is the same file, with a tag of its own', async () => {
    const { body } = loaded()
    const answer = await send('GET', path(), { 'accept-encoding': 'gzip' })
    must(
      plainBody(answer).equals(body) && plainTag(answer.headers.etag) === plainTag(loaded().headers.etag),
      'other bytes, or another tag',
    )
    await checkSignature(answer, body)
  })
  await rule('HTTP/1.0 is answered whole, and HEAD without a body', async () => {
    const { body, headers } = loaded()
    const old = await ask(
      { ...box.line, version: '1.0' },
      {
        ...{ method: 'GET', path: path() },
        headers: { authorization: `Bearer ${box.kept.token ?? ''}` },
      },
    )
    must(old.status === 200 && old.body.equals(body), `${old.status}, or other bytes`)
    must(old.headers['transfer-encoding'] === undefined, 'it comes in chunks')
    const head = await send('HEAD', path())
    must(head.status === 200 && head.headers.etag === headers.etag, `HEAD: ${head.status}, or another tag`)
  })
}
