/** A start clears the folders that killed gateways left behind, and nothing else. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { hourMs, nowMs } from '~/platform/clock.server'
import { clearOldPlaces } from '~/server/gateway/app-process'

const away = spawnSync(process.execPath, ['-e', '']).pid
const [own, killed] = [`portal-app-${process.pid}-`, `portal-app-${away}-`]

it('clears the empty folders of killed gateways, and leaves those in use and all others', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'places-'))
  const old = new Date(nowMs() - hourMs)
  const make = (name: string, { isOld = true, hasSocket = false } = {}): void => {
    mkdirSync(path.join(folder, name))
    if (hasSocket) writeFileSync(path.join(folder, name, 'app.sock'), '')
    if (isOld) utimesSync(path.join(folder, name), old, old)
  }
  make(`${killed}killed`)
  make(`${killed}inUse1`, { hasSocket: true })
  make(`${killed}begins`, { isOld: false })
  // It starts now, while the clock of this start or of the folder's maker is an hour off.
  make(`${own}living`)
  make(`${killed}longer-name`)
  make('other-abcdef')
  clearOldPlaces(folder, nowMs())
  expect(readdirSync(folder).sort()).toEqual(
    ['other-abcdef', `${killed}begins`, `${killed}inUse1`, `${killed}longer-name`, `${own}living`].sort(),
  )
  rmSync(folder, { recursive: true })
})
