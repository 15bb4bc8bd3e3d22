/**
 * Codes that become Mango: made in batches by the operator, each used once. The database has keyed digests of them
 * alone.
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
