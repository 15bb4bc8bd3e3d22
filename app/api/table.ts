/** The whole /api contract: one list of endpoints, from which calls are answered and the documents are generated. */
import { attachmentEndpoints } from './attachment'
import { captchaAndKeyEndpoints } from './captcha-and-keys'
import { chmaxEndpoints } from './chmax'
import { chmaxNameEndpoints } from './chmax-names'
import { chmaxListsEndpoints } from './chmax-lists'
import { chmaxTableEndpoints } from './chmax-tables'
import { chmaxToolEndpoints } from './chmax-tools'
import { chmaxShareEndpoints } from './chmax-shares'
import { chmaxPublicationEndpoints } from './chmax-publications'
import { customerEndpoints } from './customer'
import { deviceEndpoints } from './device'
import type { Endpoint } from './endpoint'
import { feedbackEndpoints } from './feedback'
import { instructionEndpoints } from './instruction'
import { jobEndpoints } from './job'
import { audioEndpoints, mylinkEndpoints } from './link'
import { ledgerEndpoints } from './ledger'
import { ledgerStatementEndpoints } from './ledger-statement'
import { operatorEndpoints } from './operator'
import { operatorBoxEndpoints } from './operator-box'
import { operatorCatalogueEndpoints } from './operator-catalogue'
import { operatorListKeyEndpoints } from './operator-list-key'
import { operatorNewsEndpoints } from './operator-news'
import { operatorOrderEndpoints } from './operator-order'
import { operatorPaymentEndpoints } from './operator-payment'
import { operatorGrantEndpoints } from './operator-grant'
import { orderEndpoints } from './order'
import { paymentEndpoints } from './payment'
import { rechargeEndpoints } from './recharge'
import { paymentCallbackEndpoints } from './payment-callback'
import { pointsEndpoints } from './points'
import { serviceTimeEndpoints } from './service-time'
import { walletEndpoints } from './wallet'
import { renewalEndpoints } from './renewal'
import { shopEndpoints } from './shop'
import { stbEndpoints } from './stb'
import { walletTransferEndpoints } from './wallet-transfer'

export const endpoints: readonly Endpoint[] = [
  ...captchaAndKeyEndpoints,
  ...customerEndpoints,
  ...deviceEndpoints,
  ...serviceTimeEndpoints,
  ...chmaxEndpoints,
  ...chmaxNameEndpoints,
  ...chmaxListsEndpoints,
  ...chmaxTableEndpoints,
  ...chmaxToolEndpoints,
  ...chmaxShareEndpoints,
  ...mylinkEndpoints,
  ...audioEndpoints,
  ...chmaxPublicationEndpoints,
  ...feedbackEndpoints,
  ...attachmentEndpoints,
  ...shopEndpoints,
  ...renewalEndpoints,
  ...orderEndpoints,
  ...paymentEndpoints,
  ...walletEndpoints,
  ...rechargeEndpoints,
  ...pointsEndpoints,
  ...walletTransferEndpoints,
  ...instructionEndpoints,
  ...stbEndpoints,
  ...paymentCallbackEndpoints,
  ...operatorEndpoints,
  ...operatorBoxEndpoints,
  ...operatorCatalogueEndpoints,
  ...operatorListKeyEndpoints,
  ...operatorNewsEndpoints,
  ...operatorOrderEndpoints,
  ...operatorPaymentEndpoints,
  ...operatorGrantEndpoints,
  ...ledgerEndpoints,
  ...ledgerStatementEndpoints,
  ...jobEndpoints,
]
