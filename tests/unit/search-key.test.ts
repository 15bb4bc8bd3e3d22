/**
 * Finds part of a text whatever its case, accents, keyboard or digits; % and _ are plain letters; old rows are filled
 * in at the next start.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoAccounts, fillAccountKeys, listAccounts, seedAccounts } from '~/modules/account/account.server'
import {
  answerFeedback,
  fillFeedbackKeys,
  findFeedbacks,
  replyToFeedback,
  sendFeedback,
} from '~/modules/feedback/feedback.server'
import { fillMessageKeys, findMessages, sendMessage } from '~/modules/message/message.server'
import { closeDatabase, db } from '~/platform/db.server'
import { findSearchKey, searchKeyOf } from '~/text/search-key'
import { openOutbox } from '../support/verification'
import { times } from '../support/runs'

const userId = demoAccounts[0].id
const by = { userId: 'operator', why: null }
beforeAll(async () => {
  openOutbox()
  await seedAccounts()
})
afterAll(closeDatabase)

describe('the search key of a text', () => {
  const same: [string, string, string][] = [
    ['case in Cyrillic', 'МАНГО', 'манго'],
    ['case with accents', 'É', 'é'],
    ['accents', 'Configuração', 'CONFIGURACAO'],
    ['letters made of parts', 'e\u0301te\u0301', 'été'],
    ['ß', 'STRASSE', 'straße'],
    ['the end of a Greek word', 'ΔΕΛΤΑΣ', 'δελτας'],
    ['dotless and dotted i', 'ISTANBUL', 'ıstanbul'],
    ['ё', 'ещё', 'еще'],
    ['Persian and Arabic keyboards', 'كانالي', 'کانالی'],
    ['joiners of Persian', 'می‌روم', 'میروم'],
    ['vowels of Arabic', 'مُشْكِلة', 'مشكلة'],
    ['Persian, Arabic and other digits', '۱۲٠٣', '1203'],
    ['full width', 'ＭＡＮＧＯ', 'mango'],
    ['spaces', 'a \u00a0 b', 'a b'],
  ]
  it.each(same)('is the same whatever the %s', (_, a, b) => {
    expect(searchKeyOf(a)).toBe(searchKeyOf(b))
  })
  it('differs for different texts', () => {
    for (const [a, b] of [
      ['манго', 'mango'],
      ['a_b', 'axb'],
      ['50 %', '50 x'],
      ['100%', '100'],
      ['a\\b', 'ab'],
      ['1', '2'],
    ] as const)
      expect(searchKeyOf(a)).not.toBe(searchKeyOf(b))
  })
  it('is its own key, and has no LIKE wildcard', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const key = searchKeyOf(text)
        expect(searchKeyOf(key)).toBe(key)
        expect(key).not.toMatch(/[%_\\]/)
      }),
      { numRuns: times(3000) },
    )
  })
  it('is empty when there is nothing to look for', () => {
    for (const asked of [null, undefined, '', ' \n ', '\u200b', '\u0301']) expect(findSearchKey(asked)).toBeNull()
  })
})

describe('a search', () => {
  const messages = async (search: string, language = 'ru'): Promise<string[]> =>
    (await findMessages(userId, { page: 1, size: 100, language, search })).items.map(({ title }) => title)
  const feedbacks = async (search: string): Promise<number> =>
    (await findFeedbacks(userId, { page: 1, size: 100, search })).total
  const accounts = async (search: string): Promise<string[]> =>
    (await listAccounts({ page: 1, size: 100, search, role: null })).items.map(({ userName }) => userName).sort()

  it('in messages matches the text that the reader sees', async () => {
    const sent = await sendMessage(
      by,
      { audience: 'all' },
      { en: { title: 'Mango 1.9', text: '100 % new' }, ru: { title: 'Новости Манго', text: 'Каналы_и ещё' } },
      null,
    )
    expect(sent.ok).toBe(true)
    await sendMessage(by, { audience: 'all' }, { en: { title: 'Plain', text: 'Nothing special, 100 x new' } }, null)
    expect(await messages('МАНГО')).toEqual(['Новости Манго'])
    expect(await messages('ЕЩЕ')).toEqual(['Новости Манго'])
    expect(await messages('_')).toEqual(['Новости Манго'])
    expect(await messages('%')).toEqual([])
    expect(await messages('100 %', 'en')).toEqual(['Mango 1.9'])
    expect(await messages('100 _', 'en')).toEqual([])
    // Never across the line break between title and text.
    expect(await messages('Манго Каналы')).toEqual([])
  })

  it('in feedback matches its words, its box and its answers', async () => {
    const sent = await sendFeedback(
      userId,
      { category: 'idea', text: 'Été: le son est 50 % trop fort', attachment: [] },
      'fr',
    )
    const id = sent.ok ? sent.value.id : ''
    await answerFeedback(by, id, { text: 'Попробуйте версию 1_9' })
    await replyToFeedback(userId, id, { text: 'Спасибо', attachment: [] })
    expect(await Promise.all(['ETE', 'été', '50 %', 'ВЕРСИЮ', '1_9', 'спасибо'].map(feedbacks))).toEqual([
      1, 1, 1, 1, 1, 1,
    ])
    expect(await Promise.all(['50_%', '%son%', '1x9', '\\'].map(feedbacks))).toEqual([0, 0, 0, 0])
  })

  it('in account names takes _ literally', async () => {
    await db.user.create({
      data: { id: 'underline', userName: 'Rosé_box', userNameKey: 'rosé_box', passwordHash: '-' },
    })
    expect(await fillAccountKeys(100)).toBe(1)
    expect(await accounts('_')).toEqual(['Rosé_box'])
    expect(await accounts('ROSE')).toEqual(['Rosé_box'])
    expect(await accounts('demo_user')).toEqual([])
    expect(await accounts('%')).toEqual([])
    expect(await accounts('Demo-U')).toEqual(['demo-user'])
  })

  it('finds rows from before search keys once they are filled in', async () => {
    await db.messageText.updateMany({ data: { searchKey: null } })
    await db.feedback.updateMany({ data: { searchKey: null } })
    await db.feedbackReply.updateMany({ data: { searchKey: null } })
    expect([await feedbacks('été'), (await messages('манго')).length]).toEqual([0, 0])
    for (const fill of [fillMessageKeys, fillFeedbackKeys]) for (let more = 1; more > 0;) more = await fill(1)
    expect([await feedbacks('été'), await feedbacks('спасибо'), (await messages('манго')).length]).toEqual([1, 1, 1])
    expect([await fillMessageKeys(10), await fillFeedbackKeys(10)]).toEqual([0, 0])
  })
})
