/** The demo's boxes: models with their software, serial numbers, one with a device secret, one of the demo's brand. */
import { now } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { encryptDeviceSecret } from './device-secret.server'

export const demoBoxes = [
  { sn: '100000000001', model: 'Mango S1', vno: false, secret: null },
  { sn: '100000000002', model: 'Mango S1', vno: false, secret: null },
  { sn: '100000000003', model: 'Mango S2 Pro', vno: false, secret: 'demo-device-secret-0003' },
  { sn: '100000000004', model: 'Mango IP 4K', vno: true, secret: null },
  { sn: '100000000005', model: 'Mango IP 4K', vno: true, secret: 'demo-device-secret-0005' },
  { sn: '100000000006', model: 'Mango S1', vno: false, secret: null },
  { sn: '100000000007', model: 'Mango S1', vno: false, secret: null },
  { sn: '100000000008', model: 'Mango S2 Pro', vno: false, secret: null },
  // Bound to the demo's user (entitlement.seed.server.ts).
  { sn: '100000000009', model: 'Mango S1', vno: false, secret: null },
  { sn: '100000000010', model: 'Mango S2 Pro', vno: false, secret: null },
] as const

/** The latest software of each model; the demo's bound boxes have an older version. */
const demoSoftware = [
  { model: 'Mango S1', version: '2.15.0' },
  { model: 'Mango S2 Pro', version: '2.15.0' },
  { model: 'Mango IP 4K', version: '4.2.1' },
] as const
const releasedAt = new Date('2026-10-05T09:00:00Z')

/** Registers the demo's missing models, boxes and software. `vnoId` is the demo's brand. */
export const seedRegistry = async (vnoId: string | null = 'demovno0000000000000000000'): Promise<void> => {
  const brand = vnoId === null ? null : await db.vno.findUnique({ where: { id: vnoId } })
  for (const { sn, model, vno, secret } of demoBoxes) {
    const { id: modelId } = await db.boxModel.upsert({
      where: { name: model },
      create: { id: `demomodel-${model.toLowerCase().replaceAll(' ', '-')}`, name: model },
      update: {},
    })
    if ((await db.registeredBox.count({ where: { sn } })) > 0) continue
    await db.registeredBox.create({
      data: {
        sn,
        modelId,
        vnoId: vno ? (brand?.id ?? null) : null,
        secretSealed: secret === null ? null : encryptDeviceSecret(secret),
        createdAt: now(),
      },
    })
  }
  for (const { model, version } of demoSoftware) {
    const { id: modelId } = await db.boxModel.findUniqueOrThrow({ where: { name: model } })
    if ((await db.softwareVersion.count({ where: { modelId } })) > 0) continue
    const id = `demosoftware-${model.toLowerCase().replaceAll(' ', '-')}`
    await db.softwareVersion.create({ data: { id, modelId, version, releasedAt, createdAt: now() } })
  }
}
