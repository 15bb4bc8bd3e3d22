/**
 * A reference box, as docs/stb.md describes one: it pairs, keeps what it was given, asks no more often than allowed,
 * resumes cut downloads, accepts only what is signed, and works with a clock at 1970. Clock, pauses and randomness are
 * injected, so tests don't wait.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { ask, NoAnswer, plainBody, type Answer, type Asked, type Line } from './http'
import {
  isQuiet,
  isUpdateDue,
  msToUpdate,
  pauseBefore,
  pausesMs,
  readSettings,
  shortestPauseMs,
  type Moment,
  type Settings,
} from './rules'
import {
  checkFile,
  learnKeys,
  onlyFrom,
  type Counted,
  type PublishedKey,
  type TrustedKey,
  type Verdict,
} from './signature'

export type Place = {
  /** A monotonic clock in milliseconds. */
  steadyMs: () => number
  /** The time from broadcast or NTP, in milliseconds since 1970; absent or null: unknown. */
  knownMs?: () => number | null
  pause: (ms: number) => Promise<void>
  /** From 0 to just below 1. */
  chance: () => number
  say: (text: string) => void
  /** How many tries in a row; `maxTries` by default. */
  maxTries?: number
}
export type Maker = { sn: string; model: string; softwareVersion: string; secret: string | null }
export type HeldFile = { listId: string; etag: string; revision: number | null; bytes: Buffer }
/** What arrived before an interruption; `address`: the URL of its content, if known; and its signature. */
type Part = Omit<HeldFile, 'revision'> & { address?: string | undefined; signature?: string | undefined }
/** The state that a box keeps while it is switched off. */
export type Kept = {
  token: string | null
  /** The owners whose lists it accepts: the ones it learned when it was bound, valid as long as its token. */
  owners: string[] | null
  isBound: boolean
  keys: TrustedKey[]
  newestIssued: Record<string, number>
  /** By list, for the newest moment: within one hour only the counter shows that a list is older. */
  counts: Record<string, Counted>
  file: HeldFile | null
  part: Part | null
  settings: Settings | null
  /** The list to follow, as named by the settings in the last answer. */
  follows: string | null
  /** When it last asked by itself, in the portal's time. */
  lastUpdateMs: number | null
  /** When it last reported that nothing was new, in the portal's time. */
  lastSameMs: number | null
  /** How often in a row nobody answered, at most two: the next update waits twice, then four times as long. */
  missed: number
}
export const emptyKept = (): Kept => ({
  ...{ token: null, owners: null, isBound: false, keys: [] },
  ...{ newestIssued: {}, counts: {} },
  ...{ file: null, part: null, settings: null, follows: null, lastUpdateMs: null, lastSameMs: null, missed: 0 },
})

/** What the index of lists says of this box; `updateListId`: the list that it follows by itself. */
type Index = {
  activeListId: string | null
  updateListId: string | null
  settings: Settings
  /** Why CHMax is off for it; null if it is on. */
  closed: string | null
}
export type Polled = { state: 'pending' | 'bound' | 'expired'; interval: number; owners: string[] }
export type Service = { key: string; on: boolean; state: string }
export type Paired = { userCode: string; verificationUri: string; verificationUriComplete: string; expiresIn: number }
export type Fetched =
  | { was: 'new' | 'same'; file: HeldFile }
  | { was: 'refused'; why: Why }
  /** The answer has expired, so it doesn't count as a new version. The box keeps what it has. */
  | { was: 'expired' }
  | { was: 'gone' }
  /** CHMax is off for this box: it leaves its list alone. */
  | { was: 'off' }
type Why = Extract<Verdict, { good: false }>['why']
const refusedAs = (why: Why): Fetched => (why === 'expired' ? { was: 'expired' } : { was: 'refused', why })
export type Saved = { id: string; revision: number; saved: number }

/** A refusal that another try would not change. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly path: string,
    /** The portal's message for people. */
    readonly told = '',
  ) {
    super(`${path} was refused: ${status} ${[code, told].filter((one) => one !== '').join(' ')}`)
  }
}
/** It was tried as often as makes sense for now. */
export class GaveUp extends Error {}

/** How many tries in a row; then the box keeps what it has, until a person or the next day starts again. */
const maxTries = 8
const dayMs = 86_400_000
/** A list may be cut more often than that, as long as each try brings some bytes. */
const maxPieces = 2000
/** The URL of a list’s content, only on the portal, so that nobody else gets the box's token. */
const contentAddress = /^\/api\/stb\/lists\/\w{1,64}\/[0-9a-f]{64}$/
const revisionOf = (etag: string): number | null => {
  const number = /^"(\d+)-/.exec(etag)?.[1]
  return number === undefined ? null : Number(number)
}
type Envelope = { code?: string; message?: string; data?: unknown }
/** The parsed answer; empty if it is not JSON. */
export const readEnvelope = (answer: Answer): Envelope => {
  try {
    return JSON.parse(plainBody(answer).toString('utf8')) as Envelope
  } catch {
    return {}
  }
}
/** The ETag of the file itself: its compressed form has another one. */
export const plainTag = (etag?: string | null): string => (etag ?? '').replace(/-gzip"$/, '"')

export class Box {
  kept: Kept
  /** The portal's time minus the monotonic clock; null until an answer had a Date. */
  private aheadMs: number | null = null
  /** The last answers by path, with their ETags. */
  private answers = new Map<string, { etag: string; data: unknown }>()
  /** The version that it last refused, from the answer's ETag. */
  private refusedRevision: number | null = null
  standbySinceMs: number | null = null

  constructor(
    readonly maker: Maker,
    readonly line: Line,
    readonly place: Place,
    kept: Kept = emptyKept(),
  ) {
    this.kept = kept
  }

  /** The portal's time, regardless of the box's own clock. */
  nowMs(): number | null {
    return this.aheadMs === null ? null : this.place.steadyMs() + this.aheadMs
  }

  /** Sends one request, whatever becomes of it. Throws NoAnswer. */
  async send(asked: Asked): Promise<Answer> {
    const answer = await ask(this.line, {
      ...asked,
      headers: {
        'user-agent': `${this.maker.model}/${this.maker.softwareVersion}`,
        accept: '*/*',
        ...(this.kept.token === null ? {} : { authorization: `Bearer ${this.kept.token}` }),
        ...asked.headers,
      },
    })
    const atMs = Date.parse(answer.headers.date ?? '')
    if (!Number.isNaN(atMs)) this.aheadMs = atMs - this.place.steadyMs()
    return answer
  }

  /**
   * Sends until there is a usable answer: after silence, 408, 429 and 5xx it waits as told and tries again.
   * `takesPart`: a cut answer is usable too. Throws GaveUp.
   */
  private async tryUntilAnswered(asked: Asked, { takesPart = false } = {}): Promise<Answer> {
    for (let failures = 1; ; failures++) {
      let retryAfter: string | undefined
      let why = 'cut'
      try {
        const answer = await this.send(asked)
        const isBusy = answer.status === 408 || answer.status === 429 || answer.status >= 500
        if (!isBusy && (answer.isWhole || takesPart)) return answer
        if (isBusy) why = String(answer.status)
        retryAfter = answer.headers['retry-after']
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        why = error.message
      }
      const waitMs = pauseBefore(failures, retryAfter, this.place.chance)
      // A call that has to wait for long must not hold up the others.
      const isTooLong = waitMs > pausesMs.longest + shortestPauseMs
      if (isTooLong || failures >= (this.place.maxTries ?? maxTries)) throw new GaveUp(`${asked.path}: ${why}`)
      this.place.say(`${asked.path}: ${why}; again in ${Math.round(waitMs / 1000)} s`)
      await this.place.pause(waitMs)
    }
  }

  /** The data of an answer. Throws Refused. */
  private read<D>(path: string, answer: Answer): D {
    const { code = '', message, data } = readEnvelope(answer)
    if (answer.status === 401) this.kept.token = null
    if (answer.status >= 300 || code !== '0') throw new Refused(answer.status, code, path, message)
    return data as D
  }

  private async call<D>(asked: Asked): Promise<D> {
    return this.read<D>(asked.path, await this.tryUntilAnswered(asked))
  }

  private post<D>(path: string, fields: object): Promise<D> {
    const headers = { 'content-type': 'application/json' }
    return this.call<D>({ method: 'POST', path, headers, body: Buffer.from(JSON.stringify(fields)) })
  }

  /** Asks with the ETag of the last answer, which counts again if nothing has changed. */
  private async get<D>(path: string): Promise<D> {
    const known = this.answers.get(path)
    const headers: Record<string, string> = known === undefined ? {} : { 'if-none-match': known.etag }
    const answer = await this.tryUntilAnswered({ method: 'GET', path, headers })
    if (answer.status === 304 && known !== undefined) return known.data as D
    const data = this.read<D>(path, answer)
    if (answer.headers.etag !== undefined) this.answers.set(path, { etag: answer.headers.etag, data })
    return data
  }

  /** Pairs: gets a new token, and a code for the owner to type. A box with a device secret proves that it has it. */
  async pair(): Promise<Paired> {
    const { sn, model, softwareVersion, secret } = this.maker
    type Step = { step: 'prove'; nonce: string } | ({ step: 'paired'; deviceToken: string } & Paired)
    const fields = { sn, model, softwareVersion }
    let step = await this.post<Step>('/api/stb/pair', fields)
    if (step.step === 'prove') {
      const { nonce } = step
      const proof = createHmac('sha256', secret ?? '')
        .update(nonce + sn)
        .digest('hex')
      step = await this.post<Step>('/api/stb/pair', { ...fields, nonce, proof })
    }
    if (step.step !== 'paired') throw new Refused(403, 'D1104', '/api/stb/pair')
    this.kept.token = step.deviceToken
    this.kept.owners = null
    this.kept.isBound = false
    return step
  }

  /** Asks once whether the box is bound. */
  async poll(): Promise<Polled> {
    const polled = await this.post<Polled>('/api/stb/token', {})
    // Prevents another account's list from being given to a bound box later.
    if (!this.kept.isBound) this.kept.owners = polled.owners
    this.kept.isBound = polled.state === 'bound'
    return polled
  }

  /** Polls as often as it was told, until the box is bound (true) or its code has expired (false). */
  async waitUntilBound(): Promise<boolean> {
    for (;;) {
      const { state, interval } = await this.poll()
      if (state !== 'pending') return state === 'bound'
      await this.place.pause(interval * 1000)
    }
  }

  /** The services that it may use now. */
  async learnServices(): Promise<Service[]> {
    return (await this.get<{ services: Service[] }>('/api/stb/services')).services
  }

  /** Its CHMax settings. */
  async learnSettings(): Promise<void> {
    this.kept.settings = await this.get<Settings>('/api/stb/settings')
  }

  /** Requests the keys, and follows the introductions from those that it trusts. */
  async learnKeys(): Promise<void> {
    const { keys } = await this.get<{ keys: PublishedKey[] }>('/api/stb/keys')
    this.kept.keys = learnKeys(this.kept.keys, keys)
  }

  private async check(header: string | undefined, asked: Omit<HeldFile, 'revision'>): Promise<Verdict> {
    if (this.kept.owners === null) await this.poll()
    const knownMs = this.place.knownMs?.() ?? null
    const look = (): Verdict =>
      checkFile(header, { listId: asked.listId, format: null }, asked.bytes, {
        ...{ keys: this.kept.keys, newestIssued: this.kept.newestIssued, counts: this.kept.counts },
        owners: this.kept.owners ?? [],
        nowSeconds: knownMs === null ? null : knownMs / 1000,
      })
    let verdict = look()
    if (!verdict.good && verdict.why === 'unknown-key') {
      await this.learnKeys()
      verdict = look()
    }
    // The owner may have typed the code since the last poll.
    if (!verdict.good && verdict.why === 'wrong-owner' && !this.kept.isBound) {
      await this.poll()
      verdict = look()
    }
    if (verdict.good) {
      const { key, issued, counter } = verdict.facts
      this.kept.newestIssued[key] = Math.max(issued, this.kept.newestIssued[key] ?? 0)
      // A signature of an earlier moment is refused by `newestIssued` already.
      const present = Object.entries(this.kept.counts).filter(([, one]) => one.issued >= issued)
      this.kept.counts = { ...Object.fromEntries(present), [asked.listId]: { key, issued, counter } }
      this.kept.keys = onlyFrom(this.kept.keys, key)
    }
    return verdict
  }

  /**
   * Where a download starts: after the bytes that came before a cut, otherwise with the ETag of the file that the box
   * has.
   */
  private headersFor(listId: string, isAuto: boolean, isPlain: boolean): Record<string, string> {
    const { part, file } = this.kept
    const reason: Record<string, string> = { 'chmax-reason': isAuto ? 'auto' : 'manual' }
    if (part?.listId === listId && part.bytes.length > 0)
      return { ...reason, range: `bytes=${part.bytes.length}-`, 'if-range': part.etag }
    this.kept.part = null
    return {
      ...reason,
      ...(file?.listId === listId ? { 'if-none-match': file.etag } : {}),
      ...(isPlain ? {} : { 'accept-encoding': 'gzip' }),
    }
  }

  /**
   * Loads a list, or learns that it already has the newest. A cut download is resumed. A file without a valid signature
   * is thrown away, and the box keeps what it had.
   */
  async fetchList(listId: string, { isAuto = false } = {}): Promise<Fetched> {
    const path = `/api/stb/lists/${listId}`
    let isSecondTry = false
    let isPlain = false
    let stuck = 0
    for (let piece = 0; piece < maxPieces; piece++) {
      const begun = this.headersFor(listId, isAuto, isPlain)
      const { file, part } = this.kept
      const before = part?.bytes.length ?? 0
      const answer = await this.tryUntilAnswered(
        { method: 'GET', path: part?.address ?? path, headers: begun },
        { takesPart: true },
      )
      const { status, headers } = answer
      const told = readSettings(headers['chmax-settings'])
      if (told !== null) Object.assign(this.kept, { settings: told.settings, follows: told.list })
      if (status === 304 && file !== null) {
        const verdict = await this.check(headers['chmax-signature'], file)
        this.refusedRevision = file.revision
        return verdict.good ? { was: 'same', file } : refusedAs(verdict.why)
      }
      // The content has changed by now: the list's URL tells which it is.
      const isOtherContent = status === 404 && part?.address !== undefined
      if (status === 404 && !isOtherContent) return { was: 'gone' }
      if (isOtherContent || status === 416 || status === 412) {
        this.kept.part = null
        continue
      }
      if (status !== 200 && status !== 206) {
        if (readEnvelope(answer).code === 'C1109') return { was: 'off' }
        this.read(path, answer)
      }
      const etag = plainTag(headers.etag)
      const isZipped = headers['content-encoding'] === 'gzip'
      const earlier = status === 206 && part?.etag === etag ? part.bytes : Buffer.alloc(0)
      const signature = headers['chmax-signature'] ?? part?.signature
      const bytes = Buffer.concat([earlier, isZipped && answer.isWhole ? plainBody(answer) : answer.body])
      if (!answer.isWhole) {
        // A compressed answer can't be resumed; the next try asks for the uncompressed file.
        isPlain = true
        const own = contentAddress.exec(headers['content-location'] ?? '')?.[0] ?? part?.address
        this.kept.part = isZipped ? null : { listId, etag, bytes, address: own, signature }
        this.place.say(isZipped ? 'cut while compressed; asking for it plain' : `cut after ${bytes.length} bytes`)
        stuck = !isZipped && bytes.length > before ? 0 : stuck + 1
        if (stuck >= maxTries) throw new GaveUp(`${path}: nothing more comes`)
        if (stuck > 0) await this.place.pause(pauseBefore(stuck, undefined, this.place.chance))
        continue
      }
      const loaded = { listId, etag, bytes }
      const verdict = await this.check(signature, loaded)
      this.kept.part = null
      if (verdict.good) {
        this.kept.file = { ...loaded, revision: revisionOf(etag) }
        return { was: 'new', file: this.kept.file }
      }
      // A file joined from parts may be damaged, or its signature outdated: load it once as a whole.
      if (status !== 206 || isSecondTry) {
        // The index that named it may be forged, and its ETag would keep it.
        this.answers.clear()
        this.refusedRevision = revisionOf(etag)
        return refusedAs(verdict.why)
      }
      isSecondTry = true
    }
    throw new GaveUp(`${path}: too many pieces`)
  }

  /**
   * The list that it should have now: the one that its owner chose, or when updating by itself the one to follow. Null:
   * none. While CHMax is off, the box asks only for the index, which tells when that changes.
   */
  async update({ isAuto = false } = {}): Promise<Fetched | null> {
    const { file, follows } = this.kept
    // Asking for the list that it already has, once a day, needs no index.
    if (isAuto && file !== null && file.listId === follows) {
      const fetched = await this.fetchAndReport(follows, isAuto)
      if (fetched.was !== 'gone' && fetched.was !== 'off') return fetched
    }
    const { activeListId, updateListId, settings, closed } = await this.get<Index>('/api/stb/lists')
    this.kept.settings = settings
    if (closed !== null) return { was: 'off' }
    const listId = isAuto ? updateListId : activeListId
    return listId === null ? null : this.fetchAndReport(listId, isAuto)
  }

  /** Whether it is a day since it last reported that nothing was new; if so, it counts as reported now. */
  private takeSame(): boolean {
    const nowMs = this.nowMs()
    const { lastSameMs } = this.kept
    if (nowMs === null || (lastSameMs !== null && nowMs - lastSameMs < dayMs)) return false
    this.kept.lastSameMs = nowMs
    return true
  }

  /** Loads a list and reports the result: what was new, what it refused, and once a day that it looked by itself. */
  private async fetchAndReport(listId: string, isAuto: boolean): Promise<Fetched> {
    const fetched = await this.fetchList(listId, { isAuto })
    const isSame = fetched.was === 'same' && isAuto && this.takeSame()
    if (fetched.was !== 'new' && fetched.was !== 'refused' && !isSame) return fetched
    const [result, why, revision] =
      fetched.was === 'refused'
        ? (['refused', fetched.why, this.refusedRevision] as const)
        : ([fetched.was === 'new' ? 'loaded' : 'same', undefined, fetched.file.revision] as const)
    try {
      await this.post('/api/stb/report', {
        softwareVersion: this.maker.softwareVersion,
        update: {
          ...{ list: listId, reason: isAuto ? 'auto' : 'manual', result, why },
          ...(revision === null ? {} : { revision }),
        },
      })
    } catch (error) {
      // The list matters most; a report that fails is sent next time.
      if (!(error instanceof Refused || error instanceof GaveUp)) throw error
    }
    return fetched
  }

  /**
   * The input of the update rule. Null: after a start it asks for its services first, and knows the time from then on.
   */
  private get moment(): Moment | null {
    const { lastUpdateMs } = this.kept
    const { standbySinceMs } = this
    const steadyMs = this.place.steadyMs()
    const nowMs = this.nowMs()
    if (lastUpdateMs !== null && nowMs === null) return null
    const lastMs = lastUpdateMs === null || nowMs === null ? null : steadyMs - (nowMs - lastUpdateMs)
    return { steadyMs, standbySinceMs, lastMs, nowMs }
  }

  /** Its settings, with a longer interval after an update that nobody answered. */
  private get plan(): Settings | null {
    const { settings, missed } = this.kept
    return settings === null ? null : { ...settings, everySeconds: settings.everySeconds * 2 ** missed }
  }

  /**
   * Updates automatically if it is time. Undefined: it is not time; null: it follows no list. Throws GaveUp if nobody
   * answered.
   */
  async updateIfDue(): Promise<Fetched | null | undefined> {
    const { moment, plan } = this
    if (plan === null || moment === null) return undefined
    // A box that never updates itself checks once a day whether it may.
    const settings: Settings = isQuiet(plan) ? { ...plan, enabled: true, autoUpdate: 'system' } : plan
    if (!isUpdateDue(settings, moment)) return undefined
    this.kept.lastUpdateMs = moment.nowMs
    if (isQuiet(plan)) {
      await this.learnSettings()
      return undefined
    }
    this.kept.missed = Math.min(2, this.kept.missed + 1)
    const fetched = await this.update({ isAuto: true })
    this.kept.missed = 0
    return fetched
  }

  /** The milliseconds until it updates by itself, if it stays in standby; null: never. */
  msToUpdate(): number | null {
    const { moment, plan } = this
    return plan === null || moment === null ? null : msToUpdate(plan, moment)
  }

  /**
   * Saves its list in its owner's account, naming the revision that it had loaded. A repeat after a cut has the same
   * key, so that it is stored once.
   */
  async save(bytes: Buffer): Promise<Saved> {
    const { file } = this.kept
    return this.call<Saved>({
      method: 'PUT',
      path: `/api/stb/lists${file === null ? '' : `?list=${file.listId}`}`,
      headers: {
        'content-type': 'application/octet-stream',
        'idempotency-key': randomUUID(),
        ...(file === null ? {} : { 'if-match': file.etag }),
      },
      body: bytes,
    })
  }

  async report(facts: Record<string, string>): Promise<void> {
    await this.post('/api/stb/report', facts)
  }
}
