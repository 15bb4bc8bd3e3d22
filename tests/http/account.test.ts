/** Registration, sign-in, sign-out and the return to the requested page, without scripts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findCode } from '../support/outbox'
import { startPortal, type Portal } from '../support/portal'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ env: { LIMITS: 'off' } })
})
afterAll(() => portal.stop())
const register = (userName: string, password: string, repeatPassword = password) =>
  portal.visitor().post('/register', { userName, password, repeatPassword })

describe('registering', () => {
  it('creates an account that can sign in with its name in any letter case', async () => {
    expect((await register('Marta.Silva', 'correct-horse')).status).toBe(303)
    const visitor = portal.visitor()
    expect((await visitor.post('/login', { identifier: 'marta.SILVA', password: 'correct-horse' })).status).toBe(303)
    expect((await visitor.request('/personal')).status).toBe(200)
  })
  it('signs in a second press of the form, which a slow line makes people do, and no other password', async () => {
    const form = { userName: 'Pressed-Twice', password: 'correct-horse', repeatPassword: 'correct-horse' }
    const visitor = portal.visitor()
    const presses = [await portal.visitor().post('/register', form), await visitor.post('/register', form)]
    expect(presses.map(({ status }) => status)).toEqual([303, 303])
    expect(presses[1]?.headers.get('location')).toBe(presses[0]?.headers.get('location'))
    expect((await visitor.request('/personal')).status).toBe(200)
    const other = await register('Pressed-Twice', 'battery-staple')
    expect([other.status, await other.text()]).toEqual([422, expect.stringContaining('This user name is taken')])
  })
  it('accepts names in any script and compares them in NFKC form', async () => {
    expect((await register('کاربر۱۲۳', 'گذرواژه-من')).status).toBe(303)
    expect((await register('ｆｕｌｌｗｉｄｔｈ', 'correct-horse')).status).toBe(303)
    const taken = await register('fullwidth', 'battery-staple')
    expect([taken.status, await taken.text()]).toEqual([422, expect.stringContaining('This user name is taken')])
  })
  it('refuses invalid names and passwords, and refills the name but never a password', async () => {
    const cases: [string, string, string, string][] = [
      ['short', 'correct-horse', 'correct-horse', '6 to 40'],
      ['a'.repeat(41), 'correct-horse', 'correct-horse', '6 to 40'],
      ['123456789', 'correct-horse', 'correct-horse', '6 to 40'],
      ['with blank', 'correct-horse', 'correct-horse', '6 to 40'],
      ['name@host.example', 'correct-horse', 'correct-horse', '6 to 40'],
      ['new-person', 'seven77', 'seven77', '8 to 16'],
      ['new-person', '17-characters-it-', '17-characters-it-', '8 to 16'],
      ['new-person', 'New-Person', 'New-Person', '8 to 16'],
      ['new-person', 'correct-horse', 'correct-mouse', 'The two passwords differ'],
    ]
    for (const [userName, password, repeat, sentence] of cases) {
      const answer = await register(userName, password, repeat)
      const page = await answer.text()
      expect([userName, answer.status]).toEqual([userName, 422])
      expect(page).toContain(sentence)
      // Neither in a field nor in the data for the page's scripts.
      for (const secret of [password, repeat]) expect(page).not.toContain(secret)
      if (userName === 'new-person') expect(page).toContain('value="new-person"')
    }
  })
  it('accepts a password in NFC or NFD form, and so does signing in', async () => {
    const composed = 'pássw\u00f6rd-ñ'.normalize('NFC')
    const decomposed = composed.normalize('NFD')
    expect(decomposed).not.toBe(composed)
    for (const [at, first, second] of [
      [1, composed, decomposed],
      [2, decomposed, composed],
    ] as const) {
      expect((await register(`keyboards-${at}`, first, second)).status).toBe(303)
      for (const password of [composed, decomposed])
        expect((await portal.visitor().post('/login', { identifier: `keyboards-${at}`, password })).status).toBe(303)
      const user = await portal.visitor().signIn(`keyboards-${at}`, first)
      expect(
        (
          await user.post('/personal/password', {
            oldPassword: second,
            newPassword: `${first}2`,
            repeatPassword: `${second}2`,
          })
        ).status,
      ).toBe(303)
      expect(
        (await portal.visitor().post('/login', { identifier: `keyboards-${at}`, password: `${second}2` })).status,
      ).toBe(303)
    }
    expect((await register('keyboards-3', composed, `${decomposed}x`)).status).toBe(422)
  })
  it('counts the characters of a password in code points', async () => {
    expect((await register('emoji-person', '🔑🐫🌙🏠🚪🎺🍋🐢')).status).toBe(303)
    expect((await register('emoji-person2', '🔑🐫🌙🏠🚪🎺🍋')).status).toBe(422)
  })
})

describe('the e-mail or phone given at registration', () => {
  const fill = (contact: string, userName: string, password = 'correct-horse') => ({
    userName,
    password,
    repeatPassword: password,
    contact,
  })
  it('belongs to the account once its code is entered, which then leads to the requested page', async () => {
    for (const [contact, userName, kind, to, flash] of [
      ['New.Person@mail.example', 'with-mail', 'email', 'New.Person@mail.example', 'Your e-mail address is confirmed.'],
      ['0020 100 555 7788', 'with-phone', 'phone', '+201005557788', 'Your phone is confirmed.'],
    ] as const) {
      const person = portal.visitor()
      await person.request('/terminal')
      expect((await person.post('/register', fill(contact, userName))).headers.get('location')).toBe(
        `/personal/contact/${kind}/code`,
      )
      const page = await (await person.request(`/personal/contact/${kind}/code`)).text()
      expect(page).toContain('Your account is ready.')
      expect(page).toMatch(/<a href="\/terminal">Not now<\/a>/)
      expect(await (await person.request('/personal')).text()).not.toContain(flash)
      // Not the account's yet: it can't sign in with it.
      const stranger = portal.visitor()
      const { code } = await findCode(async (path) => (await stranger.request(path)).text(), to)
      expect((await stranger.post('/login', { identifier: to, password: 'correct-horse' })).status).toBe(422)
      const confirmed = await person.post(`/personal/contact/${kind}/code`, { intent: 'enter', code })
      expect(confirmed.headers.get('location')).toBe('/terminal')
      expect(await (await person.request('/terminal')).text()).toContain(flash)
      expect((await stranger.post('/login', { identifier: to, password: 'correct-horse' })).status).toBe(303)
    }
  })
  it('does not reveal that another account has it until the right code is entered', async () => {
    const answers = await Promise.all(
      ['demo-user@mango.example', 'nobody-has@mango.example'].map(async (contact, at) => {
        const person = portal.visitor()
        await person.request('/register')
        const answer = await person.post('/register', fill(contact, `asks-for-mail-${at}`))
        const page = await (await person.request('/personal/contact/email/code')).text()
        return {
          person,
          told: [answer.status, answer.headers.get('location'), page.includes('A code is on its way to')],
        }
      }),
    )
    expect(answers[0]?.told).toEqual([303, '/personal/contact/email/code', true])
    expect(answers[1]?.told).toEqual(answers[0]?.told)
    const { code } = await findCode(
      async (path) => (await portal.visitor().request(path)).text(),
      'demo-user@mango.example',
    )
    const taken = await answers[0]?.person.post('/personal/contact/email/code', { intent: 'enter', code })
    expect([taken?.status, await taken?.text()]).toEqual([422, expect.stringContaining('e-mail')])
  })
  it('is refused at its field, with no account created, when it is invalid or equals the password', async () => {
    const cases: [string, string, string][] = [
      ['not an address', 'correct-horse', 'Enter an e-mail address, or a phone number with its country code.'],
      ['two@at@', 'correct-horse', 'Enter an e-mail address, or a phone number with its country code.'],
      ['0100 555 7788', 'correct-horse', 'Start with the country code of your phone number'],
      ['+20 1', 'correct-horse', 'This is not a valid phone number'],
      ['+20 100 555 6677', '01005556677', 'A password has 8 to 16 characters'],
      ['me@m.example', 'ME@m.example', 'A password has 8 to 16 characters'],
    ]
    for (const [contact, password, sentence] of cases) {
      const answer = await portal.visitor().post('/register', fill(contact, 'never-made', password))
      const page = await answer.text()
      expect([answer.status, page.includes(sentence), page.includes(`value="${contact}"`)], contact).toEqual([
        422,
        true,
        true,
      ])
    }
    expect((await register('never-made', 'correct-horse')).status).toBe(303)
  })
})

describe('signing in', () => {
  it('names the missing entry or area code at its field', async () => {
    const beside = async (path: string, fields: Record<string, string>) => {
      const answer = await portal.visitor().post(path, fields)
      const page = await answer.text()
      return [
        answer.status,
        [...page.matchAll(/class="field-error"[^>]*>(?:<[^>]+>)*([^<]+)/g)].map((found) => found[1]),
      ]
    }
    const empty = 'User name and password cannot be empty.'
    expect(await beside('/login', {})).toEqual([
      422,
      ['Enter your user name, e-mail, phone or serial number.', 'Enter your password.'],
    ])
    // A form without a password field does not mention passwords.
    for (const path of ['/login/code', '/forget'])
      expect(await beside(path, {})).toEqual([422, ['Enter your user name, e-mail, phone or serial number.']])
    expect(await portal.visitor().api('GET', '/iot/customer/vcode?purpose=recover&identifier=')).toMatchObject({
      status: 422,
      code: 'I1309',
      message: empty,
    })
    const user = await portal.visitor().signIn('demo-user', 'mango-demo')
    for (const path of ['/personal/authenticator', '/personal/tokens/new'])
      expect(
        await (
          await user.post(path, { intent: 'again', name: 'Any', scopes: 'lists:read', expiresInDays: '30' })
        ).text(),
      ).toContain('Enter your current password.')
    for (const path of ['/login', '/login/code', '/forget'])
      expect(await beside(path, { identifier: '01001234567', password: 'any-thing' })).toEqual([
        422,
        ['Start with the country code of your phone number, for instance +20 100 123 4567.'],
      ])
  })
  it('gives the same answer for a wrong password and an unknown name', async () => {
    const texts = await Promise.all(
      ['demo-user', 'nobody-here'].map(async (userName) => {
        const answer = await portal.visitor().post('/login', { identifier: userName, password: 'not-the-one' })
        return [answer.status, (await answer.text()).includes('User name or password is wrong')]
      }),
    )
    expect(texts).toEqual([
      [422, true],
      [422, true],
    ])
    const empty = await portal.visitor().post('/login', { identifier: '', password: '' })
    expect(await empty.text()).toContain('Enter your password.')
  })
  it('sets an HttpOnly cookie whose secret is not in the database', async () => {
    const response = await portal.visitor().post('/login', { identifier: 'demo-user', password: 'mango-demo' })
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith('portal-session=')) ?? ''
    expect(cookie).toMatch(/^portal-session=mps_[\w-]{43}; /)
    for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(part)
  })
  it('redirects a visitor to / and, after signing in, back to the requested page', async () => {
    const visitor = portal.visitor()
    const away = await visitor.request('/terminal/bind?sn=100000000001&code=BCDFGHJK')
    expect([away.status, away.headers.get('location')]).toEqual([302, '/'])
    const back = await visitor.post('/login', { identifier: 'demo-user', password: 'mango-demo' })
    expect([back.status, back.headers.get('location')]).toEqual([303, '/terminal/bind?sn=100000000001&code=BCDFGHJK'])
  })
  it('never redirects to another site', async () => {
    for (const wanted of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      const visitor = portal.visitor()
      visitor.cookies.set('portal-return', encodeURIComponent(wanted))
      expect(
        (await visitor.post('/login', { identifier: 'demo-user', password: 'mango-demo' })).headers.get('location'),
      ).toBe('/home')
    }
  })
  it('ends the session on Exit, so the old cookie no longer works', async () => {
    const user = await portal.visitor().signIn('demo-user', 'mango-demo')
    const cookie = user.cookies.get('portal-session') ?? ''
    const exit = await user.post('/logout', {})
    expect([exit.status, exit.headers.get('location')]).toEqual([303, '/'])
    const thief = portal.visitor()
    thief.cookies.set('portal-session', cookie)
    expect((await thief.request('/personal')).status).toBe(302)
    expect(await thief.api('GET', '/chmax/lists')).toMatchObject({ status: 401 })
  })
  it('allows several sessions of one account at once', async () => {
    const first = await portal.visitor().signIn('demo-user', 'mango-demo')
    await portal.visitor().signIn('demo-user', 'mango-demo')
    expect((await first.request('/personal')).status).toBe(200)
  })
})
