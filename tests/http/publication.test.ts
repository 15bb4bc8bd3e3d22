/** Publishing over HTTP: boxes inside and outside a stage, customers, the page's forms, and what others can't read. */
import { createHash, createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSeedList } from '~/modules/channel-list/seed/data'
import { writeChl } from '~/modules/channel-list/seed/file'
import { isInStage } from '~/modules/channel-list/publication/stage.schema'
import { startPortal, type Portal } from '../support/portal'
import { putOut } from '../support/publish'

type Publications = {
  history?: object[]
  seq: number
  state: string
  revision: number
  published: { revision: number } | null
  staged: { revision: number; percent: number; number: number } | null
  taken: { revision: number; boxes: number; failed: number }[]
  allowed: number
}

let portal: Portal
const bytes = new Uint8Array(writeChl(buildSeedList({ seed: 41, channels: 12 })))
const raw = { type: 'application/octet-stream', bytes }
/** Enough boxes for a half stage to include some and leave some out: the odds against are 2^15 to one. */
const sns = Array.from({ length: 16 }, (_, at) => String(100_000_009_000 + at))
const devices = new Map<string, string>()
/** Boxes of which only the serial number is known. */
const doubtful = Array.from({ length: 16 }, (_, at) => String(100_000_009_500 + at))
const secretOf = (sn: string): string => `device-secret-of-${sn}`

type PairAnswer = { deviceToken?: string; nonce?: string }
const pair = async (sn: string): Promise<string> => {
  const ask = (more: object) =>
    portal.visitor().api<PairAnswer>('POST', '/stb/pair', { json: { sn, model: 'Mango S1', ...more } })
  const first = await ask({})
  const { nonce } = first.data
  if (nonce === undefined) return first.data.deviceToken ?? ''
  const proof = createHmac('sha256', secretOf(sn)).update(`${nonce}${sn}`).digest('hex')
  return (await ask({ nonce, proof })).data.deviceToken ?? ''
}

beforeAll(async () => {
  portal = await startPortal({ env: { LIMITS: 'off' } })
  const token = portal.tokens.operator
  const csv = [
    'sn,model,secret',
    ...sns.map((sn) => `${sn},Mango S1,${secretOf(sn)}`),
    ...doubtful.map((sn) => `${sn},Mango S1,`),
  ].join('\n')
  const added = await portal.visitor().api<{ added: number }>('POST', '/operator/boxes', {
    token,
    raw: { type: 'text/csv', bytes: new Uint8Array(Buffer.from(csv)) },
  })
  expect(added.data.added).toBe(sns.length + doubtful.length)
  for (const sn of [...sns, ...doubtful]) devices.set(sn, await pair(sn))
})
afterAll(() => portal.stop())

let lists = 0
/** A System list of three versions, none of them published. */
const makeList = async (): Promise<string> => {
  const token = portal.tokens.administrator
  const client = portal.visitor()
  const made = await client.api<{ id: string }>('POST', `/chmax/lists?kind=system&name=P${++lists}`, { token, raw })
  for (const base of [1, 2])
    await client.api('POST', `/chmax/lists/${made.data.id}/operations`, {
      token,
      json: { base, operations: [{ op: 'rename', id: base, name: `Version ${base + 1}` }] },
    })
  return made.data.id
}
const act = (id: string, json: object, token = portal.tokens.administrator) =>
  portal.visitor().api<Publications>('POST', `/chmax/lists/${id}/publications`, { token, json })
const stateOf = (id: string) =>
  portal.visitor().api<Publications>('GET', `/chmax/lists/${id}/publications`, { token: portal.tokens.operator })
const fetchList = (sn: string, id: string, headers: Record<string, string> = {}) =>
  fetch(`${portal.origin}/api/stb/lists/${id}`, {
    headers: { authorization: `Bearer ${devices.get(sn) ?? ''}`, ...headers },
  })
/** The version in the file's ETag and in the index; null if there is none. */
const given = async (sn: string, id: string) => {
  const file = await fetchList(sn, id)
  const index = await portal
    .visitor()
    .api<{ items: { id: string; revision: number }[] }>('GET', '/stb/lists?size=100', { token: devices.get(sn) ?? '' })
  const tag = /^"(\d+)-/.exec(file.headers.get('etag') ?? '')?.[1]
  return [
    file.status === 200 ? Number(tag) : null,
    index.data.items.find((one) => one.id === id)?.revision ?? null,
  ] as const
}

describe('a stage', () => {
  it('reaches its boxes in index and file, nobody else, and is withdrawn from all at once', async () => {
    const id = await makeList()
    expect((await act(id, { act: 'publish', revision: 1, percent: 100 })).data).toMatchObject({
      state: 'out',
      revision: 3,
    })
    expect((await act(id, { act: 'publish', revision: 2, percent: 50 })).data).toMatchObject({
      state: 'staged',
      published: { revision: 1 },
      staged: { revision: 2, percent: 50 },
    })
    // Each box twice: the second answer comes from the gateway's memory.
    const seen = new Map<string, number | null>()
    for (const sn of [...sns, ...sns]) {
      const [file, index] = await given(sn, id)
      expect(index).toBe(file)
      expect(seen.get(sn) ?? file).toBe(file)
      seen.set(sn, file)
    }
    expect(new Set(seen.values())).toEqual(new Set([1, 2]))
    const inside = sns.filter((sn) => seen.get(sn) === 2)
    const [sn = ''] = inside
    const tag = (await fetchList(sn, id)).headers.get('etag') ?? ''
    expect((await fetchList(sn, id, { 'if-none-match': tag })).status).toBe(304)
    // A customer has what everybody has, by page and call.
    const customer = portal.tokens.customer
    expect(await portal.visitor().api('GET', `/chmax/lists/${id}`, { token: customer })).toMatchObject({
      data: { revision: 1, publication: { revision: 1, stage: null } },
    })
    const { data } = await stateOf(id)
    expect(data.taken).toMatchObject([
      { revision: 2, boxes: inside.length },
      { revision: 1, boxes: sns.length - inside.length },
    ])
    const boxes = await portal
      .visitor()
      .api<{ items: { sn: string }[] }>('GET', `/operator/lists/${id}/publications/boxes?revision=2&size=100`, {
        token: portal.tokens.operator,
      })
    expect(boxes.data.items.map((box) => box.sn).sort()).toEqual(inside)
    expect((await act(id, { act: 'withdraw', seen: data.seq - 1 })).code).toBe('A0409')
    expect((await act(id, { act: 'withdraw', seen: data.seq })).code).toBe('0')
    for (const one of inside) expect(await given(one, id)).toEqual([1, 1])
    expect((await fetchList(sn, id, { 'if-none-match': tag })).status).toBe(200)
  })

  it('is approved only by the digest of what its boxes get', async () => {
    const id = await makeList()
    const look = async (revision: number) =>
      (
        await portal
          .visitor()
          .api<{ version: { revision: number; sha256: string } | null }>(
            'GET',
            `/operator/lists/${id}/publications?revision=${revision}`,
            { token: portal.tokens.operator },
          )
      ).data.version
    const [first, second] = [await look(1), await look(2)]
    expect([first?.revision, second?.revision, first?.sha256 === second?.sha256]).toEqual([1, 2, false])
    const all = { act: 'publish', percent: 100 }
    // The newest version is 3; approving the reviewed one must publish nothing else.
    expect(await act(id, { ...all, sha256: second?.sha256 })).toMatchObject({
      ...{ code: 'A0409', data: { context: 'publication-digest' } },
    })
    expect((await act(id, { ...all, revision: 1, sha256: second?.sha256 })).code).toBe('A0409')
    expect((await act(id, { ...all, sha256: 'ff' })).code).toBe('A0422')
    expect((await act(id, { ...all, revision: 2, sha256: second?.sha256 })).data).toMatchObject({ state: 'out' })
    const file = new Uint8Array(await (await fetchList(sns[0] ?? '', id)).arrayBuffer())
    expect(createHash('sha256').update(file).digest('hex')).toBe(second?.sha256)
  })

  it('is paused at its width and resumed by the page’s buttons', async () => {
    const id = await makeList()
    await act(id, { act: 'publish', revision: 1, percent: 100 })
    await act(id, { act: 'publish', revision: 2, percent: 50 })
    const seen = new Map<string, number | null>()
    // Half of the boxes have not asked before the pause.
    for (const sn of sns.slice(0, 8)) seen.set(sn, (await given(sn, id))[0])
    const { data } = await stateOf(id)
    const admin = await portal.visitor().signIn('demo-admin', 'mango-admin')
    const address = `/features/lists/${id}/publish`
    const paused = { batch: 'pause-once-00001', seen: String(data.seq), intent: 'pause' }
    expect((await admin.post(address, paused)).status).toBe(303)
    expect((await admin.post(address, { ...paused, batch: 'pause-once-00002' })).status).toBe(422)
    const page = (await (await admin.request(address)).text()).replaceAll('<!-- -->', '')
    expect([page.includes('value="resume"'), page.includes('value="widen"')]).toEqual([true, false])
    for (const sn of [...sns, ...sns])
      expect([sn, ...(await given(sn, id))]).toEqual([sn, ...Array<unknown>(2).fill(seen.get(sn) ?? 1)])
    expect((await act(id, { act: 'widen', percent: 100 })).code).toBe('A0409')
    expect((await act(id, { act: 'resume' })).data).toMatchObject({ state: 'staged', staged: { pausedAt: null } })
    const after = []
    for (const sn of sns) after.push((await given(sn, id))[0])
    expect(after.slice(0, 8)).toEqual([...seen.values()])
    expect(after.slice(8)).toContain(2)
  })

  it('for some models and newer software reaches only boxes that report these, until widened to all', async () => {
    const id = await makeList()
    const operator = portal.tokens.operator
    await act(id, { act: 'publish', revision: 1, percent: 100 })
    const aim = { act: 'publish', revision: 2, percent: 100, models: ['Mango S1'], softwareFrom: '2.16' }
    const [old = '', fresh = '', silent = ''] = sns
    const report = async (sn: string, softwareVersion: string): Promise<void> => {
      const json = { softwareVersion }
      expect((await portal.visitor().api('POST', '/stb/report', { token: devices.get(sn) ?? '', json })).code).toBe('0')
    }
    await report(old, '2.15.9')
    await report(fresh, '2.16.0')
    for (const [field, wrong] of [
      ['models', { ...aim, models: ['Nobody’s'] }],
      ['models', { ...aim, models: [] }],
      ['softwareFrom', { ...aim, softwareFrom: 'new' }],
      ['models', { ...aim, act: 'widen' }],
    ] as const)
      expect(await act(id, wrong)).toMatchObject({ code: 'A0422', data: { field } })
    expect((await act(id, aim, operator)).data).toMatchObject({
      ...{ state: 'staged', published: { revision: 1 } },
      staged: { revision: 2, percent: 100, models: ['Mango S1'], softwareFrom: '2.16' },
    })
    const all = async () =>
      [await given(old, id), await given(fresh, id), await given(silent, id)].map(([file]) => file)
    // Twice: the second answers come from the gateway's memory.
    expect([await all(), await all()]).toEqual([
      [1, 2, 1],
      [1, 2, 1],
    ])
    await report(old, '2.16.1')
    expect([await all(), await given(old, id)]).toEqual([
      [2, 2, 1],
      [2, 2],
    ])
    const admin = await portal.visitor().signIn('demo-admin', 'mango-admin')
    const page = await (await admin.request(`/features/lists/${id}/publish`)).text()
    expect(page).toMatch(/Only boxes of these models get it: .?Mango S1/)
    expect(page).toMatch(/Only boxes with software .?2\.16.? or newer get it/)
    await act(id, { act: 'withdraw' })
    expect(await all()).toEqual([1, 1, 1])
    await act(id, { ...aim, models: ['Mango S2 Pro'], softwareFrom: undefined })
    expect(await all()).toEqual([1, 1, 1])
    expect((await act(id, { act: 'widen', percent: 100 })).data).toMatchObject({
      ...{ state: 'out', published: { revision: 2, models: null, softwareFrom: null } },
    })
    expect(await all()).toEqual([2, 2, 2])
  })

  it('ends by itself once enough of its boxes report failures, ignoring reports of other boxes', async () => {
    let id = ''
    let inside: string[] = []
    // Which boxes a stage includes depends on the list: three are needed inside, and some outside.
    while (inside.length < 3 || inside.length > sns.length - 3) {
      id = await makeList()
      await act(id, { act: 'publish', revision: 1, percent: 100 })
      await act(id, { act: 'publish', revision: 2, percent: 50 })
      inside = []
      for (const sn of sns) if ((await given(sn, id))[0] === 2) inside.push(sn)
    }
    const report = async (sn: string, update: object): Promise<void> => {
      const json = { update: { list: id, ...update } }
      expect((await portal.visitor().api('POST', '/stb/report', { token: devices.get(sn) ?? '', json })).code).toBe('0')
    }
    const failed = { revision: 2, result: 'failed', why: 'no memory' }
    // Boxes with another version, untrusted boxes, and versions given to nobody.
    for (const sn of [...sns.filter((one) => !inside.includes(one)).slice(0, 4), ...doubtful.slice(0, 4)])
      await report(sn, failed)
    for (const sn of inside.slice(0, 3)) await report(sn, { ...failed, revision: 3 })
    const [first = '', second = '', third = ''] = inside
    await report(first, failed)
    await report(first, failed)
    await report(second, { ...failed, result: 'refused', why: 'wrong-signature' })
    expect((await stateOf(id)).data).toMatchObject({
      state: 'staged',
      taken: [
        { revision: 2, failed: 2 },
        { revision: 1, failed: 0 },
      ],
    })
    // One box could use it after all.
    await report(first, { revision: 2, result: 'loaded' })
    await report(third, failed)
    const admin = await portal.visitor().signIn('demo-admin', 'mango-admin')
    const page = await (await admin.request(`/features/lists/${id}/publish`)).text()
    expect(page).toContain('Customers and all other boxes have version 1')
    expect(page).toContain('Could not use it:')
    expect((await stateOf(id)).data).toMatchObject({ state: 'staged', taken: [{ failed: 2 }, { failed: 0 }] })
    await report(first, failed)
    const { data } = await stateOf(id)
    expect(data).toMatchObject({
      state: 'out',
      staged: null,
      history: [{ revision: 2, state: 'failed' }, { state: 'out' }],
    })
    for (const sn of inside) expect(await given(sn, id)).toEqual([1, 1])
    expect(portal.takeErrors()).toMatchObject([{ alert: 'stage-failed', list: id }])
    const audit = await portal
      .visitor()
      .api<{ items: { actor: string; detail: string }[] }>('GET', `/operator/audit?subject=${id}`, {
        token: portal.tokens.operator,
      })
    expect(audit.data.items[0]).toMatchObject({
      actor: 'system',
      detail: `version 2 failed on 3 of ${inside.length} boxes: the stage ends`,
    })
    // Published again, its earlier failures no longer count.
    await act(id, { act: 'publish', revision: 2, percent: 50 })
    for (const sn of sns)
      if ((await given(sn, id))[0] === 2) {
        await report(sn, failed)
        break
      }
    expect((await stateOf(id)).data.state).toBe('staged')
    for (const update of [
      { result: 'failed' },
      { list: id },
      { list: '', result: 'same' },
      { list: id, result: 'bad' },
    ])
      expect(
        (await portal.visitor().api('POST', '/stb/report', { token: devices.get(first) ?? '', json: { update } })).code,
      ).toBe('A0422')
  })

  it('does not reach callers who only know serial numbers: index, file and counts stay the same', async () => {
    const id = await makeList()
    await act(id, { act: 'publish', revision: 1, percent: 50 })
    for (const sn of [...sns, ...doubtful]) await given(sn, id)
    // Again, since boxes of the stage have filled the gateway's memory.
    for (const sn of doubtful) expect([sn, ...(await given(sn, id))]).toEqual([sn, null, null])
    await act(id, { act: 'widen', percent: 100 })
    await act(id, { act: 'publish', revision: 2, percent: 50 })
    for (const sn of [...sns, ...doubtful]) await given(sn, id)
    for (const sn of doubtful) expect([sn, ...(await given(sn, id))]).toEqual([sn, 1, 1])
    const boxes = await portal
      .visitor()
      .api<{ items: { sn: string }[] }>('GET', `/operator/lists/${id}/publications/boxes?size=100`, {
        token: portal.tokens.operator,
      })
    expect(boxes.data.items.map((box) => box.sn).sort()).toEqual(sns)
  })

  it('needs a width: a call without a share publishes nothing', async () => {
    const id = await makeList()
    for (const json of [
      { act: 'publish', revision: 2 },
      { act: 'publish' },
      { act: 'widen' },
      { act: 'publish', revision: 2, percent: 0 },
      { act: 'publish', revision: 2, percent: 101 },
      { act: 'publish', revision: 2, percent: 10, opensAt: 0 },
      { act: 'widen', percent: 50, opensAt: 80 },
      { act: 'publish', revision: 2, percent: '' },
      { act: 'publish', revision: 2, percent: null },
    ])
      expect([json, (await act(id, json)).code]).toEqual([json, 'A0422'])
    const operator = await portal.visitor().api('POST', `/operator/lists/${id}/publications`, {
      token: portal.tokens.operator,
      json: { act: 'publish', revision: 2, why: 'no share' },
    })
    expect(operator).toMatchObject({ status: 422, code: 'A0422', data: { field: 'percent' } })
    expect((await stateOf(id)).data).toMatchObject({ state: 'draft', published: null })
  })

  it('is rolled back midway by the operator’s command, and everybody gets the previous version', async () => {
    const id = await makeList()
    for (const revision of [1, 2]) await putOut(portal.visitor(), portal.tokens.administrator, id, revision)
    await act(id, { act: 'publish', revision: 3, percent: 10 })
    for (const sn of sns) await given(sn, id)
    const done = await portal.visitor().api<Publications>('POST', `/operator/lists/${id}/publications`, {
      token: portal.tokens.operator,
      json: { act: 'roll-back', why: 'wrong frequencies' },
    })
    expect(done.data).toMatchObject({ state: 'out', published: { revision: 1 }, staged: null })
    for (const sn of sns) expect(await given(sn, id)).toEqual([1, 1])
    expect((await act(id, { act: 'unpublish' })).data).toMatchObject({ state: 'draft', published: null })
    for (const sn of sns.slice(0, 3)) expect(await given(sn, id)).toEqual([null, null])
  })

  it('includes every box at 100 % and none at 0 %', () => {
    expect(isInStage('100000000001', { id: 'x', salt: 's', percent: 100 })).toBe(true)
    expect(isInStage('100000000001', { id: 'x', salt: 's', percent: 0 })).toBe(false)
  })
})

describe('names by language', () => {
  it('are sent to boxes by Accept-Language and shown to customers in the account’s language', async () => {
    const id = await makeList()
    const token = portal.tokens.administrator
    await putOut(portal.visitor(), token, id)
    const set = await portal
      .visitor()
      .api('PUT', `/chmax/lists/${id}/titles`, { token, json: { fa: 'اروپا', ua: 'Європа' } })
    expect(set.data).toEqual({ titles: { fa: 'اروپا', ua: 'Європа' } })
    const nameOf = async (language: string) => {
      const answer = await portal
        .visitor()
        .api<{ items: { id: string; name: string }[] }>('GET', '/stb/lists?size=100', {
          token: devices.get(sns[0] ?? '') ?? '',
          headers: { 'accept-language': language },
        })
      return answer.data.items.find((one) => one.id === id)?.name
    }
    expect([await nameOf('fa-IR,fa;q=0.9'), await nameOf('uk'), await nameOf('fr')]).toEqual([
      'اروپا',
      'Європа',
      `P${lists}`,
    ])
    const refused = await portal
      .visitor()
      .api('PUT', `/chmax/lists/${id}/titles`, { token, json: { fa: 'x'.repeat(21) } })
    expect(refused).toMatchObject({ status: 422, code: 'C1110' })
    // An unknown language or an empty request is refused.
    for (const json of [{}, { uk: 'Європа' }, { titles: { fa: 'اروپا' } }, { fa: 'ا', de: 'Europa' }, { fa: '\u200f' }])
      expect(await portal.visitor().api('PUT', `/chmax/lists/${id}/titles`, { token, json })).toMatchObject({
        status: 422,
      })
    expect((await portal.visitor().api('GET', `/chmax/lists/${id}/publications`, { token })).data).toMatchObject({
      titles: { fa: 'اروپا', ua: 'Європа' },
    })
    const more = await portal
      .visitor()
      .api('PUT', `/chmax/lists/${id}/titles`, { token, json: { fr: 'Europe', fa: '' } })
    expect(more.data).toEqual({ titles: { fr: 'Europe', ua: 'Європа' } })
  })
})

describe('the page', () => {
  const fieldsOf = (page: string, intent: string): Record<string, string> => {
    const form = page.split('<form').find((part) => part.includes(`value="${intent}"`)) ?? ''
    return Object.fromEntries(
      ['batch', 'seen', 'revision', 'sha256'].flatMap((name) => {
        const value = new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(form)?.[1]
        return value === undefined ? [] : [[name, value]]
      }),
    )
  }

  it('publishes, widens, rolls back and withdraws by plain forms, and refuses a stale one with its values', async () => {
    const id = await makeList()
    const admin = await portal.visitor().signIn('demo-admin', 'mango-admin')
    const address = `/features/lists/${id}/publish`
    const open = async (of = '') =>
      (await (await admin.request(`${address}?of=${of}`)).text()).replaceAll('<!-- -->', '')
    const first = await open('1')
    expect(first).toContain('Nothing is published')
    const sent = { ...fieldsOf(first, 'publish'), percent: '100', intent: 'publish' }
    expect((await admin.post(address, sent)).status).toBe(303)
    // Repeating the form does nothing more.
    expect((await admin.post(address, sent)).status).toBe(303)
    const second = await open()
    expect(second).toContain('All boxes and customers have version 1')
    const stage = { ...fieldsOf(second, 'publish'), percent: '10', intent: 'publish', why: 'kept words' }
    expect(await open('77')).toContain('There is no such version')
    expect(stage).toMatchObject({ revision: '3', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string })
    // Another version under the reviewed digest, and without a digest.
    const unseen = await admin.post(address, { ...stage, revision: '2' })
    expect([unseen.status, (await unseen.text()).includes('not the one that you looked at')]).toEqual([422, true])
    expect((await admin.post(address, { ...stage, sha256: '' })).status).toBe(422)
    expect((await admin.post(address, stage)).status).toBe(303)
    // A stale page gets a message.
    const stale = await admin.post(address, { ...stage, batch: 'another-form-1' })
    expect(stale.status).toBe(422)
    const told = await stale.text()
    expect(told).toContain('Somebody else has changed what is published')
    const third = await open()
    expect(third).toContain('10% of the boxes have version 3')
    const widen = { ...fieldsOf(third, 'widen'), percent: '100', intent: 'widen' }
    expect((await admin.post(address, widen)).status).toBe(303)
    const fourth = await open()
    expect((await admin.post(address, { ...fieldsOf(fourth, 'roll-back'), intent: 'roll-back' })).status).toBe(303)
    expect(await open()).toContain('All boxes and customers have version 1')
    expect((await admin.post(address, { ar: 'قائمة', intent: 'titles' })).status).toBe(303)
    const titled = await admin.post(address, { ar: 'x'.repeat(30), intent: 'titles' })
    expect(titled.status).toBe(422)
    expect(await titled.text()).toContain('x'.repeat(30))
    const fifth = await open()
    expect((await admin.post(address, { ...fieldsOf(fifth, 'unpublish'), intent: 'unpublish' })).status).toBe(303)
    expect(await open()).toContain('Nothing is published')
  })

  it('is closed to everybody else', async () => {
    const id = await makeList()
    await putOut(portal.visitor(), portal.tokens.administrator, id)
    const customer = await portal.visitor().signIn('demo-user', 'mango-demo')
    const sent = await customer.request(`/features/lists/${id}/publish`)
    expect([sent.status, sent.headers.get('location')]).toEqual([302, `/features/lists/${id}`])
    expect((await customer.post(`/features/lists/${id}/publish`, { intent: 'unpublish' })).status).toBe(303)
    expect((await stateOf(id)).data).toMatchObject({ state: 'out' })
  })
})

describe('a customer', () => {
  /** Every call and page that shows a list to a customer; each must show only the published names. */
  const readers = (id: string, mine: string): string[] => [
    `/api/chmax/lists/${id}`,
    `/api/chmax/lists/${id}/channels?size=100`,
    `/api/chmax/lists/${id}/file`,
    `/api/chmax/lists/${id}/file?format=csv`,
    `/api/chmax/lists/${id}/revisions`,
    `/api/chmax/lists/${id}/report`,
    `/api/chmax/lists/${id}/encodings/utf-8`,
    `/api/chmax/lists/${id}/names/ar`,
    `/api/chmax/lists/${id}/boxPreview?size=100`,
    `/api/chmax/lists/${id}/tools/copy?list=${mine}`,
    `/api/chmax/lists/${mine}/differences?with=list.${id}&size=100`,
    `/api/chmax/lists/${mine}/order?with=list.${id}&size=100`,
    `/api/chmax/lists/${mine}/merge?with=list.${id}&size=100`,
    `/api/chmax/lists/${mine}/tools/from?list=${id}&size=100`,
    `/api/chmax/lists/${mine}/tools/vanished?size=100`,
    `/features/lists/${id}`,
    `/features/lists/${id}/engine`,
    `/features/lists/${id}/deleted`,
    `/features/lists/${id}/history`,
    `/features/lists/${id}/file`,
    `/features/lists/${id}/print`,
    `/features/lists/${id}/box-preview`,
    `/features/lists/${id}/groups`,
    `/features/lists/${id}/satellites`,
    `/features/lists/${mine}/channels/add/system?from=${id}&size=100`,
    `/features/lists/${mine}/compare-with?with=list.${id}`,
  ]

  it('can’t read staged, draft, deleted or past versions in any way', async () => {
    const token = portal.tokens.administrator
    const client = portal.visitor()
    const made = await client.api<{ id: string }>('POST', '/chmax/lists?kind=system&name=Hidden', { token, raw })
    const { id } = made.data
    const rename = (base: number, channel: number, name: string) =>
      client.api('POST', `/chmax/lists/${id}/operations`, {
        token,
        json: { base, operations: [{ op: 'rename', id: channel, name }] },
      })
    await rename(1, 1, 'Zpast')
    await rename(2, 1, 'Zpublished')
    await rename(3, 2, 'Zdeleted')
    await client.api('POST', `/chmax/lists/${id}/operations`, {
      token,
      json: { base: 4, operations: [{ op: 'delete', ids: [2] }] },
    })
    await putOut(client, token, id, 5)
    await rename(5, 3, 'Zstaged')
    await act(id, { act: 'publish', revision: 6, percent: 10 })
    await rename(6, 4, 'Zdraft')
    const customer = await portal.visitor().signIn('demo-user', 'mango-demo')
    const { data: own } = await client.api<{ id: string }>('POST', '/chmax/lists?name=Mine', {
      token: portal.tokens.customer,
      raw,
    })
    let shown = 0
    for (const address of readers(id, own.id)) {
      const answer = address.startsWith('/api')
        ? await fetch(portal.origin + address, { headers: { authorization: `Bearer ${portal.tokens.customer}` } })
        : await customer.request(address)
      const body = Buffer.from(await answer.arrayBuffer()).toString('utf8')
      expect([address, answer.status < 400 || answer.status === 404]).toEqual([address, true])
      if (body.includes('Zpublished')) shown++
      for (const secret of ['Zpast', 'Zdeleted', 'Zstaged', 'Zdraft'])
        expect([address, secret, body.includes(secret)]).toEqual([address, secret, false])
    }
    // Most of them show channels: empty answers would prove nothing.
    expect(shown).toBeGreaterThan(10)
    for (const other of [1, 4, 6, 7])
      expect(
        await client.api('GET', `/chmax/lists/${own.id}/differences?with=list.${id}.${other}`, {
          token: portal.tokens.customer,
        }),
      ).toMatchObject({ code: 'C1101' })
  })
})
