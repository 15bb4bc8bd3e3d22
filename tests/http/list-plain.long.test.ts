/** The pages of lists in text browsers: searches keep their fields, refusals and previews come first. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toolNames } from '~/modules/channel-list/tools/tools.schema'
import { withoutUndo } from '../support/html'
import { makeHousehold, type Household } from '../support/household'
import { addressOf, clientFor, open, visitsOf } from '../support/page-visits'
import { findDeadButtons, findLostFields, findRunTogether } from '../support/plain-reading'
import { startServer, type TestServer } from '../support/server'

let server: TestServer
let house: Household
beforeAll(async () => {
  server = await startServer({ env: { LIMITS: 'off' } })
  house = await makeHousehold(server.origin)
})
afterAll(() => server.stop())

const read = async (address: string): Promise<string> => {
  const answer = await open(clientFor(house, 'owner', 'en', server.origin), address)
  return (await answer.text()).replaceAll('<!-- -->', '')
}
/** The given parts are on the page in this order. */
const expectInOrder = (html: string, parts: readonly string[]): void => {
  const places = parts.map((part) => html.indexOf(part))
  expect(
    places.every((place) => place >= 0),
    `${parts.join(' | ')} at ${places.join(', ')}`,
  ).toBe(true)
  expect(places).toEqual([...places].sort((a, b) => a - b))
}

it('no search or preview of a list jumps to a place on the page it leads to', async () => {
  const faults: Record<string, string[]> = {}
  const previews = toolNames.map((tool) => `/features/lists/${house.listId}/tools/${tool}?asked=1`)
  const visits = visitsOf('lists').map((visit) => ({ who: visit.who, address: addressOf(visit, house) }))
  for (const { who, address } of [...visits, ...previews.map((address) => ({ who: 'owner' as const, address }))]) {
    const html = await (await open(clientFor(house, who, 'en', server.origin), address)).text()
    const found = [...findLostFields(html), ...findRunTogether(html), ...findDeadButtons(html)]
    if (found.length > 0) faults[address] = found
  }
  expect(faults).toEqual({})
})

it('a requested preview comes before its form; unrequested findings come after it', async () => {
  const tools = `/features/lists/${house.listId}/tools`
  expectInOrder(await read(`${tools}/names?letters=upper&asked=1`), [
    '<h1',
    'id="plan"',
    'id="asked"',
    'name="letters"',
  ])
  const first = await read(`${tools}/tidy`)
  if (first.includes('id="plan"')) expectInOrder(first, ['<h1', 'id="asked"', 'id="plan"'])
  expect(first).not.toContain('href="#asked"')
})

it('a refused form of the rows says so above the list’s tools and sections, and at the field', async () => {
  const path = `/features/lists/${house.listId}`
  const page = await read(path)
  expect(page).not.toContain('printed here.</p>')
  const valueOf = (name: string): string =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(withoutUndo(page))?.[1] ?? ''
  const form = { base: valueOf('base'), source: valueOf('source'), batch: valueOf('batch') }
  const post = async (fields: Record<string, string>): Promise<string> => {
    const answer = await clientFor(house, 'owner', 'en', server.origin).post(path, { ...form, ...fields })
    expect(answer.status).toBe(422)
    return (await answer.text()).replaceAll('<!-- -->', '')
  }
  const nothing = 'Select at least one channel.'
  expectInOrder(await post({ intent: 'lock' }), ['id="main"', nothing, '<h1', 'class="rail"', 'id="channels"'])
  const moved = await post({ intent: 'move', id: '1', to: '99999' })
  const wrong = 'Enter a number from 1 to'
  expectInOrder(moved, ['id="main"', wrong, '<h1', 'class="rail"', 'id="field-to"', 'id="field-to-error"'])
  expect(moved.slice(moved.indexOf('id="field-to-error"'))).toContain(wrong)
  expect(moved).toMatch(/<input[^>]*aria-describedby="field-to-error"/)
})
