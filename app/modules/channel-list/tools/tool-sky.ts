/**
 * Updates satellites and transponders from another list: adds those that this list lacks, and updates the values of
 * existing ones. Pure engine code.
 */
import { findCarrier } from '~/engine/lists'
import { partRules } from '~/engine/rules'
import {
  fecChoices,
  limits,
  type OpenList,
  type Operation,
  type Satellite,
  type Transponder,
  type TransponderValues,
} from '~/engine/types'
import { drawIds } from '../edit/drawn-ids'
import { shortened } from '~/text/graphemes'
import { emptyRow, noCounts, openOther, pageOf, type ToolInput, type ToolPlan } from './tool-facts'
import type { ToolAskOf } from './tools.schema'
import type { ToolRow } from '../types'
import type { Host } from '../engine/stored'

type Sky = { satellites: Satellite[]; transponders: Transponder[] }
const skyOf = (list: OpenList): Sky => ({ satellites: list.satellites(), transponders: list.transponders() })

type Change = { row: ToolRow; operation: Operation }

/** A name that only repeats the position is replaced by one that says more. */
const isBare = (name: string): boolean => /^(?:\d{1,3}(?:\.\d)?°?\s*[EW])?$/i.test(name.trim())
const nearKHz = 2000

/** The transponder that another list means: one of exactly this frequency, else the nearest one within 2 MHz. */
const findSame = (mine: readonly Transponder[], theirs: Transponder): Transponder | undefined => {
  const exact = findCarrier(mine, theirs)
  if (exact !== undefined || theirs.frequencyKHz === null) return exact
  const far = (one: Transponder): number => Math.abs((one.frequencyKHz ?? 0) - (theirs.frequencyKHz ?? 0))
  return mine
    .filter((one) => one.polarisation === theirs.polarisation && far(one) <= nearKHz)
    .sort((one, other) => far(one) - far(other))[0]
}

/** The values that differ in the other list. A frequency in whole MHz doesn't change a more exact one. */
const differing = (mine: Transponder, theirs: Transponder): Partial<TransponderValues> => {
  const { frequencyKHz, polarisation, symbolRate } = theirs
  const fec = fecChoices.find((choice) => choice === theirs.fec && choice !== 'auto')
  const isRounded =
    frequencyKHz !== null && frequencyKHz % 1000 === 0 && Math.abs(frequencyKHz - (mine.frequencyKHz ?? 0)) < 1000
  return {
    ...(frequencyKHz === null || frequencyKHz === mine.frequencyKHz || isRounded ? {} : { frequencyKHz }),
    ...(polarisation === null || polarisation === mine.polarisation ? {} : { polarisation }),
    ...(!symbolRate || symbolRate === mine.symbolRate ? {} : { symbolRate }),
    ...(fec === undefined || fec === mine.fec ? {} : { fec }),
  }
}

/** A transponder in one line, as frequency lists write it. */
const lineOf = (one: Transponder): string =>
  [(one.frequencyKHz ?? 0) / 1000, one.polarisation, one.symbolRate, one.fec].filter(Boolean).join(' ')

/** Values that the rules for typed input refuse are not imported. */
const isAllowed = (values: Partial<TransponderValues>): boolean =>
  Object.entries(values).every(([field, value]) => partRules.transponder[field as keyof TransponderValues](value))
/** Two transponders of a satellite differ in one of these. */
const keyOf = ({ frequencyKHz, polarisation }: Pick<Transponder, 'frequencyKHz' | 'polarisation'>): string =>
  `${frequencyKHz} ${polarisation}`

/** Satellites first, each with its transponders. */
const changesOf = (mine: Sky, theirs: Sky, isAll: boolean, nextId: () => number): Change[] => {
  const changes: Change[] = []
  for (const satellite of theirs.satellites) {
    if (satellite.angle === null) continue
    const known = mine.satellites.find(({ angle }) => angle === satellite.angle)
    if (known === undefined && !isAll) continue
    const id = known?.id ?? nextId()
    const name = Array.from(satellite.name.trim()).slice(0, limits.otherNameCharacters).join('').trim()
    const row = { ...emptyRow, id, name: known?.name ?? name, angle: satellite.angle }
    if (known === undefined && name === '') continue
    if (known === undefined)
      changes.push({
        row,
        operation: {
          ...{ op: 'add', target: 'satellite', id },
          values: { name, angle: satellite.angle, band: satellite.band },
        },
      })
    else if (isBare(known.name) && !isBare(name))
      changes.push({
        row: { ...row, after: name },
        operation: { op: 'set', target: 'satellite', id, values: { name } },
      })
    const own = known === undefined ? [] : mine.transponders.filter((one) => one.satellite === known.index)
    const taken = new Set<number>()
    const keys = new Set(own.map(keyOf))
    for (const one of theirs.transponders) {
      if (one.satellite !== satellite.index) continue
      const { frequencyKHz, polarisation, symbolRate } = one
      if (!frequencyKHz || polarisation === null || !symbolRate) continue
      const same = findSame(
        own.filter((carrier) => !taken.has(carrier.id)),
        one,
      )
      const place = { satelliteName: known?.name ?? name, angle: satellite.angle }
      if (same === undefined) {
        const fec = fecChoices.find((choice) => choice === one.fec) ?? 'auto'
        // Several streams on one frequency are one transponder in a list.
        if (keys.has(keyOf(one)) || !isAllowed({ frequencyKHz, polarisation, symbolRate })) continue
        keys.add(keyOf(one))
        const own = nextId()
        changes.push({
          row: { ...emptyRow, kind: 'transponder', id: own, ...place, frequencyKHz, polarisation, symbolRate },
          operation: {
            ...{ op: 'add', target: 'transponder', id: own, satellite: id },
            values: { frequencyKHz, polarisation, symbolRate, fec, band: one.band ?? null },
          },
        })
        continue
      }
      taken.add(same.id)
      const values = differing(same, one)
      const to = { ...same, ...values }
      if (Object.keys(values).length === 0 || !isAllowed(values)) continue
      if (keyOf(to) !== keyOf(same) && keys.has(keyOf(to))) continue
      keys.add(keyOf(to))
      changes.push({
        row: {
          ...emptyRow,
          ...{ kind: 'transponder', id: same.id, ...place, after: lineOf(to) },
          ...{ frequencyKHz: same.frequencyKHz, polarisation: same.polarisation, symbolRate: same.symbolRate },
        },
        operation: { op: 'set', target: 'transponder', id: same.id, values },
      })
    }
  }
  return changes
}

/** Plans the import; at most as much as one edit can hold. The next run takes the rest. */
export const planSky = (host: Host, { stored, others, asked, paging, seed }: ToolInput<ToolAskOf<'sky'>>): ToolPlan => {
  const [other] = others
  // The engine holds one list at a time, so read the other one first.
  const opened = other === undefined ? null : openOther(host, other)
  const theirs = opened === null ? null : skyOf(opened)
  const mine = skyOf(host.open(stored))
  const ids = new Set([...mine.satellites, ...mine.transponders].map(({ id }) => id))
  const all = theirs === null ? [] : changesOf(mine, theirs, asked.all, drawIds(seed, ids))
  const changes = all.slice(0, limits.operationsPerBatch - 1)
  return {
    read: theirs !== null,
    counts: { ...noCounts, looked: theirs?.satellites.length ?? 0, changes: changes.length },
    total: changes.length,
    rows: pageOf(changes, paging).map(({ row }) => ({
      ...row,
      name: shortened(row.name),
      satelliteName: row.satelliteName === null ? null : shortened(row.satelliteName),
    })),
    satellites: [],
    operations: changes.map(({ operation }) => operation),
  }
}
