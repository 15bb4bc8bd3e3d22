/** Conflicts between this tab's edits and others', as a person reads them. */
import { expect, it } from 'vitest'
import { clashesOf } from '~/client/editor/store/touched'
import type { ChannelField, ChannelValue, Operation } from '~/engine/types'
import { transponderTitle } from '~/ui/channel-list/tables/transponder-title'
import { cells } from '../../../engine/host/cells'
import { makeEngine, openList } from '../../support/fixtures/engine'
import { makeList } from '../../support/fixtures/satcodx'

const engine = makeEngine()
engine.use(cells)

it('names transponders and categories instead of their ids, and scrambling and its system as one value', () => {
  const list = openList(engine, makeList({ seed: 3, records: 40, transponders: 4, variant: '105' }).bytes)
  const own = list.state()
  const set = (field: ChannelField, value: ChannelValue): Operation => ({
    op: 'set',
    target: 'channel',
    ids: [0],
    field,
    value,
  })
  const clash = (field: ChannelField, mine: ChannelValue, theirs: ChannelValue) => {
    list.load(own)
    expect(list.apply([set(field, theirs)]).ok).toBe(true)
    const there = list.state()
    list.load(own)
    return clashesOf(list, { batch: 'one', kind: 'edit', operations: [set(field, mine)] }, own, there).map(
      ({ detail, mine: here, theirs: other }) => [detail, here, other],
    )
  }
  const [, second, third] = list.transponders()
  if (second === undefined || third === undefined) throw new Error('no transponders')
  const named = [transponderTitle(third), transponderTitle(second)]
  expect(clash('transponder', third.id, second.id)).toEqual([['transponder', ...named]])
  expect(clash('category', 1, 2)).toEqual([['category', 'Children', 'Weather']])
  expect(clash('encryption', 'Viaccess', 'Irdeto')).toEqual([['access', 'Viaccess', 'Irdeto']])
  expect(clash('sid', 12, 13)).toEqual([['sid', '12', '13']])
})
