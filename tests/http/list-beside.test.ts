/**
 * A box saves a list that its owner has changed meanwhile: pages without scripts show the differences, and the owner
 * chooses.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '~/i18n/languages'
import { unpack } from '~/modules/channel-list/files/pack.schema'
import { makeRecord } from '../support/fixtures/satcodx'
import type { HttpClient } from '../support/http-client'
import { readHtml } from '../support/html'
import { sharePortal, type SharedPortal } from '../support/shared-portal'

let portal: SharedPortal
beforeAll(async () => {
  portal = await sharePortal()
})
afterAll(() => portal.stop())

const fileOf = (numbers: readonly number[], named: Readonly<Record<number, string>> = {}): Uint8Array =>
  Uint8Array.from(
    numbers.flatMap((sid) => [
      ...makeRecord(
        { sid, name: named[sid] ?? `Channel ${sid}`, frequencyKHz: 11_000_000 + (sid % 7) * 20_000 },
        '103',
      ),
      10,
    ]),
  )
const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1)
/** A page's text without its bidi isolate marks. */
const textOf = (html: string): string =>
  readHtml(html)
    .texts.filter(({ parent }) => parent.name !== 'script' && parent.name !== 'style')
    .map(({ text }) => text)
    .join(' ')
    .replaceAll(/[\u2068\u2069]/g, '')
    .replaceAll(/\s+/g, ' ')
const read = async (client: HttpClient, path: string) => {
  const answer = await client.request(path)
  const html = await answer.text()
  return { status: answer.status, location: answer.headers.get('location'), html, text: textOf(html) }
}

let boxes = 0
/** A list of 60 channels: its owner has renamed one, locked another and deleted the last; the box has `saved`. */
const begin = async (saved: Uint8Array, { isTold = false } = {}) => {
  const user = await portal.signIn('customer')
  const api = <D>(method: string, path: string, options: object = {}) =>
    portal.visitor().api<D>(method, path, { token: portal.tokens.customer, ...options })
  const sn = String(760_000_000_000 + ++boxes)
  await portal.visitor().api('POST', '/operator/boxes', {
    token: portal.tokens.operator,
    raw: { type: 'text/csv', bytes: `sn,model\n${sn},Mango S1\n` },
  })
  const { data: box } = await portal.visitor().api<{ deviceToken: string; userCode: string }>('POST', '/stb/pair', {
    json: { sn, model: 'Mango S1', softwareVersion: '1' },
  })
  expect((await user.post('/terminal/bind', { sn, repeatSn: sn, code: box.userCode })).status).toBe(303)
  const made = await api<{ id: string; revision: number }>('POST', `/chmax/lists?name=Beside ${boxes}`, {
    raw: { type: 'application/octet-stream', bytes: fileOf(upTo(60)) },
  })
  const { id } = made.data
  const loaded = await portal
    .visitor()
    .request(`/api/stb/lists/${id}`, { headers: { authorization: `Bearer ${box.deviceToken}` } })
  const edited = await api('POST', `/chmax/lists/${id}/operations`, {
    json: {
      base: 1,
      operations: [
        { op: 'rename', id: 2, name: 'By hand' },
        { op: 'lock', ids: [4], value: true },
        { op: 'delete', ids: [59] },
      ],
    },
  })
  expect(edited.code).toBe('0')
  // A save that names its base is merged automatically; otherwise the portal only has its own record of the base.
  const put = await portal.visitor().api('PUT', `/stb/lists?list=${id}`, {
    token: box.deviceToken,
    ...(isTold ? { headers: { 'if-match': loaded.headers.get('etag') ?? '' } } : {}),
    raw: { type: 'application/octet-stream', bytes: saved },
  })
  if (!isTold) expect(put).toMatchObject({ code: '0', data: { saved: 3, revision: 4 } })
  const drop = () => api('DELETE', `/chmax/lists/${id}`)
  /** The box loads the newest version, or names its base by `tag`, and saves again. */
  const saveAgain = async (bytes: Uint8Array, tag: string | null = null) => {
    const etag =
      tag ??
      (
        await portal
          .visitor()
          .request(`/api/stb/lists/${id}`, { headers: { authorization: `Bearer ${box.deviceToken}` } })
      ).headers.get('etag') ??
      ''
    return portal.visitor().api<{ saved: number; revision: number }>('PUT', `/stb/lists?list=${id}`, {
      token: box.deviceToken,
      headers: { 'if-match': etag },
      raw: { type: 'application/octet-stream', bytes },
    })
  }
  return {
    user,
    id,
    sn,
    path: `/features/lists/${id}`,
    put,
    api,
    drop,
    saveAgain,
    firstTag: loaded.headers.get('etag') ?? '',
  }
}

describe('a conflicting save', () => {
  it('is announced on the list’s page with counts, and links to the differences', async () => {
    const { user, path, sn, drop } = await begin(fileOf([...upTo(60).slice(1), 1], { 7: 'From the sofa' }))
    const list = await read(user, path)
    expect(list.text).toContain(`Box ${sn} saved an earlier version of this list`)
    expect(list.text).toContain('Only in the box’s: 1 · Another name: 2 · Another position: 1 · Lock: 1')
    expect(list.html).toContain(`href="${path}/compare"`)
    expect((await read(user, '/features')).html).toMatch(
      new RegExp(`<a href="${path}/compare" class="tag warn">Box [^<]*is waiting for your choice`),
    )
    const page = await read(user, `${path}/compare`)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Version 4 is yours, version 3 is what the box saved')
    for (const row of [
      '3 By hand In yours: Name: By hand In the box’s: Name: Channel 3',
      '5 Channel 5 In yours: Lock: Yes In the box’s: Lock: No',
      '7 Channel 7 In yours: Name: Channel 7 In the box’s: Name: From the sofa',
      '1 Channel 1 In yours: Position: 1 In the box’s: Position: 60',
      '59 Channel 60 In yours: Not there In the box’s: Position: 59',
    ])
      expect(page.text).toContain(row)
    const renamed = await read(user, `${path}/compare?show=name`)
    expect(renamed.text).toContain('From the sofa')
    expect(renamed.text).not.toContain('Channel 5')
    await drop()
  })
  it('is paged when many channels differ, and a page beyond the end redirects to the last one', async () => {
    const { user, path, drop } = await begin(fileOf(upTo(10)))
    const second = await read(user, `${path}/compare?show=removed&page=2`)
    expect(second.text).toContain('Only in yours 49')
    expect(second.text).toContain('21 Channel 21 In yours: Position: 21 In the box’s: Not there')
    expect(second.text).not.toContain('Channel 20 ')
    expect(await read(user, `${path}/compare?show=removed&page=9`)).toMatchObject({
      status: 302,
      location: `${path}/compare?show=removed&page=5`,
    })
    await drop()
  })
  it('is decided in the notice on the list’s page itself', async () => {
    const { user, path, drop } = await begin(fileOf(upTo(10)))
    const { html } = await read(user, path)
    const form = new RegExp(`<form[^>]*action="${path}/compare".*?</form>`).exec(html)?.[0] ?? ''
    for (const text of ['Keep mine', 'Use the box’s version']) expect(textOf(form)).toContain(text)
    const notice = html.slice(html.indexOf('beside-notice'), html.indexOf(form))
    // The ways that lose nothing come first.
    const ways = [...notice.matchAll(/<a [^>]*href="([^"]*)"/g)].map((match) => match[1])
    expect(ways).toEqual([`${path}/reconcile`, `${path}/compare`])
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(form)?.[1] ?? ''
    const { status } = await user.post(`${path}/compare`, {
      revision: field('revision'),
      base: field('base'),
      batch: field('batch'),
    })
    expect(status).toBe(303)
    expect((await read(user, path)).html).not.toContain('beside-notice')
    await drop()
  })
  it('is used or dropped from there, and then there is nothing to compare', async () => {
    const left = await begin(fileOf(upTo(10)))
    const kept = await left.user.post(`${left.path}/compare`, { intent: 'keep', revision: '3', base: '4' })
    expect([kept.status, kept.headers.get('location')]).toEqual([303, left.path])
    expect(
      (await left.api<{ counts: { channels: number }; beside: null }>('GET', `/chmax/lists/${left.id}`)).data,
    ).toMatchObject({ counts: { channels: 59 }, beside: null })
    expect(await read(left.user, `${left.path}/compare`)).toMatchObject({ status: 303, location: left.path })
    expect((await read(left.user, left.path)).text).not.toContain('earlier version of this list')
    await left.drop()
    const taken = await begin(fileOf(upTo(10)))
    expect((await taken.user.post(`${taken.path}/compare`, { revision: '3', base: '4' })).status).toBe(303)
    expect(
      (await taken.api<{ counts: { channels: number }; beside: null }>('GET', `/chmax/lists/${taken.id}`)).data,
    ).toMatchObject({ counts: { channels: 10 }, beside: null })
    await taken.drop()
  })
  it('is not used over an edit made meanwhile: the page says so and compares again', async () => {
    const { user, path, id, api, drop } = await begin(fileOf(upTo(50)))
    expect(
      (
        await api('POST', `/chmax/lists/${id}/operations`, {
          json: { base: 4, operations: [{ op: 'rename', id: 8, name: 'Meanwhile' }] },
        })
      ).code,
    ).toBe('0')
    const refused = await user.post(`${path}/compare`, { revision: '3', base: '4' })
    expect(refused.status).toBe(422)
    const text = textOf(await refused.text())
    expect(text).toContain('Meanwhile')
    expect(text).toContain('Version 5 is yours')
    await drop()
  })
  it('stays when the box saves the newest version; once decided, an old page changes nothing and says so', async () => {
    const { user, path, id, api, drop, saveAgain } = await begin(fileOf(upTo(10)))
    expect((await saveAgain(fileOf(upTo(20)))).data).toMatchObject({ saved: 5, revision: 5 })
    expect((await read(user, path)).text).toContain('earlier version of this list')
    // Saving the current version again adds no choice.
    expect((await saveAgain(fileOf(upTo(20)))).data).toMatchObject({ revision: 5 })
    expect((await read(user, path)).text).toContain('earlier version of this list')
    const kept = await user.post(`${path}/compare`, { intent: 'keep', revision: '3', base: '5' })
    expect(kept.status).toBe(303)
    expect((await read(user, path)).text).not.toContain('earlier version of this list')
    const past = 'There is nothing to choose between any more'
    // The link on the page, and both choices on the page behind it.
    expect(await read(user, `${path}/compare`)).toMatchObject({ status: 303, location: path })
    expect((await read(user, path)).text).toContain(past)
    const choices: Record<string, string>[] = [
      { revision: '3', base: '5' },
      { intent: 'keep', revision: '3', base: '5' },
    ]
    for (const choice of choices) {
      const answer = await user.post(`${path}/compare`, choice)
      expect([answer.status, answer.headers.get('location')]).toEqual([303, path])
      expect((await read(user, path)).text).toContain(past)
    }
    expect(
      (await api<{ revision: number; counts: { channels: number } }>('GET', `/chmax/lists/${id}`)).data,
    ).toMatchObject({ revision: 5, counts: { channels: 20 } })
    await drop()
  })
  it('is one choice even if two saves wait: about the later one, with the earlier in the history', async () => {
    const { user, path, drop, saveAgain, firstTag } = await begin(fileOf(upTo(10)))
    expect((await saveAgain(fileOf(upTo(20)), firstTag)).data).toMatchObject({ saved: 5, revision: 6 })
    const told = 'the choice is about version 5; the earlier save, version 3, is in the history'
    expect((await read(user, path)).text).toContain(told)
    expect((await read(user, `${path}/compare`)).text).toContain(told)
    const stale = await user.post(`${path}/compare`, { revision: '3', base: '6' })
    expect([stale.status, stale.headers.get('location')]).toEqual([303, `${path}/compare`])
    expect((await user.post(`${path}/compare`, { revision: '5', base: '6' })).headers.get('location')).toBe(path)
    await drop()
  })
  it('is not visible to another account', async () => {
    const { path, drop } = await begin(fileOf(upTo(10)))
    const friend = await portal.signIn('friend')
    expect((await read(friend, `${path}/compare`)).status).toBe(404)
    expect((await friend.post(`${path}/compare`, { intent: 'keep', revision: '3', base: '4' })).status).toBe(404)
    await drop()
  })
  it('is shown in every language', async () => {
    const { user, path, drop } = await begin(fileOf([...upTo(60).slice(1), 1]))
    const titles = new Set<string>()
    for (const { code } of languages) {
      await user.post('/language', { language: code, returnTo: '/home' })
      const page = await read(user, `${path}/compare`)
      expect(page.status, code).toBe(200)
      // A missing text shows its key.
      expect(page.text, code).not.toMatch(/compare\.|beside\.|lists:/)
      titles.add(/<h1[^>]*>([^<]*)/.exec(page.html)?.[1] ?? '')
    }
    await user.post('/language', { language: 'en', returnTo: '/home' })
    expect(titles.size).toBe(languages.length)
    await drop()
  })
  it('is sent to an open editor with the newest list, and so is its end', async () => {
    const { user, path, sn, drop } = await begin(fileOf(upTo(10)))
    const engine = async (have = '') => {
      const answer = await user.request(`${path}/engine${have}`)
      return {
        status: answer.status,
        head: answer.status === 200 ? unpack(new Uint8Array(await answer.arrayBuffer()))?.head : undefined,
      }
    }
    const first = await engine()
    expect(first.head?.beside).toEqual({ revision: 3, sn, nickname: null, earlier: null })
    const have = `?source=${first.head?.sourceId ?? ''}&revision=4`
    expect((await engine(`${have}&beside=3`)).status).toBe(204)
    // An editor that opened the list before the box's save.
    expect((await engine(`${have}&beside=`)).head?.beside).toMatchObject({ revision: 3 })
    await user.post(`${path}/compare`, { intent: 'keep', revision: '3', base: '4' })
    expect((await engine(`${have}&beside=3`)).head).toMatchObject({ beside: null, revision: 4 })
    await drop()
  })
})

describe('a save that names its base', () => {
  it('is merged automatically in one step of the history when the two sides do not conflict', async () => {
    const told = await begin(fileOf(upTo(60), { 9: 'By the box' }), { isTold: true })
    expect(told.put).toMatchObject({ code: '0', data: { saved: 3, revision: 5 } })
    const { data } = await told.api('GET', `/chmax/lists/${told.id}/channels?size=100`)
    const names = JSON.stringify(data)
    // The owner's rename and deletion, and the box's rename.
    expect([
      names.includes('By hand'),
      names.includes('By the box'),
      names.includes('"Channel 3"'),
      names.includes('"Channel 60"'),
    ]).toEqual([true, true, false, false])
    const page = await read(told.user, told.path)
    expect(page.text).not.toContain('waits')
    // One undo restores the owner's version.
    const undone = await told.api<{ revision: number }>('POST', `/chmax/lists/${told.id}/undo`, {
      json: { base: 5 },
    })
    expect(undone.code).toBe('0')
    await told.drop()
  })
  it('waits when both sides changed the same channel', async () => {
    const clash = await begin(fileOf(upTo(60), { 3: 'By the box' }), { isTold: true })
    expect(clash.put).toMatchObject({ code: '0', data: { saved: 3, revision: 4 } })
    expect((await read(clash.user, `${clash.path}/reconcile`)).text).toContain('By the box')
    await clash.drop()
  })
})
