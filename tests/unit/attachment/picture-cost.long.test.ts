/** Unpacks and refuses expensive pictures off the event loop. */
import { expect, it } from 'vitest'
import { checkContent } from '~/modules/attachment/content.server'
import { storeFile } from '~/platform/files.server'
import { longestTurn, turnMsMax } from '../../support/longest-turn'
import { cutPng, manyScansJpeg, plainPng, profilePng } from '../../support/media'

const check = async (name: string, bytes: Buffer) => {
  const file = await storeFile(bytes)
  if (file === null) throw new Error('no room')
  return checkContent('one', 'image', name, file.id, bytes.length)
}

it.each([
  ['a PNG of 4000² points with 3 rows', 'a.png', () => cutPng(4000, 3)],
  ['a PNG of 4000² points with all rows but one', 'a.png', () => cutPng(4000, 3999)],
  ['a colour profile that unpacks to 150 MB', 'a.png', () => profilePng(150_000_000)],
  ['a JPEG of 95 scans', 'a.jpg', () => manyScansJpeg(95)],
] as const)('%s', async (_what, name, make) => {
  const bytes = make()
  await check('a.png', plainPng())
  const { longestMs } = await longestTurn(() => check(name, bytes))
  expect(longestMs).toBeLessThan(turnMsMax)
})
