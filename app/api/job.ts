/** The operator's endpoints for the server's jobs: the failed and waiting ones, and retrying them. */
import { z } from 'zod'
import { listJobs, retryFailedJob } from '~/modules/job/job.server'
import { moment, paged, pagingInput } from './common'
import { data, done, type Endpoint } from './endpoint'
import { by, operatorEndpoint, why } from './operator'

const jobOutput = z
  .object({
    name: z.string(),
    key: z.string().meta({ description: 'empty for a recurring job' }),
    state: z.enum(['waiting', 'running', 'failed']),
    runAt: moment,
    dueAt: moment,
    tries: z.number().int(),
    lastError: z.string().nullable(),
    failedAt: moment.nullable(),
    endedAt: moment.nullable(),
  })
  .meta({ id: 'Job' })

const state = z.enum(['failed', 'open'], 'A0422').default('failed').meta({ description: 'failed or open' })

export const jobEndpoints: readonly Endpoint[] = [
  operatorEndpoint('GET /operator/jobs', {
    summary: 'Jobs of the server by the time they are due: those given up after their tries, or all that are not done.',
    input: z.object({ ...pagingInput, state }),
    output: paged(jobOutput),
    codes: ['A0422'],
    command: {
      name: 'jobs list',
      options: { state: { strict: true } },
      help: 'jobs that were given up; --state open: all that are not done',
      answer: [{ table: ['name', 'key', 'state', 'dueAt', 'tries', 'failedAt', 'lastError'] }],
    },
    handler: async ({ input }) => data({ ...input, ...(await listJobs(input)) }),
  }),
  operatorEndpoint('POST /operator/jobs/retry', {
    summary: 'Retries a job that was given up, now and with all its tries. Without a `key` it is a recurring job.',
    input: z.object({
      name: z.string('A0422').min(1, 'A0422').max(100, 'A0422'),
      key: z.string('A0422').max(400, 'A0422').default('').meta({ description: 'the job’s key, as listed' }),
      why,
    }),
    output: z.null(),
    codes: ['A0404', 'A0422'],
    command: {
      name: 'jobs retry',
      words: { name: { show: 'NAME', missing: 'The job’s name' } },
      answer: [{ say: 'The job is tried again now.' }],
    },
    handler: async ({ input, caller }) => done(await retryFailedJob(by(caller, input.why), input)),
  }),
]
