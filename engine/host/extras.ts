/**
 * What an engine needs for files that no engine has opened before, and to write another dialect. Servers have it from
 * the start; the editor only opens lists that a server has read, and does without.
 */
import { encodeForSatcodx } from './convert'
import { problemLine, withoutNull } from './problem-codes'
import { findRefusal } from './refusal'

export const extras = { encodeForSatcodx, findRefusal, problemLine, withoutNull }
export type Extras = typeof extras
