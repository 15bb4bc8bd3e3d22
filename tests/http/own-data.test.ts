/** A person downloads all data of the account after entering the password: only this account's, and no secrets. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readZip } from '~/platform/archive.server'
import type { HttpClient } from '../support/http-client'
import { sharePortal, type SharedPortal } from '../support/shared-portal'

let portal: SharedPortal
beforeAll(async () => {
  portal = await sharePortal()
})
afterAll(() => portal.stop())

const uploadList = async (by: HttpClient, name: string, m3u: string): Promise<void> => {
  const form = new FormData()
  form.set('name', name)
  form.set('file', new Blob([m3u]), `${name}.m3u`)
  const headers = { origin: portal.origin }
  expect((await by.request('/features/uploads', { method: 'POST', body: form, headers })).status).toBe(303)
}
const file = '/personal/data/file.zip'

it('asks for the password first, separately in each session', async () => {
  const customer = await portal.signIn('customer')
  const { password } = portal.people.customer
  expect((await customer.request(file)).headers.get('location')).toBe('/personal/data')
  const wrong = await customer.post('/personal/data', { password: 'not-this-one' })
  expect([wrong.status, (await wrong.text()).includes('file.zip')]).toEqual([422, false])
  expect((await customer.request(file)).headers.get('location')).toBe('/personal/data')
  expect((await customer.post('/personal/data', { password })).headers.get('location')).toBe('/personal/data')
  expect(await (await customer.request('/personal/data')).text()).toContain(`href="${file}"`)
  const head = await customer.request(file, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const other = await portal.signIn('customer')
  expect((await other.request(file)).headers.get('location')).toBe('/personal/data')
  expect((await portal.visitor().request(file)).status, 'a visitor').toBe(302)
})

it('holds lists, links, orders, wallet and letters of this account, without a secret', async () => {
  const [customer, friend] = [await portal.signIn('customer'), await portal.signIn('friend')]
  const { userName, password } = portal.people.customer
  await uploadList(customer, 'Evening', '#EXTM3U\n#EXTINF:-1,Mine alone\nhttp://a.example/mine\n')
  await uploadList(friend, 'Morning', '#EXTM3U\n#EXTINF:-1,Of a friend\nhttp://a.example/friend\n')
  await customer.post('/wallet/open', {})
  await customer.post('/news/feedback/new', { category: 'idea', text: 'The remote is slow in the evening.' })
  await customer.post('/personal/data', { password })
  const answer = await customer.request(file)
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="my-data-\d{4}-\d\d-\d\d\.zip"$/)
  const zip = readZip(new Uint8Array(await answer.arrayBuffer()), () => true)
  if (!zip.ok) throw new Error(zip.reason)
  const texts = new Map(zip.entries.map(({ name, bytes }) => [name, new TextDecoder().decode(bytes)]))
  const names = [...texts.keys()].map((name) => name.replace(/^lists\/[^/]+\//, 'lists/'))
  for (const name of ['account', 'boxes', 'lists', 'orders', 'points', 'messages', 'feedback'])
    expect(names).toContain(`${name}.json`)
  expect(names).toEqual(expect.arrayContaining(['mylink.xlsx', 'audio.xlsx', 'wallet.csv', 'lists/Evening.m3u']))
  const parsed = (name: string): unknown => JSON.parse(texts.get(`${name}.json`) ?? '')
  expect(parsed('account')).toMatchObject({ userName })
  expect(parsed('lists')).toMatchObject([{ name: 'Evening' }])
  const all = [...texts.values()].join('\n')
  expect(all).toContain('Mine alone')
  expect(texts.get('feedback.json')).toContain('The remote is slow in the evening.')
  expect(all).not.toContain('Of a friend')
  expect(all).not.toMatch(/argon2|passwordHash|tokenHash|"token"|"secret"/i)
})
