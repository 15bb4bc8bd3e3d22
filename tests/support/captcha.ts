/**
 * Solving captchas in tests. No door is built into the server for it: whoever holds the server's data folder and its
 * secret can read a sealed answer, and tests hold both.
 */
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { RightAnswer } from '~/modules/captcha/answer'
import { root } from './paths'

/** The right answer of a challenge of the server that runs on this data folder; of its newest one without a key. */
export const revealCaptcha = async (dataDir: string, key?: string): Promise<RightAnswer> => {
  const { DATABASE_FILE: _, ...inherited } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', path.join(root, 'tests/support/reveal-captcha.ts'), ...(key === undefined ? [] : [key])], {
    cwd: root,
    env: { ...inherited, DATA_DIR: dataDir, PORTAL_MODE: 'demo', LOG_LEVEL: 'error' },
  })
  const answer = JSON.parse(stdout) as RightAnswer | null
  if (answer === null) throw new Error('no such challenge')
  return answer
}

/** The answer as programs send it. */
export const codeOf = (right: RightAnswer): string => (right.kind === 'text' ? right.digits : right.kind === 'slider' ? `${right.x}_${right.y}` : String(right.degrees))
/** An answer that is surely wrong. */
export const wrongCodeOf = (right: RightAnswer): string =>
  right.kind === 'text' ? (right.digits === '0000' ? '1111' : '0000') : right.kind === 'slider' ? `${right.x > 120 ? right.x - 60 : right.x + 60}_${right.y}` : String((right.degrees + 180) % 360)
