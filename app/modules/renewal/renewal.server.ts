/**
 * Renewal from Mango: an owner agrees, per box and service, to renew it before it ends, by which plan and for at most
 * which price. The only public file of the module.
 */
import { endWithBinding } from '~/modules/device/device.server'
import { endRenewalsOfBox } from './agree.server'

export { agreeToRenewal, endRenewal } from './agree.server'
export { listRenewals, renewalsOfBox, renewalStates, type Renewal, type RenewalState } from './find.server'
export { renewFromMango } from './renew.server'
export { renewalTexts, tellOfRenewal } from './notify.server'
export { lastTryMs, renewBeforeDays, renewBeforeMs, tryAgainMs } from './renewal'

/** Ends renewals when their box is unbound. Called once at start. */
export const connectRenewal = (): (() => void) => endWithBinding(endRenewalsOfBox)
