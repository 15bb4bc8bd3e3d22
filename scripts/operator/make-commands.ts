/** Writes the operator's commands, as the endpoint table describes them, into the file named by the first argument. */
import { writeFileSync } from 'node:fs'
import { useTableSettings } from '../lib/table-settings'

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('usage: make-commands FILE')

const removeFolder = useTableSettings()
const { describeCommands } = await import('~/api/command-document')
writeFileSync(file, JSON.stringify(describeCommands()))
removeFolder()
// The handlers have started timers, which would keep the process running.
process.exit(0)
