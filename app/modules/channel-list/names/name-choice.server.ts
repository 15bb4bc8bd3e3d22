/**
 * Chooses the language of channel names: stores an account's choice for a list or a box, and derives a revision's state
 * with names in that language.
 */
import { LRUCache } from 'lru-cache'
import { nameLanguages, type NameLanguage } from '~/engine/types'
import { isCellState } from '~/engine/needs-cells'
import { fail, ok, type Result } from '~/errors/table'
import { db, type Transaction } from '~/platform/db.server'
import { makeEvent } from '~/platform/event.server'
import { transact } from '~/platform/transact.server'
import { workOn } from '../engine/heavy.server'
import { statesInLanguageBytes } from '../limits'
import { storedOf } from '../storage/source.server'
import { findVisible, type StateRow } from '../storage/store.server'
import type { Actor, NameChoices } from '../types'
import type { Stored } from '../engine/stored'

/** A user chose other names for these boxes: what is cached for them is outdated. */
export const nameChoiceChanged = makeEvent<{ sns: string[] }>('a language of names was chosen', { awaited: true })

const isLanguage = (text: string): text is NameLanguage => nameLanguages.some((language) => language === text)
const aboutList = (listId: string): string => `list ${listId}`
const aboutBox = (sn: string): string => `box ${sn}`

/** States with names in one language, by revision, which never changes. */
const states = new LRUCache<string, Uint8Array>({
  maxSize: statesInLanguageBytes,
  sizeCalculation: (state) => Math.max(1, state.length),
})

/**
 * True if a state has names in a language: its JSON then contains the head of their table, and nothing else looks like
 * that.
 */
const hasNamesIn = (state: Uint8Array, language: NameLanguage): boolean =>
  isCellState(state) &&
  Buffer.from(state.buffer, state.byteOffset, state.length).includes(`["channel.name.${language}",[`)

/**
 * A stored revision with its channels named in a language. If the list has no names in it, the revision is unchanged
 * and `language` is null. I1009 or A0503 when work on a long list has to wait.
 */
export const storedInLanguage = async (
  who: string,
  revision: StateRow,
  language: NameLanguage | null,
): Promise<Result<Stored & { language: NameLanguage | null }>> => {
  const stored = await storedOf(revision)
  if (language === null || !hasNamesIn(stored.state, language)) return ok({ ...stored, language: null })
  const key = `${stored.key} ${language}`
  const known = states.get(key)
  if (known !== undefined) return ok({ ...stored, key, state: known, language })
  const made = await workOn(who, 'inLanguage', { stored, language })
  if (!made.ok) return made
  states.set(key, made.value)
  return ok({ ...stored, key, state: made.value, language })
}

/** Gives a copy its owner's choice for the original. */
export const copyNameChoice = async (tx: Transaction, userId: string, from: string, to: string): Promise<void> => {
  const choice = await tx.nameChoice.findUnique({ where: { userId_about: { userId, about: aboutList(from) } } })
  if (choice !== null) await tx.nameChoice.create({ data: { ...choice, about: aboutList(to) } })
}

/** The language in which an account wants a list's channel names; null for the list's own names. */
export const findNameChoice = async (userId: string, listId: string): Promise<NameLanguage | null> => {
  const row = await db.nameChoice.findUnique({ where: { userId_about: { userId, about: aboutList(listId) } } })
  return row !== null && isLanguage(row.language) ? row.language : null
}

/** What decides the names on a box: the box's own choice, else that for the list. */
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

/** Chooses the language of a list's names for this account and its boxes; null for the list's own names. C1101. */
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
 * Chooses the language of names on one box for every list that it loads. `original`: always the list's own names; null:
 * as chosen for the list. I1402.
 */
export const chooseBoxNames = (
  { userId }: Pick<Actor, 'userId'>,
  sn: string,
  language: NameLanguage | 'original' | null,
): Promise<Result<null>> =>
  choose(userId, aboutBox(sn), language, async (tx) =>
    (await tx.device.count({ where: { sn, userId } })) === 0 ? fail('I1402') : ok([sn]),
  )
