/**
 * The software versions of each box model, as the operator lists them. The portal only says which version is the
 * latest; a box downloads it in its own way.
 */
import { now } from '~/platform/clock.server'
import { db, isUniqueViolation } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import { recordActBy, type By } from '~/modules/audit/audit.server'
import { fail, ok, type Result } from '~/errors/table'
import { compareVersions } from '~/text/software-version'

export type SoftwareVersion = { id: string; model: string; version: string; releasedAt: Date; createdAt: Date }

/**
 * Adds a version of a model. It can be the latest from its release date on. M3301 no such model, M3101 the model
 * already has this version.
 */
export const addSoftwareVersion = async (
  by: By,
  asked: { model: string; version: string; releasedAt: Date | null },
): Promise<Result<SoftwareVersion>> => {
  const model = await db.boxModel.findUnique({ where: { name: asked.model } })
  if (model === null) return fail('M3301', { field: 'model' })
  const at = now()
  const row = {
    id: makeId(),
    modelId: model.id,
    version: asked.version,
    releasedAt: asked.releasedAt ?? at,
    createdAt: at,
  }
  try {
    await transact(async (tx) => {
      await tx.softwareVersion.create({ data: row })
      await recordActBy(by, { action: 'software.add', subject: row.id, detail: `${model.name} ${row.version}` }, tx)
      return ok(null)
    })
  } catch (error) {
    if (isUniqueViolation(error)) return fail('M3101', { field: 'version' })
    throw error
  }
  return ok({ id: row.id, model: model.name, version: row.version, releasedAt: row.releasedAt, createdAt: at })
}

/** Versions, latest release first; `model` limits them to one model. */
export const listSoftwareVersions = async (asked: {
  page: number
  size: number
  model: string | null
}): Promise<{ items: SoftwareVersion[]; total: number }> => {
  const where = asked.model === null ? {} : { model: { name: asked.model } }
  const [rows, total] = await Promise.all([
    db.softwareVersion.findMany({
      where,
      orderBy: [{ releasedAt: 'desc' }, { id: 'desc' }],
      skip: (asked.page - 1) * asked.size,
      take: asked.size,
      include: { model: true },
    }),
    db.softwareVersion.count({ where }),
  ])
  return {
    items: rows.map(({ id, model, version, releasedAt, createdAt }) => ({
      id,
      model: model.name,
      version,
      releasedAt,
      createdAt,
    })),
    total,
  }
}

/** Removes a version, so that the previous one is the latest again. M3102 there is none. */
export const withdrawSoftwareVersion = (by: By, id: string): Promise<Result<null>> =>
  transact(async (tx): Promise<Result<null>> => {
    const row = await tx.softwareVersion.findUnique({ where: { id }, include: { model: true } })
    if (row === null) return fail('M3102')
    await tx.softwareVersion.delete({ where: { id } })
    await recordActBy(by, { action: 'software.withdraw', subject: id, detail: `${row.model.name} ${row.version}` }, tx)
    return ok(null)
  })

/**
 * The latest released version of each model, by model id. If two were released at the same time, the higher number
 * wins.
 */
export const findLatestVersions = async (modelIds: readonly string[]): Promise<Map<string, string>> => {
  const rows = await db.softwareVersion.findMany({
    where: { modelId: { in: [...new Set(modelIds)] }, releasedAt: { lte: now() } },
    orderBy: { releasedAt: 'desc' },
    select: { modelId: true, version: true, releasedAt: true },
  })
  const latest = new Map<string, { version: string; releasedAt: Date }>()
  for (const row of rows) {
    const known = latest.get(row.modelId)
    if (
      known === undefined ||
      (known.releasedAt.getTime() === row.releasedAt.getTime() && compareVersions(known.version, row.version) < 0)
    )
      latest.set(row.modelId, row)
  }
  return new Map([...latest].map(([modelId, { version }]) => [modelId, version]))
}
