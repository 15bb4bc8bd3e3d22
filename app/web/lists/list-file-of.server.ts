/** An account's list as a PDF, drawn only when its bytes are sent. */
import type { TFunction } from 'i18next'
import { ok, type Result } from '~/errors/table'
import { formatsOf } from '~/i18n/format'
import type { Language } from '~/i18n/languages'
import { readList, type Actor, type ListDetails } from '~/modules/channel-list/channel-list.server'
import { sha256 } from '~/platform/random.server'
import { drawListFile } from './list-file.server'
import { readPrinted, wordPrinted, type PrintedBy } from './printed.server'

/** The drawing's version, so that nobody keeps an outdated file: increase it with each change of the drawing. */
const drawing = 2

export type ListFile = {
  type: string
  fileName: string
  etag: string
  lastModified: Date
  /** Draws it. I1009, A0503: see `drawListFile`. */
  make: () => Promise<Result<Uint8Array<ArrayBuffer>>>
}

export const listFile = (
  actor: Actor,
  list: ListDetails,
  { by, t, language }: { by: PrintedBy; t: TFunction; language: Language },
): ListFile => ({
  type: 'application/pdf',
  fileName: `${list.name}.pdf`,
  etag: `W/"${sha256(`${drawing} ${list.id} ${list.revision} ${list.name} ${by} ${language}`).slice(0, 32)}"`,
  lastModified: list.updatedAt,
  make: () =>
    drawListFile(
      actor.userId,
      async () => {
        const read = await readList(actor, list.id, {}, readPrinted('file'))
        return read.ok ? ok({ name: list.name, ...(await wordPrinted(read.value, by, t, formatsOf(language))) }) : read
      },
      { t, language },
    ),
})
