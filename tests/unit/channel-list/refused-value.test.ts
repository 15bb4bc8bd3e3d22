/** What a program is told about a refused value: the rule that it breaks. */
import { describe, expect, it } from 'vitest'
import type { Operation } from '~/engine/types'
import { describeRefused } from '~/modules/channel-list/edit/refused-value.schema'
import { toolNames } from '~/modules/channel-list/tools/tools.schema'
import { toolLinks } from '~/ui/channel-list/tool-links'

const long = `http://example.org/${'a'.repeat(238)}`
const told = (operation: Operation) => describeRefused(operation, { code: 'value-invalid', field: 'url' })
const operationsWith = (url: string): Operation[] => [
  { op: 'set', target: 'channel', ids: [1], field: 'url', value: url },
  {
    op: 'values',
    field: 'url',
    values: [
      [1, 'http://example.org/'],
      [2, url],
    ],
  },
  { op: 'add', target: 'channel', channels: [{ id: 2 ** 30 + 1, name: 'A', type: 'tv', transponder: null, url }] },
]

describe('a refused address', () => {
  it('of 257 characters is too long, in every operation', () => {
    expect(long).toHaveLength(257)
    for (const operation of operationsWith(long))
      expect(told(operation)).toEqual({ field: 'url', rule: 'url-too-long', number: 256 })
  })
  it('that no box can open breaks the other rule', () => {
    for (const operation of operationsWith('example.org'))
      expect(told(operation)).toEqual({ field: 'url', rule: 'url-invalid' })
  })
})

it('an angle beyond 3600, which is still accepted, names that bound', () => {
  const operation: Operation = { op: 'set', target: 'satellite', id: 0, values: { angle: 3601 } }
  const refused = describeRefused(operation, { code: 'value-invalid', field: 'angle' })
  expect(refused).toEqual({ field: 'angle', rule: 'id-range', min: 0, max: 3600 })
})

it('every tool of a list stands in its menu', () => {
  const paths = toolLinks.map(({ path }) => path)
  for (const name of toolNames) expect(paths).toContain(`/tools/${name}`)
})
