/** What a reader of a language would stumble over: a text left in English or in foreign letters, a code without a sentence. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { languages } from '~/i18n/languages'
import { root } from '../support/paths'

const folder = path.join(root, 'app/i18n/locales')
type Tree = { [key: string]: string | Tree }
const flatten = (tree: Tree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string][] => (typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`)))
const read = (language: string, file: string): Map<string, string> => new Map(flatten(JSON.parse(readFileSync(path.join(folder, language, file), 'utf8')) as Tree))

const files = readdirSync(path.join(folder, 'en')).filter((name) => name.endsWith('.json')).sort()
const others = languages.map(({ tag }) => tag).filter((tag) => tag !== 'en')
describe('the texts', () => {
  it('of other languages are not left in English', () => {
    /** Names, abbreviations and signs that are the same everywhere. */
    const names = 'SatcoDX CHMax VNO SID FEC ONID TSID Dolby AC sdx chl TV SMS MHz kSym OK QR USB RNDIS VPN API URL PDF AF VIP Android iOS iPhone Wi Fi Bluetooth YouTube Mango MangoCoin PIN HDMI LAN'
    /** Words that a language really shares with English; a text of others alone was forgotten. */
    const shared: Partial<Record<string, string>> = {
      pt: 'E-mail mail Transponder Transponders Byte Bytes Horizontal Vertical Software transponder transponders Feedback Status Radio Total Menu App',
      es: 'no No Byte Bytes Horizontal Vertical Radio error Error Audio Software Total Legal',
      fr: 'Menu Quotas Services Conversation E-mail mail Code Pages Page Position Satellite satellite satellites radio Radio Audio Culture Type Actions Format Service Polarisation Message Messages Questions Date Description Contact Applications Application Instructions Documents Image Images',
    }
    const words = (text: string): string[] => text.replaceAll(/\{\{[^}]*\}\}|<[^>]*>/g, ' ').match(/[A-Za-z]{2,}/g) ?? []
    for (const file of files) {
      const english = read('en', file)
      for (const language of others) {
        const known = new Set(`${names} ${shared[language] ?? ''}`.split(' '))
        const same = [...read(language, file)].filter(([key, text]) => text === english.get(key) && words(text).some((word) => !known.has(word)))
        expect(same.map(([key, text]) => `${key}: ${text}`), `${language}/${file}`).toEqual([])
      }
    }
  })

  it('of languages with other letters have no English words in a row', () => {
    for (const file of files) {
      for (const language of ['fa', 'ar', 'ru', 'uk']) {
        // Lower case tells words from names; addresses and file names have their own signs between.
        const mixed = [...read(language, file)].filter(([, text]) => /(?:^|[\s(«"])[A-Za-z]?[a-z]{2,}(?:\s+[a-z]{2,}){2,}/.test(text.replaceAll(/\{\{[^}]*\}\}|<[^>]*>/g, ' | ')))
        expect(mixed.map(([key, text]) => `${key}: ${text}`), `${language}/${file}`).toEqual([])
      }
    }
  })

  it('are written in the letters of their language', () => {
    const letters: Partial<Record<string, RegExp>> = { fa: /[\u0600-\u06ff]/, ar: /[\u0600-\u06ff]/, ru: /[а-яё]/i, uk: /[а-яіїєґ]/i }
    for (const file of files) {
      for (const [language, letter] of Object.entries(letters)) {
        const foreign = [...read(language, file)].filter(([, text]) => {
          const plain = text.replaceAll(/\{\{[^}]*\}\}|<[^>]*>/g, '')
          return (plain.match(/\p{L}/gu) ?? []).length > 12 && !(letter?.test(plain) ?? true)
        })
        expect(foreign.map(([key, text]) => `${key}: ${text}`), `${language}/${file}`).toEqual([])
      }
    }
  })
})

describe('the sentences of codes', () => {
  it('are there for every code of the table', async () => {
    const { codes } = await import('~/errors/table')
    const english = read('en', 'errors.json')
    expect(Object.keys(codes).filter((code) => !english.has(code) && ![...english.keys()].some((key) => key.startsWith(`${code}_`)))).toEqual([])
  })
})
