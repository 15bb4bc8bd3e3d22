/**
 * Recovery for the last operator who has lost every credential: possible on the machine itself, never over the
 * network.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { HttpClient } from '../support/http-client'
import { root } from '../support/paths'
import { startServer } from '../support/server'
import { copyTemplate } from '../support/template'

it(
  'a stopped portal’s owner opens recovery with a reason, one claim closes it, and the audit log has both',
  { timeout: 90_000 },
  async () => {
    const dataDir = copyTemplate()
    const open = (...words: string[]) => {
      const ran = spawnSync(process.execPath, ['scripts/ops/operator-way-back.mjs', ...words], {
        cwd: root,
        env: { ...process.env, DATA_DIR: dataDir },
        encoding: 'utf8',
      })
      return { code: ran.status, text: ran.stdout + ran.stderr }
    }
    const tokenFile = path.join(dataDir, 'first-operator-token')
    const claim = (origin: string, token: string, userName: string) =>
      new HttpClient(origin).api<{ token: string }>('POST', '/operator/claim', {
        json: { token, userName, password: 'way-back-word-9' },
      })

    let server = await startServer({ dataDir })
    expect(open('--why', 'lost everything')).toMatchObject({
      code: 1,
      text: expect.stringContaining('the portal is running') as string,
    })
    await server.stop()
    expect(open()).toMatchObject({ code: 1, text: expect.stringContaining('--why TEXT is missing') as string })
    expect(open('--why', 'lost everything')).toMatchObject({ code: 0 })
    expect(statSync(tokenFile).mode & 0o777).toBe(0o600)
    const token = readFileSync(tokenFile, 'utf8').trim()

    server = await startServer({ dataDir })
    expect(await claim(server.origin, 'mpf_guess', 'back-again')).toMatchObject({ status: 401, code: 'I1304' })
    const made = await claim(server.origin, token, 'back-again')
    expect(made.code).toBe('0')
    expect(await claim(server.origin, token, 'twice-back')).toMatchObject({ status: 401, code: 'I1304' })
    expect(statSync(tokenFile, { throwIfNoEntry: false })).toBeUndefined()
    const audit = await new HttpClient(server.origin).api<{
      items: { actor: string; action: string; detail: string | null }[]
    }>('GET', '/operator/audit', { token: made.data.token })
    expect(audit.data.items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'operator.claim' }),
        expect.objectContaining({ actor: 'machine', action: 'operator.way-back', detail: 'why: lost everything' }),
      ]),
    )
    await server.stop()
  },
)
