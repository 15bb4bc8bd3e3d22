/** The operator's view of the server's jobs (platform/jobs.server.ts): lists failed jobs and retries them. */
import { fail, ok, type Result } from '~/errors/table'
import { retryJob } from '~/platform/jobs.server'
import { transact } from '~/platform/transact.server'
import { recordActBy, type By } from '~/modules/audit/audit.server'

export { listJobs, type JobView } from '~/platform/jobs.server'

/** Retries a failed job now, from its first try. `key`: empty for recurring jobs. A0404 no such failed job. */
export const retryFailedJob = (by: By, { name, key }: { name: string; key: string }): Promise<Result<null>> =>
  transact(async (tx) => {
    if (!(await retryJob(tx, name, key))) return fail('A0404', { field: 'name' })
    await recordActBy(by, { action: 'job.retry', subject: name, detail: key === '' ? null : `key ${key}` }, tx)
    return ok(null)
  })
