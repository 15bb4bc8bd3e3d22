/** What every box's token says of settings, where a test is about something else. */
import { ownerlessSettings } from '~/modules/device/setting'

export const toldSettings = { settings: ownerlessSettings, settingsVersion: 0, settingsText: 'on=?1' }
