/** Accounts with the services of links, and tables, for the tests of MyLink and audio entries. */
import { dayMs, inMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { forgetEntitlements } from '~/modules/entitlement/entitlement.server'
import { seedCatalogue } from '~/modules/catalogue/catalogue.seed.server'
import type { Actor } from '~/modules/channel-list/channel-list.server'
import type { LinkService, ShelfOf } from '~/modules/link/link.server'
import { makeActor, makeBox } from '../channel-list/people'

export { codeOf, good, makeActor, makeBox } from '../channel-list/people'
export { longTable } from '../../support/fixtures/link-tables'

/** A category of an account, or with null its audio entries. */
export const shelfAt = (actor: Actor, service: LinkService, id: string | null): ShelfOf => ({ actor, service, id })

/** A customer whose box has MyLink and Net Audio for a year. */
export const makeLinker = async (): Promise<Actor & { sn: string }> => {
  await seedCatalogue()
  const actor = await makeActor()
  const { sn } = await makeBox(actor)
  const [startsAt, endsAt] = [inMs(-dayMs), inMs(365 * dayMs)]
  for (const service of ['mylink', 'audio'])
    await db.servicePeriod.create({
      data: {
        id: `${service}-${sn}`,
        sn,
        service,
        startsAt,
        endsAt,
        anchorDay: endsAt.getUTCDate(),
        source: 'gift',
        note: 'test',
      },
    })
  forgetEntitlements()
  return { ...actor, sn }
}
