/** A process with a fault, which says whether it lives on: `node --import tsx fault-child.ts rejection`, or `error`. */
import { handleFaults } from '~/server/ending'

handleFaults('')
if (process.argv[2] === 'rejection') void Promise.reject(new Error('nobody waited'))
else
  setImmediate(() => {
    throw new Error('nobody caught')
  })
// After the turn in which the fault is told.
setImmediate(() => setImmediate(() => process.stdout.write('lives on\n')))
