/** The VPN client on each of the account's boxes. */
import type { Language } from '~/i18n/languages'
import { listServices } from '~/modules/catalogue/catalogue.server'
import type { ServiceState } from '~/modules/entitlement/entitlement.server'
import { buyHref, offerFor, runningView, serviceBoxes } from './service-view.server'

export type VpnBox = {
  sn: string
  name: string
  state: ServiceState | null
  endsAt: string | null
  renew: string | null
}

export const vpnView = async (
  userId: string,
  language: Language,
  at: Date,
): Promise<{ boxes: VpnBox[]; appLink: string | null }> => {
  const [boxes, services, offer] = await Promise.all([serviceBoxes(userId), listServices(), offerFor('vpn', at)])
  const shown = await Promise.all(
    boxes.map(async ({ sn, name }): Promise<VpnBox> => {
      const line = (await runningView({ userId, sn }, language, at)).lines.find(({ service }) => service === 'vpn')
      const buy = offer === null ? null : buyHref(sn, [offer.key])
      return { sn, name, state: line?.state ?? null, endsAt: line?.endsAt ?? null, renew: line?.renew ?? buy }
    }),
  )
  return { boxes: shown, appLink: services.find(({ key }) => key === 'vpn')?.appLink ?? null }
}
