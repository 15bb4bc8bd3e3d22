/** How long this thread is blocked while long lists are worked on: never longer than one turn may take. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdFile } from '~/modules/channel-list/storage/held-file.server'
import { stopEngineThreads, type Actor } from '~/modules/channel-list/channel-list.server'
import { longestTurn, turnMsMax } from '../../support/longest-turn'
import { beginLongList, packedFiles, works } from './heavy-work'
import { good } from './people'

let owner: Actor
let id: string
let saveMs = 0

beforeAll(async () => {
  const long = await beginLongList()
  owner = long.owner
  const { value, longestMs } = await longestTurn(long.save)
  id = good(value).id
  saveMs = longestMs
}, 120_000)
afterAll(stopEngineThreads)

it('reads an archive of some kilobytes that unpacks to megabytes without blocking others', async () => {
  for (const bytes of packedFiles()) {
    const { longestMs } = await longestTurn(() => holdFile(owner, { bytes, fileName: null }, { mayBeLines: true }))
    expect(longestMs).toBeLessThan(turnMsMax)
  }
})

describe('a list of 99 900 channels', () => {
  it('is saved by a box without blocking others', () => {
    expect(saveMs).toBeLessThan(turnMsMax)
  })

  it.each(works.map((one) => [one.does, one] as const))('%s without blocking others', async (_, { work }) => {
    const { longestMs } = await longestTurn(() => work(owner, id))
    expect(longestMs).toBeLessThan(turnMsMax)
  })
})
