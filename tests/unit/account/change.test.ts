/** Registering with a contact, recovering, and changing an account. The clock is stopped and moved by the tests. */
import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  authenticate,
  authenticateByCode,
  bindContact,
  changeCountry,
  changePassword,
  changeUserName,
  checkPasswordCode,
  checkRecoverCode,
  confirmAuthenticator,
  demoAccounts,
  findSecondStep,
  finishSecondStep,
  getProfile,
  endSessionsOf,
  recoverPassword,
  register,
  registerByForm,
  seedAccounts,
  sendBindCode,
  sendPasswordCode,
  sendRecoverCode,
  sendRegisterCode,
  sendSignInCode,
  setAccountDisabled,
  startAuthenticator,
  unbindContact,
} from '~/modules/account/account.server'
import type { RegisterInput } from '~/modules/account/account.schema'
import { grantPass } from '~/modules/captcha/captcha.server'
import type { Contact } from '~/modules/verification/contact.schema'
import { db } from '~/platform/db.server'
import { findSentCode, listSent, openOutbox, visitOf } from '../../support/verification'

const operator = { userId: demoAccounts[4].id, why: 'a test' }
let nowMs = Date.UTC(2026, 5, 1)
const wait = (ms: number): void => {
  nowMs += ms
  vi.setSystemTime(nowMs)
}
let people = 0
const visit = () => visitOf(`c${++people}`, `10.3.${people % 250}.7`)
const mail = (email = `someone${++people}@mango.example`) => ({ channel: 'mail', email }) as const
const sms = () => ({ channel: 'sms', area: '+20', phone: `100${String(++people).padStart(7, '0')}` }) as const
const toOf = (contact: Contact): string => (contact.channel === 'mail' ? contact.email : contact.area + contact.phone)
const fieldsOf = (contact: Contact) =>
  contact.channel === 'mail' ? { email: contact.email } : { area: contact.area, phone: contact.phone }
const answerOf = (result: { ok: boolean; code?: string; field?: string }): string =>
  result.ok ? 'ok' : `${result.code ?? ''} ${result.field ?? ''}`.trim()
const ended: [string, string | null][] = []

beforeAll(async () => {
  openOutbox()
  await seedAccounts()
  endSessionsOf.provide(async (_tx, userId, { keep }) => void ended.push([userId, keep]))
  vi.useFakeTimers({ toFake: ['Date'] })
})
beforeEach(() => wait(2 * 86_400_000))
afterAll(() => vi.useRealTimers())

const person = async (more: Partial<RegisterInput> = {}): Promise<{ id: string; userName: string }> => {
  const made = await register({ userName: `person-${++people}`, password: 'correct-horse', ...more }, visit())
  if (!made.ok) throw new Error(made.code)
  return made.value
}
/** Sends a code and reads it as its recipient does. */
const proven = async (
  contact: Contact,
  from: ReturnType<typeof visit>,
  send: () => Promise<{ ok: boolean }>,
): Promise<string> => {
  const sent = await send()
  if (!sent.ok) throw new Error(JSON.stringify(sent))
  return (await findSentCode(toOf(contact))) ?? ''
}
const bound = async (userId: string, contact: Contact): Promise<void> => {
  const from = visit()
  const code = await proven(contact, from, () => sendBindCode(userId, contact, from))
  const done = await bindContact(userId, { contact, code, password: 'correct-horse' }, from)
  if (!done.ok) throw new Error(done.code)
}
const signIn = async (identifier: string, password: string): Promise<string> =>
  answerOf(await authenticate({ identifier, password }, visit()))

describe('registering', () => {
  it('reports each error at its field', async () => {
    const fine = { userName: 'fine-name', password: 'correct-horse' }
    for (const [input, answer] of [
      [{ ...fine, userName: '' }, 'I1309 userName'],
      [{ ...fine, password: '' }, 'I1309 password'],
      [{ ...fine, userName: 'short' }, 'I1106 userName'],
      [{ ...fine, userName: 'name@mango.example' }, 'I1106 userName'],
      [{ ...fine, userName: '100000000001' }, 'I1106 userName'],
      [{ ...fine, userName: 'x'.repeat(1_000_000) }, 'I1106 userName'],
      [{ ...fine, password: 'seven77' }, 'I1203 password'],
      [{ ...fine, password: 'x'.repeat(1_000_000) }, 'I1203 password'],
      [{ ...fine, password: 'FINE-name' }, 'I1203 password'],
      [{ ...fine, password: 'Password123' }, 'I1111 password'],
      [{ ...fine, repeatPassword: 'other-horse' }, 'I1107 repeatPassword'],
      [{ ...fine, country: 'XX' }, 'I1112 country'],
      [{ ...fine, email: 'x' }, 'I1108 email'],
      [{ ...fine, phone: '12' }, 'I1110 area'],
      [{ ...fine, area: '+20', phone: '12' }, 'I1109 phone'],
      [{ ...fine, area: '+999', phone: '1001234567' }, 'I1110 area'],
      [{ ...fine, userName: 'Demo-User' }, 'I1202 userName'],
      [{ ...fine, email: 'new@mango.example' }, 'I1103 code'],
    ] as const)
      expect([JSON.stringify(input).slice(0, 99), answerOf(await register(input, visit()))]).toEqual([
        JSON.stringify(input).slice(0, 99),
        answer,
      ])
  })
  it('gets the same account at a second press of its form within two minutes, with the same password only', async () => {
    const form = { userName: `person-${++people}`, password: 'correct-horse' }
    const made = [await registerByForm(form, visit()), await registerByForm(form, visit())]
    expect(made).toMatchObject([{ ok: true }, { ok: true, value: { id: made[0]?.ok ? made[0].value.id : '' } }])
    const other = { ...form, password: 'battery-staple' }
    expect(answerOf(await registerByForm(other, visit()))).toBe('I1202 userName')
    expect(answerOf(await register(form, visit()))).toBe('I1202 userName')
    wait(121_000)
    expect(answerOf(await registerByForm(form, visit()))).toBe('I1202 userName')
  })
  it('keeps the country, the language and a verified e-mail or phone', async () => {
    for (const contact of [mail('Marta@Mail.example'), sms()]) {
      const from = { ...visit(), language: 'ar' }
      const code = await proven(contact, from, () => sendRegisterCode(contact, from))
      const made = await register(
        { userName: `person-${++people}`, password: 'correct-horse', country: 'EG', ...fieldsOf(contact), code },
        from,
      )
      expect(made).toMatchObject({ ok: true, value: { language: 'ar' } })
      const profile = await getProfile(made.ok ? made.value.id : '')
      expect(profile).toMatchObject(
        contact.channel === 'mail'
          ? { country: 'EG', email: { email: 'Marta@mail.example', shown: 'Marta@mail.example' }, phone: null }
          : { phone: { area: '+20', phone: contact.phone }, email: null },
      )
      expect(await signIn(toOf(contact), 'correct-horse')).toBe('ok')
    }
  })
  it('reports a taken e-mail or phone only to the right code, and then keeps nothing', async () => {
    for (const [contact, refusal] of [
      [mail('demo-user@mango.example'), 'I1205 email'],
      [{ channel: 'sms', area: '+44', phone: '7700900123' }, 'I1204 phone'],
    ] as const) {
      const from = visit()
      const free = contact.channel === 'mail' ? mail() : sms()
      const [taken, other] = [await sendRegisterCode(contact, from), await sendRegisterCode(free, from)]
      expect(Object.keys(taken.ok ? taken.value : {})).toEqual(Object.keys(other.ok ? other.value : {}))
      const code = (await findSentCode(toOf(contact))) ?? ''
      const input = { userName: `person-${++people}`, password: 'correct-horse', ...fieldsOf(contact) }
      expect(answerOf(await register({ ...input, code: code === '111111' ? '222222' : '111111' }, from))).toBe(
        'I1104 code',
      )
      expect(answerOf(await register({ ...input, code }, from))).toBe(refusal)
      expect(await db.user.count({ where: { userName: input.userName } })).toBe(0)
    }
  })
  it('creates one account when two requests use the same code, name or e-mail at once', async () => {
    const contact = mail()
    const from = visit()
    const code = await proven(contact, from, () => sendRegisterCode(contact, from))
    const byCode = await Promise.all(
      [1, 2].map((n) =>
        register({ userName: `twin-${++people}-${n}`, password: 'correct-horse', email: contact.email, code }, from),
      ),
    )
    expect(byCode.filter((made) => made.ok).length).toBe(1)
    const name = `twin-${++people}`
    const byName = await Promise.all(
      [1, 2, 3].map(() => register({ userName: name, password: 'correct-horse' }, visit())),
    )
    expect(byName.map(answerOf).sort()).toEqual(['I1202 userName', 'I1202 userName', 'ok'])
  })
  it('leaves a code unused when the name is taken at the same moment', async () => {
    const contact = mail()
    const from = visit()
    const code = await proven(contact, from, () => sendRegisterCode(contact, from))
    const name = `taken-${++people}`
    const [plain, withMail] = await Promise.all([
      register({ userName: name, password: 'correct-horse' }, visit()),
      register({ userName: name, password: 'correct-horse', email: contact.email, code }, from),
    ])
    const again = await register({ userName: `${name}-2`, password: 'correct-horse', email: contact.email, code }, from)
    expect([plain.ok, withMail.ok].filter(Boolean).length).toBe(1)
    expect(answerOf(again)).toBe(withMail.ok ? 'I1103 code' : 'ok')
  })
  it('needs a captcha from the third account of an address within an hour', async () => {
    const at = (name: string) => visitOf(name, '203.0.113.88')
    for (const name of ['first-of', 'second-of'])
      expect(answerOf(await register({ userName: `${name}-many`, password: 'correct-horse' }, at(name)))).toBe('ok')
    expect(await register({ userName: 'third-of-many', password: 'correct-horse' }, at('third'))).toMatchObject({
      code: 'B0005',
      data: { purpose: 'register' },
    })
    // A taken name is reported at once.
    expect(answerOf(await register({ userName: 'first-of-many', password: 'correct-horse' }, at('third')))).toBe(
      'I1202 userName',
    )
    await grantPass(at('third'), 'register')
    expect(answerOf(await register({ userName: 'third-of-many', password: 'correct-horse' }, at('third')))).toBe('ok')
  })
})

describe('a forgotten password', () => {
  it('is reset with a code; sessions end, the owner is notified, the code is used up', async () => {
    const { id, userName } = await person()
    const contact = mail()
    await bound(id, contact)
    wait(61_000)
    const from = visit()
    const code = await proven(contact, from, () => sendRecoverCode({ identifier: userName }, from))
    expect(answerOf(await checkRecoverCode({ identifier: userName, code }, from))).toBe('ok')
    for (const [newPassword, more, answer] of [
      ['short', {}, 'I1203 newPassword'],
      [userName.toUpperCase(), {}, 'I1203 newPassword'],
      ['qwerty123', {}, 'I1111 newPassword'],
      ['new-and-better', { repeatPassword: 'new-and-bitter' }, 'I1107 repeatPassword'],
    ] as const)
      expect([
        newPassword,
        answerOf(await recoverPassword({ identifier: userName, code, newPassword, ...more }, from)),
      ]).toEqual([newPassword, answer])
    ended.length = 0
    expect(answerOf(await recoverPassword({ identifier: userName, code, newPassword: 'new-and-better' }, from))).toBe(
      'ok',
    )
    expect(ended).toEqual([[id, null]])
    expect(await listSent(contact.email)).toContain('password-changed')
    expect((await getProfile(id)).passwordChangedAt).toEqual(new Date(nowMs))
    expect([await signIn(userName, 'correct-horse'), await signIn(userName, 'new-and-better')]).toEqual([
      'I1302 password',
      'ok',
    ])
    expect(answerOf(await recoverPassword({ identifier: userName, code, newPassword: 'another-one-1' }, from))).toBe(
      'I1103 code',
    )
  })
  it('ends pending second steps and codes that open or change the account; other accounts’ live on', async () => {
    const { id, userName } = await person()
    const contact = mail()
    await bound(id, contact)
    const begun = await startAuthenticator(id, { password: 'correct-horse' })
    if (!begun.ok) throw new Error(begun.code)
    const totp = () => generateSync({ secret: begun.value.secret, epoch: Math.floor(nowMs / 1000) })
    expect(answerOf(await confirmAuthenticator(id, { code: totp() }))).toBe('ok')
    wait(61_000)
    const other = await person()
    const otherContact = mail()
    await bound(other.id, otherContact)
    wait(61_000)
    const [codeVisit, passwordVisit, otherVisit, from] = [visit(), visit(), visit(), visit()]
    const signInCode = await proven(contact, codeVisit, () => sendSignInCode({ identifier: userName }, codeVisit))
    const otherCode = await proven(otherContact, otherVisit, () =>
      sendSignInCode({ identifier: other.userName }, otherVisit),
    )
    wait(61_000)
    const passwordCode = await proven(contact, passwordVisit, () => sendPasswordCode(id, 'mail', passwordVisit))
    wait(61_000)
    const recoverCode = await proven(contact, from, () => sendRecoverCode({ identifier: userName }, from))
    const first = await authenticate({ identifier: userName, password: 'correct-horse' }, visit())
    if (!first.ok || first.value.step !== 'second') throw new Error('no second step was asked for')
    expect(await findSecondStep(first.value.token)).not.toBeNull()
    expect(
      answerOf(await recoverPassword({ identifier: userName, code: recoverCode, newPassword: 'new-and-better' }, from)),
    ).toBe('ok')
    wait(30_000)
    expect(await findSecondStep(first.value.token)).toBeNull()
    expect(answerOf(await finishSecondStep({ token: first.value.token, code: totp() }, visit()))).toBe('I1207')
    expect(answerOf(await authenticateByCode({ identifier: userName, code: signInCode }, codeVisit))).toBe('I1103 code')
    expect(answerOf(await checkPasswordCode(id, passwordCode, passwordVisit))).toBe('I1103 code')
    expect(answerOf(await authenticateByCode({ identifier: other.userName, code: otherCode }, otherVisit))).toBe('ok')
  })
  it('of a name that nobody has any more is I1301 only after the right code, I1103 once another account has it', async () => {
    const { id, userName } = await person()
    const contact = mail()
    await bound(id, contact)
    wait(61_000)
    const [from, codeVisit] = [visit(), visit()]
    const code = await proven(contact, from, () => sendRecoverCode({ identifier: userName }, from))
    wait(61_000)
    const signInCode = await proven(contact, codeVisit, () => sendSignInCode({ identifier: userName }, codeVisit))
    const rename = { userName: `${userName}-new`, password: 'correct-horse' }
    expect(answerOf(await changeUserName(id, rename, visit()))).toBe('ok')
    const newPassword = 'new-and-better'
    const recover = (typed: string) => recoverPassword({ identifier: userName, code: typed, newPassword }, from)
    const wrong = code === '000000' ? '000001' : '000000'
    expect([
      answerOf(await recover(wrong)),
      answerOf(await checkRecoverCode({ identifier: userName, code }, from)),
      answerOf(await recover(code)),
      answerOf(await authenticateByCode({ identifier: userName, code: signInCode }, codeVisit)),
      answerOf(await authenticateByCode({ identifier: 'nobody-here', code: signInCode }, codeVisit)),
    ]).toEqual(['I1104 code', 'I1301 code', 'I1301 code', 'I1301 code', 'I1103 code'])
    await person({ userName })
    expect(answerOf(await recover(code))).toBe('I1103 code')
  })
  it('is reset by one of two who send the same code at once', async () => {
    const { id } = await person()
    const contact = mail()
    await bound(id, contact)
    wait(61_000)
    const from = visit()
    const code = await proven(contact, from, () => sendRecoverCode({ identifier: contact.email }, from))
    const answers = await Promise.all(
      ['new-password-a', 'new-password-b'].map((newPassword) =>
        recoverPassword({ identifier: contact.email, code, newPassword }, from),
      ),
    )
    expect(answers.map(answerOf).sort()).toEqual(['I1103 code', 'ok'])
  })
  it('of an unknown account gets the same answer as that of an existing one', async () => {
    for (const [known, unknown] of [
      [{ identifier: 'demo-user' }, { identifier: 'nobody-here' }],
      [{ identifier: 'demo-user@mango.example' }, { identifier: 'nobody@mango.example' }],
      [
        { identifier: '7700900123', area: '+44' },
        { identifier: '7700900124', area: '+44' },
      ],
    ] as const) {
      const answers = [known, unknown].map(async (who) => {
        const from = visit()
        const sent = await sendRecoverCode(who, from)
        const shown = sent.ok
          ? { ...sent.value, sentTo: sent.value.sentTo?.replace(/^.*(?=@)/, '').replace(/\d+$/, '') }
          : sent
        return [
          shown,
          await checkRecoverCode({ ...who, code: '000000' }, from),
          await recoverPassword({ ...who, code: '000001', newPassword: 'new-and-better' }, from),
          await checkRecoverCode({ ...who, code: '00000' }, from),
        ]
      })
      const [a, b] = await Promise.all(answers)
      const lengths = (value: unknown): string => JSON.stringify(value).replaceAll(/nobody|demo-user|no|de/g, '')
      expect(lengths(a)).toBe(lengths(b))
      wait(61_000)
    }
  })
  it('of a disabled account answers U6008 only to the right code', async () => {
    const { id, userName } = await person()
    const contact = mail()
    await bound(id, contact)
    wait(61_000)
    await setAccountDisabled(operator, id, true)
    const from = visit()
    const code = await proven(contact, from, () => sendRecoverCode({ identifier: userName }, from))
    expect(
      answerOf(
        await recoverPassword(
          { identifier: userName, code: code === '111111' ? '222222' : '111111', newPassword: 'new-and-better' },
          from,
        ),
      ),
    ).toBe('I1104 code')
    expect(answerOf(await recoverPassword({ identifier: userName, code, newPassword: 'new-and-better' }, from))).toBe(
      'U6008',
    )
  })
})

describe('contacts', () => {
  it('are bound by a code in the session that asked; replacing one needs the password and notifies it', async () => {
    const { id } = await person()
    const [first, second, phone] = [mail(), mail(), sms()]
    const from = visit()
    const code = await proven(first, from, () => sendBindCode(id, first, from))
    expect(answerOf(await bindContact(id, { contact: second, code }, from))).toBe('I1103 code')
    expect(answerOf(await bindContact(id, { contact: first, code }, visit()))).toBe('I1103 code')
    // The same browser, meanwhile signed in to another account.
    expect(answerOf(await bindContact(demoAccounts[1].id, { contact: first, code }, from))).toBe('I1103 code')
    expect(answerOf(await bindContact(id, { contact: first, code }, from))).toBe('ok')
    expect(answerOf(await bindContact(id, { contact: first, code, password: 'correct-horse' }, from))).toBe(
      'I1103 code',
    )
    await bound(id, phone)
    const next = await proven(second, from, () => sendBindCode(id, second, from))
    expect(answerOf(await bindContact(id, { contact: second, code: next }, from))).toBe('I1309 password')
    expect(answerOf(await bindContact(id, { contact: second, code: next, password: 'not-the-one' }, from))).toBe(
      'I1302 password',
    )
    expect(answerOf(await bindContact(id, { contact: second, code: next, password: 'correct-horse' }, from))).toBe('ok')
    expect((await listSent(first.email)).sort()).toEqual(['code', 'contact-changed'])
    expect(await getProfile(id)).toMatchObject({ email: { email: second.email }, phone: { phone: phone.phone } })
  })
  it('need the password on accounts older than 15 minutes: an abandoned browser can’t bind one', async () => {
    const { id } = await person()
    const contact = mail()
    const from = visit()
    expect((await getProfile(id)).bindAsksPassword).toEqual({ mail: false, sms: false })
    wait(16 * 60_000)
    expect((await getProfile(id)).bindAsksPassword).toEqual({ mail: true, sms: true })
    const code = await proven(contact, from, () => sendBindCode(id, contact, from))
    expect(answerOf(await bindContact(id, { contact, code }, from))).toBe('I1309 password')
    expect(answerOf(await bindContact(id, { contact, code, password: 'correct-horse' }, from))).toBe('ok')
  })
  it('of another account are refused only with the right code; one of two at once gets them', async () => {
    const contact = mail()
    const people = [await person(), await person()]
    const visits = [visit(), visit()]
    const codes: string[] = []
    for (const [n, { id }] of people.entries()) {
      codes.push(await proven(contact, visits[n] ?? visit(), () => sendBindCode(id, contact, visits[n] ?? visit())))
      wait(61_000)
    }
    const answers = await Promise.all(
      people.map(({ id }, n) => bindContact(id, { contact, code: codes[n] ?? '' }, visits[n] ?? visit())),
    )
    expect(answers.map(answerOf).sort()).toEqual(['I1205 email', 'ok'])
  })
  it('are removed with the password, which ends pending codes for them', async () => {
    const { id, userName } = await person()
    const contact = mail()
    await bound(id, contact)
    wait(61_000)
    const from = visit()
    const code = await proven(contact, from, () => sendRecoverCode({ identifier: userName }, from))
    expect(answerOf(await unbindContact(id, { channel: 'sms', password: 'correct-horse' }, from))).toBe('I1210')
    expect(answerOf(await unbindContact(id, { channel: 'mail', password: 'not-the-one' }, from))).toBe('I1302 password')
    expect(answerOf(await unbindContact(id, { channel: 'mail', password: 'correct-horse' }, from))).toBe('ok')
    expect(await listSent(contact.email)).toContain('contact-changed')
    expect(answerOf(await checkRecoverCode({ identifier: userName, code }, from))).toBe('I1103 code')
    expect((await getProfile(id)).email).toBeNull()
  })
})

describe('a password', () => {
  it('is changed with the old one; other sessions end, the current one stays', async () => {
    const { id, userName } = await person()
    const from = { ...visit(), binding: 'session:01session' }
    for (const [input, answer] of [
      [{ oldPassword: 'not-the-one', newPassword: 'new-and-better' }, 'I1302 oldPassword'],
      [{ oldPassword: '', newPassword: 'new-and-better' }, 'I1309 oldPassword'],
      [{ newPassword: 'new-and-better' }, 'I1309 oldPassword'],
      [{ oldPassword: 'correct-horse', newPassword: 'short' }, 'I1203 newPassword'],
      [{ oldPassword: 'correct-horse', newPassword: userName }, 'I1203 newPassword'],
      [{ oldPassword: 'correct-horse', newPassword: 'iloveyou1' }, 'I1111 newPassword'],
      [{ oldPassword: 'correct-horse', newPassword: 'new-and-better', repeatPassword: 'x' }, 'I1107 repeatPassword'],
      [{ code: '123456', newPassword: 'new-and-better' }, 'I1210'],
    ] as const)
      expect([JSON.stringify(input), answerOf(await changePassword(id, input, from))]).toEqual([
        JSON.stringify(input),
        answer,
      ])
    ended.length = 0
    expect(
      answerOf(await changePassword(id, { oldPassword: 'correct-horse', newPassword: 'new-and-better' }, from)),
    ).toBe('ok')
    expect(ended).toEqual([[id, '01session']])
    expect(await signIn(userName, 'new-and-better')).toBe('ok')
  })
  it('is not refused at a second press of the form within two minutes', async () => {
    const { id } = await person()
    const press = async (newPassword: string): Promise<string> =>
      answerOf(await changePassword(id, { oldPassword: 'correct-horse', newPassword }, visit()))
    expect(await press('new-and-better')).toBe('ok')
    expect([await press('new-and-better'), await press('another-one-1')]).toEqual(['ok', 'I1302 oldPassword'])
    wait(121_000)
    expect(await press('new-and-better')).toBe('I1302 oldPassword')
  })
  it('is changed with a code to the account’s own e-mail or phone', async () => {
    const { id, userName } = await person()
    for (const contact of [mail(), sms()]) {
      await bound(id, contact)
      wait(61_000)
    }
    for (const [channel, newPassword] of [
      ['sms', 'new-by-sms-1'],
      ['mail', 'new-by-mail-1'],
    ] as const) {
      const from = visit()
      const profile = await getProfile(id)
      const to = channel === 'mail' ? (profile.email?.email ?? '') : `+20${profile.phone?.phone ?? ''}`
      expect(await sendPasswordCode(id, channel, from)).toMatchObject({ ok: true, value: { channel } })
      const code = (await findSentCode(to)) ?? ''
      expect(answerOf(await checkPasswordCode(id, code === '111111' ? '222222' : '111111', from))).toBe('I1104 code')
      expect(answerOf(await checkPasswordCode(id, code, from))).toBe('ok')
      expect(answerOf(await changePassword(id, { code, newPassword }, from))).toBe('ok')
      expect(answerOf(await changePassword(id, { code, newPassword: 'another-one-1' }, from))).toBe('I1103 code')
      expect(await signIn(userName, newPassword)).toBe('ok')
    }
    const bare = await person()
    expect(answerOf(await sendPasswordCode(bare.id, 'mail', visit()))).toBe('I1210')
  })
  it('of an open session can be guessed at most ten times in 15 minutes', async () => {
    const { id } = await person()
    const answers: string[] = []
    for (let n = 0; n < 11; n++)
      answers.push(answerOf(await changeUserName(id, { userName: `renamed-${n}`, password: 'not-the-one' }, visit())))
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 'I1302 password'), 'I1009 password'])
    expect(
      answerOf(await changePassword(id, { oldPassword: 'correct-horse', newPassword: 'new-and-better' }, visit())),
    ).toBe('I1009 oldPassword')
  })
})

describe('a user name', () => {
  it('is changed with the password, to a free one', async () => {
    const { id, userName } = await person()
    for (const [name, password, answer] of [
      ['short', 'correct-horse', 'I1106 userName'],
      ['new-user-name', 'not-the-one', 'I1302 password'],
      ['Correct-Horse', 'correct-horse', 'I1203 userName'],
      ['DEMO-user', 'correct-horse', 'I1202 userName'],
    ] as const)
      expect([name, answerOf(await changeUserName(id, { userName: name, password }, visit()))]).toEqual([name, answer])
    expect(
      answerOf(await changeUserName(id, { userName: userName.toUpperCase(), password: 'correct-horse' }, visit())),
    ).toBe('ok')
    expect(answerOf(await changeUserName(id, { userName: 'کاربر-تازه', password: 'correct-horse' }, visit()))).toBe(
      'ok',
    )
    expect([await signIn(userName, 'correct-horse'), await signIn('کاربر-تازه', 'correct-horse')]).toEqual([
      'I1302 password',
      'ok',
    ])
  })
  it('goes to one of two who claim it at once', async () => {
    const pair = [await person(), await person()]
    const answers = await Promise.all(
      pair.map(({ id }) => changeUserName(id, { userName: 'wanted-by-two', password: 'correct-horse' }, visit())),
    )
    expect(answers.map(answerOf).sort()).toEqual(['I1202 userName', 'ok'])
  })
})

describe('a country', () => {
  it('is one of ISO 3166, or none', async () => {
    const { id } = await person()
    expect(answerOf(await changeCountry(id, 'ZZ'))).toBe('I1112 country')
    expect(answerOf(await changeCountry(id, 'UA'))).toBe('ok')
    expect((await getProfile(id)).country).toBe('UA')
    expect(answerOf(await changeCountry(id, null))).toBe('ok')
    expect((await getProfile(id)).country).toBeNull()
  })
})
