/**
 * Solves captchas in tests. The server has no back door for this: with its data folder and its secret, sealed answers
 * can be decrypted, and tests have both.
 */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { RightAnswer } from '~/modules/captcha/answer'
import { root } from './paths'

type Helper = { ask(key: string): Promise<string> }
const helpers = new Map<string, Helper>()

/** A process that reads one data folder; it ends with the test's own process. */
const startHelper = (dataDir: string): Helper => {
  const { DATABASE_FILE: _, ...inherited } = process.env
  const child = spawn(process.execPath, ['--import', 'tsx', path.join(root, 'tests/support/reveal-captcha.ts')], {
    cwd: root,
    env: { ...inherited, DATA_DIR: dataDir, PORTAL_MODE: 'demo', LOG_LEVEL: 'error' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const waiting: ((line: string | null) => void)[] = []
  createInterface({ input: child.stdout })
    .on('line', (line) => waiting.shift()?.(line))
    .on('close', () => {
      for (const tell of waiting.splice(0)) tell(null)
    })
  child.unref()
  return {
    ask: (key) =>
      new Promise((resolve, reject) => {
        waiting.push((line) => (line === null ? reject(new Error('the helper ended')) : resolve(line)))
        child.stdin.write(`${key}\n`)
      }),
  }
}

/** The right answer of a challenge of the server on this data folder; without a key, of its newest one. */
export const revealCaptcha = async (dataDir: string, key = 'newest'): Promise<RightAnswer> => {
  const helper = helpers.get(dataDir) ?? startHelper(dataDir)
  helpers.set(dataDir, helper)
  const answer = JSON.parse(await helper.ask(key)) as RightAnswer | null
  if (answer === null) throw new Error('no such challenge')
  return answer
}

/** The answer in the form that API clients send. */
export const codeOf = (right: RightAnswer): string =>
  right.kind === 'text' ? right.digits : right.kind === 'slider' ? `${right.x}_${right.y}` : String(right.degrees)
/** An answer that is certainly wrong. */
export const wrongCodeOf = (right: RightAnswer): string =>
  right.kind === 'text'
    ? right.digits === '0000'
      ? '1111'
      : '0000'
    : right.kind === 'slider'
      ? `${right.x > 120 ? right.x - 60 : right.x + 60}_${right.y}`
      : String((right.degrees + 180) % 360)
