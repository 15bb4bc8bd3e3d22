/**
 * The steps of the check: what is prepared, what the box should do, and what its requests show. A box is judged only by
 * its requests: the ETag that it sends next time shows whether it refused a forged list.
 */
import { plainTag } from '../box'
import { shortestPauseMs } from '../rules'
import type { CheckedPortal } from './portal'
import type { Answer, Fault, Proxy, Seen } from './proxy'

export type Verdict = { result: 'passed' | 'failed'; why: string }
/** `load`: the box loads its list again and again until the step is over. */
export type Act = 'pair' | 'load' | 'save'
export type World = {
  portal: CheckedPortal
  proxy: Proxy
  /** All that the box has asked so far. */
  all: readonly Seen[]
}
export type Step = Check & { act: Act }
type Check = {
  name: string
  /** For steps that a box may do without. */
  isOptional?: true
  prepare?: (world: World) => Promise<void> | void
  /** Examines what the box has asked since the step began; null: undecided. */
  judge: (seen: readonly Seen[], world: World) => Verdict | null
}

const passed = (why = ''): Verdict => ({ result: 'passed', why })
const failed = (why: string): Verdict => ({ result: 'failed', why })
/** Undecided until the box has done either. */
const decide = (isGood: boolean, isBad: boolean, why: string): Verdict | null =>
  isGood ? passed() : isBad ? failed(why) : null
const listPath = '/api/stb/lists/'
type Kind = Pick<Seen, 'method' | 'path'>
/** A request about a list's file: at the list's own URL, by GET or HEAD, or at the URL of its content. */
export const isLoad = ({ method, path }: Kind): boolean =>
  (method === 'GET' || method === 'HEAD') && path.startsWith(listPath)
const isContent = ({ path }: Kind): boolean => path.split('/').length > listPath.split('/').length
/** Its answer is signed, and it names the ETag of the file that the box has. */
const isAboutList = (one: Kind): boolean => isLoad(one) && !isContent(one)
/** Its answer has a body. */
const isFile = (one: Kind): boolean => isLoad(one) && one.method === 'GET'
const isSave = ({ method, path }: Pick<Seen, 'method' | 'path'>): boolean =>
  method === 'PUT' && path === '/api/stb/lists'
const isPoll = ({ method, path }: Pick<Seen, 'method' | 'path'>): boolean =>
  method === 'POST' && path === '/api/stb/token'
const pollSeconds = 5
/** After it has its owner's list, a box may ask again whose lists it accepts. */
const maxLatePolls = 3
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
/** A header's date has whole seconds, and clocks are not exact. */
const toleranceMs = 300
/** The ETags that a box names, each as that of the file itself: a box may name the one of the compressed form. */
const tagsOf = ({ headers }: Seen): string => String(headers['if-none-match'] ?? '').replaceAll('-gzip"', '"')

/** Spoils only the next answer about the list. */
const once = (name: string, spoil: Fault['spoil'], more: Partial<Fault> = {}): Fault => ({
  ...{ name, fits: isAboutList, times: 1, spoil },
  ...more,
})
/** Removes compression, so that the body is the file itself. */
const plainLoads = (fault: Fault): Fault => ({
  ...fault,
  fits: (asked) => {
    if (!fault.fits(asked)) return false
    delete asked.headers['accept-encoding']
    return true
  },
})

/** Judges the first request after the fault. */
const afterFault =
  (judge: (next: Seen, spoiled: Seen) => Verdict, fits: (one: Seen) => boolean = isLoad) =>
  (seen: readonly Seen[]): Verdict | null => {
    const spoiled = seen.find(({ fault }) => fault !== null)
    const next = spoiled && seen.slice(seen.indexOf(spoiled) + 1).find(fits)
    return spoiled === undefined || next === undefined ? null : judge(next, spoiled)
  }
/** After a forged answer: the next request shows that the box has not taken it. */
const checkForged = afterFault((next, spoiled) => {
  const tag = plainTag(spoiled.etag)
  return tag !== '' && tagsOf(next).includes(tag) ? failed(`it took it: it names ${tag} as its own`) : passed()
}, isAboutList)

/** Longer than a box waits of its own accord after a first failure, so that one that ignores the header is seen. */
const retryAfterSeconds = 7
const json = (status: number, code: string, data: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from(JSON.stringify({ code, message: 'A check of boxes.', data })),
})
const waits = (status: number, code: string): Check => ({
  name: `waits after ${status} as Retry-After says`,
  prepare: ({ proxy }) =>
    proxy.spoil({
      ...{ name: `${status}`, fits: isLoad, isBefore: true, times: 1 },
      spoil: () => json(status, code, null, { 'retry-after': String(retryAfterSeconds) }),
    }),
  judge: afterFault((next, spoiled) => {
    const tookMs = next.atMs - spoiled.atMs
    const isEarly = tookMs < retryAfterSeconds * 1000 - toleranceMs
    return isEarly ? failed(`it came again after ${seconds(tookMs)}`) : passed(seconds(tookMs))
  }),
})
const refusal = (status: number, code: string, fits: Fault['fits']): Fault => ({
  ...{ name: `${status} ${code}`, fits, isBefore: true, times: 100 },
  spoil: () => json(status, code, null),
})

const pairing: readonly Check[] = [
  {
    name: 'pairs',
    // The portal itself refuses polls that are too fast; this checks the box's pace.
    prepare: ({ proxy }) =>
      proxy.spoil({
        ...{ name: 'pending', fits: isPoll, isBefore: true, times: 1 },
        spoil: () =>
          json(200, '0', {
            state: 'pending',
            scope: 'public',
            interval: pollSeconds,
            expiresIn: 900,
            owners: ['system'],
          }),
      }),
    judge: (seen) => {
      const asked = seen.filter(({ path }) => path === '/api/stb/pair')
      const isPaired = asked.some(({ status }) => status === 200)
      const why = `it was refused: ${asked.at(-1)?.status ?? ''}`
      return decide(isPaired && seen.some(isPoll), asked.length >= 3 && !isPaired, why)
    },
  },
  {
    name: 'polls no more often than it is told, until it is bound',
    judge: (_seen, { all }) => {
      const [first, second] = all.filter(isPoll)
      if (first === undefined || second === undefined) return null
      const tookMs = second.atMs - first.atMs
      return tookMs < pollSeconds * 1000 - toleranceMs ? failed(`after ${seconds(tookMs)}`) : passed(seconds(tookMs))
    },
  },
]

const loading: readonly Check[] = [
  {
    name: 'asks for the lists, and loads the one that was chosen',
    judge: (seen, { portal }) => {
      const loads = seen.filter(isLoad)
      const isLoaded = loads.some(
        (one) => isFile(one) && one.path.startsWith(listPath + portal.listId) && one.status === 200,
      )
      return decide(isLoaded, loads.length >= 3, `it asked for ${loads.at(-1)?.path ?? ''}`)
    },
  },
  {
    name: 'names the file that it has, and takes 304',
    judge: (seen) => {
      const loads = seen.filter(isAboutList)
      const isSame = loads.some(({ status }) => status === 304)
      return decide(isSame, loads.length >= 2, 'it loads what it has')
    },
  },
  {
    name: 'asks for gzip',
    isOptional: true,
    judge: (_seen, { all }) =>
      all.filter(isLoad).some(({ headers }) => /gzip/.test(String(headers['accept-encoding'] ?? ''))) ? passed() : null,
  },
  {
    name: 'goes on after a cut (Range, If-Range)',
    prepare: async ({ portal, proxy }) => {
      await portal.edit()
      const halve: Fault['spoil'] = (answer) => ({ ...answer, cutAfterBytes: answer.body.length >> 1 })
      proxy.spoil(plainLoads(once('cut', halve, { fits: isFile })))
    },
    judge: afterFault((next, cut) => {
      const range = String(next.headers.range ?? '')
      if (!/^bytes=[1-9]\d*-/.test(range)) return failed('it began anew')
      // The content at its own URL never changes.
      return isContent(next) || plainTag(String(next.headers['if-range'] ?? '')) === plainTag(cut.etag)
        ? passed(range)
        : failed('without If-Range it may join two different files')
    }),
  },
  waits(503, 'A0503'),
  waits(429, 'I1009'),
  {
    name: 'tries again after silence, but not at once',
    prepare: ({ proxy }) => proxy.spoil(once('silence', () => null)),
    judge: afterFault((next, spoiled) => {
      const tookMs = next.atMs - spoiled.atMs
      return tookMs < shortestPauseMs - toleranceMs ? failed(`it came again after ${seconds(tookMs)}`) : passed()
    }),
  },
  {
    name: 'sends no date that it was not given (a clock of 1970)',
    judge: (_seen, { all }) => {
      const dates = all.map(({ headers }) => headers['if-modified-since']).filter((one) => one !== undefined)
      const wrong = dates.find((one) => Math.abs(Date.parse(one) - Date.now()) > 86_400_000)
      if (wrong !== undefined) return failed(`If-Modified-Since: ${wrong}`)
      return all.some(isLoad) ? passed() : null
    },
  },
]

/** The next version of the list comes with a fault. */
const refuses = (what: string, fault: () => Fault): Check => ({
  name: `refuses ${what}`,
  prepare: async ({ portal, proxy }) => {
    await portal.edit()
    proxy.spoil(fault())
  },
  judge: checkForged,
})
const withoutSignature: Fault['spoil'] = ({ headers: { 'chmax-signature': _, ...headers }, ...answer }) => ({
  ...answer,
  headers,
})
const signatures: readonly Check[] = [
  refuses('a file that is not the one that was signed', () =>
    plainLoads(
      once(
        'forged',
        ({ body, ...answer }) => {
          const bytes = Buffer.from(body)
          bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
          return { ...answer, body: bytes }
        },
        { fits: isFile },
      ),
    ),
  ),
  refuses('a file without a signature', () => once('unsigned', withoutSignature)),
  {
    name: 'refuses an older list, even one of this hour',
    prepare: async ({ portal, proxy }) => {
      await portal.edit()
      let older: Answer | null = null
      let loads = 0
      proxy.spoil({
        ...{ name: 'older list', fits: isAboutList, times: 3 },
        // The box loads a version, then the next one, and then gets the first one again, as the portal had signed it.
        spoil: async (answer) => {
          loads += 1
          if (loads === 3) return older ?? answer
          if (loads === 1) {
            older = answer
            await portal.edit()
          }
          return answer
        },
      })
    },
    judge: (seen) => {
      const older = seen.filter((one) => one.fault !== null)[2]
      return older === undefined ? null : checkForged(seen.slice(seen.indexOf(older)))
    },
  },
  refuses('a list by another key than the portal’s', () =>
    once('strange key', ({ headers, ...answer }) => {
      const signature = String(headers['chmax-signature']).replace(/^\w+/, '0123456789abcdef')
      return { ...answer, headers: { ...headers, 'chmax-signature': signature } }
    }),
  ),
  {
    name: 'refuses a signed list of somebody else',
    prepare: async ({ portal, proxy }) => {
      const strange = await portal.strangeList()
      const isIndex: Fault['fits'] = ({ method, path }) => method === 'GET' && path === '/api/stb/lists'
      proxy.spoil({
        name: 'strange list',
        times: 1000,
        fits: (asked) => {
          if (isIndex(asked)) delete asked.headers['if-none-match']
          return isIndex(asked) || (isLoad(asked) && asked.path.startsWith(listPath + portal.strangeListId))
        },
        // The index names this list in place of the box's own, and it comes with a genuine signature.
        spoil: ({ body, headers: { 'content-length': _, ...headers }, status }, asked) =>
          isLoad(asked)
            ? strange
            : { status, headers, body: Buffer.from(body.toString().replaceAll(portal.listId, portal.strangeListId)) },
      })
    },
    judge: (seen) => {
      const [first, second] = seen.filter((one) => isAboutList(one) && one.fault !== null)
      if (first === undefined) return null
      const [own] = seen.slice(seen.indexOf(first) + 1).filter((one) => isAboutList(one) && one.fault === null)
      if (second !== undefined && tagsOf(second).includes(plainTag(first.etag))) return failed('it took it as its own')
      return own !== undefined || second !== undefined ? passed() : null
    },
  },
  {
    name: 'follows the portal to its next key',
    prepare: async ({ portal }) => {
      await portal.rotate()
      await portal.edit()
    },
    judge: (seen) => {
      const loaded = seen.find((one) => isLoad(one) && one.status === 200)
      const after = loaded === undefined ? [] : seen.slice(seen.indexOf(loaded) + 1)
      const next = after.find((one) => isLoad(one) && one.status === 304)
      if (loaded === undefined || next === undefined)
        return after.filter(isAboutList).length >= 3 ? failed('it does not take what the next key signs') : null
      return seen.some(({ path }) => path === '/api/stb/keys')
        ? passed()
        : failed('it took the list without asking for the keys')
    },
  },
]

const saving: readonly Check[] = [
  {
    name: 'says what it had loaded when it saves (If-Match or base)',
    judge: (seen) => {
      const save = seen.find(isSave)
      if (save === undefined) return null
      return save.headers['if-match'] !== undefined || save.query.has('base') ? passed() : failed('it says nothing')
    },
  },
  {
    name: 'gives its save a key, and sends the same again when the answer is lost',
    prepare: ({ proxy }) => proxy.spoil(once('lost', () => null, { fits: isSave })),
    judge: afterFault((next, lost) => {
      const keyOf = ({ headers, query }: Seen): string => String(headers['idempotency-key'] ?? query.get('batch') ?? '')
      const key = keyOf(next)
      return key !== '' && key === keyOf(lost) ? passed() : failed('it may be stored twice')
    }, isSave),
  },
  {
    name: 'does not repeat a save that is refused (409)',
    prepare: ({ proxy }) => proxy.spoil(refusal(409, 'C1202', isSave)),
    judge: (seen) => {
      const saves = seen.filter(isSave)
      if (saves.length > 1) return failed(`it came ${saves.length} times`)
      return saves.length === 1 && seen.at(-1)?.method !== 'PUT' ? passed() : null
    },
  },
]

const ending: readonly Check[] = [
  {
    name: 'stops polling once it is bound',
    judge: (_seen, { all, portal }) => {
      const first = all.findIndex((one) => isLoad(one) && one.path === listPath + portal.listId)
      if (first < 0) return null
      const polls = all.slice(first).filter(isPoll).length
      return polls > maxLatePolls ? failed(`it polled ${polls} times after it had its list`) : passed()
    },
  },
  {
    name: 'asks for its services, and names the tag of the last answer',
    judge: (_seen, { all }) => {
      const asked = all.filter(({ path }) => path === '/api/stb/services')
      const isSame = asked.some(({ status }) => status === 304)
      return decide(isSame, asked.length >= 3, 'it never names a tag')
    },
  },
  {
    name: 'pairs again when its token is ended (401)',
    prepare: ({ proxy }) => {
      const isOthers: Fault['fits'] = ({ path }) => path !== '/api/stb/pair' && path !== '/api/stb/keys'
      proxy.spoil(refusal(401, 'I1305', isOthers))
    },
    judge: (seen) => {
      const refused = seen.filter(({ status }) => status === 401).length
      const isPaired = seen.some(({ path }) => path === '/api/stb/pair')
      return decide(isPaired, refused > 5, `it asked ${refused} times with an ended token`)
    },
  },
  {
    name: 'asks no more than ten times a second',
    judge: (_seen, { all }) => {
      for (let first = 0; first + 10 < all.length; first++)
        if ((all[first + 10]?.atMs ?? 0) - (all[first]?.atMs ?? 0) < 1000)
          return failed('more than ten within a second')
      return all.length > 0 ? passed(`${all.length} requests`) : null
    },
  },
]

const during = (act: Act, checks: readonly Check[]): Step[] => checks.map((check) => ({ ...check, act }))
export const steps: readonly Step[] = [
  ...during('pair', pairing),
  ...during('load', [...loading, ...signatures]),
  ...during('save', saving),
  ...during('load', ending),
]
