/**
 * The demo's data: accounts, boxes, the catalogue, services, lists, links, messages, a feedback and manuals. Runs in
 * demo mode only, before the server starts; what is there stays as it is, so it may run again at any time. DEMO_SEED is
 * a mark of what was seeded, kept for the next start.
 */
import { demoAccounts, demoVno, seedAccounts } from '~/modules/account/account.seed.server'
import { seedRegistry } from '~/modules/registry/registry.seed.server'
import { seedCatalogue } from '~/modules/catalogue/catalogue.seed.server'
import { seedLinkServices, seedServices } from '~/modules/entitlement/entitlement.seed.server'
import { seedLists } from '~/modules/channel-list/channel-list.seed.server'
import { seedLinks } from '~/modules/link/link.seed.server'
import { seedMessages } from '~/modules/message/message.seed.server'
import { seedInstructions } from '~/modules/instruction/instruction.seed.server'
import { seedFeedback } from '~/modules/feedback/feedback.seed.server'
import { closeDatabase, db } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { holdDatabase, nameHolder } from '../scripts/lib/migrations.mjs'

const idOf = (userName: (typeof demoAccounts)[number]['userName']): string => {
  const account = demoAccounts.find((one) => one.userName === userName)
  if (account === undefined) throw new Error(`no demo account ${userName}`)
  return account.id
}

const seed = async (): Promise<void> => {
  if (!env.demo) throw new Error('the demo data belongs to PORTAL_MODE=demo only')
  // The seed of a start that was killed may still be running.
  if (holdDatabase(env.databaseFile) === null)
    throw new Error(`another process${nameHolder(env.databaseFile)} holds the database ${env.databaseFile}`)
  await seedAccounts()
  await seedRegistry(demoVno.id)
  await seedCatalogue()
  await seedServices(idOf('demo-user'))
  await seedLists({
    demoUserId: idOf('demo-user'),
    administratorId: idOf('demo-admin'),
    vnoUserId: idOf('demo-vno'),
    vnoId: demoVno.id,
  })
  await seedLinkServices(idOf('demo-user'))
  await seedLinks(idOf('demo-user'))
  await seedMessages()
  await seedFeedback(idOf('demo-user'))
  await seedInstructions(idOf('demo-operator'))
  const mark = process.env.DEMO_SEED
  if (mark !== undefined)
    await db.setting.upsert({
      where: { key: 'demo-seed' },
      create: { key: 'demo-seed', value: mark },
      update: { value: mark },
    })
  await closeDatabase()
}

await seed()
