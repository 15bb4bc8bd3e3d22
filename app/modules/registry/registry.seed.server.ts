/** The demo's boxes: a few models and serial numbers, one with a device secret, one of the demo's brand. */
import { now } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { sealDeviceSecret } from './device-secret.server'

export const demoBoxes = [
  { sn: '100000000001', model: 'Mango S1', vno: false, secret: null },
  { sn: '100000000002', model: 'Mango S1', vno: false, secret: null },
  { sn: '100000000003', model: 'Mango S2 Pro', vno: false, secret: 'demo-device-secret-0003' },
  { sn: '100000000004', model: 'Mango IP 4K', vno: true, secret: null },
  { sn: '100000000005', model: 'Mango IP 4K', vno: true, secret: 'demo-device-secret-0005' },
  { sn: '100000000006', model: 'Mango S1', vno: false, secret: null },
  { sn: '100000000007', model: 'Mango S1', vno: false, secret: null },
  { sn: '100000000008', model: 'Mango S2 Pro', vno: false, secret: null },
] as const

/** Registers the demo's models and boxes where they are missing. `vnoId` is the demo's brand. */
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
        secretSealed: secret === null ? null : sealDeviceSecret(secret),
        createdAt: now(),
      },
    })
  }
}
