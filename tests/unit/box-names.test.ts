/** Pages tell boxes of the same name apart. */
import { expect, it } from 'vitest'
import { nameBoxes } from '~/web/box/box-names.server'

it('names boxes by their owner’s name or their model, with the end of the serial number if two have the same', () => {
  const box = (sn: string, nickname: string | null, model = 'Mango S1') => ({ sn, nickname, model })
  const named = nameBoxes([
    box('100000000001', null),
    box('100000000002', null),
    box('100000000003', 'Attic'),
    box('100000000004', null, 'Mango S2'),
    box('100000000005', null, ''),
  ])
  expect(named.map(({ name }) => name)).toEqual([
    ...['Mango S1 (0001)', 'Mango S1 (0002)', 'Attic', 'Mango S2', '100000000005'],
  ])
  expect(named[1]?.sn).toBe('100000000002')
})
