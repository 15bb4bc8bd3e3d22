/** Loaded into a server that is measured: at SIGUSR2 it collects what is unused and appends its memory to a file, one line of JSON. */
const fs = require('node:fs')
const v8 = require('node:v8')
const vm = require('node:vm')

v8.setFlagsFromString('--expose-gc')
const collect = vm.runInNewContext('gc')

process.on('SIGUSR2', () => {
  collect()
  // What the first collection let go of (finalizers, closed handles) goes with the second.
  setImmediate(() => {
    collect()
    fs.appendFileSync(process.env.MEMORY_FILE, `${JSON.stringify(process.memoryUsage())}\n`)
  })
})
