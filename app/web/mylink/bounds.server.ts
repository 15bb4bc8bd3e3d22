/** The bounds that forms and reports about links tell; the module is what checks them. */
import { limits } from '~/engine/types'
import type { RuleData } from '~/ui/mylink/report-page'
import type { LinkBounds } from '~/ui/mylink/link-fields'
import type { LinkService } from '~/ui/mylink/view'

export const boundsOf = (service: LinkService): LinkBounds => ({
  nameMax: service === 'mylink' ? limits.nameCharacters : limits.otherNameCharacters,
  addressMax: limits.urlCharacters,
  tp: [...limits.frequencyMHz],
  sid: [...limits.sid],
})

/** The numbers in the sentences of a report. */
export const rulesOf = (service: LinkService): RuleData => {
  const { nameMax, addressMax, tp, sid } = boundsOf(service)
  return {
    'name-too-long': { number: nameMax },
    'url-too-long': { number: addressMax },
    'symbol-rate-range': { min: limits.symbolRate[0], max: limits.symbolRate[1] },
    'tp-range': { min: tp[0], max: tp[1] },
    'sid-range': { min: sid[0], max: sid[1] },
  }
}
