/**
 * The check that box makers run against their own client: a good box passes it, and it finds each fault of a bad one.
 */
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { Box, emptyKept, GaveUp, Refused, type Fetched } from '../../scripts/stb/box'
import { isGood, runCheck, tableOf, type Row } from '../../scripts/stb/check/run'
import type { Act } from '../../scripts/stb/check/scenario'
import { ask } from '../../scripts/stb/http'

/** Time passes while a box waits. */
let skippedMs = 0
const steadyMs = (): number => performance.now() + skippedMs
const pause = (ms: number): Promise<void> => {
  skippedMs += ms
  return Promise.resolve()
}
const sn = '200000000001'

/** Runs the check with a box made of the given actions. */
const check = async (
  secret: string | null,
  acts: (origin: string) => Record<Act, () => Promise<unknown>>,
): Promise<Row[]> => {
  let made: Record<Act, () => Promise<unknown>> | null = null
  return runCheck({
    box: { sn, model: 'Check', secret },
    port: 0,
    steadyMs,
    ready: (origin) => {
      made = acts(origin)
    },
    begin: async ({ act }, over) => {
      // A box repeats its work within a step, and time passes in between.
      for (let times = 0; times < 4 && !over.aborted; times++) {
        await pause(5000)
        await made?.[act]()
        if (act === 'save') await made?.load()
      }
    },
    end: () => {},
  })
}
const untilTold = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Refused) && !(error instanceof GaveUp)) throw error
  }
}

it('the simulator passes the whole check', async () => {
  const secret = 'a-secret-of-this-box-0001'
  const rows = await check(secret, (origin) => {
    const box = new Box(
      { sn, model: 'Check', softwareVersion: '1', secret },
      { origin, version: '1.1', silenceMs: 10_000, cutAfterBytes: null },
      { steadyMs, pause, chance: () => 0.5, say: () => {} },
      emptyKept(),
    )
    const load = async (): Promise<Fetched | null> => {
      if (box.kept.token === null) await box.pair()
      await box.learnServices()
      return box.update()
    }
    return {
      pair: async () => {
        if (box.kept.token === null) await box.pair()
        await box.waitUntilBound()
      },
      load: () => untilTold(load),
      save: () => untilTold(async () => box.save(box.kept.file?.bytes ?? Buffer.alloc(0))),
    }
  })
  expect(isGood(rows), tableOf(rows)).toBe(true)
  expect(
    rows.every(({ result }) => result === 'passed'),
    tableOf(rows),
  ).toBe(true)
})

it('the check finds each fault of a bad box', async () => {
  const rows = await check(null, (origin) => {
    let token = ''
    let tag = ''
    let listId = ''
    /** Reads the index only once, trusts everything and never waits. */
    const send = async (
      method: 'GET' | 'POST' | 'PUT',
      path: string,
      headers: Record<string, string>,
      body?: Buffer,
    ) => {
      try {
        return await ask(
          { origin, version: '1.0', silenceMs: 10_000, cutAfterBytes: null },
          {
            method,
            path,
            headers: { ...headers, ...(token === '' ? {} : { authorization: `Bearer ${token}` }) },
            ...(body === undefined ? {} : { body }),
          },
        )
      } catch {
        return null
      }
    }
    const json = async (method: 'GET' | 'POST', path: string, fields?: object): Promise<Record<string, unknown>> => {
      const answer = await send(
        method,
        path,
        { 'content-type': 'application/json' },
        fields === undefined ? undefined : Buffer.from(JSON.stringify(fields)),
      )
      return ((
        JSON.parse(answer?.body.toString() === '' ? '{}' : (answer?.body.toString() ?? '{}')) as { data?: unknown }
      ).data ?? {}) as Record<string, unknown>
    }
    const load = async (): Promise<void> => {
      await json('GET', '/api/stb/services')
      const { activeListId } = await json('GET', '/api/stb/lists')
      if (typeof activeListId === 'string') listId = activeListId
      for (let times = 0; times < 11; times++) await json('GET', '/api/stb/lists')
      // Tries again at once, whatever the answer was.
      for (const _ of [1, 2]) {
        const answer = await send('GET', `/api/stb/lists/${listId}`, {
          'if-modified-since': new Date(0).toUTCString(),
          ...(tag === '' ? {} : { 'if-none-match': tag }),
        })
        if (answer?.status === 200) tag = answer.headers.etag ?? ''
      }
    }
    return {
      pair: async () => {
        token = String((await json('POST', '/api/stb/pair', { sn, model: 'Check' })).deviceToken)
        await json('POST', '/api/stb/token', {})
        await json('POST', '/api/stb/token', {})
      },
      load,
      save: async () => {
        for (const _ of [1, 2])
          await send(
            'PUT',
            '/api/stb/lists',
            { 'content-type': 'application/octet-stream' },
            Buffer.from(createHash('sha256').digest()),
          )
      },
    }
  })
  expect(isGood(rows)).toBe(false)
  const bad = rows.filter(({ result }) => result !== 'passed').map(({ name, result }) => `${result}: ${name}`)
  expect(bad, tableOf(rows)).toEqual([
    'failed: polls no more often than it is told, until it is bound',
    'not seen: asks for gzip',
    'failed: goes on after a cut (Range, If-Range)',
    'failed: waits after 503 as Retry-After says',
    'failed: waits after 429 as Retry-After says',
    'failed: tries again after silence, but not at once',
    'failed: sends no date that it was not given (a clock of 1970)',
    'failed: refuses a file that is not the one that was signed',
    'failed: refuses a file without a signature',
    'failed: refuses an older list, even one of this hour',
    'failed: refuses a list by another key than the portal’s',
    'failed: refuses a signed list of somebody else',
    'failed: follows the portal to its next key',
    'failed: says what it had loaded when it saves (If-Match or base)',
    'failed: gives its save a key, and sends the same again when the answer is lost',
    'failed: does not repeat a save that is refused (409)',
    'failed: asks for its services, and names the tag of the last answer',
    'failed: pairs again when its token is ended (401)',
    'failed: asks no more than ten times a second',
  ])
})
