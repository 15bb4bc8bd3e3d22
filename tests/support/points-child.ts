/**
 * A separate process on the database of DATA_DIR. `node --import tsx points-child.ts MOMENT` stops its clock at that
 * moment and waits for a line. Then it expires points, rewards invitations, and reports the result.
 */
import { connectPoints, expirePoints, pointsTexts, rewardInvitation } from '~/modules/points/points.server'
import { makeStoppedClock, replaceClock } from '~/platform/clock.server'
import { closeDatabase } from '~/platform/db.server'
import { makeRunner } from '~/platform/jobs.server'
import { pointsMessageTexts } from '~/web/points/points-message.server'

replaceClock(makeStoppedClock(new Date(process.argv[2] ?? '')))
connectPoints()
pointsTexts.provide(pointsMessageTexts)
process.stdout.write('ready\n')
await new Promise((resolve) => process.stdin.once('data', resolve))
const [gone] = await Promise.all([
  expirePoints(undefined, 1),
  makeRunner({ jobs: [rewardInvitation], queues: [] }).runDue(),
])
process.stdout.write(`${gone}\n`)
await closeDatabase()
process.exit(0)
