/**
 * Writes mails and SMS: templates and values become sentences in the reader's language and the brand's name. Every
 * value in a sentence is isolated, so that a code or a name keeps its order in right-to-left lines.
 */
import type { TFunction } from 'i18next'
import { brands, type Brand } from '~/brand/brand'
import { formatsOf } from '~/i18n/format'
import { instanceFor } from '~/i18n/i18n.server'
import { defaultLanguage, directionOf, parseLanguage, type Language } from '~/i18n/languages'
import type { About, Content, MessageWriter, WrittenMail } from '~/modules/outbox/outbox.server'
import { contactOf } from '~/modules/provider/provider.server'
import { writeOrderMessage } from '~/web/order/order-message.server'
import { writeReminderMessage } from '~/web/service/reminder-message.server'
import { writeRechargeMessage } from '~/web/wallet/recharge-message.server'
import { writeRenewalMessage } from '~/web/service/renewal-message.server'
import { writeWalletMessage } from '~/web/wallet/wallet-message.server'

/** Isolation marks around each value, kept until the kind of text is known. */
const open = '\u2068'
const close = '\u2069'
const isolates = /[\u2066-\u2069]/g
/** Control characters would let a value (a browser's name) start new lines or reorder what follows. */
const isolate = (value: string): string =>
  `${open}${value.replace(isolates, '').replaceAll(/[\p{Cc}\u202a-\u202e\u2028\u2029]/gu, ' ')}${close}`

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => escapes[letter] ?? letter)
const asHtml = (line: string): string => escape(line).replaceAll(open, '<bdi>').replaceAll(close, '</bdi>')
/** Removes the marks from left-to-right text, where they would only cost room. */
const asText = (line: string, language: Language): string =>
  directionOf(language) === 'rtl' ? line : line.replaceAll(isolates, '')

/**
 * A line of a mail: a sentence, or the code, which stands alone in large type. So it needs no marks and is copied
 * without them.
 */
type Line = { kind: 'text' | 'code' | 'quiet'; text: string }
type Setting = { t: TFunction; language: Language; brand: Brand; at: string }

const settingOf = ({ language, brand, at }: About): Setting => {
  const tag = parseLanguage(language) ?? defaultLanguage
  const known = brands.find((one) => one.id === brand) ?? brands[0]
  if (known === undefined) throw new Error('there is no brand')
  return { t: instanceFor(tag).t, language: tag, brand: known, at: formatsOf(tag).dateTime(at) }
}

/** Turns the text of a portal message into a mail with a paragraph for each line. */
const asMail = ({ title, lines }: { title: string; lines: readonly string[] }, language: Language) => ({
  subject: asText(title, language),
  lines: lines.flatMap((line) => line.split('\n')).map((line): Line => ({ kind: 'text', text: line })),
})

const compose = (content: Content, { t, brand, at, language }: Setting): { subject: string; lines: Line[] } => {
  const common = { brand: isolate(brand.name), at: isolate(at) }
  const text = (key: string, more: Record<string, unknown> = {}): Line => ({
    kind: 'text',
    text: t(`mail:${key}`, { ...common, ...more }),
  })
  switch (content.template) {
    case 'code': {
      const { purpose, code, minutes } = content.values
      return {
        subject: t(`mail:code.subject.${purpose}`),
        lines: [
          text(`code.lead.${purpose}`),
          { kind: 'code', text: code },
          text('code.minutes', { count: minutes }),
          text('code.secret'),
          text('code.notYou'),
        ],
      }
    }
    case 'contact-changed': {
      const which = `${content.values.channel}.${content.values.change}`
      return { subject: t(`mail:changed.subject.${which}`), lines: [text(`changed.text.${which}`), text('notYou')] }
    }
    case 'password-changed': {
      const { tokens } = content.values
      return {
        subject: t('mail:password.subject'),
        lines: [
          text('password.text'),
          text('password.sessions'),
          ...(tokens > 0 ? [text('password.tokens', { count: tokens })] : []),
          text('notYou'),
        ],
      }
    }
    case 'authenticator-removed':
      return { subject: t('mail:authenticator.subject'), lines: [text('authenticator.text'), text('notYou')] }
    case 'payment-password-changed':
      return {
        subject: t('mail:paymentPassword.subject'),
        lines: [text('paymentPassword.text'), text('paymentPassword.notYou')],
      }
    case 'new-sign-in': {
      const { address, userAgent } = content.values
      const program =
        userAgent === null ? [] : [text('newSignIn.program', { userAgent: isolate(userAgent.slice(0, 200)) })]
      return {
        subject: t('mail:newSignIn.subject'),
        lines: [
          text('newSignIn.text'),
          text('newSignIn.address', { address: isolate(address) }),
          ...program,
          text('notYou'),
        ],
      }
    }
    case 'token-made':
      return {
        subject: t('mail:tokenMade.subject'),
        lines: [
          text('tokenMade.text', { name: isolate(content.values.name) }),
          text('tokenMade.revoke'),
          text('notYou'),
        ],
      }
    case 'no-account':
      return { subject: t('mail:noAccount.subject'), lines: [text('noAccount.text'), text('noAccount.help')] }
    case 'services-end':
      return asMail(writeReminderMessage(content.values, language), language)
    case 'order-news':
      return asMail(writeOrderMessage(content.values, language), language)
    case 'recharge-news':
      return asMail(writeRechargeMessage(content.values, language), language)
    case 'renewal-news':
      return asMail(writeRenewalMessage(content.values, language), language)
    case 'wallet-news':
      return asMail(writeWalletMessage(content.values, language), language)
    case 'feedback-answered': {
      const { writtenAt, link } = content.values
      const where = link === null ? text('feedback.where') : text('feedback.link', { link: isolate(link) })
      return {
        subject: t('mail:feedback.subject'),
        lines: [text('feedback.text', { writtenAt: isolate(formatsOf(language).date(writtenAt)) }), where],
      }
    }
  }
}

/** Why the mail came and where to ask, below every mail. */
const footer = ({ t, brand }: Setting): Line[] => {
  const { email, site } = contactOf(brand)
  return [
    { kind: 'quiet', text: t('mail:automatic', { brand: isolate(brand.name) }) },
    ...(email === null ? [] : [{ kind: 'quiet', text: t('mail:contact', { email: isolate(email) }) } as const]),
    ...(site === null ? [] : [{ kind: 'quiet', text: isolate(site) } as const]),
  ]
}

/** A table of one column, without styles: old mail programs and strict webmail show it alike. */
const htmlOf = (subject: string, lines: readonly Line[], { language, brand }: Setting): string => {
  const direction = directionOf(language)
  const side = direction === 'rtl' ? 'right' : 'left'
  const row = ({ kind, text }: Line): string => {
    const inner = asHtml(text)
    if (kind === 'code')
      return `<tr><td align="${side}"><font size="6" face="monospace"><b><bdi dir="ltr">${inner}</bdi></b></font></td></tr>`
    return `<tr><td align="${side}">${kind === 'quiet' ? `<small>${inner}</small>` : inner}</td></tr>`
  }
  return [
    '<!DOCTYPE html>',
    `<html lang="${language}" dir="${direction}">`,
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(subject)}</title></head>`,
    `<body dir="${direction}">`,
    `<table role="presentation" dir="${direction}" width="100%" border="0" cellspacing="0" cellpadding="12">`,
    `<tr><td align="${side}" bgcolor="${escape(brand.themeColours.light)}"><font color="#ffffff" size="4"><b><bdi>${escape(brand.name)}</bdi></b></font></td></tr>`,
    ...lines.map(row),
    '</table>',
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

const writeMail = (content: Content, about: About): WrittenMail => {
  const setting = settingOf(about)
  const { subject, lines } = compose(content, setting)
  const end = footer(setting)
  return {
    subject,
    text: `${[...lines.map((line) => asText(line.text, setting.language)), ['--', ...end.map((line) => asText(line.text, setting.language))].join('\n')].join('\n\n')}\n`,
    html: htmlOf(subject, [...lines, ...end], setting),
    fromName: setting.brand.name,
  }
}

const writeSms = (content: Content, about: About): string => {
  const { t, language, brand } = settingOf(about)
  const name = { brand: isolate(brand.name) }
  switch (content.template) {
    case 'code': {
      const { purpose, code, minutes } = content.values
      return asText(t(`mail:sms.code.${purpose}`, { ...name, code: isolate(code), minutes }), language)
    }
    case 'contact-changed':
      return asText(t(`mail:sms.changed.${content.values.channel}.${content.values.change}`, name), language)
    case 'password-changed':
      return asText(t('mail:sms.password', name), language)
    case 'authenticator-removed':
      return asText(t('mail:sms.authenticator', name), language)
    case 'payment-password-changed':
      return asText(t('mail:sms.paymentPassword', name), language)
    default:
      throw new Error(`${content.template} is a mail's template`)
  }
}

/** The writer that the outbox gets at start. */
export const makeMessageWriter = (): MessageWriter => ({ mail: writeMail, sms: writeSms })
