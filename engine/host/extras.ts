/**
 * What an engine needs for files that nobody has read yet, and to write another dialect. Servers have it from the
 * start; an editor opens lists that a server has read, and does without.
 */
import { encodeForSatcodx } from './convert'
import { problemLine } from './problem-codes'
import { findRefusal } from './refusal'

export const extras = { encodeForSatcodx, findRefusal, problemLine }
export type Extras = typeof extras
