/**
 * npm run box: a simulated box to play with. It pairs with a portal (the local demo by default), shows the code and the
 * address where its owner enters it, then loads its list, checks the signature and reports. Its state is kept in
 * `.cache/boxes`, so that it is still bound at the next start.
 */
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readListed } from '../lib/options.mjs'
import { tryPortal } from './conformance'
import { Box, emptyKept, GaveUp, Refused, type Fetched, type Kept } from './box'

const usage = `Usage: npm run --silent box -- [options]

  --server URL     the portal (http://localhost:3000)
  --sn SN          its serial number (the first of the demo's boxes that nobody has)
  --model NAME     its model
  --secret TEXT    its device secret (the demo's boxes know theirs)
  --out FILE       write the list there, too
  --save FILE      save this file as the box's list, based on the version that it loaded last, or on the newest
  --once           show what the box gets now, without waiting for its owner
  --watch          keep running, and follow every change of its list and its services
  --standby        keep running in standby, and update automatically by the rules of docs/stb.md
  --every SECONDS  how often it looks while it waits or watches (10)
  --cut [BYTES]    interrupt each answer after so many bytes (20000)
  --clock 1970     start the box's own clock in 1970
  --http10         speak HTTP/1.0
  --forget         start again, like a box that was reset
  --conformance URL  test that portal by the rules of docs/stb.md`

const options: Record<string, string | boolean | string[] | undefined> = readListed(usage, 1)
const text = (name: string): string | null => (typeof options[name] === 'string' ? options[name] : null)
const has = (name: string): boolean => options[name] === true
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const end = (line: string, exitCode: number): never => {
  process.stderr.write(`${line}\n`)
  process.exit(exitCode)
}
if (has('help')) {
  say(usage)
  process.exit(0)
}

/** Boxes of the demo that are not bound at first. */
const demoBoxes = [
  { sn: '100000000001', model: 'Mango S1', secret: null },
  { sn: '100000000002', model: 'Mango S1', secret: null },
  { sn: '100000000006', model: 'Mango S1', secret: null },
  { sn: '100000000007', model: 'Mango S1', secret: null },
  { sn: '100000000003', model: 'Mango S2 Pro', secret: 'demo-device-secret-0003' },
] as const
const softwareVersion = '2.15.0'
const usualCutBytes = 20_000
/** A person who watches notices soon; a box in a living room asks once a day. */
const watchEveryMs = Number(text('every') ?? '10') * 1000
if (!(watchEveryMs >= 1000)) end('--every takes seconds, one at least.', 2)

const [cutWord] = Array.isArray(options.words) ? options.words : []
const cutAfterBytes = has('cut') ? Number(cutWord ?? usualCutBytes) : null
if (cutAfterBytes !== null ? !(cutAfterBytes > 0) : cutWord !== undefined)
  end(`There is no use for "${cutWord ?? ''}".\n${usage}`, 2)
const clock = text('clock')
if (clock !== null && clock !== '1970') end('The clock can only begin in 1970.', 2)
const origin = ((): string => {
  const address = text('conformance') ?? text('server') ?? 'http://localhost:3000'
  const url = URL.canParse(address) ? new URL(address) : null
  if (url !== null && /^https?:$/.test(url.protocol)) return url.origin
  return end(
    `--${text('conformance') === null ? 'server' : 'conformance'} is no address such as https://portal.example.`,
    2,
  )
})()
const saveBytes = ((): Buffer | null => {
  const file = text('save')
  try {
    return file === null ? null : fs.readFileSync(file)
  } catch (error) {
    return end(`--save: ${error instanceof Error ? error.message : String(error)}`, 2)
  }
})()
const modes = ['once', 'watch', 'standby'].filter(has)
if (modes.length > 1) end(`Of ${modes.map((one) => `--${one}`).join(' and ')} only one can be.`, 2)

const folder = path.join(import.meta.dirname, '../../.cache/boxes')
const fileOf = (sn: string): string => path.join(folder, `${new URL(origin).host.replaceAll(':', '-')}-${sn}.json`)
/** Bytes are stored as JSON.stringify writes them. */
const unpacked = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer' && 'data' in value
    ? Buffer.from(value.data as number[])
    : value
const readKept = (sn: string): Kept | null => {
  try {
    if (has('forget')) return null
    // State stored by earlier versions lacks newer fields.
    return { ...emptyKept(), ...(JSON.parse(fs.readFileSync(fileOf(sn), 'utf8'), unpacked) as Partial<Kept>) }
  } catch {
    return null
  }
}
const keep = (box: Box): void => {
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(fileOf(box.maker.sn), JSON.stringify(box.kept), { mode: 0o600 })
}

const makeBox = (sn: string, kept: Kept | null): Box => {
  const known = demoBoxes.find((one) => one.sn === sn)
  return new Box(
    {
      ...{ sn, softwareVersion, model: text('model') ?? known?.model ?? 'Mango S1' },
      secret: text('secret') ?? known?.secret ?? null,
    },
    { origin, version: has('http10') ? '1.0' : '1.1', silenceMs: 30_000, cutAfterBytes: null },
    {
      steadyMs: () => performance.now(),
      knownMs: () => (clock === null ? Date.now() : null),
      pause: (ms) => pause(ms),
      chance: Math.random,
      maxTries: 4,
      say: (line) => say(`  ${line}`),
    },
    kept ?? emptyKept(),
  )
}

let isPairedNow = false
/** Pairs a box; false if somebody else has it. `isAsked`: a person named it, and sees its code in any case. */
const pair = async (box: Box, isAsked = true): Promise<boolean> => {
  const paired = await box.pair()
  isPairedNow = true
  keep(box)
  let isTaken = false
  try {
    await box.report({ cpu: 'simulated', memory: '512 MB', flash: '4 GB', softwareVersion })
  } catch (error) {
    isTaken = error instanceof Refused && error.code === 'D1102'
    // Its code matters more than its report, which comes with its next update.
    if (!isTaken && !(error instanceof GaveUp)) throw error
  }
  if (isAsked || !isTaken) {
    say(`Its owner enters its serial number ${box.maker.sn} and the code ${paired.userCode} under Terminal:`)
    say(`  ${paired.verificationUriComplete}`)
  }
  return !isTaken
}

/** The requested box; otherwise the last one used, or the first that nobody has. */
const choose = async (): Promise<Box> => {
  const sn = text('sn')
  if (sn !== null) return makeBox(sn, readKept(sn))
  for (const one of demoBoxes) {
    const kept = readKept(one.sn)
    if (kept?.isBound === true) return makeBox(one.sn, kept)
  }
  for (const one of demoBoxes) {
    const box = makeBox(one.sn, null)
    say(`Box ${one.sn} (${one.model}) asks ${origin}`)
    if (await pair(box, false)) return box
    isPairedNow = false
    say('  It is bound already.')
  }
  return end('All boxes of the demo are bound; name another one with --sn.', 1)
}

const messages = {
  off: 'CHMax is off for it: it gets no list, and leaves its own alone.',
  gone: 'Its list is gone; it keeps its file.',
  expired: 'The answer has expired: somebody withholds newer versions. It keeps the list that it had.',
} as const
/** The last message about its list; it is repeated only when it changes. */
let lastMessage = ''
let lastHadFile = false
let lastServices = ''
const sayFetched = (fetched: Fetched | null, box: Box): void => {
  const file = fetched !== null && 'file' in fetched ? fetched.file : null
  const message = file === null ? JSON.stringify(fetched) : `${file.listId} ${file.etag}`
  if (message === lastMessage) return
  const hadList = lastHadFile
  lastHadFile = file !== null
  lastMessage = message
  if (fetched === null) {
    if (hadList) say('The list that it had was deleted, or is no longer chosen for it; it keeps its file.')
    return say(
      box.kept.isBound ? 'No list is chosen for it: choose one under Terminal.' : 'Nobody has chosen a list for it.',
    )
  }
  if (!('file' in fetched))
    return say(
      fetched.was === 'refused'
        ? `It refused the answer (${fetched.why}), and keeps the list that it had.`
        : messages[fetched.was],
    )
  say(fetched.was === 'same' ? 'It has the newest list already (304).' : 'It loaded its list.')
  const { bytes, etag, revision, listId } = fetched.file
  const key = box.kept.counts[listId]?.key ?? '-'
  say(`  version ${revision ?? '?'}, ${bytes.length} bytes, ETag ${etag}, signature by key ${key}: valid`)
  const out = text('out')
  if (out !== null) fs.writeFileSync(out, bytes)
}
const sayTime = (box: Box): void => {
  if (clock === null) return
  const own = new Date(performance.now()).toISOString()
  const told = box.nowMs()
  say(`  its own clock says ${own}; the portal says ${told === null ? 'unknown' : new Date(told).toISOString()}`)
}

/** A box that no longer gets an account's list asks whether it still has an owner. */
const sayUnbound = async (box: Box): Promise<void> => {
  if (!box.kept.isBound) return
  const { state } = await box.poll()
  if (state !== 'bound') say('Its owner has unbound it: it gets only ready-made lists. Run it again to bind it.')
}
/** Loads what it should have now, and reports what is new. */
const look = async (box: Box): Promise<Fetched | null> => {
  const services = (await box.learnServices()).filter(({ on }) => on).map(({ key }) => key)
  const message = `Its services: ${services.join(', ') || 'none'}`
  if (message !== lastServices) say(message)
  lastServices = message
  const { line } = box
  line.cutAfterBytes = cutAfterBytes
  try {
    const fetched = await box.update()
    if (fetched === null || fetched.was === 'gone') await sayUnbound(box)
    sayFetched(fetched, box)
    return fetched
  } finally {
    line.cutAfterBytes = null
    keep(box)
  }
}

const bind = async (box: Box): Promise<void> => {
  say('  waiting for the owner (Ctrl+C ends it)')
  while (!(await box.waitUntilBound())) {
    say('The code has expired; here is another one.')
    await pair(box)
  }
  keep(box)
  say('It is bound.')
}

const sayWhenDue = (box: Box): void => {
  const ms = box.msToUpdate()
  const now = box.nowMs()
  if (ms === null || now === null) return say('It is in standby, and its settings say that it never updates by itself.')
  say(
    `It is in standby, and updates by itself at ${new Date(now + ms).toISOString().slice(0, 19)} of the portal's time.`,
  )
}
/** As in a living room: nothing is requested until the rule allows it. */
const standBy = async (box: Box): Promise<never> => {
  box.standbySinceMs = performance.now()
  sayWhenDue(box)
  for (;;) {
    await pause(watchEveryMs)
    let fetched: Fetched | null | undefined
    try {
      fetched = await box.updateIfDue()
    } catch (error) {
      if (!(error instanceof GaveUp)) throw error
      say(`The portal does not answer (${error.message}).`)
      keep(box)
      sayWhenDue(box)
    }
    if (fetched === undefined) continue
    keep(box)
    say('It is time for an automatic update.')
    lastMessage = ''
    if (fetched === null || fetched.was === 'gone') await sayUnbound(box)
    sayFetched(fetched, box)
    sayWhenDue(box)
  }
}

const saveList = async (box: Box, bytes: Buffer): Promise<void> => {
  const { file } = box.kept
  const { id, saved, revision } = await box.save(bytes)
  if (id !== file?.listId) return say(`Saved as a new list of its owner (${id}).`)
  const beside = saved === revision ? '' : `, beside version ${revision}: its owner chooses`
  say(`Saved as version ${saved} of its list${beside}.`)
}

const run = async (): Promise<void> => {
  const box = await choose()
  const wasBound = box.kept.isBound
  if (box.kept.token !== null && !isPairedNow) {
    // Its owner may have typed the code, or unbound it, while it was off.
    const { state } = await box.poll()
    if (wasBound && state !== 'bound') say(`Box ${box.maker.sn} was bound, and its owner has unbound it.`)
  }
  if (box.kept.isBound) say(`Box ${box.maker.sn} is bound already (--forget starts again).`)
  else if (!isPairedNow) {
    // Only the run that got a code knows it, so this run shows another one.
    say(`Box ${box.maker.sn} (${box.maker.model}) asks ${origin}`)
    if (!(await pair(box)))
      say('It is bound already: until its owner confirms this code, it gets only ready-made lists.')
  }
  if (!has('once') && !box.kept.isBound) await bind(box)
  // A list that it already has is not sent again, and so can't be cut.
  if (cutAfterBytes !== null) box.kept.file = null
  // A save is based on what it had loaded, so it saves first and loads a newer version afterwards.
  if (saveBytes !== null && box.kept.file !== null) await saveList(box, saveBytes)
  const isSaved = box.kept.file !== null
  let fetched = await look(box)
  sayTime(box)
  while (modes.length === 0 && fetched === null && box.kept.isBound) {
    await pause(watchEveryMs)
    fetched = await look(box)
  }
  if (saveBytes !== null && !isSaved) await saveList(box, saveBytes)
  if (modes.length > 0 && !has('once')) say('It keeps running (Ctrl+C ends it).')
  if (has('standby')) await standBy(box)
  let isEnded = false
  while (has('watch')) {
    await pause(watchEveryMs)
    try {
      if (isEnded) await pair(box)
      isEnded = false
      await look(box)
    } catch (error) {
      if (!(error instanceof Refused && error.status === 401)) throw error
      if (!isEnded) say('The portal has ended its token: it pairs again, and keeps its list.')
      isEnded = true
    }
  }
}

/** Tests a portal and exits with 0 if all rules are met. */
const conform = async (): Promise<void> => {
  const marks = { passed: '✓', failed: '✗', 'not seen': '–' } as const
  const { line, maker } = makeBox(text('sn') ?? demoBoxes[0].sn, null)
  const rulings = await tryPortal(line, maker, ({ name, result, why }) =>
    say(`${marks[result]} ${name}${why === '' ? '' : `: ${why}`}`),
  )
  const failed = rulings.filter(({ result }) => result === 'failed').length
  say(failed === 0 ? `${rulings.length} rules, none failed.` : `${rulings.length} rules, ${failed} failed.`)
  process.exit(failed === 0 ? 0 : 1)
}

// A box that is switched off sends no goodbye.
process.on('SIGINT', () => process.exit(0))
try {
  await (text('conformance') === null ? run() : conform())
} catch (error) {
  if (error instanceof Refused && error.status === 401)
    end('The portal has ended its token: run it again with --forget, and bind it again.', 1)
  if (error instanceof Refused && error.code === 'S1000') end('The portal knows no box of this serial number.', 1)
  if (error instanceof GaveUp) end(`The portal at ${origin} does not answer (${error.message}).`, 1)
  if (!(error instanceof Refused)) throw error
  end(error.message, 1)
}
