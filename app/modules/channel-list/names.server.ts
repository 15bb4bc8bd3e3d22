/**
 * Names of channels in other languages: what a list carries, which language an account wants for a list or a box, and
 * the list's state with its names in that language.
 */
import { LRUCache } from 'lru-cache'
import { recordAudit } from '~/modules/audit/audit.server'
import { nameLanguages, type NameLanguage } from '~/engine/types'
import { isCellState } from '~/engine/rules'
import { fail, ok, type Result } from '~/errors/table'
import { packBytes, unpackBytes } from '~/platform/compress.server'
import { db, type Transaction } from '~/platform/db.server'
import { makeEvent } from '~/platform/event.server'
import { digestOf } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import { listChanged } from './changed.server'
import type { ListKind } from './channel-list.schema'
import { workOn } from './heavy.server'
import { statesInLanguageBytes } from './limits'
import type { NameEntry } from './names'
import { isPublished } from './rights'
import { getSource } from './source.server'
import { findChangeable, findNewest, findVisible, keyOf, type StateRow } from './store.server'
import type { Actor, NameChoices } from './types'
import type { Stored } from './work'

/** Somebody wants other names on boxes: what is cached of these boxes is outdated. */
export const nameChoiceChanged = makeEvent<{ sns: string[] }>('a language of names was chosen', { awaited: true })

export type NamesOfList = { language: NameLanguage; channels: number; updatedAt: Date }

const isLanguage = (text: string): text is NameLanguage => nameLanguages.some((language) => language === text)
const aboutList = (listId: string): string => `list ${listId}`
const aboutBox = (sn: string): string => `box ${sn}`

const storedOf = async (revision: StateRow): Promise<Stored> => ({
  key: keyOf(revision),
  source: (await getSource(revision.sourceId)).bytes,
  state: revision.state,
})

/** The languages that a list has names in, in the order of `nameLanguages`. */
export const languagesOf = async (listId: string): Promise<NamesOfList[]> => {
  const rows = await db.listNames.findMany({
    where: { listId },
    select: { language: true, channels: true, updatedAt: true },
  })
  return nameLanguages.flatMap((language) => {
    const row = rows.find((one) => one.language === language)
    return row === undefined ? [] : [{ language, channels: row.channels, updatedAt: row.updatedAt }]
  })
}

type Entries = { digest: string; entries: NameEntry[] }
const findEntries = async (listId: string, language: NameLanguage): Promise<Entries | null> => {
  const row = await db.listNames.findUnique({ where: { listId_language: { listId, language } } })
  if (row === null) return null
  const text = new TextDecoder().decode(await unpackBytes({ bytes: row.entries, codec: row.codec }, row.size))
  return { digest: row.digest, entries: JSON.parse(text) as NameEntry[] }
}

/** States with names in a language, by revision and the names' digest: neither ever changes. */
const states = new LRUCache<string, Uint8Array>({
  maxSize: statesInLanguageBytes,
  sizeCalculation: (state) => Math.max(1, state.length),
})

/**
 * What is stored of a revision, its channels named in a language; as it is where the list has no names in it. I1009 or
 * A0503 where a long list has to wait.
 */
export const storedInLanguage = async (
  who: string,
  revision: StateRow,
  language: NameLanguage | null,
): Promise<Result<Stored>> => {
  const stored = await storedOf(revision)
  const row =
    language === null
      ? null
      : await db.listNames.findUnique({
          where: { listId_language: { listId: revision.listId, language } },
          select: { digest: true },
        })
  if (language === null || (row === null && !isCellState(stored.state))) return ok(stored)
  const key = `${stored.key} ${language} ${row?.digest.slice(0, 24) ?? ''}`
  const known = states.get(key)
  if (known !== undefined) return ok({ ...stored, key, state: known })
  const found = await findEntries(revision.listId, language)
  const entries = found?.entries ?? []
  const made = await workOn(who, 'inLanguage', { stored, entries, language }, stored.source.length)
  if (!made.ok) return made
  states.set(key, made.value)
  return ok({ ...stored, key, state: made.value })
}

/** The names of a list's channels in one language, by id, for whoever shows them beside its own state. C1101. */
export const findNames = async (
  actor: Actor,
  id: string,
  language: NameLanguage,
): Promise<Result<{ source: string; revision: number; names: [id: number, name: string][] }>> => {
  const found = await findVisible(actor, id)
  if (!found.ok) return found
  const newest = await findNewest(id)
  if (newest === null) return fail('C1101')
  const known = await findEntries(id, language)
  const stored = await storedOf(newest)
  const entries = known?.entries ?? []
  const names = await workOn(actor.userId, 'namesFor', { stored, entries, language }, stored.source.length)
  return names.ok ? ok({ source: newest.sourceId, revision: newest.number, names: names.value }) : names
}

export type NamesTaken = {
  languages: { language: NameLanguage; channels: number }[]
  /** Rows or channels of the upload that are none of this list's. */
  unknown: number
  /** Names that are too long or have characters that can't be shown. */
  refused: number
}

/**
 * Stores uploaded names, replacing those of the languages that the upload has. A table (CSV) has a column for each
 * language; a list's file needs `language`. C1101, C1108; A0422 on `file` or `language` where nothing can be read.
 */
export const setNames = async (
  actor: Actor,
  id: string,
  input: { bytes: Uint8Array; language: NameLanguage | null },
): Promise<Result<NamesTaken>> => {
  const found = await findChangeable(actor, id)
  if (!found.ok) return found
  const newest = await findNewest(id)
  if (newest === null) return fail('C1101')
  const stored = await storedOf(newest)
  const read = await workOn(
    actor.userId,
    'readNames',
    { stored, bytes: input.bytes, language: input.language },
    stored.source.length + input.bytes.length,
  )
  if (!read.ok) return read
  if (!read.value.ok)
    return fail('A0422', {
      field: read.value.reason === 'no-language' ? 'language' : 'file',
      data: { context: read.value.reason },
    })
  const { entries, unknown, refused } = read.value
  const rows = await Promise.all(
    nameLanguages.flatMap((language) => {
      const own = entries[language]
      return own === undefined || own.length === 0 ? [] : [packRow(language, own)]
    }),
  )
  if (rows.length === 0) return fail('A0422', { field: 'file', data: { context: 'no-names' } })
  const done = await transact(async (tx): Promise<Result<null>> => {
    const living = await tx.channelList.findFirst({ where: { id, deletedAt: null }, select: { kind: true } })
    if (living === null) return fail('C1101')
    for (const row of rows)
      await tx.listNames.upsert({
        where: { listId_language: { listId: id, language: row.language } },
        create: { listId: id, ...row },
        update: row,
      })
    const languages = rows.map(({ language }) => language).join(' ')
    if (isPublished(actor, found.value.kind as ListKind))
      await recordAudit({ actor: actor.userId, action: 'list.names', subject: id, detail: languages }, tx)
    listChanged.notifyAfter(tx, { listId: id })
    return ok(null)
  })
  if (!done.ok) return done
  return ok({ languages: rows.map(({ language, channels }) => ({ language, channels })), unknown, refused })
}

const packRow = async (language: NameLanguage, entries: readonly NameEntry[]) => {
  const plain = new TextEncoder().encode(JSON.stringify(entries))
  const { bytes, codec } = await packBytes(plain)
  return {
    language,
    entries: bytes,
    codec,
    size: plain.length,
    digest: await digestOf(plain),
    channels: entries.length,
  }
}

/** Removes a list's names in one language. C1101, C1108. */
export const removeNames = async (actor: Actor, id: string, language: NameLanguage): Promise<Result<null>> => {
  const found = await findChangeable(actor, id)
  if (!found.ok) return found
  return transact(async (tx): Promise<Result<null>> => {
    await tx.listNames.deleteMany({ where: { listId: id, language } })
    if (isPublished(actor, found.value.kind as ListKind))
      await recordAudit({ actor: actor.userId, action: 'list.names', subject: id, detail: `without ${language}` }, tx)
    listChanged.notifyAfter(tx, { listId: id })
    return ok(null)
  })
}

/** A table of the list's channels with their names, to be filled in and uploaded again. C1101. */
export const nameTable = async (
  actor: Actor,
  id: string,
): Promise<Result<{ text: string; name: string; lastModified: Date }>> => {
  const found = await findVisible(actor, id)
  if (!found.ok) return found
  const newest = await findNewest(id)
  if (newest === null) return fail('C1101')
  const known: Partial<Record<NameLanguage, NameEntry[]>> = {}
  for (const { language } of await languagesOf(id)) known[language] = (await findEntries(id, language))?.entries ?? []
  const stored = await storedOf(newest)
  const made = await workOn(actor.userId, 'nameTable', { stored, known }, stored.source.length)
  return made.ok ? ok({ text: made.value, name: found.value.name, lastModified: newest.createdAt }) : made
}

/** A copy has its original's names, and its owner's choice for the original. */
export const copyNames = async (tx: Transaction, userId: string, from: string, to: string): Promise<void> => {
  const rows = await tx.listNames.findMany({ where: { listId: from } })
  for (const { updatedAt: _, ...row } of rows) await tx.listNames.create({ data: { ...row, listId: to } })
  const choice = await tx.nameChoice.findUnique({ where: { userId_about: { userId, about: aboutList(from) } } })
  if (choice !== null) await tx.nameChoice.create({ data: { ...choice, about: aboutList(to) } })
}

/** The language in which an account wants a list's channels to be named; null as they are. */
export const findNameChoice = async (userId: string, listId: string): Promise<NameLanguage | null> => {
  const row = await db.nameChoice.findUnique({ where: { userId_about: { userId, about: aboutList(listId) } } })
  return row !== null && isLanguage(row.language) ? row.language : null
}

/** What decides the names on a box: its own choice, else that for the list. */
export const findBoxNameChoices = async (userId: string, sn: string): Promise<NameChoices> => {
  const rows = await db.nameChoice.findMany({ where: { userId }, select: { about: true, language: true } })
  const lists: Record<string, NameLanguage> = {}
  let box: NameChoices['box'] = null
  for (const { about, language } of rows) {
    if (about === aboutBox(sn)) box = isLanguage(language) ? language : language === 'original' ? 'original' : null
    else if (about.startsWith('list ') && isLanguage(language)) lists[about.slice(5)] = language
  }
  return { lists, box }
}

const choose = (
  userId: string,
  about: string,
  language: NameLanguage | 'original' | null,
  boxes: (tx: Transaction) => Promise<Result<string[]>>,
): Promise<Result<null>> =>
  transact(async (tx): Promise<Result<null>> => {
    const sns = await boxes(tx)
    if (!sns.ok) return sns
    const where = { userId_about: { userId, about } }
    if (language === null) await tx.nameChoice.deleteMany({ where: { userId, about } })
    else await tx.nameChoice.upsert({ where, create: { userId, about, language }, update: { language } })
    if (sns.value.length > 0) nameChoiceChanged.notifyAfter(tx, { sns: sns.value })
    return ok(null)
  })

/** Chooses the language of a list's names for this account and its boxes; null: as they are. C1101. */
export const chooseNames = async (actor: Actor, id: string, language: NameLanguage | null): Promise<Result<null>> => {
  const found = await findVisible(actor, id)
  if (!found.ok) return found
  const { userId } = actor
  return choose(userId, aboutList(id), language, async (tx) => {
    const own = await tx.device.findMany({ where: { userId }, select: { sn: true } })
    return ok(own.map(({ sn }) => sn))
  })
}

/**
 * Chooses the language of names on one box, whichever list it loads; `original`: always as they are, null: as it was
 * chosen for the list. I1402.
 */
export const chooseBoxNames = (
  { userId }: Pick<Actor, 'userId'>,
  sn: string,
  language: NameLanguage | 'original' | null,
): Promise<Result<null>> =>
  choose(userId, aboutBox(sn), language, async (tx) =>
    (await tx.device.count({ where: { sn, userId } })) === 0 ? fail('I1402') : ok([sn]),
  )
