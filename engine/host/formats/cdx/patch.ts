/** Puts values into an object of the upload, in the notation that it already uses. */
import { patched, type Part, type Put } from '../letters'
import type { Fields } from './json'
import { callOf, type Database } from './read'

export type Call = { transponder: number; sid: number }

export class Patch {
  private readonly puts: Put[] = []
  constructor(
    private readonly database: Database,
    private readonly piece: Part,
  ) {}

  raw(part: Part, value: string): void {
    this.puts.push({ ...part, value })
  }
  /** A number in the notation of the old value. */
  number(part: Part | null, value: number): void {
    const { scanner } = this.database
    if (part === null || scanner.number(part) === value) return
    this.raw(scanner.isText(part) ? { start: part.start + 1, end: part.end - 1 } : part, String(value))
  }
  text(part: Part | null, value: string): void {
    if (part !== null) this.raw(part, encodeIn(this.database, part, value))
  }
  call(fields: Fields | null, { transponder, sid }: Call): void {
    this.number(fields?.find('uiWord32') ?? null, callOf(transponder, sid))
    const halves = fields?.inner('unShort')
    this.number(halves?.find('sLo16') ?? null, sid)
    this.number(halves?.find('sHi16') ?? null, transponder)
  }
  done(): string {
    const { text } = this.database
    const { start, end } = this.piece
    return this.puts.length === 0 ? text.slice(start, end) : patched(text, this.piece, this.puts)
  }
}
/** A text as a JSON string in the encoding of the old value at `part`. */
export const encodeIn = ({ letters, text }: Database, part: Part | null, value: string): string =>
  letters.encode(JSON.stringify(value), part === null ? '' : text.slice(part.start, part.end))
