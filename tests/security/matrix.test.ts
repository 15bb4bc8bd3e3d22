/**
 * Every page and every endpoint × signed out, the owner, another customer, a disabled account, an expired session.
 * tests/support/matrix.ts has the rows; a page or endpoint without a row fails, and so does a row without one.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '~/api/table'
import { demoAccounts } from '~/modules/account/account.server'
import { buildSeedList } from '~/modules/channel-list/seed/data'
import { writeSatcodx } from '~/modules/channel-list/seed/file'
import { startProgramSession, startSession } from '~/modules/session/session.server'
import { textsVersion } from '~/i18n/i18n.server'
import { hourMs, makeStoppedClock, replaceClock as setClock } from '~/platform/clock.server'
import type { HttpClient } from '../support/http-client'
import { apiRows, callers, pageRows, type CallerName, type Things } from '../support/matrix'
import { root } from '../support/paths'
import { startPortal, type Portal } from '../support/portal'
import { headersOf, logIn, type Tokens } from '../support/sealed'
import { seedPeople } from '../support/seeded'

let portal: Portal
let things: Things
/** Each caller's credentials: a browser's cookie and a program's headers; a signed-out caller has none. */
const cookies: Partial<Record<CallerName, string>> = {}
const programs: Partial<Record<CallerName, Record<string, string>>> = {}
const from = { address: '127.0.0.1', userAgent: 'test' }
const people = {
  owner: ['demo-user', 'mango-demo'],
  other: ['demo-friend', 'mango-friend'],
  disabled: ['demo-vno', 'mango-brand'],
} as const

const cookieOf = async (name: keyof typeof people): Promise<string> =>
  (await portal.visitor().signIn(people[name][0], people[name][1])).cookies.get('portal-session') ?? ''
const programOf = async (name: keyof typeof people): Promise<Tokens> =>
  logIn(portal.visitor(), people[name][0], people[name][1])
const listFile = writeSatcodx(buildSeedList({ seed: 21, channels: 12 }), { version: '103' })
/** For the row that unbinds a box. */
const spareBox = '100000000002'
let names = 0
const makeList = async (): Promise<string> =>
  (
    await portal.visitor().api<{ id: string }>('POST', `/chmax/lists?name=Matrix%20${++names}`, {
      token: portal.tokens.customer,
      raw: { type: 'application/octet-stream', bytes: listFile },
    })
  ).data.id

/** A fresh client of this caller for each request, so that no row affects the next. */
const clientOf = (name: CallerName): HttpClient => {
  const client = portal.visitor()
  const cookie = cookies[name]
  if (cookie !== undefined) client.cookies.set('portal-session', cookie)
  return client
}

/** Binds a box to the owner by the code on its screen. */
const bindBox = async (sn: string): Promise<void> => {
  const box = await portal.visitor().api<{ userCode: string }>('POST', '/stb/pair', { json: { sn, model: 'S' } })
  const bound = await clientOf('owner').post('/terminal/bind', { sn, repeatSn: sn, code: box.data.userCode })
  if (bound.status !== 303) throw new Error(`binding answered ${bound.status}`)
}

beforeAll(async () => {
  await seedPeople()
  const back = setClock(makeStoppedClock(new Date(Date.now() - hourMs)))
  const user = demoAccounts[0]
  const expired = await startSession(user.id, from)
  const expiredProgram = await startProgramSession(user, from)
  back()
  portal = await startPortal({ env: { LIMITS: 'off' } })
  cookies.expired = expired.token
  programs.expired = headersOf(expiredProgram)
  for (const name of ['owner', 'other', 'disabled'] as const) {
    cookies[name] = await cookieOf(name)
    programs[name] = headersOf(await programOf(name))
  }
  for (const name of ['owner', 'other'] as const) await clientOf(name).post('/wallet/open', {})
  const owner = clientOf('owner')
  const listId = await makeList()
  const sn = '100000000001'
  await bindBox(sn)
  const token = await owner.post('/personal/tokens/new', {
    name: 'Matrix',
    scopes: ['lists:read'],
    expiresInDays: '30',
    password: people.owner[1],
  })
  // The name is taken, so the file is held until its owner decides.
  const form = new FormData()
  form.set('name', 'Matrix 1')
  form.set('file', new Blob([new Uint8Array(listFile)]), 'matrix.sdx')
  const held = await owner.request('/features/uploads', {
    method: 'POST',
    body: form,
    headers: { origin: portal.origin },
  })
  const told = await portal.visitor().api<{ id: string }>('POST', '/operator/messages', {
    token: portal.tokens.operator,
    json: { audience: 'user', to: people.owner[0], texts: { en: { title: 'Matrix', text: 'Only for its owner.' } } },
  })
  const written = await owner.post('/news/feedback/new', { category: 'box', text: 'Written for the matrix.' })
  things = {
    messageId: told.data.id,
    feedbackId: (written.headers.get('location') ?? '').split('/').at(-1) ?? '',
    listId,
    sn,
    tokenId: (token.headers.get('location') ?? '').split('/').at(-1) ?? '',
    heldId: (held.headers.get('location') ?? '').split('/').at(-1) ?? '',
  }
  if (Object.values(things).includes('')) throw new Error(`the owner lacks a thing: ${JSON.stringify(things)}`)
  const gone = demoAccounts.find((one) => one.userName === people.disabled[0])
  const disabled = await portal.visitor().api('PUT', `/operator/accounts/${gone?.id ?? ''}`, {
    token: portal.tokens.operator,
    json: { disabled: true, why: 'test' },
  })
  if (disabled.code !== '0') throw new Error(`disabling answered ${disabled.code}`)
})
afterAll(() => portal.stop())

/** The address of a route's file, with the owner's ids as parameters. */
const addressOf = (file: string, about: keyof Things | undefined): string => {
  const name = file.replace(/\.tsx?$/, '')
  if (name === '$') return '/no-such-page'
  const literal = name.replaceAll(/\[([^\]]*)\]/g, (_, text: string) => text.replaceAll('.', '\u0000'))
  const segments = literal.split('.').map((segment) => segment.replaceAll('\u0000', '.').replace(/_$/, ''))
  const values: Record<string, string> = {
    $channelId: '0',
    $satellite: '0',
    $transponder: '0',
    $category: '0',
    $kind: 'satellite',
    $tool: 'names',
    $entry: '0',
    $logo: 'f'.repeat(64),
    $sn: things.sn,
    $group: '0',
    $heldId: things.heldId,
    $channel: 'email',
    $language: 'en',
    $version: textsVersion('en'),
    $namespace: 'common.json',
    $: 'nowhere',
    $id: about !== undefined ? things[about] : name.startsWith('personal.tokens') ? things.tokenId : things.listId,
  }
  const made = segments.filter((segment) => segment !== '_index').map((segment) => values[segment] ?? segment)
  return `/${made.join('/')}`
}

/** Status and redirect of an answer, with this run's ids replaced by their kinds. */
const shown = (response: Response): string => {
  const location = response.headers.get('location')
  const replaced = Object.entries(things).reduce(
    (text, [name, value]) => text.replaceAll(value, `{${name}}`),
    location ?? '',
  )
  return location === null ? String(response.status) : `${response.status} ${replaced}`
}

const routeFiles = readdirSync(path.join(root, 'app/routes')).filter((file) => /\.tsx?$/.test(file))
const exportsOf = (file: string): { get: boolean; post: boolean } => {
  const source = readFileSync(path.join(root, 'app/routes', file), 'utf8')
  const exported = (name: string): boolean =>
    new RegExp(`^export (?:const|async function|function) ${name}\\b|^export \\{[^}]*\\b${name}\\b`, 'm').test(source)
  return { get: exported('loader') || /^export default/m.test(source), post: exported('action') }
}

describe('pages', () => {
  it('have one row each, and each row has its page', () => {
    const needed = routeFiles.flatMap((file) => [
      ...(exportsOf(file).get ? [`GET ${file}`] : []),
      ...(exportsOf(file).post ? [`POST ${file}`] : []),
    ])
    expect(Object.keys(pageRows).sort()).toEqual(needed.sort())
  })
  for (const [key, row] of Object.entries(pageRows)) {
    it(key, async () => {
      const [method = '', file = ''] = key.split(' ')
      const answers: Record<string, string> = {}
      for (const caller of callers) {
        if (row.fresh === true && (caller === 'owner' || caller === 'other')) cookies[caller] = await cookieOf(caller)
        const listId = row.freshList === true && caller === 'owner' ? await makeList() : things.listId
        const ownBox = row.freshBox === true && caller === 'owner'
        if (ownBox) await bindBox(spareBox)
        const address =
          addressOf(file, row.about)
            .replace(things.listId, listId)
            .replace(things.sn, ownBox ? spareBox : things.sn) + (row.query ?? '')
        answers[caller] = shown(
          method === 'GET'
            ? await clientOf(caller).request(address)
            : await clientOf(caller).post(address, row.fields ?? {}),
        )
        if (row.fresh === true && (caller === 'owner' || caller === 'other')) cookies[caller] = await cookieOf(caller)
      }
      expect(answers).toEqual(row.answers)
    })
  }
})

describe('endpoints', () => {
  it('have one row each, and each row has its endpoint', () => {
    expect(Object.keys(apiRows).sort()).toEqual(endpoints.map((line) => `${line.method} ${line.path}`).sort())
  })
  for (const by of ['cookie', 'program'] as const) {
    for (const [key, row] of Object.entries(apiRows)) {
      it(`${key} by ${by}`, async () => {
        const [method = '', line = ''] = key.split(' ')
        const answers: Record<string, string> = {}
        for (const caller of callers) {
          const isOwn = caller === 'owner' || caller === 'other'
          const listId = row.freshList === true && caller === 'owner' ? await makeList() : things.listId
          const address = line.replaceAll(
            /\{(\w+)\}/g,
            (_, name: string) =>
              (
                {
                  id: row.about === undefined ? listId : things[row.about],
                  sn: things.sn,
                  encoding: 'utf-8',
                  language: 'ar',
                  channel: '0',
                  satellite: '0',
                  transponder: '0',
                  group: '0',
                  category: '0',
                  revision: '1',
                  service: 'tv',
                } as Record<string, string>
              )[name] ?? 'x',
          )
          const client = by === 'cookie' ? clientOf(caller) : portal.visitor()
          const headers: Record<string, string> =
            by === 'cookie' ? { 'sec-fetch-site': 'same-origin' } : (programs[caller] ?? {})
          const type = row.raw === undefined ? 'application/json' : 'application/octet-stream'
          const response = await client.request(
            `/api${address}${(row.query ?? '').replace('{sn}', things.sn).replace('{listId}', listId)}`,
            {
              method,
              ...(method === 'GET'
                ? { headers }
                : {
                    headers: { ...headers, ...row.headers, 'content-type': type },
                    body:
                      row.raw ??
                      JSON.stringify(row.json ?? {}).replaceAll(
                        /\{(messageId|feedbackId|sn|listId)\}/g,
                        (_, name: 'messageId' | 'feedbackId' | 'sn' | 'listId') => things[name],
                      ),
                  }),
            },
          )
          answers[caller] = (response.headers.get('content-type') ?? '').startsWith('application/json')
            ? ((await response.json()) as { code: string }).code
            : String(response.status)
          if (row.fresh === true && isOwn) {
            cookies[caller] = await cookieOf(caller)
            programs[caller] = headersOf(await programOf(caller))
          }
        }
        expect(answers).toEqual(by === 'cookie' ? (row.byCookie ?? row.answers) : row.answers)
      })
    }
  }
})
