/**
 * Manuals for box models: PDF files in some languages, added by the operator and readable by everybody. The only public
 * file of the module. A reader gets their own language, otherwise English, otherwise the first available.
 */
import { recordActBy, type By } from '~/modules/audit/audit.server'
import { findBox } from '~/modules/device/device.server'
import { findRegisteredBox, listModels } from '~/modules/registry/registry.server'
import { fail, ok, tooMany, type Result } from '~/errors/table'
import { now } from '~/platform/clock.server'
import { db, type Prisma } from '~/platform/db.server'
import { consume } from '~/platform/limits.server'
import { openFile, removeFile, storeFile } from '~/platform/files.server'
import type { StreamBody } from '~/platform/http.server'
import { plainFileName } from '~/text/plain-text'
import { makeId } from '~/platform/random.server'
import { afterCommit, transact } from '~/platform/transact.server'
import { instructionLimits } from './limits'
import { isPdf } from './pdf'
import { normalForm } from '~/text/normal-form'

export { instructionLimits } from './limits'

/** One language of a manual; `size` in bytes. */
export type InstructionText = { language: string; title: string; fileName: string; size: number }
export type Instruction = { id: string; model: string; updatedAt: Date; texts: InstructionText[] }
/** A manual's file, ready to be read. */
export type OpenedInstruction = StreamBody & { language: string; fileName: string }

const shown = {
  id: true,
  updatedAt: true,
  model: { select: { name: true } },
  texts: { select: { language: true, title: true, fileName: true, file: { select: { size: true } } } },
} as const
type Row = Prisma.InstructionGetPayload<{ select: typeof shown }>

/** English first, because it is the most likely fallback; then by tag, for a stable order. */
const inOrder = (a: { language: string }, b: { language: string }): number =>
  Number(b.language === 'en') - Number(a.language === 'en') || (a.language < b.language ? -1 : 1)

const viewOf = ({ id, updatedAt, model, texts }: Row): Instruction => ({
  id,
  updatedAt,
  model: model.name,
  texts: texts
    .map(({ language, title, fileName, file }) => ({ language, title, fileName, size: file.size }))
    .sort(inOrder),
})

/** The text for a reader's language, otherwise English, otherwise the first; null if there is none. */
export const bestText = <T extends { language: string }>(texts: readonly T[], language: string): T | null =>
  texts.find((text) => text.language === language) ?? [...texts].sort(inOrder)[0] ?? null

const nameKey = (name: string): string => normalForm(name.trim(), 'NFC').toLowerCase()
const findModel = async (name: string): Promise<{ id: string; name: string } | null> =>
  (await listModels()).find((model) => nameKey(model.name) === nameKey(name)) ?? null

const newestFirst = [{ createdAt: 'desc' }, { id: 'desc' }] as const

/** The download's file name: model and title still identify it a year later. */
const fileNameOf = (model: string, title: string): string =>
  plainFileName(`${`${model} ${title}`.replaceAll(/[\\/:*?"<>|]+/g, ' ')}.pdf`, instructionLimits.nameCharacters)

/**
 * `id`: an existing manual that gets a new language, or a new file for an existing language; absent for a new manual.
 */
export type NewInstruction = {
  model: string
  id?: string | undefined
  language: string
  title: string
  bytes: Uint8Array
}

/**
 * Adds a manual, or one language of it. M3301 no such model; M4301 no such manual of this model; A0415 not a PDF; A0413
 * too large; N1001 too many of one model; A0503 no room on the disk.
 */
export const addInstruction = async (
  by: By,
  { model: modelName, id, language, title, bytes }: NewInstruction,
): Promise<Result<Instruction>> => {
  if (bytes.length > instructionLimits.fileBytes)
    return fail('A0413', { field: 'file', data: { limitBytes: instructionLimits.fileBytes } })
  if (!isPdf(bytes)) return fail('A0415', { field: 'file' })
  const model = await findModel(modelName)
  if (model === null) return fail('M3301', { field: 'model' })
  const manual =
    id === undefined ? null : await db.instruction.findFirst({ where: { id, modelId: model.id }, select: { id: true } })
  if (id !== undefined && manual === null) return fail('M4301', { field: 'id' })
  if (manual === null && (await db.instruction.count({ where: { modelId: model.id } })) >= instructionLimits.perModel)
    return fail('N1001')
  const file = await storeFile(bytes)
  if (file === null) return fail('A0503', { data: { reason: 'disk', retryAfterSeconds: 600 } })
  const instructionId = manual?.id ?? makeId()
  const changed = await transact(async (tx): Promise<Result<null>> => {
    if (manual === null)
      await tx.instruction.create({
        data: { id: instructionId, modelId: model.id, createdAt: now(), updatedAt: now() },
      })
    else {
      // Another operator has removed it in the meantime.
      const { count } = await tx.instruction.updateMany({ where: { id: instructionId }, data: { updatedAt: now() } })
      if (count === 0) return fail('M4301', { field: 'id' })
    }
    const before = await tx.instructionText.findMany({ where: { instructionId, language }, select: { fileId: true } })
    await tx.instructionText.deleteMany({ where: { instructionId, language } })
    await tx.instructionText.create({
      data: {
        instructionId,
        language,
        title,
        fileName: fileNameOf(model.name, title),
        type: 'application/pdf',
        fileId: file.id,
        createdAt: now(),
      },
    })
    for (const { fileId } of before)
      afterCommit(tx, 'the file of a replaced manual is removed', () => removeFile(fileId))
    const action = before.length > 0 ? 'instruction.replace' : 'instruction.add'
    await recordActBy(by, { action, subject: instructionId, detail: `${model.name}, ${language}: ${title}` }, tx)
    return ok(null)
  })
  if (!changed.ok) {
    await removeFile(file.id)
    return changed
  }
  return ok(viewOf(await db.instruction.findUniqueOrThrow({ where: { id: instructionId }, select: shown })))
}

/** Removes a manual, or one language of it; removing the last language removes the manual. M4301. */
export const removeInstruction = (by: By, id: string, language: string | null): Promise<Result<null>> =>
  transact(async (tx): Promise<Result<null>> => {
    const all = await tx.instructionText.findMany({
      where: { instructionId: id },
      select: { language: true, fileId: true },
    })
    const gone = all.filter((text) => language === null || text.language === language)
    await tx.instructionText.deleteMany({ where: { instructionId: id, ...(language === null ? {} : { language }) } })
    const isWhole = gone.length === all.length && (await tx.instruction.deleteMany({ where: { id } })).count > 0
    if (!isWhole && (gone.length === 0 || gone.length === all.length)) return fail('M4301')
    for (const { fileId } of gone) afterCommit(tx, 'the file of a removed manual is removed', () => removeFile(fileId))
    await recordActBy(by, { action: 'instruction.remove', subject: id, detail: language ?? 'all' }, tx)
    return ok(null)
  })

/** All manuals, newest first, or those of one model, for the operator. */
export const listInstructions = async ({
  page,
  size,
  model,
}: {
  page: number
  size: number
  model: string | null
}): Promise<{ items: Instruction[]; total: number }> => {
  const where = model === null ? {} : { model: { name: model } }
  const [rows, total] = await Promise.all([
    db.instruction.findMany({ where, orderBy: [...newestFirst], skip: (page - 1) * size, take: size, select: shown }),
    db.instruction.count({ where }),
  ])
  return { items: rows.map(viewOf), total }
}

/** The manuals of some models, by the model's name, newest first. */
export const findInstructionsOf = async (models: readonly string[]): Promise<Map<string, Instruction[]>> => {
  const rows = await db.instruction.findMany({
    where: { model: { name: { in: [...models] } } },
    orderBy: [...newestFirst],
    select: shown,
  })
  const found = new Map<string, Instruction[]>()
  for (const row of rows.map(viewOf)) found.set(row.model, [...(found.get(row.model) ?? []), row])
  return found
}

/** The names of models that have a manual, sorted. */
export const listInstructedModels = async (): Promise<string[]> =>
  (
    await db.boxModel.findMany({
      where: { instructions: { some: {} } },
      orderBy: { name: 'asc' },
      select: { name: true },
    })
  ).map(({ name }) => name)

/**
 * The manuals of an account's box, newest first. S1000 no such serial number; I1402 not a box of the account; I1009
 * after too many numbers.
 */
export const findInstructionsOfBox = async (
  userId: string,
  sn: string,
  from: { address: string },
): Promise<Result<Instruction[]>> => {
  const box = await findBox(userId, sn)
  if (box === null) {
    // A person who mistypes a number may learn that it does not exist, but nobody may enumerate numbers.
    for (const [name, key] of [
      ['serial-number-account', userId],
      ['serial-number-address', from.address],
    ] as const) {
      const allowed = await consume(name, key)
      if (!allowed.ok) return tooMany(allowed)
    }
    return (await findRegisteredBox(sn)) === null ? fail('S1000', { field: 'sn' }) : fail('I1402', { field: 'sn' })
  }
  return ok((await findInstructionsOf([box.model])).get(box.model) ?? [])
}

/** A manual's file in a language, otherwise in English, otherwise in the first available. M4301. */
export const openInstruction = async (id: string, language: string): Promise<Result<OpenedInstruction>> => {
  const texts = await db.instructionText.findMany({
    where: { instructionId: id },
    select: {
      language: true,
      fileName: true,
      type: true,
      createdAt: true,
      file: { select: { id: true, size: true, sha256: true } },
    },
  })
  const text = bestText(texts, language)
  if (text === null) return fail('M4301')
  const { file } = text
  return ok({
    language: text.language,
    fileName: text.fileName,
    type: text.type,
    size: file.size,
    etag: `"${file.sha256 ?? file.id}"`,
    lastModified: text.createdAt,
    open: (range) => openFile(file.id, range),
  })
}
