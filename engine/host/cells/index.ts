/**
 * The part of the engine that edits what no state of version 1 can hold: channel fields, satellites, transponders,
 * groups, categories, numbers, added channels. Pass it to an engine with `use`; a plain list never needs it.
 */
import type { Machinery } from '../contract'
import { CellList } from './list'

export const cells: Machinery = { over: (base, parts) => new CellList(base, parts) }
