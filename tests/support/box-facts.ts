/** What every box's token says of settings, where a test is about something else. */
import { ownerlessSettings } from '~/modules/device/setting'

export const toldSettings = { settings: ownerlessSettings, settingsText: 'on=?1' }
