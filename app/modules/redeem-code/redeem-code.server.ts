/**
 * Codes that can be redeemed for Mango: created in batches by the operator, each used once. The database only has keyed
 * digests of them.
 */
export { findBatch, insertBatch, listBatches, maxCodes, showCodes, withdrawBatch, type BatchView } from './batch.server'
export { lastRedeemed, redeemCode } from './redeem.server'
