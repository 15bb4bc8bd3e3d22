/** The operator has closed registration: nobody can create an account in any way, and existing accounts work. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPortal, type Portal } from '../support/portal'
import { sealFor } from '../support/sealed'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ env: { LIMITS: 'off', REGISTRATION: 'closed' } })
})
afterAll(() => portal.stop())

it('closed registration is I1201 on the page and for programs, while existing accounts sign in', async () => {
  const fields = { userName: 'too-late-name', password: 'correct-horse' }
  const answer = await portal.visitor().post('/register', { ...fields, repeatPassword: fields.password })
  expect([answer.status, await answer.text()]).toEqual([
    422,
    expect.stringContaining('The account can’t be created at the moment.'),
  ])
  const program = portal.visitor()
  expect(
    await program.api('POST', '/iot/customer/register', {
      json: {
        userName: fields.userName,
        password: await sealFor(program, '/api/iot/customer/register', fields.password),
      },
    }),
  ).toMatchObject({ status: 422, code: 'I1201' })
  expect(
    (await portal.visitor().post('/login', { identifier: fields.userName, password: fields.password })).status,
  ).toBe(422)
  expect((await portal.visitor().post('/login', { identifier: 'demo-user', password: 'mango-demo' })).status).toBe(303)
})
