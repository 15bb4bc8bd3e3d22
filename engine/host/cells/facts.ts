/** What the cells need to know about a source, copied from the engine's memory while the source is open there. */
import type { Columns, OpenList } from '../contract'
import { type Core, flag, info, row, satelliteEntry, transponderEntry } from '../core'
import type { List } from '../list'
import type { Dialect, Satellite, Transponder } from '../types'
import { writeRuns } from '../runs'

/** Object kinds of a `.chl`: KIND_* in assembly/formats/chl-read.ts. */
export const kind = { index: 1, fav: 2, sat: 3, tp: 4, ch: 5 } as const
/** Positions are in bytes from the file's start. `number`: the index of the row, satellite, transponder or group. */
export type Part = { start: number; end: number; kind: number; number: number }
/**
 * An element of a favourite group's array: the channel that it refers to, or -1; `pair`: by "TP-SID" instead of an
 * Index.
 */
export type Element = { start: number; end: number; channel: number; pair: boolean; radio: boolean }
export type ChlLayout = {
  parts: Part[]
  /** The file's numbers of channels, satellites, transponders; 0xffffffff if there is none. */
  indexes: Uint32Array
  satelliteNumbers: number[]
  transponderNumbers: number[]
  /** By group. */
  elements: Element[][]
}
/** One record of SatcoDX; positions in bytes from the file's start. */
export type Line = {
  start: number
  length: number
  /** 0 none, 1 LF, 2 CR, 3 CR LF */
  terminator: number
  name: number
  nameLength: number
  name2: number
  name2Length: number
  satelliteLength: number
  isCut: boolean
  byCharacters: boolean
}
export type Facts = {
  dialect: Dialect
  bytes: Uint8Array
  /** The first 16 bytes of a state of version 1: magic, records, hash. */
  header: Uint8Array
  rows: number
  encoding: number
  encodingSource: OpenList['encodingSource']
  /** By record, including deleted ones. */
  columns: Columns
  satellites: Satellite[]
  /** The bytes of the satellites' names, which are decoded in the list's character set. */
  satelliteNames: Uint8Array[]
  transponders: Transponder[]
  groups: string[]
  /** By group: its channels in the file's order. */
  groupOrders: number[][]
}

const lineBytes = row.bytes

/** The records of the open SatcoDX file. */
export const readLines = (core: Core): Line[] => {
  const count = core.get(info.rowCount)
  const from = core.get(info.rows)
  const source = core.get(info.source)
  const words = core.u32()
  const halves = core.u16()
  const bytes = core.u8()
  const lines: Line[] = []
  for (let at = from; at < from + count * lineBytes; at += lineBytes) {
    const start = (words[(at + row.start) >> 2] ?? 0) - source
    const name = (words[(at + row.name) >> 2] ?? 0) - source
    const flags = halves[(at + row.flags) >> 1] ?? 0
    lines.push({
      start,
      length: words[(at + row.length) >> 2] ?? 0,
      terminator: bytes[at + row.terminator] ?? 0,
      name,
      nameLength: halves[(at + row.nameLength) >> 1] ?? 0,
      name2: name + (halves[(at + row.name2Step) >> 1] ?? 0),
      name2Length: halves[(at + row.name2Length) >> 1] ?? 0,
      satelliteLength: halves[(at + row.satelliteLength) >> 1] ?? 0,
      isCut: (flags & flag.cut) !== 0,
      byCharacters: (flags & flag.byCharacters) !== 0,
    })
  }
  return lines
}

const partBytes = 16
const groupBytes = 24

/** The objects of the open `.chl`. */
export const readChlLayout = (core: Core): ChlLayout => {
  const facts = core.exports.chlFacts() >> 2
  const words = core.u32()
  const source = core.get(info.source)
  const word = (address: number): number => words[address >> 2] ?? 0
  const [groups = 0, groupCount = 0, elements = 0, objects = 0, objectCount = 0] = words.subarray(facts + 2, facts + 7)
  const parts = Array.from({ length: objectCount }, (_, one): Part => {
    const at = objects + one * partBytes
    return { start: word(at) - source, end: word(at + 4) - source, kind: word(at + 8), number: word(at + 12) }
  })
  const numbers = (start: number, count: number, bytes: number, offset: number): number[] =>
    Array.from({ length: count }, (_, one) => word(start + one * bytes + offset))
  const rows = core.get(info.rowCount)
  return {
    parts,
    indexes: Uint32Array.from(numbers(core.get(info.rows), rows, row.bytes, row.index)),
    satelliteNumbers: numbers(
      core.get(info.satellites),
      core.get(info.satelliteCount),
      satelliteEntry.bytes,
      satelliteEntry.number,
    ),
    transponderNumbers: numbers(
      core.get(info.transponders),
      core.get(info.transponderCount),
      transponderEntry.bytes,
      transponderEntry.number,
    ),
    elements: Array.from({ length: groupCount }, (_, group) => {
      const at = groups + group * groupBytes
      const first = word(at + 4)
      const tv = word(at + 8)
      return Array.from({ length: tv + word(at + 12) }, (__, one): Element => {
        const element = elements + (first + one) * partBytes
        return {
          start: word(element) - source,
          end: word(element + 4) - source,
          channel: word(element + 8) | 0,
          pair: word(element + 12) === 1,
          radio: one >= tv,
        }
      })
    }),
  }
}

/** Reads the facts of an open source; the list's edits are unchanged afterwards. */
export const readFacts = (core: Core, list: List): Facts => {
  const before = list.state()
  const rows = core.get(info.rowCount)
  const all = writeRuns(Array.from({ length: rows }, (_, id) => id))
  list.load(Uint8Array.from([...before.subarray(0, 16), 0, ...all, 0, 0, 0]))
  const [source, end] = [core.get(info.source), core.get(info.sourceEnd)]
  const satellites = list.satellites()
  const table = core.get(info.satellites)
  const satelliteNames = satellites.map((_, index) => {
    const at = (table + index * satelliteEntry.bytes) >> 2
    const name = core.u32()[at + satelliteEntry.name / 4] ?? 0
    return core.u8().slice(name, name + (core.u32()[at + satelliteEntry.nameLength / 4] ?? 0))
  })
  const groups = list.favouriteGroups().map(({ name }) => name)
  const facts: Facts = {
    dialect: list.dialect,
    bytes: core.u8().slice(source, end),
    header: before.slice(0, 16),
    rows,
    encoding: core.get(info.sourceEncoding),
    encodingSource: list.encodingSource,
    columns: list.columns(),
    satellites,
    satelliteNames,
    transponders: list.transponders(),
    groups,
    groupOrders: groups.map((_, group) => list.groupOrder(group)),
  }
  list.load(before)
  return facts
}
