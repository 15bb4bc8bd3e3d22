/**
 * Codes that can be redeemed for Mango: created in batches by the operator, each used once. The database only has keyed
 * digests of them.
 */
export {
  findBatch,
  insertBatch,
  listBatches,
  mostCodes,
  showCodes,
  withdrawBatch,
  type BatchView,
  type ShownCodes,
  type UsedCode,
} from './batch.server'
export { lastRedeemed, redeemCode, type Redeemed } from './redeem.server'
