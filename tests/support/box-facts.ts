/** Default box settings for tests that are about something else. */
import { ownerlessSettings } from '~/modules/device/setting'

export const toldSettings = { settings: ownerlessSettings, settingsVersion: 0, settingsText: 'on=?1' }
