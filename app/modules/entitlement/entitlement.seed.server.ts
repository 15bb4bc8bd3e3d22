/**
 * The demo's two bound boxes with every state that the services page can show: running, ending within days, ending
 * today, bought in advance, switched off and over. Existing data stays as it is.
 */
import { dayMs, hourMs, now } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import type { ServiceKey } from '~/modules/catalogue/catalogue.server'
import { anchorOf } from './months'

export const demoBoundBoxes = [
  { sn: '100000000009', nickname: 'Living room', model: 'Mango S1' },
  { sn: '100000000010', nickname: 'Rooftop', model: 'Mango S2 Pro' },
] as const

/** Start and end in days from now. */
const periods: readonly { box: 0 | 1; service: ServiceKey; from: number; to: number }[] = [
  { box: 0, service: 'tv', from: -26, to: 6 },
  { box: 0, service: 'stream', from: -20, to: 10 },
  { box: 0, service: 'epg', from: -67, to: 298 },
  { box: 0, service: 'vpn', from: -80, to: -51 },
  { box: 0, service: 'subtitle', from: -10, to: 80 },
  { box: 1, service: 'data', from: -30, to: 0.4 },
  { box: 1, service: 'data', from: 0.4, to: 30.4 },
  { box: 1, service: 'sat2ip', from: -200, to: 165 },
]

/** Gives the first box the services for MyLink and audio entries, even if the other services were seeded earlier. */
export const seedLinkServices = async (userId: string): Promise<void> => {
  const { sn } = demoBoundBoxes[0]
  if ((await db.device.count({ where: { sn, userId } })) === 0) return
  const at = now()
  const [startsAt, endsAt] = [new Date(at.getTime() - 30 * dayMs), new Date(at.getTime() + 335 * dayMs)]
  for (const service of ['mylink', 'audio'] as const) {
    const id = `demoperiod-${service}`
    if ((await db.servicePeriod.count({ where: { sn, service } })) > 0) continue
    const period = { sn, service, startsAt, endsAt, anchorDay: anchorOf(endsAt), source: 'gift', note: 'demo' }
    await db.servicePeriod.create({ data: { id, ...period, createdAt: startsAt } })
  }
}

/** Binds two boxes to the demo's user and gives them their periods, unless they are already bound. */
export const seedServices = async (userId: string): Promise<void> => {
  const at = now()
  const first = demoBoundBoxes[0].sn
  if ((await db.device.count({ where: { sn: first } })) > 0 || (await db.user.count({ where: { id: userId } })) === 0)
    return
  for (const [index, { sn, nickname, model }] of demoBoundBoxes.entries())
    await db.device.create({
      data: {
        sn,
        userId,
        nickname,
        modelName: model,
        softwareVersion: '2.14',
        boundAt: new Date(at.getTime() - (400 - index) * dayMs),
        lastSeenAt: new Date(at.getTime() - 2 * hourMs),
      },
    })
  for (const [index, { box, service, from, to }] of periods.entries()) {
    const startsAt = new Date(at.getTime() + from * dayMs)
    const endsAt = new Date(at.getTime() + to * dayMs)
    await db.servicePeriod.create({
      data: {
        id: `demoperiod-${index}`,
        sn: demoBoundBoxes[box].sn,
        service,
        startsAt,
        endsAt,
        // The period is in days, so months that follow count from its end.
        anchorDay: anchorOf(endsAt),
        source: 'gift',
        note: 'demo',
        createdAt: startsAt,
      },
    })
  }
  await db.serviceSwitch.create({ data: { sn: first, service: 'subtitle', offAt: at } })
}
