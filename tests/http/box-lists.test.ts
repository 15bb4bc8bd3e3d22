/**
 * What a box is told of its lists is told once: the real handlers, asked with and without the tag of the last answer.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerApi } from '~/api/dispatch.server'
import {
  applyOperations,
  createList,
  findChoosableList,
  stopEngineThreads,
} from '~/modules/channel-list/channel-list.server'
import { setActiveList, startPairing, unbindBox, mayLoadList } from '~/modules/device/device.server'
import { connectRenewal } from '~/modules/renewal/renewal.server'
import { connectStb } from '~/modules/stb/stb.server'
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

it('answers 304 until a list is added, changed or chosen, or the box is unbound', async () => {
  const owner = await makeActor()
  const { sn } = await makeBox(owner)
  const { token } = await startPairing(sn, true, { modelName: 'Model', softwareVersion: null, address: '127.0.0.1' })
  const ask = async (tag = ''): Promise<{ status: number; tag: string; text: string }> => {
    const request = new Request('http://127.0.0.1/api/stb/lists', {
      headers: { authorization: `Bearer ${token}`, ...(tag === '' ? {} : { 'if-none-match': tag }) },
    })
    const response = await answerApi(request, {
      nonce: '',
      requestId: 'r',
      address: '127.0.0.1',
      origin: 'http://127.0.0.1',
      upload: null,
      memo: new Map(),
    })
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
  // It may load what it could before: the very first answer.
  expect(await isNewOnce()).toBe(first.text)
})
