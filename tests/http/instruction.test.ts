/** Manuals over HTTP: the operator adds them, everybody downloads them, a customer sees those of their own boxes. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runOperator, type CommandAnswer } from '../support/command-line'
import { makePdf } from '../support/pdf'
import type { HttpClient } from '../support/http-client'
import { startPortal, type Portal } from '../support/portal'

type Text = { languageConfigId: number; language: string; title: string; fileName: string; size: number }
type Shown = { id: string; model: string; updatedAt: string; languages: Text[] }

let portal: Portal
const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-manual-'))
beforeAll(async () => {
  portal = await startPortal({ env: { LIMITS: 'off' } })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await portal.stop()
})

const add = (fields: Record<string, string>, bytes: Uint8Array) =>
  portal.visitor().api<Shown>('POST', `/operator/instructions?${new URLSearchParams(fields).toString()}`, {
    token: portal.tokens.operator,
    raw: { type: 'application/pdf', bytes },
  })
const remove = (id: string, language?: string) =>
  portal
    .visitor()
    .api<null>('DELETE', `/operator/instructions/${id}${language === undefined ? '' : `?language=${language}`}`, {
      token: portal.tokens.operator,
    })
const addressOf = (id: string, languageConfigId?: string): string =>
  `/api/modelConfig/instruction/download/instruction/${id}${languageConfigId === undefined ? '' : `?languageConfigId=${languageConfigId}`}`
const download = (id: string, languageConfigId?: string, headers: Record<string, string> = {}) =>
  portal.visitor().request(addressOf(id, languageConfigId), { headers })
const textOf = async (answer: Response): Promise<string> => Buffer.from(await answer.arrayBuffer()).toString('latin1')
/** Files in the store on the disk now. */
const storedFiles = (): number => {
  const uploads = path.join(portal.dataDir, 'uploads')
  return existsSync(uploads)
    ? readdirSync(uploads, { recursive: true, encoding: 'utf8' }).filter((name) => /^[^/]+\/[^/]+$/.test(name)).length
    : 0
}

describe('a manual', () => {
  it('is downloaded in each of its languages by number and by code, with English as fallback', async () => {
    const made = await add({ model: 'Mango S1', language: 'en', title: 'User manual' }, makePdf('the English one'))
    expect(made).toMatchObject({
      status: 201,
      code: '0',
      data: { model: 'Mango S1', languages: [{ languageConfigId: 1, language: 'en', title: 'User manual' }] },
    })
    const { id } = made.data
    expect(
      (
        await add({ model: 'mango s1', id, language: 'ua', title: 'Інструкція' }, makePdf('the Ukrainian one'))
      ).data.languages.map(({ language }) => language),
    ).toEqual(['en', 'ua'])
    for (const [asked, expected, code] of [
      ['1', 'the English one', 'en'],
      ['5', 'the Ukrainian one', 'ua'],
      ['ua', 'the Ukrainian one', 'ua'],
      ['uk', 'the Ukrainian one', 'ua'],
      ['8', 'the English one', 'en'],
      ['fa', 'the English one', 'en'],
    ] as const) {
      const answer = await download(id, asked)
      expect(answer.status, asked).toBe(200)
      expect(answer.headers.get('content-type')).toBe('application/pdf')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('content-disposition'), asked).toMatch(/^attachment/)
      expect(answer.headers.get('content-disposition'), asked).toContain(`(${code}).pdf`)
      expect(await textOf(answer), asked).toContain(expected)
    }
    // Without a number the language of the call counts.
    expect(await textOf(await download(id, undefined, { 'accept-language': 'uk' }))).toContain('the Ukrainian one')
    await remove(id)
  })

  it('is given in its first language if even English is missing', async () => {
    const { data } = await add({ model: 'Mango S1', language: 'pt', title: 'Manual' }, makePdf('em portugues'))
    expect(await textOf(await download(data.id, '2'))).toContain('em portugues')
    await remove(data.id)
  })

  it('is sent in ranges, and not again to a client that has it', async () => {
    const { data } = await add({ model: 'Mango S1', language: 'en', title: 'Parts' }, makePdf('parts'))
    const whole = await download(data.id, '1')
    const part = await download(data.id, '1', { range: 'bytes=0-7' })
    expect([part.status, await textOf(part)]).toEqual([206, '%PDF-1.4'])
    expect((await download(data.id, '1', { 'if-none-match': whole.headers.get('etag') ?? '' })).status).toBe(304)
    await remove(data.id)
  })

  it('that is missing is M4301 as JSON, and an invalid language A0422', async () => {
    const missing = await download('01nosuchmanual', '1')
    expect([missing.status, ((await missing.json()) as { code: string }).code]).toEqual([404, 'M4301'])
    for (const wrong of ['0', '9', 'de', '1x'])
      expect(((await (await download('01nosuchmanual', wrong)).json()) as { code: string }).code, wrong).toBe('A0422')
  })

  it('is replaced and removed with its file, language by language', async () => {
    const before = storedFiles()
    const { data } = await add({ model: 'Mango S2 Pro', language: 'en', title: 'First' }, makePdf('first'))
    await add({ model: 'Mango S2 Pro', id: data.id, language: 'en', title: 'Second' }, makePdf('second'))
    await add({ model: 'Mango S2 Pro', id: data.id, language: 'fr', title: 'Deuxième' }, makePdf('deux'))
    expect(storedFiles()).toBe(before + 2)
    expect(await textOf(await download(data.id, '1'))).toContain('second')
    expect((await remove(data.id, 'en')).code).toBe('0')
    expect(await textOf(await download(data.id, '1'))).toContain('deux')
    expect((await remove(data.id, 'en')).code).toBe('M4301')
    expect((await remove(data.id, 'fr')).code).toBe('0')
    expect([(await download(data.id, '8')).status, (await remove(data.id)).code, storedFiles()]).toEqual([
      404,
      'M4301',
      before,
    ])
  })
})

describe('an invalid manual', () => {
  it('is refused by its content, whatever its name', async () => {
    const pdf = Buffer.from(makePdf('cut'))
    const before = storedFiles()
    for (const [name, bytes] of Object.entries({
      text: Buffer.from('a manual, honestly'),
      page: Buffer.from('<!doctype html><script>alert(1)</script>'),
      cut: pdf.subarray(0, pdf.length - 20),
      headless: pdf.subarray(5),
      'a page with a PDF behind it': Buffer.concat([Buffer.from('<html>'), pdf]),
      'a PDF with a page behind it': Buffer.concat([pdf, Buffer.from('<script>alert(1)</script>')]),
    }))
      expect((await add({ model: 'Mango S1', language: 'en', title: 'x' }, bytes)).code, name).toBe('A0415')
    expect(storedFiles()).toBe(before)
  })
  it('is refused for an unknown model, manual or language, or an empty title', async () => {
    const pdf = makePdf('x')
    const codes = await Promise.all([
      add({ model: 'No Such Box', language: 'en', title: 'x' }, pdf),
      add({ model: 'Mango S1', id: '01nosuchmanual', language: 'en', title: 'x' }, pdf),
      add({ model: 'Mango S1', language: 'de', title: 'x' }, pdf),
      add({ model: 'Mango S1', language: 'en', title: ' \u202e ' }, pdf),
      add({ model: 'Mango S1', language: 'en', title: 'x'.repeat(121) }, pdf),
      add({ model: 'Mango S1', language: 'en', title: 'x' }, new Uint8Array()),
    ])
    expect(codes.map(({ code }) => code)).toEqual(['M3301', 'M4301', 'A0422', 'A0422', 'A0422', 'A0422'])
  })
  it('is refused over 16 MiB', async () => {
    const answer = await add({ model: 'Mango S1', language: 'en', title: 'x' }, new Uint8Array(16 * 1024 * 1024 + 1))
    expect([answer.status, answer.code]).toEqual([413, 'A0413'])
  })
})

describe('the manuals of a box', () => {
  const sn = '100000000001'
  const of = (client: HttpClient, number: string, language = 'en') =>
    client.api<{ items: (Shown & { title: string; languageConfigId: number })[] }>(
      'GET',
      `/modelConfig/customer/instructions/${number}`,
      { headers: { 'accept-language': language, 'sec-fetch-site': 'same-origin' } },
    )

  it('are listed for its owner, with titles in the language of the call', async () => {
    const { data } = await add({ model: 'Mango S1', language: 'en', title: 'User manual' }, makePdf('x'))
    await add({ model: 'Mango S1', id: data.id, language: 'es', title: 'Manual de usuario' }, makePdf('y'))
    await add({ model: 'Mango S2 Pro', language: 'en', title: 'Of another model' }, makePdf('z'))
    const owner = await portal.visitor().signIn('demo-user', 'mango-demo')
    const paired = await portal
      .visitor()
      .api<{ userCode: string }>('POST', '/stb/pair', { json: { sn, model: 'Mango S1' } })
    await owner.post('/terminal/bind', { sn, repeatSn: sn, code: paired.data.userCode })
    expect((await of(owner, sn, 'es')).data.items).toMatchObject([
      {
        id: data.id,
        title: 'Manual de usuario',
        languageConfigId: 7,
        languages: [{ language: 'en' }, { language: 'es' }],
      },
    ])
    expect((await of(owner, sn, 'fr')).data.items).toMatchObject([{ title: 'User manual', languageConfigId: 1 }])
    const friend = await portal.visitor().signIn('demo-friend', 'mango-friend')
    expect((await of(friend, sn)).code).toBe('I1402')
    expect((await of(friend, '999999999999')).code).toBe('S1000')
    expect((await of(friend, '12')).code).toBe('D1107')
    expect((await of(portal.visitor(), sn)).code).toBe('I1304')
    // On the page the models of own boxes come first; others by choice; a model without a manual says so.
    const page = await (await owner.request('/help/instructions')).text()
    expect(page).toContain(addressOf(data.id, 'en').replace('&', '&amp;'))
    expect(page).not.toContain('Of another model')
    expect(await (await portal.visitor().request('/help/instructions?model=Mango+S2+Pro')).text()).toContain(
      'Of another model',
    )
    expect(await (await portal.visitor().request('/help/instructions?model=%3Cscript%3E')).text()).toContain(
      'There is no manual for',
    )
  })
})

describe('the command line', () => {
  const operator = (...words: string[]): Promise<CommandAnswer> =>
    runOperator({ origin: portal.origin, token: portal.tokens.operator }, words)

  it('adds, lists and removes manuals, and the audit log records it', async () => {
    const file = path.join(folder, 'manual.pdf')
    writeFileSync(file, makePdf('by command'))
    const added = await operator(
      'instructions',
      'add',
      'Mango IP 4K',
      file,
      '--language',
      'fr',
      '--title',
      'Notice',
      '--why',
      'new model',
    )
    expect(added).toMatchObject({ exit: 0, err: '' })
    const id = /\((\w+)\)/.exec(added.out)?.[1] ?? ''
    expect((await operator('instructions', 'list', '--model', 'Mango IP 4K')).out).toMatch(
      new RegExp(`Mango IP 4K\\s+Notice\\s+fr\\s+${id}`),
    )
    expect(await operator('instructions', 'remove', id)).toMatchObject({ exit: 0, out: 'The manual is removed.\n' })
    const audit = (await operator('audit', '--subject', id)).out
    expect(audit).toContain('instruction.add')
    expect(audit).toContain('instruction.remove')
    expect(audit).toContain('new model')
    writeFileSync(file, 'no manual')
    expect(
      await operator('instructions', 'add', 'Mango IP 4K', file, '--language', 'fr', '--title', 'Notice'),
    ).toMatchObject({ exit: 1 })
    expect(await operator('instructions', 'add', 'Mango IP 4K', file, '--title', 'Notice')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('--language') as string,
    })
  })
})
