/**
 * The schemas of the shell's forms, for actions and loaders. They come through this file because the compiler keeps a
 * schema that a page imports directly, and with it the whole schema library, in what browsers load.
 */
import { z } from 'zod'
import { renameFormSchema } from '~/modules/device/device.schema'

export { registerFormSchema, signInSchema } from '~/modules/account/account.schema'
export { bindFormSchema, bindLinkSchema, showUserCode } from '~/modules/device/device.schema'
export { apiTokenSchema, maxTokenNameLength, tokenLifetimeDays } from '~/modules/session/session.schema'

/** The two forms of a box's page: its name, and the list that it loads (empty: none). */
export const boxFormSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('rename'), ...renameFormSchema.shape }),
  z.object({ intent: z.literal('list'), list: z.string().max(64, 'C1101') }),
])
