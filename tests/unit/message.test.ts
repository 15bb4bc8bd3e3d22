/**
 * Mails and SMS in every language: short enough, in the right direction, with the code intact and nothing that breaks.
 */
import { describe, expect, it } from 'vitest'
import { languages } from '~/i18n/languages'
import { codePurposes, type Content } from '~/modules/outbox/outbox.schema'
import { makeMessageWriter } from '~/web/mail/writer.server'

const writer = makeMessageWriter()
const at = new Date('2026-11-21T06:30:00Z')
const about = (language: string) => ({ language, brand: null, at })
const codes: Content[] = codePurposes.map((purpose) => ({
  template: 'code',
  values: { purpose, code: '482913', minutes: 10 },
}))
const changes: Content[] = (['mail', 'sms'] as const).flatMap((channel) =>
  (['changed', 'removed'] as const).map((change): Content => ({
    template: 'contact-changed',
    values: { channel, change },
  })),
)
const texted: Content[] = [
  ...codes,
  ...changes,
  { template: 'password-changed', values: { tokens: 3 } },
  { template: 'authenticator-removed', values: {} },
]
const mailed: Content[] = [
  ...texted,
  { template: 'password-changed', values: { tokens: 0 } },
  { template: 'new-sign-in', values: { address: '2001:db8::1', userAgent: 'Firefox on Linux' } },
  { template: 'token-made', values: { name: 'Kitchen script' } },
  { template: 'no-account', values: {} },
  ...[null, 'https://portal.example/news/feedback/x'].map((link): Content => ({
    template: 'feedback-answered',
    values: { writtenAt: '2026-11-20T08:00:00.000Z', link },
  })),
]
const bare = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '')

describe.each(languages.map(({ tag, code, direction }) => ({ tag, code, direction })))(
  'in $tag',
  ({ tag, code, direction }) => {
    it('fits every SMS into one part and names the portal', () => {
      for (const content of texted) {
        const text = writer.sms(content, about(code))
        expect(text.length, text).toBeLessThanOrEqual(70)
        expect(text).toContain('Mango Portal')
        expect(text).not.toMatch(/\{\{|undefined|mail:/)
        if (content.template === 'code') expect(bare(text)).toMatch(/(?<!\d)482913(?!\d)/)
        // Isolates appear only in right-to-left lines, and each is closed.
        expect((text.match(/\u2068/g) ?? []).length > 0).toBe(direction === 'rtl')
        expect((text.match(/\u2068/g) ?? []).length).toBe((text.match(/\u2069/g) ?? []).length)
      }
    })
    it('says the same in a mail’s text and HTML, in its direction, without styles, scripts or links', () => {
      for (const content of mailed) {
        const { subject, text, html, fromName } = writer.mail(content, about(code))
        expect(fromName).toBe('Mango Portal')
        expect(subject.length).toBeGreaterThan(4)
        expect(subject).not.toContain('482913')
        expect(html).toContain(`<html lang="${tag}" dir="${direction}">`)
        expect(html).not.toMatch(/style=|<script|<style|<img|href=|\son\w+=|[\u2066-\u2069]/)
        expect(`${subject}${text}${html}`).not.toMatch(/\{\{|undefined|mail:/)
        expect(text).toContain('support@mango-portal.example')
        const words = html
          .slice(html.indexOf('<body'))
          .replaceAll(/<[^>]*>/g, '\n')
          .replaceAll('&#39;', "'")
          .replaceAll('&quot;', '"')
          .replaceAll('&amp;', '&')
          .replaceAll(/\s+/g, '')
        for (const line of text.split('\n'))
          if (line !== '' && line !== '--') expect(words, line).toContain(bare(line).replaceAll(/\s+/g, ''))
        // The code is on a line of its own, so that it can be copied whole.
        if (content.template === 'code') expect(text.split('\n')).toContain('482913')
      }
    })
    it('distinguishes what a code is for', () => {
      expect(new Set(codes.map((content) => writer.mail(content, about(code)).subject)).size).toBe(codePurposes.length)
      expect(new Set(codes.map((content) => writer.sms(content, about(code)))).size).toBe(codePurposes.length)
    })
  },
)

describe('a value from outside', () => {
  it('cannot become markup, a new line or a change of direction', () => {
    const values = { address: '192.0.2.1', userAgent: '<img src=x onerror=alert(1)>\r\nBcc: a@b.c\u202e\u2069"' }
    const { text, html } = writer.mail({ template: 'new-sign-in', values }, about('ar'))
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(html).not.toContain('<img')
    expect(text).not.toMatch(/\nBcc:|\u202e/)
    expect((text.match(/\u2068/g) ?? []).length).toBe((text.match(/\u2069/g) ?? []).length)
  })
})

describe('an unknown language', () => {
  it('falls back to English', () => {
    expect(writer.sms(codes[1] ?? { template: 'no-account', values: {} }, about('de'))).toBe(
      'Mango Portal: 482913 is your code to sign in. Valid 10 min.',
    )
  })
})
