/** Sends mail to a real mail server on this machine: TLS, authentication, refusals, silence and interruptions. */
import { afterEach, describe, expect, it } from 'vitest'
import { makeMailSender, type Mail, type MailSender, type MailSettings } from '~/platform/mail.server'
import { headersOf, partsOf, smtpCertificate, startSmtp, type SmtpAct, type TestSmtp } from '../support/smtp'

const open: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})
const serve = async (options: Parameters<typeof startSmtp>[0] = {}): Promise<TestSmtp> => {
  const smtp = await startSmtp(options)
  open.push(smtp.stop)
  return smtp
}
/** For a server that stays silent; the others are waited for even on a busy machine. */
const hasty = { timeoutMs: { connect: 2000, greeting: 500, idle: 500, whole: 4000 } }
const senderFor = (smtp: { port: number }, more: Partial<MailSettings> = {}): MailSender => {
  const sender = makeMailSender({
    host: '127.0.0.1',
    port: smtp.port,
    implicitTls: false,
    startTls: 'required',
    user: null,
    password: null,
    from: 'no-reply@portal.example',
    ca: smtpCertificate(),
    ...more,
  })
  open.push(sender.close)
  return sender
}
const mail = (more: Partial<Mail> = {}): Mail => ({
  to: 'viewer@example.test',
  fromName: 'Mango Portal',
  subject: 'رمزك',
  text: 'الرمز 482913\n',
  html: '<p dir="rtl">الرمز <bdi>482913</bdi></p>',
  messageId: 'row-1@portal.example',
  language: 'ar',
  ...more,
})

describe('a mail', () => {
  it('goes over STARTTLS as text and HTML, with its headers and its own Message-ID', async () => {
    const smtp = await serve()
    expect(await senderFor(smtp).send(mail())).toMatchObject({ ok: true })
    const [taken] = smtp.mails
    expect(taken).toMatchObject({ secure: true, to: ['viewer@example.test'], from: 'no-reply@portal.example' })
    const headers = headersOf(taken?.raw ?? '')
    expect(headers.get('message-id')).toBe('<row-1@portal.example>')
    expect(headers.get('auto-submitted')).toBe('auto-generated')
    expect(headers.get('content-language')).toBe('ar')
    expect(headers.get('content-type')).toMatch(/^multipart\/alternative/)
    expect(headers.get('from')).toContain('<no-reply@portal.example>')
    const parts = partsOf(taken?.raw ?? '')
    expect(parts.get('text/plain')?.trim()).toBe('الرمز 482913')
    expect(parts.get('text/html')?.trim()).toBe('<p dir="rtl">الرمز <bdi>482913</bdi></p>')
  })
  it('goes over TLS from the first byte', async () => {
    const smtp = await serve({ tls: 'implicit' })
    expect(await senderFor(smtp, { implicitTls: true }).send(mail())).toMatchObject({ ok: true })
    expect(smtp.mails[0]?.secure).toBe(true)
  })
  it('is not sent without TLS when TLS is required, and may be retried', async () => {
    const smtp = await serve({ tls: 'none' })
    expect(await senderFor(smtp).send(mail())).toMatchObject({ ok: false, permanent: false })
    expect(smtp.mails).toEqual([])
  })
  it('is sent without TLS when TLS is optional', async () => {
    const smtp = await serve({ tls: 'none' })
    expect(await senderFor(smtp, { startTls: 'optional' }).send(mail())).toMatchObject({ ok: true })
    expect(smtp.mails[0]?.secure).toBe(false)
  })
  it('is not given to a server with an untrusted certificate', async () => {
    const smtp = await serve()
    const sender = makeMailSender({
      host: '127.0.0.1',
      port: smtp.port,
      implicitTls: false,
      startTls: 'required',
      user: null,
      password: null,
      from: 'no-reply@portal.example',
    })
    open.push(sender.close)
    expect(await sender.send(mail())).toMatchObject({ ok: false, permanent: false })
    expect(smtp.mails).toEqual([])
  })
  it('authenticates with the user and password; wrong ones allow a retry and are never named', async () => {
    const smtp = await serve({ auth: { user: 'portal', password: 'right-one' } })
    expect(await senderFor(smtp, { user: 'portal', password: 'right-one' }).send(mail())).toMatchObject({ ok: true })
    expect(smtp.mails[0]?.user).toBe('portal')
    const refused = await senderFor(smtp, { user: 'portal', password: 'wrong-one' }).send(mail())
    expect(refused).toMatchObject({ ok: false, permanent: false, reason: expect.stringContaining('535') as string })
    expect(JSON.stringify(refused)).not.toContain('wrong-one')
  })
  it('has one recipient, whatever its address says', async () => {
    const smtp = await serve()
    for (const to of [
      'viewer@example.test, other@example.test',
      'Viewer <other@example.test>',
      'viewer@example.test\r\nBcc: other@example.test',
    ])
      await senderFor(smtp).send(mail({ to }))
    expect(smtp.mails.flatMap((one) => one.to)).not.toContain('other@example.test')
    expect(smtp.mails.every((one) => one.to.length === 1)).toBe(true)
  })
  it('keeps line breaks of a subject or a name out of the headers', async () => {
    const smtp = await serve()
    await senderFor(smtp).send(
      mail({ subject: 'one\r\nBcc: other@example.test', fromName: 'Mango\r\nBcc: other@example.test' }),
    )
    expect(smtp.mails.flatMap((one) => one.to)).toEqual(['viewer@example.test'])
    expect(headersOf(smtp.mails[0]?.raw ?? '').has('bcc')).toBe(false)
  })
})

describe('a failed delivery', () => {
  it.each([
    [{ at: 'rcpt', code: 550 }, true],
    [{ at: 'data', code: 554 }, true],
    [{ at: 'rcpt', code: 450 }, false],
    [{ at: 'data', code: 451 }, false],
    // Our own address or missing authentication is for the operator to fix.
    [{ at: 'mail', code: 530 }, false],
    ['silence', false],
    ['cut', false],
  ] satisfies [SmtpAct, boolean][])('with %j is permanent: %s', async (act, permanent) => {
    const smtp = await serve()
    const sender = senderFor(smtp)
    smtp.next(act)
    const refused = await (act === 'silence' ? senderFor(smtp, hasty) : sender).send(mail())
    expect(refused).toMatchObject({ ok: false, permanent })
    // The server repeated a code in its answer: nothing that we keep contains it.
    expect(JSON.stringify(refused)).not.toMatch(/482913|viewer/)
    expect(await sender.send(mail())).toMatchObject({ ok: true })
  })
  it('by a server that does not greet or refuses us may be retried', async () => {
    expect(await senderFor(await serve({ greeting: 'silence' }), hasty).send(mail())).toMatchObject({
      ok: false,
      permanent: false,
    })
    expect(await senderFor(await serve({ greeting: 554 })).send(mail())).toMatchObject({ ok: false, permanent: false })
  })
  it('without any server may be retried', async () => {
    const smtp = await startSmtp()
    await smtp.stop()
    expect(await senderFor(smtp).send(mail())).toMatchObject({ ok: false, permanent: false })
  })
})
