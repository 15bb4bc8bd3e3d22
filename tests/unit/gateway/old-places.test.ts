/** Folders that killed gateways have left behind are cleared by the next start, and nothing else is. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { hourMs, nowMs } from '~/platform/clock.server'
import { clearOldPlaces } from '~/server/gateway/app-process'

it('a start clears the empty folders of gateways that were killed, and leaves those in use and all others', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'places-'))
  const old = new Date(nowMs() - hourMs)
  const make = (name: string, { isOld = true, hasSocket = false } = {}): void => {
    mkdirSync(path.join(folder, name))
    if (hasSocket) writeFileSync(path.join(folder, name, 'app.sock'), '')
    if (isOld) utimesSync(path.join(folder, name), old, old)
  }
  make('portal-app-killed')
  make('portal-app-inUse1', { hasSocket: true })
  make('portal-app-begins', { isOld: false })
  make('portal-app-longer-name')
  make('other-abcdef')
  clearOldPlaces(folder, nowMs())
  expect(readdirSync(folder).sort()).toEqual([
    'other-abcdef',
    'portal-app-begins',
    'portal-app-inUse1',
    'portal-app-longer-name',
  ])
  rmSync(folder, { recursive: true })
})
