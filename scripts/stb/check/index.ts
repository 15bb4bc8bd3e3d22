/**
 * npm run box:check: a portal for testing one box, for box makers. It says where the box finds the portal and what to
 * do next, spoils answers on purpose, and ends with a table of results. Exit 0: all passed; 1: something failed or was
 * not seen. Needs a build (`npm run build`).
 */
import os from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { readListed } from '../../lib/options.mjs'
import { isGood, lineOf, runCheck, tableOf } from './run'
import type { Act } from './scenario'

const usage = `Usage: npm run --silent box:check -- [options]

  --port PORT     where the box finds the portal (8480)
  --sn SN         the serial number that the box shows (200000000001)
  --model NAME    its model (Check)
  --secret TEXT   its device secret, where it has one
  --wait SECONDS  how long a step waits for the box (120)`
const options: Record<string, string | boolean | string[] | undefined> = readListed(usage)
const text = (name: string, otherwise: string): string =>
  typeof options[name] === 'string' ? options[name] : otherwise
const say = (line: string): void => void process.stdout.write(`${line}\n`)
if (options.help === true) {
  say(usage)
  process.exit(0)
}
const waitMs = Number(text('wait', '120')) * 1000
const port = Number(text('port', '8480'))
const sn = text('sn', '200000000001')
if (!(waitMs > 0) || !Number.isInteger(port) || !/^\d{12}$/.test(sn)) {
  process.stderr.write(`${usage}\n`)
  process.exit(2)
}
const secret = typeof options.secret === 'string' ? options.secret : null

const asks: Record<Act, string> = {
  pair: 'Switch the box on: it pairs, and is bound by itself.',
  load: 'Let the box update its list, again and again until the next step.',
  save: 'Let the box save its list and then update it, again and again until the next step.',
}
let asked: Act | null = null
const rows = await runCheck({
  box: { sn, model: text('model', 'Check'), secret },
  port,
  steadyMs: () => performance.now(),
  ready: (_origin, close) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => {
        const end = (): never => process.exit(1)
        close().then(end, end)
      })
    const addresses = Object.values(os.networkInterfaces())
      .flatMap((all) => all ?? [])
      .filter(({ family, internal }) => family === 'IPv4' && !internal)
    say(`The portal for box ${sn} stands at`)
    for (const address of ['127.0.0.1', ...addresses.map((one) => one.address)]) say(`  http://${address}:${port}`)
  },
  begin: async (step, over) => {
    if (step.act !== asked) say(asks[step.act])
    asked = step.act
    say(`… ${step.name}`)
    await pause(waitMs, undefined, { signal: over }).catch(() => {})
  },
  end: (row) => say(lineOf(row)),
})
say(`\n${tableOf(rows)}`)
process.exit(isGood(rows) ? 0 : 1)
