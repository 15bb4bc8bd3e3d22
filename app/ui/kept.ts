/**
 * Text typed on this page before a captcha, the end of a session, or another page was opened, so that forms can show it
 * again. A form that changes something stored has a mark of what it showed (`data-draft`): its draft returns only while
 * that is still what is stored, so it never covers a newer value.
 */
import { createContext, useContext, useMemo } from 'react'

export type GivenFields = Record<string, string | string[]>
export const KeptContext = createContext<GivenFields | null>(null)

/** The mark of a form: its name on the page, and a hash of the stored values that it shows. */
export const draftMark = (form: string, shown: unknown): string => {
  let hash = 0
  for (const character of JSON.stringify(shown)) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0
  return `${form}-${hash}`
}

const marked = /^[a-z]+-\d+\./

/**
 * What was typed earlier into the form with this mark; without a mark, into a form that creates something. Scripts
 * store a marked form's fields under its mark. A plain form sent after the session had ended has its mark in the field
 * `draft`.
 */
export const useGiven = (mark?: string): GivenFields | null => {
  const given = useContext(KeptContext)
  return useMemo(() => {
    if (given === null) return null
    const entries = Object.entries(given)
    const own =
      given['draft'] === mark
        ? entries.filter(([name]) => !marked.test(name))
        : entries.flatMap(([name, value]): typeof entries =>
            mark !== undefined && name.startsWith(`${mark}.`) ? [[name.slice(mark.length + 1), value]] : [],
          )
    return own.length === 0 ? null : Object.fromEntries(own)
  }, [given, mark])
}
