/**
 * The registry of manufactured boxes: serial numbers with model, brand and device secret, as the operator imports them.
 * A device secret is stored sealed and never leaves this module; others can only ask whether a proof is correct.
 */
import type { z } from 'zod'
import { now } from '~/platform/clock.server'
import { db, isUniqueViolation, type Transaction } from '~/platform/db.server'
import { makeEvent } from '~/platform/event.server'
import { hmacSha256, makeId, sameSecret } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import { recordActBy, type By } from '~/modules/audit/audit.server'
import { fail, ok, type Result } from '~/errors/table'
import {
  isDeviceSecret,
  isSerialNumber,
  maxModelLength,
  type LineProblem,
  type importReport,
  type LineReport,
  type listedBox,
} from './registry.schema'
import { maxImportLines, parseRegistryFile, type RegistryLine } from './import-file'
import { decryptDeviceSecret, encryptDeviceSecret } from './device-secret.server'
import { normalForm } from '~/text/normal-form'

export { demoBoxes, seedRegistry } from './registry.seed.server'
export { isNewerAvailable } from '~/text/software-version'
export {
  addSoftwareVersion,
  findLatestVersions,
  listSoftwareVersions,
  withdrawSoftwareVersion,
  type SoftwareVersion,
} from './software.server'

export type BoxModel = { id: string; name: string; boxes: number }
export type RegisteredBox = {
  sn: string
  model: string
  vnoId: string | null
  vno: string | null
  hasSecret: boolean
  createdAt: Date
}
/** `updatedItselfAt`: when it last looked for a newer list by itself; `updatedSoonAt`: when that was too soon. */
export type ListedBox = z.output<typeof listedBox> & Pick<RegisteredBox, 'vnoId'>
export type ImportReport = z.output<typeof importReport>

/**
 * These boxes got another model, brand or secret. Awaited: when the operator gets an answer, no cache has old values.
 */
export const registryChanged = makeEvent<{ sns: readonly string[] }>('registered boxes changed', { awaited: true })

/** Adds models by name; existing ones stay as they are. Returns the new names. */
export const importModels = async (by: By, names: readonly string[]): Promise<string[]> => {
  const added: string[] = []
  for (const name of new Set(names)) {
    try {
      await db.boxModel.create({ data: { id: makeId(), name } })
      added.push(name)
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
    }
  }
  if (added.length > 0)
    await recordActBy(by, { action: 'registry.models', subject: 'registry', detail: added.join(', ').slice(0, 1000) })
  return added
}

/** All models with the number of their boxes. */
export const listModels = async (): Promise<BoxModel[]> => {
  const rows = await db.boxModel.findMany({
    orderBy: { name: 'asc' },
    take: 10_000,
    include: { _count: { select: { boxes: true } } },
  })
  return rows.map((row) => ({ id: row.id, name: row.name, boxes: row._count.boxes }))
}

const modelKey = (name: string): string => normalForm(name, 'NFC').toLowerCase()
type Names = { models: Map<string, string>; vnos: Map<string, string> }

const problemOf = (line: RegistryLine, names: Names, seen: Set<string>): LineProblem | null => {
  if (!isSerialNumber(line.sn)) return line.sn === '' && line.model === '' ? 'columns' : 'sn'
  if (seen.has(line.sn)) return 'sn-twice'
  if (line.model === '' || line.model.length > maxModelLength) return 'model'
  if (!names.models.has(modelKey(line.model))) return 'model-unknown'
  if (line.vno !== null && !names.vnos.has(line.vno)) return 'vno-unknown'
  if (line.secret !== null && !isDeviceSecret(line.secret)) return 'secret'
  return null
}

/** Batch size per transaction; other writers wait at most that long. */
const importedAtOnce = 500

/**
 * Imports serial numbers. The report lists every line by number: added, updated, unchanged or refused with the reason;
 * refused lines do not affect the others. A line without a secret keeps the stored one; a line without a brand clears
 * it. A0400 for a file that is neither CSV nor JSON, A0413 for more than 50 000 lines. `dryRun` stores nothing.
 */
export const importRegistry = async (by: By, source: string, dryRun: boolean): Promise<Result<ImportReport>> => {
  const lines = parseRegistryFile(source)
  if (lines === null) return fail('A0400', { data: { context: 'registry' } })
  if (lines.length > maxImportLines) return fail('A0413', { data: { most: maxImportLines } })
  const [models, vnos] = await Promise.all([db.boxModel.findMany(), db.vno.findMany()])
  const names: Names = {
    models: new Map(models.map((model) => [modelKey(model.name), model.id])),
    vnos: new Map(vnos.map((vno) => [vno.name, vno.id])),
  }
  const seen = new Set<string>()
  const reports: LineReport[] = []
  const good: RegistryLine[] = []
  for (const line of lines) {
    const problem = problemOf(line, names, seen)
    seen.add(line.sn)
    if (problem === null) good.push(line)
    else reports.push({ line: line.line, sn: line.sn.slice(0, 40), result: 'refused', problem })
  }
  for (let at = 0; at < good.length; at += importedAtOnce) {
    const part = good.slice(at, at + importedAtOnce).map((line) => ({
      ...line,
      modelId: names.models.get(modelKey(line.model)) ?? '',
      vnoId: line.vno === null ? null : (names.vnos.get(line.vno) ?? null),
    }))
    await transact(async (tx) => {
      const changed: string[] = []
      const stored = new Map(
        (await tx.registeredBox.findMany({ where: { sn: { in: part.map((line) => line.sn) } } })).map((row) => [
          row.sn,
          row,
        ]),
      )
      const fresh = part.filter((line) => !stored.has(line.sn))
      if (!dryRun && fresh.length > 0) {
        await tx.registeredBox.createMany({
          data: fresh.map((line) => ({
            sn: line.sn,
            modelId: line.modelId,
            vnoId: line.vnoId,
            secretSealed: line.secret === null ? null : encryptDeviceSecret(line.secret),
            createdAt: now(),
          })),
        })
      }
      for (const line of part) {
        const before = stored.get(line.sn)
        if (before === undefined) {
          reports.push({ line: line.line, sn: line.sn, result: 'added', problem: null })
          continue
        }
        const sameKey =
          line.secret === null ||
          (before.secretSealed !== null && decryptDeviceSecret(before.secretSealed) === line.secret)
        if (sameKey && before.modelId === line.modelId && before.vnoId === line.vnoId) {
          reports.push({ line: line.line, sn: line.sn, result: 'unchanged', problem: null })
          continue
        }
        reports.push({ line: line.line, sn: line.sn, result: 'updated', problem: null })
        if (dryRun) continue
        changed.push(line.sn)
        await tx.registeredBox.update({
          where: { sn: line.sn },
          data: {
            modelId: line.modelId,
            vnoId: line.vnoId,
            ...(line.secret === null || sameKey ? {} : { secretSealed: encryptDeviceSecret(line.secret) }),
          },
        })
      }
      if (changed.length > 0) registryChanged.notifyAfter(tx, { sns: changed })
      return ok(null)
    })
  }
  reports.sort((a, b) => a.line - b.line)
  const count = (result: LineReport['result']): number => reports.filter((report) => report.result === result).length
  const report = {
    added: count('added'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    dryRun,
    lines: reports,
  }
  if (!dryRun)
    await recordActBy(by, {
      action: 'registry.import',
      subject: 'registry',
      detail: `${report.added} added, ${report.updated} updated, ${report.unchanged} unchanged, ${report.refused} refused`,
    })
  return ok(report)
}

/**
 * One page of the registry, ordered by serial number. `search` is a literal prefix of a number, because LIKE would
 * interpret % and _.
 */
export const listRegistry = async (asked: {
  page: number
  size: number
  search: string | null
}): Promise<{ items: ListedBox[]; total: number }> => {
  const where = asked.search === null ? {} : { sn: { gte: asked.search, lt: `${asked.search}\uffff` } }
  const [rows, total] = await Promise.all([
    db.registeredBox.findMany({
      where,
      orderBy: { sn: 'asc' },
      skip: (asked.page - 1) * asked.size,
      take: asked.size,
      include: {
        model: true,
        vno: true,
        device: { select: { softwareVersion: true, updatedItselfAt: true, updatedSoonAt: true } },
      },
    }),
    db.registeredBox.count({ where }),
  ])
  return {
    items: rows.map((row) => ({
      sn: row.sn,
      model: row.model.name,
      vnoId: row.vnoId,
      vno: row.vno?.name ?? null,
      hasSecret: row.secretSealed !== null,
      createdAt: row.createdAt,
      softwareVersion: row.device?.softwareVersion ?? null,
      updatedItselfAt: row.device?.updatedItselfAt ?? null,
      updatedSoonAt: row.device?.updatedSoonAt ?? null,
    })),
    total,
  }
}

/** The registered box with this serial number, if there is one. */
export const findRegisteredBox = async (sn: string): Promise<RegisteredBox | null> => {
  const row = await db.registeredBox.findUnique({ where: { sn }, include: { model: true, vno: true } })
  return row === null
    ? null
    : {
        sn: row.sn,
        model: row.model.name,
        vnoId: row.vnoId,
        vno: row.vno?.name ?? null,
        hasSecret: row.secretSealed !== null,
        createdAt: row.createdAt,
      }
}

/** The models of these boxes by serial number. */
export const findModels = async (
  sns: readonly string[],
): Promise<Map<string, { modelId: string; model: string; vnoId: string | null }>> => {
  const rows = await db.registeredBox.findMany({ where: { sn: { in: [...sns] } }, include: { model: true } })
  return new Map(rows.map((row) => [row.sn, { modelId: row.modelId, model: row.model.name, vnoId: row.vnoId }]))
}

/**
 * The first of these nonces for which the box's proof, hex HMAC-SHA256(secret, nonce + sn), is correct; null if there
 * is none.
 */
export const findProvenNonce = async (sn: string, nonces: readonly string[], proof: string): Promise<string | null> => {
  const row = await db.registeredBox.findUnique({ where: { sn }, select: { secretSealed: true } })
  if (row === null || row.secretSealed === null) return null
  const secret = decryptDeviceSecret(row.secretSealed)
  if (secret === null)
    throw new Error(`The secret of box ${sn} can't be opened: the server's SECRET is not the one that sealed it`)
  return nonces.find((nonce) => sameSecret(hmacSha256(secret, nonce + sn), proof.toLowerCase())) ?? null
}

/**
 * Records that a box was moved to another; only once, and only within one brand, whose lists it loads. S1000 no such
 * box, D1110 one of them was already moved, D1109 another brand.
 */
export const markMoved = async (tx: Transaction, from: string, to: string): Promise<Result<null>> => {
  const marked = await tx.registeredBox.updateMany({ where: { sn: from, movedToSn: null }, data: { movedToSn: to } })
  const select = { vnoId: true, movedToSn: true } as const
  const old = await tx.registeredBox.findUnique({ where: { sn: from }, select })
  if (old === null) return fail('S1000', { field: 'sn' })
  if (marked.count === 0) return fail('D1110', { field: 'sn', data: { sn: from, to: old.movedToSn } })
  const fresh = await tx.registeredBox.findUnique({ where: { sn: to }, select })
  if (fresh === null) return fail('S1000', { field: 'to' })
  if (fresh.movedToSn !== null) return fail('D1110', { field: 'to', data: { sn: to, to: fresh.movedToSn } })
  return fresh.vnoId === old.vnoId ? ok(null) : fail('D1109', { field: 'to', data: { context: 'brand' } })
}
