/** Starts the sandbox provider (scripts/sandbox) for a demo that has no payment provider of its own. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { dataDir } from './data.mjs'
import { root, say } from './steps.mjs'

/** Its usual port; if that is in use, another one. */
const usualPort = '3900'
const startTimeoutMs = 20_000

/** True if the demo lacks one of the two providers and no sandbox is configured. */
const isWanted = (environment) =>
  environment.PORTAL_MODE === 'demo' &&
  !environment.SANDBOX_URL &&
  (!environment.NOWPAYMENTS_API_KEY || !environment.STRIPE_SECRET_KEY)

/** The secret of its keys, stored next to its state, so that payments continue after a restart. */
const secretIn = (folder) => {
  const file = path.join(folder, 'secret')
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  // An older program created folders that others could read.
  fs.chmodSync(folder, 0o700)
  const kept = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : ''
  if (kept !== '') return kept
  const secret = randomBytes(16).toString('hex')
  // Renamed when it is complete: with an empty secret, which a full disk or a kill would leave, the demo can't start.
  fs.writeFileSync(`${file}.new`, secret, { mode: 0o600 })
  fs.renameSync(`${file}.new`, file)
  return secret
}

/** Resolves with the address that it prints, or with nothing if it ends first or prints nothing. */
const startOn = (port, folder, secret, environment) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/sandbox/index.ts'], {
      cwd: root,
      // Its standard input ties it to this process: it ends when that closes.
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {
        ...environment,
        SANDBOX_PORT: port,
        SANDBOX_SECRET: secret,
        SANDBOX_FILE: path.join(folder, 'state.json'),
        SANDBOX_WEBHOOK: `${environment.CALLBACK_ORIGIN}/api/payment/callback/stripe`,
      },
    })
    const timer = setTimeout(() => child.kill(), startTimeoutMs)
    child.once('error', () => resolve(undefined))
    child.once('exit', () => {
      clearTimeout(timer)
      resolve(undefined)
    })
    createInterface({ input: child.stdout }).once('line', (line) => {
      clearTimeout(timer)
      child.unref()
      child.stdin.unref?.()
      child.stdout.unref?.()
      resolve(/^sandbox (http:\S+)$/.exec(line)?.[1])
    })
  })

/**
 * Returns the environment for the server, with the sandbox's settings if one was started. Without a sandbox the demo
 * runs too, but offers no payment by coin or card.
 */
export const withSandbox = async (environment) => {
  if (!isWanted(environment)) return environment
  const port = environment.PORT || '3000'
  const isLocal = ['', '127.0.0.1', '0.0.0.0'].includes(environment.HOST ?? '') && !environment.CALLBACK_ORIGIN
  const folder = path.join(dataDir(environment), 'sandbox')
  const secret = secretIn(folder)
  const given = {
    ...environment,
    CALLBACK_ORIGIN: environment.CALLBACK_ORIGIN || `http://127.0.0.1:${port}`,
    // Users return to the address that `npm start` prints: their browser is signed in only under that name.
    ...(isLocal && !environment.PUBLIC_ORIGIN && { PUBLIC_ORIGIN: `http://localhost:${port}` }),
  }
  const url =
    (await startOn(environment.SANDBOX_PORT || usualPort, folder, secret, given)) ??
    (await startOn('0', folder, secret, given))
  if (url === undefined) {
    say('the sandbox payment provider did not start: coins and cards are not offered')
    return environment
  }
  say(`sandbox payment provider (no real money): ${url}`)
  return { ...given, SANDBOX_URL: url, SANDBOX_SECRET: secret }
}
