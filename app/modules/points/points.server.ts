/**
 * Points: earned by invitations and gifts, spent on orders. The only public file of the module; the ledger keeps the
 * balances, and docs/points.md has the rules.
 */
import { startWithBinding } from '~/modules/device/device.server'
import { takeInvitation } from '~/modules/account/account.server'
import { noteBinding, noteInvitation } from './invitation.server'

export { expirePoints, listExpiries } from './expiry.server'
export { listPointsEntries, pointsOf, pointsTypeIds } from './find.server'
export {
  countProvenBoxes,
  findInvitation,
  invitationReasons,
  invitationTerms,
  inviteCodeOf,
  inviterOf,
  listInvited,
  moveInvitedBox,
  rewardInvitation,
  type FoundInvitation,
  type InvitationReason,
  type InvitationState,
} from './invitation.server'
export { pointsTexts, type PointsMessage } from './notify.server'

/** Connects invitations to registration and to new bindings. Called once at start. */
export const connectPoints = (): (() => void) => {
  const ends = [takeInvitation.provide(noteInvitation), startWithBinding(noteBinding)]
  return () => {
    for (const end of ends) end()
  }
}
