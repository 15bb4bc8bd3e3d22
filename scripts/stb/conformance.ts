/**
 * Tests another portal from a box's side: every rule of docs/stb.md that a box relies on and that can be checked
 * without its owner, with a verdict each. It pairs a box, and changes nothing else.
 */
import { createHash } from 'node:crypto'
import { Box, plainTag, readEnvelope, type Maker } from './box'
import { plainBody, type Answer, type Line } from './http'
import { checkFile, idOf, learnKeys, type PublishedKey } from './signature'

export type Ruling = { name: string; result: 'passed' | 'failed' | 'not seen'; why: string }

/** Keys need no token. */
const keysPath = '/api/stb/keys'
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

/** The portal under test, and what earlier rules have found out. */
class Portal {
  readonly box: Box
  /** A list that the box may load. */
  listId: string | null = null
  /** The answer with that list. */
  loaded: Answer | null = null

  constructor(line: Line, maker: Maker) {
    const place = { steadyMs: () => performance.now(), chance: () => 0.5, say: () => {}, maxTries: 1 }
    this.box = new Box(maker, line, { ...place, pause: async () => {} })
  }

  /** The box once it has a token; without one, every answer is 401 and shows nothing. */
  get paired(): Box {
    if (this.box.kept.token === null) throw new NotSeen('the box could not pair')
    return this.box
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    const isOpen = path === keysPath || headers.authorization !== undefined
    return (isOpen ? this.box : this.paired).send({ method: 'GET', path, headers })
  }

  /** Sends bytes that a box would send. */
  give(method: 'POST' | 'PUT', path: string, type: string, body: string): Promise<Answer> {
    return this.paired.send({ method, path, headers: { 'content-type': type }, body: Buffer.from(body) })
  }

  /** The list's URL. */
  get path(): string {
    if (this.listId === null) throw new NotSeen('there is no list')
    return `/api/stb/lists/${this.listId}`
  }

  get list(): Answer {
    if (this.loaded === null) throw new NotSeen('no list was loaded')
    return this.loaded
  }

  async checkSignature(answer: Answer, bytes: Buffer): Promise<void> {
    if (this.box.kept.keys.length === 0) await this.box.learnKeys()
    const asked = { listId: this.listId ?? '', format: null }
    const { keys, owners } = this.box.kept
    const by = { keys, owners: owners ?? [], newestIssued: {}, counts: {} }
    const verdict = checkFile(answer.headers['chmax-signature'], asked, bytes, by)
    must(verdict.good, verdict.good ? '' : `the signature: ${verdict.why}`)
  }
}
type Rules = Record<string, (portal: Portal) => Promise<void>>

const pairing: Rules = {
  'a box pairs, and gets a token, a code of eight letters and an address': async ({ box }) => {
    const { userCode, verificationUri, verificationUriComplete, expiresIn } = await box.pair()
    must(/^[A-Z]{4}-?[A-Z]{4}$/.test(userCode), `the code is ${userCode}`)
    must(
      verificationUriComplete.startsWith(verificationUri),
      'verificationUriComplete does not begin with verificationUri',
    )
    must(expiresIn > 0, 'expiresIn is not positive')
  },
  'polling answers the state and the owners; polling too soon is 429 D1105': async (portal) => {
    await portal.paired.poll()
    const { owners, isBound } = portal.box.kept
    must((owners ?? []).includes('system'), 'owners are missing')
    if (isBound) return
    const answer = await portal.box.send({ method: 'POST', path: '/api/stb/token' })
    mustBe(answer, 429, 'D1105')
    must(Number(answer.headers['retry-after']) > 0, 'no Retry-After')
  },
  'a forged token is 401 I1304': async (portal) => {
    const forged = { authorization: `Bearer mpd_${'0'.repeat(43)}` }
    mustBe(await portal.get('/api/stb/lists', forged), 401, 'I1304')
  },
}

const tags: Rules = Object.fromEntries(
  ['/api/stb/lists', '/api/stb/settings', '/api/stb/services', keysPath].map((path) => [
    `${path} has an ETag, and If-None-Match answers 304`,
    async (portal) => {
      const answer = await portal.get(path)
      must(answer.status === 200 && answer.headers.etag !== undefined, `${answer.status}, or no ETag`)
      must(!Number.isNaN(Date.parse(answer.headers.date ?? '')), 'no Date, by which a box without a clock goes')
      const again = await portal.get(path, { 'if-none-match': answer.headers.etag ?? '' })
      must(again.status === 304, `${again.status} for the tag of the last answer`)
    },
  ]),
)

const lists: Rules = {
  'the index names lists': async (portal) => {
    const { data } = read(await portal.get('/api/stb/lists?page=1&size=100'))
    const { items, settings } = data as { items: { id: string }[]; settings?: object }
    must(Array.isArray(items) && settings !== undefined, 'items or settings are missing')
    portal.listId = items[0]?.id ?? null
    if (portal.listId === null) throw new NotSeen('this box may load none')
  },
  'a list arrives whole, with ETag, length, settings and a valid signature': async (portal) => {
    const answer = await portal.get(portal.path)
    must(answer.status === 200 && answer.isWhole, `${answer.status}${answer.isWhole ? '' : ', cut'}`)
    must(/^"\d+-/.test(answer.headers.etag ?? ''), 'the ETag does not begin with the revision')
    must(Number(answer.headers['content-length']) === answer.body.length, 'Content-Length is missing or wrong')
    must(/\bupdate=(off|system|cloud)\b/.test(answer.headers['chmax-settings'] ?? ''), 'CHMax-Settings are missing')
    await portal.checkSignature(answer, answer.body)
    portal.loaded = answer
  },
  'If-None-Match answers a signed 304, whatever date the box sends': async (portal) => {
    const { body, headers } = portal.list
    const tag = { 'if-none-match': headers.etag ?? '', 'if-modified-since': new Date(0).toUTCString() }
    const answer = await portal.get(portal.path, tag)
    must(answer.status === 304, String(answer.status))
    await portal.checkSignature(answer, body)
  },
  'Range with If-Range answers 206; with another ETag, the whole file': async (portal) => {
    const { body, headers } = portal.list
    const half = body.length >> 1
    const range = { range: `bytes=${half}-` }
    const rest = await portal.get(portal.path, { ...range, 'if-range': headers.etag ?? '' })
    must(rest.status === 206 && rest.body.equals(body.subarray(half)), `${rest.status}, or other bytes`)
    await portal.checkSignature(rest, body)
    const all = await portal.get(portal.path, { ...range, 'if-range': '"0-other"' })
    must(all.status === 200 && all.body.equals(body), `${all.status}, or other bytes, for another tag`)
  },
  'the content has its own URL, and never changes there': async (portal) => {
    const head = await portal.box.send({ method: 'HEAD', path: portal.path })
    const own = head.headers['content-location'] ?? ''
    const { body } = portal.list
    const digest = createHash('sha256').update(body).digest('hex')
    must(own === `${portal.path}/${digest}`, `Content-Location is ${own === '' ? 'missing' : own}`)
    const answer = await portal.get(own)
    must(answer.status === 200 && answer.body.equals(body), `${answer.status}, or other bytes`)
    must(/\bimmutable\b/.test(answer.headers['cache-control'] ?? ''), 'it may not be kept forever')
    const rest = await portal.get(own, { range: 'bytes=1-' })
    must(rest.status === 206 && rest.body.equals(body.subarray(1)), `${rest.status}, or other bytes, for a range`)
    mustBe(await portal.get(`${portal.path}/${'0'.repeat(64)}`), 404, 'A0404')
  },
  'a range beyond its end is 416 A0416': async (portal) => {
    const range = `bytes=${portal.list.body.length + 1}-`
    mustBe(await portal.get(portal.path, { range }), 416, 'A0416')
  },
  'gzip gives the same file, with its own ETag': async (portal) => {
    const { body, headers } = portal.list
    const answer = await portal.get(portal.path, { 'accept-encoding': 'gzip' })
    const isSame = plainBody(answer).equals(body) && plainTag(answer.headers.etag) === plainTag(headers.etag)
    must(isSame, 'other bytes, or another tag')
    await portal.checkSignature(answer, body)
  },
  'HTTP/1.0 gets the whole file, and HEAD no body': async (portal) => {
    const { body, headers } = portal.list
    const { maker, line, place, kept } = portal.box
    const old = await new Box(maker, { ...line, version: '1.0' }, place, kept).send({
      method: 'GET',
      path: portal.path,
    })
    must(old.status === 200 && old.body.equals(body), `${old.status}, or other bytes`)
    must(old.headers['transfer-encoding'] === undefined, 'it comes in chunks')
    const head = await portal.box.send({ method: 'HEAD', path: portal.path })
    must(head.status === 200 && head.headers.etag === headers.etag, `HEAD: ${head.status}, or another tag`)
  },
  'a list that does not exist is 404 C1101': async (portal) =>
    mustBe(await portal.get('/api/stb/lists/01unknown0000000000000000'), 404, 'C1101'),
}

const others: Rules = {
  'a save without an owner is 409 D1101': async (portal) => {
    if (portal.box.kept.isBound) throw new NotSeen('the box has an owner')
    const answer = await portal.give('PUT', '/api/stb/lists', 'application/octet-stream', 'x')
    if (read(answer).code === 'D1102') throw new NotSeen('somebody else has the box')
    mustBe(answer, 409, 'D1101')
  },
  'a wrong report, or one of 1 MB, is refused with a code': async (portal) => {
    for (const body of ['{', '[]', '{"cpu":{}}', JSON.stringify({ cpu: 'x'.repeat(1_000_000) })]) {
      const answer = await portal.give('POST', '/api/stb/report', 'application/json', body)
      must(answer.status >= 400 && answer.status < 500, `${answer.status} for ${body.slice(0, 20)}`)
      must(/^[A-Z]\d{4}$/.test(read(answer).code ?? ''), `no code for ${body.slice(0, 20)}`)
    }
  },
  'the id of each key is its digest, and introductions lead to the current key': async (portal) => {
    const { keys } = read(await portal.get(keysPath)).data as { keys: PublishedKey[] }
    const current = keys.find(({ status }) => status === 'current')
    must(current !== undefined, 'no key signs')
    for (const { id, publicKey } of keys) must(idOf(publicKey) === id, `the key ${id} is another one`)
    const first = keys.find(({ introducedBy }) => introducedBy === null)
    if (first === undefined) throw new NotSeen('the first key is not listed any more')
    const isLed = learnKeys([{ ...first, introducedBy: null }], keys).some(({ id }) => id === current?.id)
    must(isLed, 'nothing leads from the first key to the one that signs')
  },
}

/** Tests all rules one after the other, and reports each at once. */
export const tryPortal = async (line: Line, maker: Maker, told: (ruling: Ruling) => void): Promise<Ruling[]> => {
  const portal = new Portal(line, maker)
  const rulings: Ruling[] = []
  for (const [name, test] of Object.entries({ ...pairing, ...tags, ...lists, ...others })) {
    const ruling: Ruling = { name, result: 'passed', why: '' }
    try {
      await test(portal)
    } catch (error) {
      ruling.result = error instanceof NotSeen ? 'not seen' : 'failed'
      ruling.why = error instanceof Error ? error.message : String(error)
    }
    rulings.push(ruling)
    told(ruling)
  }
  return rulings
}
