/** Gives the lower modules what they may not import: once, before the first request. */
import { onAccountDisabled } from '~/modules/account/account.server'
import { findChoosableList } from '~/modules/channel-list/channel-list.server'
import { useListRights } from '~/modules/device/device.server'
import { onRegistryChanged } from '~/modules/registry/registry.server'
import { connectStb, forgetAllBoxes, forgetBox } from '~/modules/stb/stb.server'

let connected = false
/** Connects the modules. Calling it again changes nothing. */
export const connectModules = (): void => {
  if (connected) return
  connected = true
  useListRights(async ({ userId, sn }, listId) => (await findChoosableList(userId, sn, listId)) !== null)
  onAccountDisabled(forgetAllBoxes)
  onRegistryChanged((sns) => sns.forEach(forgetBox))
  connectStb()
}
