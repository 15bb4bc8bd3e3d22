/**
 * Compares the ledger with the payment providers' settlements, for cron: runs the operator's command `reconcile`, which
 * asks the running portal (only the portal writes the database). Needs PORTAL_URL and OPERATOR_TOKEN.
 *
 *   node scripts/ops/reconcile.mjs [--provider stripe|nowpayments] [--from DAY] [--to DAY] [--json]
 *
 * Exit 1 if something does not agree or a list could not be read.
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
const { status } = spawnSync(
  process.execPath,
  ['scripts/run.mjs', 'scripts/operator.ts', 'reconcile', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
)
process.exitCode = status ?? 1
