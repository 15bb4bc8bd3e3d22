/**
 * Forms sent without filling anything in: the portal answers in its own words at each field, and the browser's own
 * messages never show.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeHousehold, type Household } from '../support/household'
import { HttpClient } from '../support/http-client'
import { sharePortal, type SharedPortal } from '../support/shared-portal'

let portal: SharedPortal
let house: Household
beforeAll(async () => {
  portal = await sharePortal()
  house = await makeHousehold(portal.origin)
})
afterAll(() => portal.stop())

type SentForm = { head: string; action: string; fields: Record<string, string> }
const attributesOf = (tag: string): Record<string, string> =>
  Object.fromEntries(
    [...tag.matchAll(/([a-zA-Z-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value.replaceAll('&amp;', '&'),
    ]),
  )

/**
 * What a browser sends of each posted form in the main part: hidden fields and the first button; all other fields are
 * empty.
 */
const formsOf = (html: string, here: string): SentForm[] =>
  [...(/<main.*<\/main>/s.exec(html)?.[0] ?? '').matchAll(/(<form[^>]*>)(.*?)<\/form>/gs)].flatMap(
    ([, head = '', content = '']) => {
      const { method, action } = attributesOf(head)
      if (method !== 'post') return []
      const fields: Record<string, string> = {}
      for (const [tag] of content.matchAll(/<(?:input|select|textarea|button)\b[^>]*>/g)) {
        const { name, type, value = '' } = attributesOf(tag)
        if (name === undefined || name === '' || type === 'checkbox' || type === 'radio' || type === 'file') continue
        if (tag.startsWith('<button')) {
          if (!('intent' in fields) && type !== 'button') fields[name] ??= value
        } else fields[name] = type === 'hidden' ? value : ''
      }
      return [{ head, action: action ?? here, fields }]
    },
  )

type Who = 'visitor' | 'owner' | 'newcomer' | 'guarded'
type EmptyForm = { who: Who; page: string | ((house: Household) => string); names: Record<string, string> }
const choosePassword = { newPassword: 'Choose a password.' }
const presentPassword = { password: 'Enter your current password.' }
const listName = { name: 'A list’s name has 1 to 20 characters.' }
const listPath = (rest: string) => (house: Household) => `/features/lists/${house.listId}${rest}`
/** Every page whose form can't be empty, and the message at each field. */
const emptyForms: EmptyForm[] = [
  {
    who: 'visitor',
    page: '/login',
    names: { identifier: 'Enter your user name, e-mail, phone or serial number.', password: 'Enter your password.' },
  },
  {
    who: 'visitor',
    page: '/login/code',
    names: { identifier: 'Enter your user name, e-mail, phone or serial number.' },
  },
  { who: 'visitor', page: '/forget', names: { identifier: 'Enter your user name, e-mail, phone or serial number.' } },
  { who: 'visitor', page: '/register', names: { userName: 'Choose a user name.', password: 'Choose a password.' } },
  { who: 'owner', page: '/personal/user-name', names: { userName: 'Choose a user name.', ...presentPassword } },
  { who: 'owner', page: '/personal/password', names: { oldPassword: presentPassword.password, ...choosePassword } },
  { who: 'newcomer', page: '/personal/authenticator', names: presentPassword },
  {
    who: 'guarded',
    page: '/personal/authenticator/renew',
    names: { code: 'This code is wrong or has already been used.', ...presentPassword },
  },
  { who: 'owner', page: '/personal/contact/email/remove', names: presentPassword },
  {
    who: 'owner',
    page: '/personal/tokens/new',
    names: {
      ...{ name: 'Give it a name of 1 to 40 characters.', ...presentPassword, scopes: 'Choose at least one right.' },
      expiresInDays: 'Please check this entry.',
    },
  },
  { who: 'owner', page: '/features/uploads', names: { file: 'Choose a file.' } },
  { who: 'owner', page: (house) => `/features/uploads/${house.heldId}`, names: listName },
  { who: 'owner', page: listPath('/rename'), names: listName },
  { who: 'owner', page: listPath('/copy'), names: listName },
  { who: 'owner', page: listPath('/channels/3'), names: { name: 'Enter a name.' } },
  { who: 'owner', page: listPath('/sort'), names: { mode: 'Choose how to sort.' } },
  {
    who: 'newcomer',
    page: '/terminal/bind',
    names: { sn: 'Enter the 12 digits of the serial number.', code: 'Enter the 8 letters on the box’s screen.' },
  },
  {
    who: 'owner',
    page: '/news/feedback/new',
    names: { category: 'Choose what it is about.', text: 'Write 10 to 2,000 characters.' },
  },
  {
    who: 'owner',
    page: (house) => `/news/feedback/${house.feedbackId}`,
    names: { text: 'Write 1 to 2,000 characters.' },
  },
]

const clientOf = (who: Who): HttpClient => (who === 'visitor' ? new HttpClient(portal.origin) : house[who].client)
const english = { 'accept-language': 'en' }
const send = async (client: HttpClient, { head, action, fields }: SentForm): Promise<Response> => {
  if (!head.includes('multipart')) return client.post(action, fields, english)
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return client.request(action, { method: 'POST', body, headers: { origin: portal.origin, ...english } })
}
/** The messages by field in the summary above the form. */
const summaryOf = (html: string): Record<string, string> =>
  Object.fromEntries(
    [
      ...(/error-summary-title.*?<ul>(.*?)<\/ul>/s.exec(html)?.[1] ?? '').matchAll(
        /<a href="#field-(\w+)">(.*?)<\/a>/g,
      ),
    ].map(([, field = '', sentence = '']) => [field, sentence]),
  )

describe('a form sent empty', () => {
  it.each(emptyForms)('of $page shows at each field what to enter', async ({ who, page, names }) => {
    const client = clientOf(who)
    const path = typeof page === 'string' ? page : page(house)
    const [form] = formsOf(await (await client.request(path, { headers: english })).text(), path)
    expect(form, 'the page has a form').toBeDefined()
    if (form === undefined) return
    expect(form.head, 'the browser checks nothing by itself').toContain('novalidate')
    const answer = await send(client, form)
    expect(answer.status).toBe(422)
    const html = await answer.text()
    expect(summaryOf(html)).toEqual(names)
    // The same message is at the field and tied to it.
    for (const [field, sentence] of Object.entries(names)) {
      const place = new RegExp(`<[^>]*name="${field}"[^>]*>`).exec(html)?.[0] ?? ''
      if (!/type="(?:radio|checkbox)"/.test(place)) expect(place, field).toContain('aria-invalid="true"')
      expect(html.split(sentence).length, field).toBeGreaterThanOrEqual(3)
    }
  })
})

describe('a serial number of eleven digits', () => {
  const pair = (sn: unknown) =>
    new HttpClient(portal.origin).api('POST', '/stb/pair', { json: { sn, model: 'Mango S1' }, language: 'en' })
  it('is reported by the API without mentioning a second entry, which a box does not send', async () => {
    expect(await pair('10000000000')).toMatchObject({
      status: 422,
      code: 'D1107',
      message: 'A serial number has exactly 12 digits.',
    })
  })
  it('is reported at its field on the page, and a mismatch at the second field', async () => {
    const { client } = house.newcomer
    const bind = async (sn: string, repeatSn: string): Promise<Record<string, string>> =>
      summaryOf(await (await client.post('/terminal/bind', { sn, repeatSn, code: 'BCDFGHJK' }, english)).text())
    expect(await bind('10000000000', '10000000000')).toEqual({ sn: 'Enter the 12 digits of the serial number.' })
    expect(await bind('100000000001', '100000000002')).toEqual({ repeatSn: 'The two serial numbers are not the same.' })
  })
})
