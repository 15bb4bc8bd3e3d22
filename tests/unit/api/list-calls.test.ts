/**
 * The calls about lists: sent as forms, numbers are text and mean what they mean in JSON; rows have SPEC.md's numbers
 * beside the words.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { answerApi } from '~/api/dispatch.server'
import { demoAccounts, seedAccounts } from '~/modules/account/account.server'
import { createApiToken } from '~/modules/session/session.server'
import { channelNumberNames, numberField } from '../../../engine/host/channel-fields'
import { limits } from '../../../engine/host/types'
import { chlFile, good } from '../channel-list/people'

const origin = 'http://portal.test'
const formType = 'application/x-www-form-urlencoded'
type Told = { code: string; data: Record<string, unknown> }
let authorization = ''
let list = ''

const send = async (method: string, path: string, type?: string, body?: string | Uint8Array): Promise<Told> => {
  const request = new Request(`${origin}/api/chmax/lists${path}`, {
    method,
    headers: { authorization, ...(type === undefined ? {} : { 'content-type': type }) },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  })
  const context = { nonce: '', requestId: 'r', address: '198.19.0.1', origin, upload: null, memo: new Map() }
  return (await (await answerApi(request, context)).json()) as Told
}
type Values = Record<string, unknown>
const byJson = (method: string, path: string, values: Values): Promise<Told> =>
  send(method, list + path, 'application/json', JSON.stringify(values))
/** Null is an empty field; a list of objects is JSON text. */
const byForm = (method: string, path: string, values: Values): Promise<Told> => {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    form.append(name, value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value))
  return send(method, list + path, formType, form.toString())
}
const read = async (path: string): Promise<Values> => (await send('GET', list + path)).data
const itemsOf = async (path: string): Promise<Values[]> => (await read(path)).items as Values[]

beforeAll(async () => {
  await seedAccounts()
  const [{ id }] = demoAccounts
  const made = await createApiToken(id, { name: 't', scopes: ['lists:read', 'lists:write'], expiresInDays: null })
  authorization = `Bearer ${good(made).token}`
  const sent = await send('POST', '?name=Forms', 'application/octet-stream', chlFile(6))
  list = `/${String(sent.data.id)}`
})

/** Sends a value both ways and gives the two codes, without what differs between any two edits. */
const both = async (method: string, path: string, values: Values): Promise<unknown[]> => {
  const tellOf = ({ code, data }: Told): unknown[] =>
    code === '0' ? [code] : [code, data?.reason ?? data?.field, data?.fields]
  return [tellOf(await byJson(method, path, values)), tellOf(await byForm(method, path, values))]
}

describe('a call that edits a list, sent as a form', () => {
  it.each(channelNumberNames)(
    'sets and removes %s within its bounds, and is refused beyond, as JSON is',
    async (name) => {
      const path = '/channels/0'
      const [least, most] = numberField(name).bounds
      for (const value of [least, most, most + 1]) {
        const [json, form] = await both('PUT', path, { [name]: value })
        expect([value, form]).toEqual([value, json])
      }
      expect((await byForm('PUT', path, { [name]: 77 })).code).toBe('0')
      expect((await read(path))[name]).toBe(77)
      for (const odd of ['1e2', '0x10', '-1', '1.5', ' 5', '٥', 'x'])
        expect([odd, (await byForm('PUT', path, { [name]: odd })).code]).toEqual([odd, 'A0422'])
      expect((await byForm('PUT', path, { [name]: null })).code).toBe('0')
      expect((await read(path))[name] ?? null).toBe(null)
    },
  )
  it('gives a channel its transponder and category, and takes the category away', async () => {
    const [, second] = await itemsOf('/transponders')
    const path = '/channels/1'
    expect((await byForm('PUT', path, { transponder: second?.id, category: 3 })).code).toBe('0')
    expect(await read(path)).toMatchObject({ transponder: second?.id, category: 3 })
    expect((await byForm('PUT', path, { category: null })).code).toBe('0')
    expect(await read(path)).toMatchObject({ category: null })
    for (const values of [{ transponder: 99_999 }, { category: 99_999 }]) {
      const [json, form] = await both('PUT', path, values)
      expect(form).toEqual(json)
    }
  })
  it('adds and changes satellites and transponders, with the same bounds as JSON', async () => {
    const satellite = await byForm('POST', '/satellites', { name: 'By form', angle: 3005, band: null })
    expect([satellite.code, typeof satellite.data.id]).toEqual(['0', 'number'])
    const values = { frequencyKHz: 11_494_000, polarisation: 'H', symbolRate: 22_000, fec: 'auto', band: 'KU' }
    const added = await byForm('POST', '/transponders', { ...values, satellite: satellite.data.id })
    expect(added.code).toBe('0')
    expect(await itemsOf('/transponders')).toContainEqual(
      expect.objectContaining({ ...values, id: added.data.id, satellite: satellite.data.id }),
    )
    const [place, carrier] = [`/satellites/${String(satellite.data.id)}`, `/transponders/${String(added.data.id)}`]
    const { angle, symbolRate, frequencyMHz } = limits
    const tries: [string, Values][] = [
      ...[angle[0], angle[1], angle[1] + 1].map((one): [string, Values] => [place, { angle: one }]),
      ...[symbolRate[0] - 1, symbolRate[0], symbolRate[1], symbolRate[1] + 1].map((one): [string, Values] => [
        carrier,
        { symbolRate: one },
      ]),
      ...[frequencyMHz[0] - 1, frequencyMHz[0], frequencyMHz[1], frequencyMHz[1] + 1].map((one): [string, Values] => [
        carrier,
        { frequencyKHz: one * 1000 },
      ]),
    ]
    for (const [path, one] of tries) {
      const [json, form] = await both('PUT', path, one)
      expect([one, form]).toEqual([one, json])
    }
  })
  it('adds channels and applies operations, whose lists are JSON text', async () => {
    const channels = [{ name: 'Form', type: 0, transponder: 0, sid: 1234, videoPid: 101, audio: [] }]
    const added = await byForm('POST', '/channels', { channels, to: 1 })
    expect(added.code).toBe('0')
    const [id] = added.data.ids as number[]
    expect(await read(`/channels/${id}`)).toMatchObject({ name: 'Form', position: 1, sid: 1234, videoPid: 101 })
    const { revision: base } = await read('/satellites')
    const operations = [
      { op: 'set', target: 'channel', ids: [id], field: 'sid', value: 4321 },
      { op: 'move', ids: [id], to: 2 },
    ]
    expect((await byForm('POST', '/operations', { base, operations })).code).toBe('0')
    expect(await read(`/channels/${id}`)).toMatchObject({ position: 2, sid: 4321 })
    for (const odd of ['[', '{}', '[{"op":"none"}]', '']) {
      const sent = await byForm('POST', '/operations', { base: Number(base) + 1, operations: odd })
      expect([odd, sent.code]).toEqual([odd, 'A0422'])
    }
  })
  it('restores deleted channels by repeated ids, by one id, and by a list', async () => {
    for (const ids of ['ids=2&ids=3', 'ids=2', 'ids=%5B2%2C3%5D', 'ids[]=3']) {
      for (const one of [2, 3]) await send('DELETE', `${list}/channels/${one}`)
      expect([ids, (await send('POST', `${list}/deleted`, formType, ids)).code]).toEqual([ids, '0'])
      const left = (await itemsOf('/deleted')).map((one) => one.id)
      for (const one of left) await byJson('POST', '/deleted', { ids: [one] })
      expect([ids, left.length]).toEqual([ids, ids.includes('&') || ids.includes('%5B') ? 0 : 1])
    }
  })
})

describe('rows of comparison, merge and tools', () => {
  type Row = { type: string; typeNumber: number | null; scrambled?: boolean | null; scrambledNumber?: number | null }
  /** Checks the numbers of all rows, and returns the rows. */
  const checked = (rows: unknown): Row[] => {
    const all = (rows as (Row | null)[]).flatMap((row) => row ?? [])
    for (const { type, typeNumber, scrambled, scrambledNumber } of all) {
      expect([type, typeNumber]).toEqual([type, type === 'tv' ? 0 : type === 'radio' ? 1 : null])
      const isScrambled = scrambled === undefined ? undefined : scrambled === null ? null : Number(scrambled)
      expect([scrambled, scrambledNumber]).toEqual([scrambled, isScrambled])
    }
    return all
  }
  it('have TV 0 and Radio 1, FTA 0 and Scramble 1 beside the words', async () => {
    const file = chlFile(6, 21)
    const ids: string[] = []
    for (const name of ['First', 'Second']) {
      const made = await send('POST', `?name=${name}`, 'application/octet-stream', file)
      expect(made.code).toBe('0')
      ids.push(String(made.data.id))
    }
    const [first = '', second = ''] = ids
    const mine = (await send('GET', `/${first}/channels/0`)).data
    const other = { type: mine.type === 'tv' ? 1 : 0, scrambled: mine.scrambled === true ? 0 : 1 }
    const sent = (method: string, path: string, values: Values) =>
      send(method, `/${second}${path}`, 'application/json', JSON.stringify(values))
    expect((await sent('PUT', '/channels/0', other)).code).toBe('0')
    const channels = [{ name: 'Only there', type: 1, scrambled: 1, transponder: null, url: 'http://a.example/1' }]
    expect((await sent('POST', '/channels', { channels })).code).toBe('0')

    const compared = (await send('GET', `/${first}/differences?with=list.${second}`)).data
    const items = compared.items as { mine: Row | null; theirs: Row | null }[]
    expect(checked(items.flatMap(({ mine: a, theirs: b }) => [a, b])).length).toBeGreaterThan(2)
    expect(items.map(({ theirs }) => theirs)).toContainEqual(
      expect.objectContaining({ name: 'Only there', typeNumber: 1, scrambledNumber: 1 }),
    )
    const merge = (await send('GET', `/${first}/merge?with=list.${second}&show=details`)).data
    expect(checked(merge.items)).toMatchObject([{ typeNumber: 1, scrambledNumber: 1 }])
    const differences = merge.differences as Record<string, unknown>[]
    checked(differences.flatMap((one) => [one.mine, one.theirs]))
    const numbersOf = (field: string) => differences.find((one) => one.field === field)?.numbers
    expect(numbersOf('type')).toEqual({ mine: 1 - other.type, theirs: other.type })
    expect(numbersOf('access')).toEqual({ mine: 1 - other.scrambled, theirs: other.scrambled })
    const named = (await send('GET', `/${second}/tools/names?letters=upper`)).data
    expect(checked(named.items).length).toBeGreaterThan(0)
    expect((named.items as Row[])[0]?.typeNumber).toBe(other.type)
  })
})
