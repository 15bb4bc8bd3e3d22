/** The whole /api contract: one list of endpoints, from which calls are answered and the documents are generated. */
import { attachmentEndpoints } from './attachment'
import { captchaAndKeyEndpoints } from './captcha-and-keys'
import { chmaxEndpoints } from './chmax'
import { customerEndpoints } from './customer'
import type { Endpoint } from './endpoint'
import { feedbackEndpoints } from './feedback'
import { instructionEndpoints } from './instruction'
import { operatorEndpoints } from './operator'
import { operatorNewsEndpoints } from './operator-news'
import { stbEndpoints } from './stb'

export const endpoints: readonly Endpoint[] = [
  ...captchaAndKeyEndpoints,
  ...customerEndpoints,
  ...chmaxEndpoints,
  ...feedbackEndpoints,
  ...attachmentEndpoints,
  ...instructionEndpoints,
  ...stbEndpoints,
  ...operatorEndpoints,
  ...operatorNewsEndpoints,
]
