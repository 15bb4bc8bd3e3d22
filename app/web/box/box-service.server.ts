/** The services of boxes as pages show them: which can be switched on a box, what runs, what ends soon, what stays. */
import type { Language } from '~/i18n/languages'
import { runningServices, type BoxService } from '~/modules/entitlement/entitlement.server'
import { dayMs } from '~/platform/clock.server'
import type { BoxServiceLine, BoxServicesShort } from '~/ui/service/view'
import { serviceTextsIn, type ServiceTexts } from '~/web/service/service-text.server'
import { soonDays } from '~/web/service/service-view.server'

const lineOf = ({ service, state, startsAt, endsAt }: BoxService, texts: ServiceTexts): BoxServiceLine => ({
  service,
  name: texts.nameOf(service),
  state,
  startsAt: startsAt?.toISOString() ?? null,
  endsAt: endsAt?.toISOString() ?? null,
})

/** All services of a box, in the catalogue's order. */
export const boxServiceLines = async (sn: string, language: Language, at: Date): Promise<BoxServiceLine[]> => {
  const [services, texts] = await Promise.all([runningServices(sn, at), serviceTextsIn(language)])
  return services.map((one) => lineOf(one, texts))
}

/** True for a bought service with time left: it stays with the box's serial number. */
export const isBoughtAndLeft = ({ state, endsAt }: BoxServiceLine, at: Date): boolean =>
  state !== 'ended' && endsAt !== null && new Date(endsAt) > at

/** A box's services that end within two weeks, even if switched off; the nearest end first. */
export const endingSoon = (
  services: readonly BoxService[],
  at: Date,
): { service: BoxService['service']; endsAt: string }[] => {
  const soon = at.getTime() + soonDays * dayMs
  return services
    .flatMap(({ service, state, endsAt }) =>
      state !== 'granted' && endsAt !== null && endsAt > at && endsAt.getTime() < soon
        ? [{ service, endsAt: endsAt.toISOString() }]
        : [],
    )
    .sort((a, b) => (a.endsAt < b.endsAt ? -1 : 1))
}

/** One line for each box: the bought services that it may use, and what ends soon, the nearest end first. */
export const shortServices = async (
  sns: readonly string[],
  language: Language,
  at: Date,
): Promise<Record<string, BoxServicesShort>> => {
  const texts = await serviceTextsIn(language)
  const all = await Promise.all(
    sns.map(async (sn): Promise<[string, BoxServicesShort]> => {
      const services = await runningServices(sn, at)
      return [
        sn,
        {
          running: services.filter(({ state }) => state === 'running').map(({ service }) => texts.nameOf(service)),
          ending: endingSoon(services, at).map(({ service, endsAt }) => ({ name: texts.nameOf(service), endsAt })),
        },
      ]
    }),
  )
  return Object.fromEntries(all)
}
