/**
 * Faults that a native reader would notice: text left in English, foreign letters or signs, a code without a sentence.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { languages } from '~/i18n/languages'
import { root } from '../support/paths'

const folder = path.join(root, 'app/i18n/locales')
type Tree = { [key: string]: string | Tree }
const flatten = (tree: Tree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  )
const read = (language: string, file: string): Map<string, string> =>
  new Map(flatten(JSON.parse(readFileSync(path.join(folder, language, file), 'utf8')) as Tree))

const files = readdirSync(path.join(folder, 'en'))
  .filter((name) => name.endsWith('.json'))
  .sort()
const others = languages.map(({ tag }) => tag).filter((tag) => tag !== 'en')
describe('the texts', () => {
  it('are translated in other languages', () => {
    /** Names, abbreviations and signs that are the same everywhere. */
    const names =
      'SatcoDX CHMax VNO SID FEC ONID TSID Dolby AC sdx chl TV SMS MHz kSym OK QR USB RNDIS VPN API URL PDF AF VIP Android iOS iPhone Wi Fi Bluetooth YouTube Mango PIN HDMI LAN USD XRP Visa Mastercard Sat to IP BISS Auto EPG Pro MyLink CDX Enigma lamedb M3U VDR CSV XML ChanSort TP'
    /** Words that a language really shares with English; a text of other words was forgotten. */
    const shared: Partial<Record<string, string>> = {
      pt: 'Original E-mail mail Transponder Transponders Byte Bytes Horizontal Vertical Software transponder transponders Feedback Status Radio Total Menu App',
      es: 'Original no No Byte Bytes Horizontal Vertical Radio error Error Audio Software Total Legal',
      fr: 'Invitation Logo Recharge Note Menu Quotas Services Conversation Transaction E-mail mail Code Pages Page Position Satellite satellite satellites Satellites radio Radio Audio Culture Type Actions Format Service Polarisation Message Messages Questions Date Description Contact Version Versions version versions Applications Application Instructions Documents Image Images Points point points Total',
    }
    const words = (text: string): string[] =>
      text.replaceAll(/\{\{[^}]*\}\}|<[^>]*>/g, ' ').match(/[A-Za-z]{2,}/g) ?? []
    for (const file of files) {
      const english = read('en', file)
      for (const language of others) {
        const known = new Set(`${names} ${shared[language] ?? ''}`.split(' '))
        const same = [...read(language, file)].filter(
          ([key, text]) => text === english.get(key) && words(text).some((word) => !known.has(word)),
        )
        expect(
          same.map(([key, text]) => `${key}: ${text}`),
          `${language}/${file}`,
        ).toEqual([])
      }
    }
  })

  it('in languages with other scripts have no English words in a row', () => {
    for (const file of files) {
      for (const language of ['fa', 'ar', 'ru', 'uk']) {
        // Lower case separates words from names; addresses and file names have their own signs between.
        const mixed = [...read(language, file)].filter(([, text]) =>
          /(?:^|[\s(«"])[A-Za-z]?[a-z]{2,}(?:\s+[a-z]{2,}){2,}/.test(text.replaceAll(/\{\{[^}]*\}\}|<[^>]*>/g, ' | ')),
        )
        expect(
          mixed.map(([key, text]) => `${key}: ${text}`),
          `${language}/${file}`,
        ).toEqual([])
      }
    }
  })

  it('use the letters of their language', () => {
    const letters: Partial<Record<string, RegExp>> = {
      fa: /[\u0600-\u06ff]/,
      ar: /[\u0600-\u06ff]/,
      ru: /[а-яё]/i,
      uk: /[а-яіїєґ]/i,
    }
    for (const file of files) {
      for (const [language, letter] of Object.entries(letters)) {
        const foreign = [...read(language, file)].filter(([, text]) => {
          const plain = text.replaceAll(/\{\{[^}]*\}\}|<[^>]*>/g, '')
          return (plain.match(/\p{L}/gu) ?? []).length > 12 && !(letter?.test(plain) ?? true)
        })
        expect(
          foreign.map(([key, text]) => `${key}: ${text}`),
          `${language}/${file}`,
        ).toEqual([])
      }
    }
  })
})

describe('the punctuation of a language', () => {
  /** Only what a person wrote: without values, codes and link addresses. */
  const written = (text: string): string =>
    text
      .replaceAll(/\{\{[^}]*\}\}/g, '§')
      .replaceAll(/`[^`]*`/g, '§')
      .replaceAll(/\]\([^)]*\)/g, ']')
      .replaceAll(/«.?\?.?»|\*\?\*/g, '§')
  /** Latin digits belong to names and to text that is typed as it is. */
  const latinNames =
    /mp4|Dolby AC3|USB 3|UTF-8|T2-MI|SHA-256|Enigma2|M3U|\.m3u|2026-11-21|03، 04، 05 و 10|\+98[^\u2069]*/g
  const wrong: Partial<Record<string, readonly (readonly [what: string, pattern: RegExp])[]>> = {
    fa: [
      ['a letter of Arabic', /[كيىةي]/],
      ['a Latin or Arabic digit', /[0-9٠-٩]/],
      ['a Latin sign', /[;?"“”]|,(?! ?[a-z])/],
      ['a number that a Latin word before it takes to its other side', /[A-Za-z][.،؛:] [0-9۰-۹§]/],
      ['a space where a half-space belongs', /(^|\s)ن?می |\sها(\s|$|[.،؛])/],
    ],
    ar: [
      ['a letter of Persian', /[کیگچپ]/],
      ['another digit', /[۰-۹٠-٩]/],
      ['a Latin sign', /[;?"“”]|,(?! ?[a-z0-9])/],
      ['a lone waw', /(^|\s)و\s/],
      ['a number that a Latin word before it takes to its other side', /[A-Za-z][.،؛:] [0-9§]/],
    ],
    fr: [
      ['a space that breaks', / [:;!?»]|« /],
      ['no space', /[^\s\u00a0\u202f/][;!?»](?=\s|$)/],
      ['a wide space where a narrow one belongs', /\u00a0[;!?]/],
      ['a straight sign', /['"]/],
    ],
    es: [
      ['no opening sign', /^[^¿]*\?|^[^¡]*!/],
      ['other quotation marks', /["“”']/],
    ],
    pt: [
      ['a straight sign', /["']/],
      ['a word of Portugal', /\b(ficheiros?|ecrã|telemóvel|utilizador(es)?|palavra-passe)\b/i],
    ],
    ru: [
      ['other signs', /["“”']| - /],
      ['a letter of Ukrainian', /[іїєґ]/i],
    ],
    uk: [
      ['other signs', /["“”']| - /],
      ['a letter of Russian', /[ыэёъ]/i],
    ],
  }

  it.each(Object.keys(wrong))('is right in %s', (language) => {
    const found = files.flatMap((file) =>
      [...read(language, file)].flatMap(([key, text]) => {
        // What an SMS may carry decides about the spaces in it.
        if (file === 'mail.json' && key.startsWith('sms.')) return []
        const plain = written(language === 'fa' ? text.replaceAll(latinNames, '§') : text)
        return (wrong[language] ?? [])
          .filter(([, pattern]) => pattern.test(plain))
          .map(([what]) => `${file} ${key}: ${what}: ${text}`)
      }),
    )
    expect(found).toEqual([])
  })

  it('isolates names that people gave in right-to-left sentences', () => {
    const named = {
      account: 'name',
      editor: 'name',
      home: 'name|list',
      lists: 'name|author|group|encoding',
      numbers: 'name',
      tables: 'name',
      terminal: 'name|list|brand',
      tools: 'name',
    }
    const found = ['fa', 'ar'].flatMap((language) =>
      Object.entries(named).flatMap(([file, names]) =>
        [...read(language, `${file}.json`)]
          .filter(([, text]) =>
            new RegExp(`(?<!\\u2068)\\{\\{(?:${names})\\}\\}|\\{\\{(?:${names})\\}\\}(?!\\u2069)`).test(text),
          )
          .map(([key, text]) => `${language} ${file} ${key}: ${text}`),
      ),
    )
    expect(found).toEqual([])
  })

  it('isolates codes, which read left to right, in right-to-left sentences', () => {
    // Mails and messages isolate their own values, and the list pages isolate serial numbers.
    const codes = {
      account: 'code',
      errors: 'user',
      order: 'number|symbol|network|address|hash|sn',
      points: 'number|box',
      service: 'number|sn',
      terminal: 'number|sn',
      wallet: 'number|example',
    }
    const found = ['fa', 'ar'].flatMap((language) =>
      Object.entries(codes).flatMap(([file, names]) =>
        [...read(language, `${file}.json`)]
          .filter(([key]) => !key.startsWith('given.'))
          .filter(([, text]) =>
            new RegExp(`\\{\\{(?:${names})\\}\\}`).test(text.replaceAll(/[\u2066\u2068][^\u2069]*\u2069/g, '')),
          )
          .map(([key, text]) => `${language} ${file} ${key}: ${text}`),
      ),
    )
    expect(found).toEqual([])
  })

  it('keeps the number in a plural form that covers 21 and 101 too', () => {
    const found = ['ru', 'uk'].flatMap((language) =>
      files.flatMap((file) => {
        const texts = read(language, file)
        const numbered = (text = ''): boolean => /\{\{(count|number)/.test(text)
        return [...texts]
          .filter(
            ([key, text]) =>
              key.endsWith('_one') && numbered(texts.get(key.replace(/_one$/, '_many'))) && !numbered(text),
          )
          .map(([key, text]) => `${language} ${file} ${key}: ${text}`)
      }),
    )
    expect(found).toEqual([])
  })
})

describe('the sentences of codes', () => {
  it('exist for every code of the table', async () => {
    const { codes } = await import('~/errors/table')
    const english = read('en', 'errors.json')
    expect(
      Object.keys(codes).filter(
        (code) => !english.has(code) && ![...english.keys()].some((key) => key.startsWith(`${code}_`)),
      ),
    ).toEqual([])
  })
})
