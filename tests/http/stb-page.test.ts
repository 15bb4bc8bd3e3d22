/**
 * Tests the page for box makers (docs/stb.md): a shell runs its examples in order against the built portal, and its
 * worked signature is verified.
 */
import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkFile, learnKeys, readSigned, type SignedFacts, type PublishedKey } from '../../scripts/stb/signature'
import { stbEndpoints } from '~/api/stb'
import { codes } from '~/errors/table'
import { makeList } from '../support/fixtures/satcodx'
import { root } from '../support/paths'
import { startPortal, type Portal } from '../support/portal'

const page = readFileSync(path.join(root, 'docs/stb.md'), 'utf8')
const blocks = [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, kind = '', text = '']) => ({ kind, text }))
/** The examples by the comment above each. */
const examples = new Map(
  blocks
    .filter(({ kind }) => kind === 'sh')
    .flatMap(({ text }) => text.split(/^(?=# )/m))
    .filter((text) => text.startsWith('# '))
    .map((text) => [text.slice(2, text.indexOf('\n')), text]),
)
const hasTools = ['curl', 'openssl'].every((tool) => spawnSync(tool, ['--version']).error === undefined)

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

it('the examples on the page for box makers run', async () => {
  // Needs the programs of the examples; other tests cover the calls themselves.
  if (!hasTools) return
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stb-page-'))
  const sn = '100000000001'
  const known: Record<string, string> = { PORTAL: portal.origin, SN: sn }
  const tried = new Set<string>()
  const run = (name: string): string => {
    tried.add(name)
    const done = spawnSync('sh', ['-e', '-u', '-c', examples.get(name) ?? 'exit 9'], {
      ...{ cwd: folder, env: { ...process.env, ...known }, encoding: 'utf8' },
    })
    expect([name, done.status, done.stderr]).toEqual([name, 0, ''])
    return done.stdout
  }
  const data = <D>(name: string): D => {
    const answer = JSON.parse(run(name)) as { code: string; data: D }
    expect([name, answer.code]).toEqual([name, '0'])
    return answer.data
  }
  const paired = data<{ deviceToken: string; userCode: string }>('pair')
  known.TOKEN = paired.deviceToken
  const user = await portal.visitor().signIn('demo-user', 'mango-demo')
  const file = makeList({ seed: 71, records: 50, variant: '103' }).bytes
  const made = await portal.visitor().api<{ id: string }>('POST', '/chmax/lists?name=Page', {
    token: portal.tokens.customer,
    raw: { type: 'application/octet-stream', bytes: file },
  })
  expect((await user.post('/terminal/bind', { sn, repeatSn: sn, code: paired.userCode })).status).toBe(303)
  expect((await user.post(`/terminal/${sn}`, { intent: 'list', list: made.data.id })).status).toBe(303)
  const { owners, state } = data<{ owners: string[]; state: string }>('token')
  expect(state).toBe('bound')
  expect(data('report')).toBeNull()
  known.LIST = data<{ activeListId: string }>('index').activeListId
  expect(known.LIST).toBe(made.data.id)
  run('list')
  expect(data('updated')).toBeNull()
  const head = readFileSync(path.join(folder, 'head.txt'), 'utf8')
  const loaded = readFileSync(path.join(folder, 'list.sdx'))
  expect(loaded.equals(Buffer.from(file))).toBe(true)
  known.ETAG = /^etag: (.*)\r$/im.exec(head)?.[1] ?? ''
  known.CONTENT = /^content-location: (.*)\r$/im.exec(head)?.[1] ?? ''
  expect(run('not modified')).toBe('304\n')
  run('its content')
  expect(readFileSync(path.join(folder, 'content.bin')).equals(loaded)).toBe(true)
  expect(run('the rest after a cut')).toBe('206\n')
  expect(readFileSync(path.join(folder, 'rest.bin')).equals(loaded.subarray(500))).toBe(true)
  run('compressed')
  expect(readFileSync(path.join(folder, 'zipped.sdx')).equals(loaded)).toBe(true)
  expect(data<{ services: unknown[] }>('services').services.length).toBeGreaterThan(0)
  expect(data('settings')).toMatchObject({ enabled: true, version: 1 })
  expect(data('set')).toMatchObject({ search: false, version: 2 })
  expect(data('save')).toMatchObject({ id: known.LIST, revision: 1, saved: 1 })

  const { keys } = data<{ keys: (PublishedKey & { pem: string })[] }>('keys')
  const header = /^chmax-signature: (.*)\r$/im.exec(head)?.[1]
  const asked = { listId: known.LIST, format: 'sdx' }
  expect(
    checkFile(header, asked, loaded, { keys: learnKeys([], keys), owners, newestIssued: {}, counts: {} }).good,
  ).toBe(true)
  const signed = readSigned(header)
  if (signed === null) throw new Error('no signature')
  writeFileSync(path.join(folder, 'key.pem'), keys[0]?.pem ?? '')
  expect(run('verify')).toContain('Signature Verified Successfully')
  expect(readFileSync(path.join(folder, 'list.json'), 'utf8')).toBe(signed.json)
  expect([...examples.keys()].filter((name) => !tried.has(name))).toEqual([])
})

it('the worked proof, signature and introduction on the page are right', () => {
  const [, secret = '', nonce = '', sn = '', proof] =
    /secret `([^`]+)`, the nonce\s+`([^`]+)` and the serial number `(\d+)` that is\s+`([0-9a-f]{64})`/.exec(page) ?? []
  expect(createHmac('sha256', secret).update(`${nonce}${sn}`).digest('hex')).toBe(proof)
  const header = /^CHMax-Signature: (.*)$/m.exec(page)?.[1]
  const signed = readSigned(header)
  if (signed === null) throw new Error('no example')
  const [introduced] = blocks.filter((block) => block.text.startsWith('mango-list-key 1')).map((block) => block.text)
  const { list: listId } = JSON.parse(signed.json) as SignedFacts
  const file = Buffer.from('hello, box\n')
  const publicKey = /in base64 is\s+`([^`]+)`/.exec(page)?.[1] ?? ''
  const key = { id: signed.key, publicKey, introducedBy: null }
  const box = { keys: [key], owners: ['system'], newestIssued: {}, counts: {} }
  expect(checkFile(header, { listId, format: 'sdx' }, file, box)).toMatchObject({ good: true })
  const [, id = '', told = '', by = ''] = /key (\S+)\npublic (\S+)\nby (\S+)\n/.exec(introduced ?? '') ?? []
  const introduction = /^here `([^`]+)`/m.exec(page)?.[1] ?? ''
  const next = { id, publicKey: told, introducedBy: by, introduction, status: 'next' as const }
  expect(learnKeys([key], [next]).map((one) => one.id)).toEqual([key.id, id])
})

it('the page says what to do about every code of the boxes’ calls, each existing and with its status', () => {
  const rows = page.split('\n').filter((line) => /^\| \d{3} [A-Z]/.test(line))
  const named = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/(?:(\d{3}) )?([A-Z]\d{4})/g)].map(([, status, code = '']) => ({
      status,
      code,
    })),
  )
  const answered = new Set<string>(stbEndpoints.flatMap((one) => one.codes))
  expect([...answered].filter((code) => !named.some((one) => one.code === code))).toEqual([])
  let status = ''
  for (const one of named) {
    status = one.status ?? status
    expect([one.code, String((codes as Record<string, { status: number }>)[one.code]?.status)]).toEqual([
      one.code,
      status,
    ])
  }
})
