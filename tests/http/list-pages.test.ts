/**
 * The pages of channel lists by role: publishers see what their uploads become, and remarks on a file outlive its
 * channels.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinParts, makeRecord, terminatorOf, type Fields } from '../support/fixtures/satcodx'
import type { HttpClient } from '../support/http-client'
import { findRunTogether } from '../support/plain-reading'
import { languages } from '~/i18n/languages'
import { startPortal, type Portal } from '../support/portal'
import { putOutByPage } from '../support/publish'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

const fileOf = (...records: Partial<Fields>[]): Uint8Array =>
  joinParts(...records.flatMap((record) => [makeRecord(record, '103'), terminatorOf('103')]))
const plainFile = fileOf({ name: 'One', sid: 1 }, { name: 'Two', sid: 2 }, { name: 'Three', sid: 3 })

/** Uploads by the page's form; returns the new list's path. */
const upload = async (client: HttpClient, name: string, bytes: Uint8Array): Promise<string> => {
  const form = new FormData()
  form.set('name', name)
  form.set('file', new Blob([new Uint8Array(bytes)]), 'file.sdx')
  const answer = await client.request('/features/uploads', {
    method: 'POST',
    body: form,
    headers: { origin: portal.origin },
  })
  expect(answer.status, await answer.clone().text()).toBe(303)
  return (answer.headers.get('location') ?? '').replace(/\/report$/, '')
}
const read = async (client: HttpClient, path: string): Promise<string> => {
  const answer = await client.request(path, { headers: { 'accept-language': 'en' } })
  expect(answer.status, path).toBe(200)
  return (await answer.text()).replaceAll('<!-- -->', '')
}
/** The text between two headings of a page, without tags. */
const sectionOf = (page: string, title: string): string => {
  const from = page.indexOf(`>${title}</h2>`)
  if (from < 0) return ''
  const to = page.indexOf('</h2>', from + title.length + 6)
  return page.slice(from, to < 0 ? undefined : to)
}

const publishers = [
  {
    user: 'demo-admin',
    password: 'mango-admin',
    title: 'Ready-made lists for every box',
    becomes: 'It becomes a ready-made list: every box',
    lead: 'become ready-made lists: every box',
    tag: 'Ready-made list',
    kind: 'System',
  },
  {
    user: 'demo-vno',
    password: 'mango-brand',
    title: 'Ready-made lists of your brand',
    becomes: 'It becomes a ready-made list of your brand',
    lead: 'become ready-made lists of your brand',
    tag: 'Oasis TV',
    kind: 'VNO',
  },
] as const

describe.each(publishers)('$user', ({ user, password, title, becomes, lead, tag, kind }) => {
  it('sees what uploads become, and that there is no limit of five', async () => {
    const client = await portal.visitor().signIn(user, password)
    for (const path of ['/features', '/features/uploads']) expect(await read(client, path)).toContain(becomes)
    const page = await read(client, '/features')
    expect(page).toContain(lead)
    expect(page).not.toMatch(/Room for|places are taken/)
  })

  it('finds the lists it publishes among its own, with their kind, and can change them there', async () => {
    const client = await portal.visitor().signIn(user, password)
    const paths: string[] = []
    for (let number = 1; number <= 6; number++) paths.push(await upload(client, `${kind} ${number}`, plainFile))
    const page = await read(client, '/features')
    const own = sectionOf(page, title)
    for (const path of paths) expect(own).toContain(`href="${path}/rename"`)
    expect(own).toContain(`<bdi>${tag}</bdi>`)
    expect(own).not.toContain('Not used by any box')
    // Publishing is what sends them to boxes.
    expect(page).not.toContain('toast-next')
    expect(sectionOf(page, 'Ready-made lists')).not.toContain(paths[0] ?? 'no path')
    const list = await read(client, paths[0] ?? '')
    expect(list).toMatch(new RegExp(`list-kind">\\s*<span class="tag[^"]*">Ready-made list</span>`))
    expect(await read(client, '/home')).toContain(`href="${paths[5] ?? 'no path'}"`)
  })
})

describe('a customer', () => {
  it('sees how many more lists fit, and published lists as ready-made ones', async () => {
    const admin = await portal.visitor().signIn('demo-admin', 'mango-admin')
    const published = await upload(admin, 'For everybody', plainFile)
    await putOutByPage(admin, published)
    const client = await portal.visitor().signIn('demo-user', 'mango-demo')
    const page = await read(client, '/features')
    expect(page).toContain('Room for 5 more lists.')
    expect(page).not.toContain('Ready-made lists for every box')
    const ready = sectionOf(page, 'Ready-made lists')
    expect(ready).toContain(`href="${published}/copy"`)
    expect(ready).not.toContain(`href="${published}/rename"`)
  })

  it('sees on a published list that it is ready-made, in every language', async () => {
    const admin = await portal.visitor().signIn('demo-admin', 'mango-admin')
    const published = await upload(admin, 'In eight languages', plainFile)
    await putOutByPage(admin, published)
    const client = await portal.visitor().signIn('demo-user', 'mango-demo')
    const badges = new Set<string>()
    for (const { code } of languages) {
      await client.post('/language', { language: code, returnTo: '/home' })
      const badge = /list-kind">\s*<span class="tag[^"]*">([^<]*)</.exec(await read(client, published))?.[1] ?? ''
      expect(badge, code).not.toMatch(/^$|syst|sist|сист|سیستم|نظام/i)
      badges.add(badge)
    }
    await client.post('/language', { language: 'en', returnTo: '/home' })
    expect(badges.size).toBe(languages.length)
  })
})

describe('a remark on a record', () => {
  it('says if its channel was deleted, and links to the history instead of a missing page', async () => {
    const client = await portal.visitor().signIn('demo-user', 'mango-demo')
    const path = await upload(
      client,
      'With remarks',
      fileOf({ name: 'One', sid: null }, { name: 'Two', sid: 2 }, { name: 'Three', sid: null }),
    )
    const before = await read(client, `${path}/report`)
    expect(before).toContain(`href="${path}/channels/0"`)
    expect(before).toContain(`href="${path}/channels/2"`)
    expect(before).not.toContain('no longer in the list')

    const deleted = await client.post(`${path}/channels/0`, { intent: 'delete', base: '1' })
    expect(deleted.status).toBe(303)
    const page = await read(client, `${path}/report`)
    expect(page).not.toContain(`href="${path}/channels/0"`)
    expect(page).toMatch(new RegExp(`href="${path}/history">no longer in the list</a>`))
    const links = [...page.matchAll(/href="(\/features[^"#]*)/g)].map((match) => match[1] ?? '')
    expect(links).toContain(`${path}/channels/2`)
    for (const link of links) expect((await client.request(link)).status, link).toBe(200)
  })
})

describe('an edit on the plain page', () => {
  it('reads a playlist in the character set chosen on the report’s page', async () => {
    const client = await portal.visitor().signIn('demo-user', 'mango-demo')
    const name = Buffer.from([0xc2, 0xb2, 0x33])
    const bytes = Buffer.concat([Buffer.from('#EXTM3U\n#EXTINF:-1,'), name, Buffer.from('\nhttp://example.org/1\n')])
    const path = await upload(client, 'Playlist', bytes)
    const said = await read(client, path)
    expect(said).toContain('²3')
    expect(said, 'the message about an upload leads to the boxes').toMatch(
      new RegExp(`class="btn toast-next"[^>]*href="${path}/put-on-box"|href="${path}/put-on-box"[^>]*toast-next`),
    )
    expect(findRunTogether(said)).toEqual([])
    expect(await read(client, `${path}/report?encoding=iso-8859-5`)).toContain('ТВ3')
    const answer = await client.post(`${path}/report`, { encoding: 'iso-8859-5', base: '1' })
    expect(answer.status).toBe(303)
    expect(await read(client, path)).toContain('ТВ3')
    expect(await read(client, `${path}/report`)).toContain('chosen by you')
  })

  it('makes one copy when its form is sent twice, as by a second press on a slow line', async () => {
    const client = await portal.visitor().signIn('demo-user', 'mango-demo')
    const form = `${await upload(client, 'To copy', plainFile)}/copy`
    const batch = /name="batch" value="([^"]+)"/.exec(await read(client, form))?.[1] ?? ''
    const presses = [1, 2].map(() => client.post(form, { name: 'Copied once', batch }))
    const answers = await Promise.all(presses)
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1)
  })

  it('says where several channels are now, and how much of a name the file holds', async () => {
    const client = await portal.visitor().signIn('demo-user', 'mango-demo')
    const path = await upload(client, 'Moved', plainFile)
    const answer = await client.post(path, { intent: 'move', id: ['0', '1'], to: '3', base: '1' })
    expect(answer.status).toBe(303)
    expect((await read(client, path)).replaceAll(/[\u2066-\u2069]/g, '')).toContain('Moved to 2–3: 2 channels.')
    expect(await read(client, `${path}/channels/1`)).toContain(
      'At most 50 characters. This list’s file holds the first 20; an export cuts the rest.',
    )
  })
})
