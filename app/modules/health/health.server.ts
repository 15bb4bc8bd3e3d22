/**
 * Whether the portal can do its work, checked part by part: a write to the database, free disk space, the channel-list
 * engine, the uploads folder, outgoing messages. The only public file of the module. However often it is called, it
 * checks at most every two seconds.
 */
import { withEngine } from '~/engine/engine.server'
import { minuteMs, now, nowMs, secondMs } from '~/platform/clock.server'
import { db, unsynced, Prisma, wasDamaged } from '~/platform/db.server'
import { findDatabaseRoom, tryFolder } from '~/platform/disk.server'
import { env } from '~/platform/env.server'
import { hasSender } from '~/modules/outbox/outbox.server'

/** `why` is for the person who monitors; it contains no user data. */
export type Part = { status: 'ok' | 'low' | 'failing'; why?: string }
export type Readiness = { ready: boolean; parts: Record<'database' | 'disk' | 'engine' | 'uploads' | 'outbox', Part> }

/**
 * Below this the database soon can't be written either. Below MIN_FREE_DISK_BYTES, where files are no longer accepted,
 * the status is low.
 */
const minFreeBytes = 64 * 1024 * 1024
/** A message is sent as soon as it is due; if one waits longer than this, no worker is running. */
const oldestDueMs = 10 * minuteMs
const lookedMs = 2 * secondMs

const ok: Part = { status: 'ok' }
const failing = (why: string): Part => ({ status: 'failing', why })
const codeOf = (error: unknown): string =>
  error instanceof Error ? ('code' in error && typeof error.code === 'string' ? error.code : error.name) : 'error'
const asked = (checkReadiness: () => Promise<Part>): Promise<Part> =>
  checkReadiness().catch((error: unknown) => failing(codeOf(error)))

const rawUnsynced = Prisma.raw(unsynced)
const checkDatabase = async (): Promise<Part> => {
  // The write does not wait for the disk, but needs free space.
  await db.$queryRaw`${rawUnsynced} INSERT INTO "Setting" ("key", "value", "updatedAt") VALUES ('ready', 'ready', ${now()}) ON CONFLICT ("key") DO UPDATE SET "updatedAt" = excluded."updatedAt" RETURNING "key"`
  return wasDamaged() ? failing('a page of the database is damaged') : ok
}

const checkDisk = async (): Promise<Part> => {
  const free = await findDatabaseRoom(0)
  const why = `${Math.floor(free / 1_048_576)} MiB free`
  return free < Math.min(minFreeBytes, env.minFreeDiskBytes)
    ? failing(why)
    : free < env.minFreeDiskBytes
      ? { status: 'low', why }
      : ok
}

const checkEngine = async (): Promise<Part> =>
  (await withEngine((engine) => engine.memoryBytes())) > 0 ? ok : failing('no memory')

const checkUploads = async (): Promise<Part> => {
  await tryFolder(env.uploadsDir)
  return ok
}

const checkOutbox = async (): Promise<Part> => {
  const channels = (['mail', 'sms'] as const).filter(hasSender)
  const oldest = await db.outboxMessage.findFirst({
    where: { channel: { in: channels }, state: { in: ['queued', 'sending'] } },
    orderBy: { nextTryAt: 'asc' },
    select: { nextTryAt: true },
  })
  const lateMs = oldest === null ? 0 : nowMs() - oldest.nextTryAt.getTime()
  return lateMs > oldestDueMs ? failing(`a message has been due for ${Math.floor(lateMs / minuteMs)} minutes`) : ok
}

const checkReadiness = async (): Promise<Readiness> => {
  const [database, disk, engine, uploads, outbox] = await Promise.all([
    asked(checkDatabase),
    asked(checkDisk),
    asked(checkEngine),
    asked(checkUploads),
    asked(checkOutbox),
  ])
  const parts = { database, disk, engine, uploads, outbox }
  return { ready: Object.values(parts).every((part) => part.status !== 'failing'), parts }
}

let known: { atMs: number; readiness: Promise<Readiness> } | undefined
/** Checks, unless it has just checked. Never throws. */
export const findReadiness = (): Promise<Readiness> => {
  const atMs = nowMs()
  if (known === undefined || atMs - known.atMs >= lookedMs || atMs < known.atMs)
    known = { atMs, readiness: checkReadiness() }
  return known.readiness
}
