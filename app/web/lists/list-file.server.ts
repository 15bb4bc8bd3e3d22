/** A list as a PDF file, shared by a page's link, share links, and /api. */
import type { TFunction } from 'i18next'
import { fail, ok, tooMany, type Result } from '~/errors/table'
import { formatsOf } from '~/i18n/format'
import { directionOf, type Language } from '~/i18n/languages'
import { makeFairQueue } from '~/platform/fair-queue.server'
import { consume } from '~/platform/limits.server'
import { makeThread, startProgram, ThreadEnded } from '~/platform/thread.server'
import type { PrintedSection } from '~/ui/channel-list/printed-list'
import type { ListWords } from './list-pdf.server'

/** Ten times what the longest list takes on a busy machine. */
const limitMs = 30_000
const heapMb = 256

const thread = makeThread('list-pdf', () =>
  Promise.resolve(
    startProgram(
      {
        name: 'list-pdf',
        built: new URL('./list-pdf-thread.js', import.meta.url),
        source: new URL('./list-pdf-thread.server.ts', import.meta.url),
        heapMb,
      },
      undefined,
    ),
  ),
)
const queue = makeFairQueue({ parallel: 1, waitingOfOne: 2, waitingOfAll: 20 })

/** Ends the thread; called once at shutdown. */
export const stopListPdf = (): Promise<void> => thread.stop()

export type PrintedWords = {
  name: string
  total: number
  cut: boolean
  none: string | null
  sections: readonly PrintedSection[]
}

type Reader = { t: TFunction; language: Language }
const wordsOf = ({ name, total, cut, none, sections }: PrintedWords, { t, language }: Reader): ListWords => ({
  title: name,
  lead: t('lists:channels.count', { count: total }),
  labels: {
    number: t('lists:column.number'),
    name: t('lists:column.channel'),
    type: t('lists:column.type'),
    place: t('lists:column.transponder'),
    sid: t('lists:column.sid'),
  },
  unnamed: t('lists:row.unnamed'),
  digits: Array.from({ length: 10 }, (_, digit) => formatsOf(language).number(digit)).join(''),
  none,
  note: cut ? t('merge:print.cut') : null,
  sections,
})

/**
 * Draws the file for `who` (an account, or an address). The list is read when its turn comes, so that a refused request
 * costs nothing. I1009: too many were drawn for `who`, or are waiting. A0503: the thread ended. Also the failures of
 * `read`.
 */
export const drawListFile = async (
  who: string,
  read: () => Promise<Result<PrintedWords>>,
  reader: Reader,
): Promise<Result<Uint8Array<ArrayBuffer>>> => {
  const allowed = await consume('list-pdf', who)
  if (!allowed.ok) return tooMany(allowed)
  try {
    const drawn = await queue.run(who, async (): Promise<Result<Uint8Array<ArrayBuffer>>> => {
      const printed = await read()
      if (!printed.ok) return printed
      const asked = { words: wordsOf(printed.value, reader), direction: directionOf(reader.language) }
      return ok((await thread.ask(asked, limitMs)) as Uint8Array<ArrayBuffer>)
    })
    if (drawn.ok) return drawn.value
    return drawn.reason === 'own'
      ? tooMany({ retryAfterSeconds: 5 })
      : fail('A0503', { data: { retryAfterSeconds: 10 } })
  } catch (error) {
    if (error instanceof ThreadEnded) return fail('A0503', { data: { retryAfterSeconds: 2 } })
    throw error
  }
}
