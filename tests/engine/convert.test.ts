/**
 * Writes a `.chl` as SatcoDX: everything that both can store arrives, with names in any alphabet, and losses are
 * reported.
 */
import { describe, expect, it } from 'vitest'
import type { OpenList } from '../../engine/host/contract'
import { makeEngine, openList } from '../support/fixtures/engine'
import { makeList } from '../support/fixtures/satcodx'

const engine = makeEngine()

/** The values that both dialects store for every channel. */
function carried(list: OpenList) {
  const satellites = list.satellites()
  const transponders = list.transponders()
  return list.channels(0, list.length()).map((one) => {
    const carrier = transponders[one.transponder]
    return [
      one.name,
      one.type,
      one.sid,
      one.scrambled,
      satellites[one.satellite]?.angle,
      carrier?.polarisation,
      carrier?.symbolRate,
      carrier?.fec,
      carrier?.frequencyKHz,
    ]
  })
}

describe('SatcoDX from a list of another dialect', () => {
  it('has every channel with its carrier, and names in any alphabet', () => {
    const names = ['Österreich', 'ŞİRİN', 'Москва 24', 'Ελλάδα', 'العربية', 'Łódź', 'ไทย', '日本', 'plain', 'ñandú']
    const source = openList(engine, makeList({ seed: 6, records: 60, satellites: 3 }).bytes, {
      encoding: 'windows-1252',
    })
    source.apply(names.map((name, id) => ({ op: 'rename' as const, id, name })))
    const chl = source.write('chl').bytes
    const list = openList(engine, chl)
    expect(list.dialect).toBe('chl')
    expect(list.names().slice(0, names.length)).toEqual(names)
    const wanted = carried(list)
    const { bytes, losses } = list.write('sdx')
    expect(bytes.length).toBe(60 * 128)
    expect(losses.map((loss) => loss.code)).not.toContain('name-letters')
    const again = openList(engine, bytes)
    expect(again.version).toBe('103')
    expect(again.problems().filter((problem) => problem.severity === 'error')).toEqual([])
    expect(carried(again)).toEqual(wanted)
  })

  it('reports which names were cut and what was left out', () => {
    const source = openList(engine, makeList({ seed: 6, records: 3 }).bytes)
    source.apply([{ op: 'rename', id: 1, name: 'A name of more than twenty letters' }])
    const list = openList(engine, source.write('chl').bytes)
    const long = [...list.columns().id][list.names().indexOf('A name of more than twenty letters')] ?? -1
    list.apply([
      { op: 'lock', ids: [long], value: true },
      { op: 'favourite', ids: [long], group: 2, value: true },
    ])
    const { losses } = list.write('sdx')
    expect(losses).toEqual(
      expect.arrayContaining([
        { code: 'name-cut', ids: [long] },
        { code: 'lock', ids: [long] },
        { code: 'favourites', ids: [long] },
      ]),
    )
  })
})
