/** A box gets an answer about its lists once: the real handlers, asked with and without the last ETag. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerApi } from '~/api/dispatch.server'
import {
  applyOperations,
  createList,
  findChoosableList,
  stopEngineThreads,
} from '~/modules/channel-list/channel-list.server'
import { findFetched, mayLoadList, setActiveList, startPairing, unbindBox } from '~/modules/device/device.server'
import { connectRenewal } from '~/modules/renewal/renewal.server'
import { connectStb } from '~/modules/stb/stb.server'
import type { PortalContext } from '~/request/context'
import { closeDatabase } from '~/platform/db.server'
import { good, makeActor, makeBox, sdxFile } from '../unit/channel-list/people'

beforeAll(() => {
  connectStb()
  connectRenewal()
  mayLoadList.provide(async ({ userId, sn }, listId) => (await findChoosableList(userId, sn, listId)) !== null)
})
afterAll(async () => {
  await stopEngineThreads()
  await closeDatabase()
})

const visit = (): PortalContext => ({
  nonce: '',
  requestId: 'r',
  address: '127.0.0.1',
  origin: 'http://127.0.0.1',
  upload: null,
  memo: new Map(),
})

it('the index answers 304 until a list is added, changed or chosen, or the box is unbound', async () => {
  const owner = await makeActor()
  const { sn } = await makeBox(owner)
  const { token } = await startPairing(sn, true, { modelName: 'Model', softwareVersion: null, address: '127.0.0.1' })
  const ask = async (tag = ''): Promise<{ status: number; tag: string; text: string }> => {
    const request = new Request('http://127.0.0.1/api/stb/lists', {
      headers: { authorization: `Bearer ${token}`, ...(tag === '' ? {} : { 'if-none-match': tag }) },
    })
    const response = await answerApi(request, visit())
    return { status: response.status, tag: response.headers.get('etag') ?? '', text: await response.text() }
  }
  const first = await ask()
  expect(first).toMatchObject({
    status: 200,
    tag: expect.stringMatching(/^"[0-9a-f]{32}"$/) as string,
    text: expect.stringContaining('"total":0') as string,
  })
  let { tag } = first
  expect(await ask(tag)).toEqual({ status: 304, tag, text: '' })
  const isNewOnce = async (): Promise<string> => {
    const changed = await ask(tag)
    expect(changed.status).toBe(200)
    expect(changed.tag).not.toBe(tag)
    tag = changed.tag
    expect(await ask(`"other", W/${tag}`)).toEqual({ status: 304, tag, text: '' })
    return changed.text
  }
  const { id } = good(await createList(owner, { name: 'Tagged', bytes: sdxFile(12), fileName: null }))
  expect(await isNewOnce()).toContain('"channels":12')
  good(await applyOperations(owner, id, { base: 1, operations: [{ op: 'delete', ids: [3] }] }))
  expect(await isNewOnce()).toContain('"channels":11')
  good(await setActiveList(owner.userId, sn, id))
  expect(await isNewOnce()).toContain(`"activeListId":"${id}"`)
  good(await unbindBox(owner.userId, sn))
  // Unbound, the box gets the very first answer again, as a box without an owner.
  expect(await isNewOnce()).toBe(
    first.text
      .replace('"autoUpdate":"cloud"', '"autoUpdate":"system"')
      .replace('"version":0', '"version":1')
      .replace('"everySeconds":3600', '"everySeconds":86400'),
  )
})

it('a list counts as loaded when all of it was fetched, not by HEAD or by a part', async () => {
  const owner = await makeActor()
  const { sn } = await makeBox(owner)
  const { token } = await startPairing(sn, true, { modelName: 'Model', softwareVersion: null, address: '127.0.0.1' })
  const { id } = good(await createList(owner, { name: 'Whole', bytes: sdxFile(4), fileName: null }))
  const rename = async (base: number): Promise<void> => {
    good(await applyOperations(owner, id, { base, operations: [{ op: 'rename', id: 1, name: `Name ${base}` }] }))
  }
  const ask = async (headers: Record<string, string>, method = 'GET'): Promise<Response> =>
    answerApi(
      new Request(`http://127.0.0.1/api/stb/lists/${id}?format=sdx`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...headers },
      }),
      visit(),
    )
  const loaded = async (): Promise<number | null | undefined> => (await findFetched(sn))?.revision
  const whole = await ask({})
  const { length } = new Uint8Array(await whole.arrayBuffer())
  expect([whole.status, await loaded()]).toEqual([200, 1])
  await rename(1)
  for (const [headers, method, status] of [
    [{}, 'HEAD', 200],
    [{ range: 'bytes=0-9' }, 'GET', 206],
    [{ range: `bytes=10-` }, 'GET', 206],
    [{ 'if-match': '"1-other"' }, 'GET', 412],
  ] as const) {
    expect((await ask(headers, method)).status).toBe(status)
    expect(await loaded()).toBe(1)
  }
  // A cut download is resumed while the file is still the same.
  const etag = (await ask({}, 'HEAD')).headers.get('etag') ?? ''
  expect((await ask({ range: `bytes=10-${length - 2}`, 'if-range': etag })).status).toBe(206)
  expect(await loaded()).toBe(1)
  expect((await ask({ range: 'bytes=10-', 'if-range': etag })).status).toBe(206)
  expect(await loaded()).toBe(2)
  await rename(2)
  const newest = (await ask({}, 'HEAD')).headers.get('etag') ?? ''
  expect((await ask({ 'if-none-match': newest })).status).toBe(304)
  expect(await loaded()).toBe(3)
})
