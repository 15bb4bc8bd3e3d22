/** Software of boxes: which version is the latest, and when a box counts as outdated. */
import { expect, it } from 'vitest'
import { findBox } from '~/modules/device/device.server'
import {
  addSoftwareVersion,
  findLatestVersions,
  importModels,
  listModels,
  listSoftwareVersions,
  withdrawSoftwareVersion,
} from '~/modules/registry/registry.server'
import { compareVersions, isNewerAvailable } from '~/text/software-version'
import { dayMs, makeStoppedClock, replaceClock as setClock } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { codeOf, good, makeActor, makeBox } from '../channel-list/people'

const clock = makeStoppedClock(new Date('2026-11-22T12:00:00Z'))
setClock(clock)
const by = { userId: 'operator', why: 'a test' }
const inDays = (days: number) => new Date(clock.now().getTime() + days * dayMs)

it('a version is newer by its numbers; a suffix after a number makes it a pre-release', () => {
  const sorted = ['1.9', '2.14-beta', '2.14-beta.2', '2.14', '2.14.1', '2.15', 'v10']
  for (const [at, one] of sorted.entries())
    for (const [place, other] of sorted.entries())
      if (one !== 'v10' && other !== 'v10')
        expect([one, other, compareVersions(one, other)]).toEqual([one, other, Math.sign(at - place)])
  expect(compareVersions('9007199254740993', '9007199254740992')).toBe(1)
  expect([compareVersions('2.014', '2.14'), compareVersions('2.14', '2.14.0'), compareVersions('0', '0.0')]).toEqual([
    0, 0, 0,
  ])
  expect([isNewerAvailable(null, '2'), isNewerAvailable('1', null), isNewerAvailable('1', '2')]).toEqual([
    false,
    false,
    true,
  ])
  expect([isNewerAvailable('2', '2'), isNewerAvailable('3', '2')]).toEqual([false, false])
})

it('the latest is the one released last; if it is withdrawn, the one before it', async () => {
  await importModels(by, ['Soft A', 'Soft B'])
  const add = (model: string, version: string, releasedAt: Date | null = null) =>
    addSoftwareVersion(by, { model, version, releasedAt })
  const modelId = (await listModels()).find(({ name }) => name === 'Soft A')?.id ?? ''
  const latest = async () => (await findLatestVersions([modelId])).get(modelId)
  expect(await latest()).toBeUndefined()
  good(await add('Soft A', '2.1', inDays(-10)))
  good(await add('Soft A', '1.9', inDays(-20)))
  good(await add('Soft B', '7'))
  const third = good(await add('Soft A', '2.2', inDays(3)))
  expect(await latest()).toBe('2.1')
  clock.advance(3 * dayMs)
  expect(await latest()).toBe('2.2')
  good(await add('Soft A', '2.2.1', third.releasedAt))
  good(await add('Soft A', '2.2.0-rc', third.releasedAt))
  expect(await latest()).toBe('2.2.1')
  expect([codeOf(await add('Soft A', '2.2')), codeOf(await add('Soft C', '1'))]).toEqual(['M3101', 'M3301'])
  const listed = await listSoftwareVersions({ page: 1, size: 10, model: 'Soft A' })
  expect([listed.total, listed.items.map(({ version }) => version).sort()]).toEqual([
    5,
    ['1.9', '2.1', '2.2', '2.2.0-rc', '2.2.1'],
  ])
  for (const { id, version } of listed.items) if (version.startsWith('2.2')) good(await withdrawSoftwareVersion(by, id))
  expect(await latest()).toBe('2.1')
  expect(codeOf(await withdrawSoftwareVersion(by, third.id))).toBe('M3102')
  const audits = await db.auditEntry.findMany({ where: { subject: third.id }, orderBy: { id: 'asc' } })
  expect(audits.map(({ action, detail }) => [action, detail])).toEqual([
    ['software.add', 'Soft A 2.2; why: a test'],
    ['software.withdraw', 'Soft A 2.2; why: a test'],
  ])
})

it('its owner sees the latest version for the box’s model', async () => {
  const owner = await makeActor()
  const { sn } = await makeBox(owner)
  expect((await findBox(owner.userId, sn))?.latestSoftwareVersion).toBeNull()
  good(await addSoftwareVersion(by, { model: 'Model', version: '5.1', releasedAt: null }))
  expect((await findBox(owner.userId, sn))?.latestSoftwareVersion).toBe('5.1')
})
