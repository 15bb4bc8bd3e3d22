/**
 * A process with a fault that reports whether it survives: `node --import tsx fault-child.ts rejection`, or `error`.
 */
import { handleFaults } from '~/server/ending'

handleFaults('')
if (process.argv[2] === 'rejection') void Promise.reject(new Error('nobody waited'))
else
  setImmediate(() => {
    throw new Error('nobody caught')
  })
// After the turn of the event loop in which the fault is reported.
setImmediate(() => setImmediate(() => process.stdout.write('lives on\n')))
