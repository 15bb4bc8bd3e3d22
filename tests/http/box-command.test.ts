/**
 * `npm run box` as a person runs it: its output when the owner unbinds the box, switches CHMax off, or deletes its
 * list.
 */
import { spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeList } from '../support/fixtures/satcodx'
import { root } from '../support/paths'
import { startPortal, type Portal } from '../support/portal'

const sn = '100000000002'
let portal: Portal
const keptFile = (): string =>
  path.join(root, '.cache/boxes', `${new URL(portal.origin).host.replaceAll(':', '-')}-${sn}.json`)
beforeAll(async () => {
  portal = await startPortal({ env: { LIMITS: 'off' } })
})
afterAll(async () => {
  rmSync(keptFile(), { force: true })
  await portal.stop()
})

type Run = { exit: number | null; said: string }
/** Runs the command; `onLine` gets each line as it comes. */
const box = (words: readonly string[], onLine: (line: string, stop: () => void) => void = () => undefined) =>
  new Promise<Run>((resolve) => {
    const program = ['--import', 'tsx', 'scripts/stb/index.ts', '--server', portal.origin, ...words]
    const child = spawn(process.execPath, program, { cwd: root })
    let said = ''
    let rest = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        const lines = (rest + chunk.toString()).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) onLine(line, () => child.kill('SIGINT'))
      })
    child.once('close', (exit) => resolve({ exit, said }))
  })
const owner = () => portal.visitor().signIn('demo-user', 'mango-demo')
/** The owner enters the code that the box shows. */
const typing = async (line: string): Promise<void> => {
  const code = /code=([\w-]+)/.exec(line)?.[1]
  if (code === undefined) return
  const bound = await (await owner()).post('/terminal/bind', { sn, repeatSn: sn, code })
  expect(bound.status).toBe(303)
}

describe('npm run box', () => {
  it.each([
    ['a file to save that is not there', ['--save', '/nowhere.sdx'], 2, '--save: ENOENT'],
    ['two ways to stay', ['--watch', '--standby'], 2, '--watch and --standby'],
    ['a number that is none', ['--sn', '12345'], 1, 'was refused: 422 D1107'],
    ['no portal', ['--server', 'not an address'], 2, '--server is no address'],
    ['an address without https', ['--conformance', 'localhost:3000'], 2, '--conformance is no address'],
  ])('ends with a message: %s', async (_what, words, exit, sentence) => {
    const run = await box(words)
    expect([run.exit, run.said]).toEqual([exit, expect.stringContaining(sentence)])
    expect(run.said).not.toMatch(/^\s+at /m)
  })
  it('shows a new code if the last run’s was not entered, and none once the box is bound', async () => {
    const codeOf = (said: string): string | undefined => /code=([\w-]+)/.exec(said)?.[1]
    const [first, second] = [await box(['--sn', sn, '--once']), await box(['--sn', sn, '--once'])]
    expect(codeOf(second.said)).toMatch(/\w{8}/)
    expect(codeOf(second.said)).not.toBe(codeOf(first.said))
    await typing(second.said)
    expect((await box(['--sn', sn, '--once'])).said).toContain('is bound already')
    expect((await (await owner()).post(`/terminal/${sn}/unbind`, {})).status).toBe(303)
  })
  it('is bound, follows its list, and reports off, no list, standby and unbound', async () => {
    const made = await portal.visitor().api<{ id: string }>('POST', '/chmax/lists?name=Followed', {
      token: portal.tokens.customer,
      raw: {
        type: 'application/octet-stream',
        bytes: Buffer.from(makeList({ seed: 41, records: 40, variant: '103' }).bytes),
      },
    })
    let isDeleted = false
    const first = await box(['--sn', sn, '--watch', '--every', '1'], (line, stop) => {
      void typing(line)
      if (line.startsWith('It is bound'))
        void owner().then((user) => user.post(`/terminal/${sn}`, { intent: 'list', list: made.data.id }))
      if (line.includes('signature by key')) {
        isDeleted = true
        void portal
          .visitor()
          .api('DELETE', `/chmax/lists/${made.data.id}`, { token: portal.tokens.customer })
          .then(({ status }) => expect(status).toBe(200))
      }
      if (line.startsWith('No list is chosen') && line.includes('Terminal') && isDeleted) stop()
    })
    expect(first.said).toContain('It loaded its list.')
    expect(first.said.split('No list is chosen').length).toBe(3)
    expect(first.said).toContain('was deleted, or is no longer chosen')

    const setSettings = async (form: Record<string, string>): Promise<void> => {
      const user = await owner()
      expect((await user.post(`/terminal/${sn}`, { intent: 'settings', ...form })).status).toBe(303)
    }
    await setSettings({ listStyle: 'new', search: 'on', autoUpdate: 'off' })
    expect((await box(['--sn', sn, '--once'])).said).toContain('CHMax is off for it')
    await setSettings({ enabled: 'on', listStyle: 'new', search: 'on', autoUpdate: 'cloud' })
    // As older software stored it.
    const another = await portal.visitor().api<{ id: string }>('POST', '/chmax/lists?name=Another', {
      token: portal.tokens.customer,
      raw: { type: 'application/octet-stream', bytes: makeList({ seed: 42, records: 20, variant: '103' }).bytes },
    })
    await (await owner()).post(`/terminal/${sn}`, { intent: 'list', list: another.data.id })
    const kept = JSON.parse(readFileSync(keptFile(), 'utf8')) as Record<string, unknown>
    delete kept['counts']
    writeFileSync(keptFile(), JSON.stringify(kept))
    expect((await box(['--sn', sn, '--once'])).said).toContain('It loaded its list.')
    const standby = await box(['--sn', sn, '--standby'], (line, stop) => {
      if (line.startsWith('It is in standby')) stop()
    })
    expect(standby.said).toMatch(/updates by itself at \d{4}-\d\d-\d\dT/)
    expect((await (await owner()).post(`/terminal/${sn}/unbind`, {})).status).toBe(303)
    expect((await box(['--sn', sn, '--once'])).said).toContain('its owner has unbound it')
  })
})
