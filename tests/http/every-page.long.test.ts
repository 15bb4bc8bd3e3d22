/**
 * Every page with real data in all eight languages as the server sends it: language and direction, one heading,
 * unique ids, no missing texts. every-page.js.spec.ts checks how they look.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf, languages } from '~/i18n/languages'
import { makeHousehold, type Household } from '../support/household'
import { findFaults } from '../support/page-faults'
import {
  findDeadButtons,
  findDrawnWords,
  findLostFields,
  findNumberedTwice,
  findRunTogether,
} from '../support/plain-reading'
import { addressOf, areas, byClient, clientFor, findPages, open, pageVisits, visitsOf } from '../support/page-visits'
import { startServer, type TestServer } from '../support/server'

let server: TestServer
let house: Household
beforeAll(async () => {
  server = await startServer({ env: { LIMITS: 'off' } })
  house = await makeHousehold(server.origin)
})
afterAll(() => server.stop())

it('every page has a visit, and every visit a page', () => {
  expect(Object.keys(pageVisits).sort()).toEqual(findPages().sort())
})

it.each(languages)(
  'every page is complete in $name; without styles and scripts no words run together, no drawing is read out, nothing is dead',
  async ({ tag }) => {
    await house.speak(codeOf(tag))
    const faults: Record<string, string[]> = {}
    let visited = 0
    for (const visit of areas.flatMap(visitsOf)) {
      const client = clientFor(house, visit.who, tag, server.origin)
      await visit.before?.(byClient(client), house)
      const address = addressOf(visit, house)
      const answer = await open(client, address)
      const html = await answer.text()
      visited += 1
      const found = [
        ...(answer.status === (visit.status ?? 200) ? findFaults(html, tag) : [`it answered ${answer.status}`]),
        ...findRunTogether(html),
        ...findDrawnWords(html).map((word) => `a drawing says “${word}”`),
        ...findDeadButtons(html).map((word) => `“${word}” needs scripts`),
        ...findNumberedTwice(html).map((number) => `a numbered entry begins with “${number}”`),
        ...findLostFields(html).map((action) => `a search at “${action}” loses its fields`),
      ]
      if (found.length > 0) faults[`${address} for the ${visit.who}`] = found
    }
    expect(faults).toEqual({})
    expect(visited).toBeGreaterThan(100)
  },
)

describe('the check of plain pages finds', () => {
  it.each([
    ['links', '<p><a>Export</a><a>History</a></p>', ['Export|History']],
    ['buttons', '<form><button>Add</button><button>Remove</button></form>', ['Add|Remove']],
    ['words for listeners', '<a>News<span class="hidden-visually">4 unread</span></a>', ['News|4 unread']],
    ['a mark of direction between', '<p><bdi>A\u2069</bdi><bdi>\u2068B</bdi></p>', ['A|B']],
    ['an icon between', '<p>Up<svg><path d="M0 0"/></svg><b>Down</b></p>', ['Up|Down']],
    ['a picture by its words', '<p><img alt="A dish"/><b>Sky</b></p>', ['A dish|Sky']],
    ['younger blocks', '<nav><a>Home</a></nav><main>Help</main>', ['Home|Help']],
    ['the end of a sentence', '<p><span>Saved.</span><a>Undo</a></p>', ['Saved.|Undo']],
    ['nothing at a space', '<p><a>Export</a> <a>History</a></p>', []],
    ['nothing at a block', '<ul><li>Export</li><li>History</li></ul>', []],
    ['nothing at a sign', '<p><bdi>Astra</bdi>, <b>“Hotbird”</b><i>19</i></p>', []],
    ['nothing at a field', '<p><label>Name</label><input/><button>Save</button></p>', []],
    [
      'nothing in one text or one code',
      '<p>5<!-- -->6 <bdi class="code"><span>1000</span><span>0001</span></bdi></p>',
      [],
    ],
  ])('%s', (_, body, faults) => {
    expect(findRunTogether(`<html><body>${body}</body></html>`)).toEqual(faults)
  })

  it('words of drawings, buttons that need scripts, second numbers, and searches that lead to a place on the page', () => {
    expect(findDrawnWords('<html><body><svg><g><text>101</text></g></svg><p>102</p></body></html>')).toEqual(['101'])
    expect(
      findDeadButtons(
        '<html><body><button type="button">Copy</button><button type="submit">Save</button><button type="button" popovertarget="more">More</button></body></html>',
      ),
    ).toEqual(['Copy', 'More'])
    expect(
      findNumberedTwice(
        '<html><body><ol><li><b>1</b> First</li><li>Second 2</li></ol><ul><li>3</li></ul></body></html>',
      ),
    ).toEqual(['1'])
    expect(
      findLostFields(
        '<html><body><form action="/a#rows"></form><form method="get" action="/b#rows"></form><form method="get" action="/c"></form><form method="post" action="/d#rows"></form></body></html>',
      ),
    ).toEqual(['/a#rows', '/b#rows'])
  })
})

describe('the check of a page finds', () => {
  const page = (body: string, title = 'Help · Mango', top = 'lang="en" dir="ltr"'): string =>
    `<!DOCTYPE html><html ${top}><head><title>${title}</title></head><body>${body}</body></html>`
  const good = '<h1>Help</h1>'
  it.each([
    ['another language', page(good, undefined, 'lang="ar" dir="rtl"'), 'the page is in “ar”, from rtl'],
    ['no heading', page('<p>Help</p>'), '0 headings of level 1: '],
    ['two headings', page(`${good}<h1>More</h1>`), '2 headings of level 1: Help | More'],
    ['a heading that says nothing', page('<h1> </h1>'), '1 headings of level 1:  '],
    ['a title without its page', page(good, 'Mango'), 'the title says only “Mango”'],
    [
      'a title that its heading does not say',
      page('<h1>Help <bdi>us</bdi></h1>'),
      'the title says “Help”, the heading “Help us”',
    ],
    ['an id given twice', page(`${good}<p id="a">a</p><p id="a">b</p>`), 'ids given twice: a'],
    ['a key for a text', page(`${good}<p>home.title</p>`), '<p class=""> says “home.title”'],
    ['a key with its file', page(`${good}<p>The “help:title”</p>`), '<p class=""> says “The “help:title””'],
    [
      'a key in a label',
      page(`${good}<a aria-label="lists:row.grip">x</a>`),
      'aria-label of <a class=""> says “lists:row.grip”',
    ],
    ['a text filled in wrongly', page(`${good}<p class="hint">&lt;1&gt;Read</p>`), '<p class="hint"> says “<1>Read”'],
    ['a value that is not there', page(`${good}<p>undefined boxes</p>`), '<p class=""> says “undefined boxes”'],
  ])('%s', (_, html, fault) => {
    expect(findFaults(html, 'en')).toEqual([fault])
  })

  it('nothing in user texts, hidden parts and a valid page', () => {
    expect(
      findFaults(
        page(
          `${good}<dialog><h1>Later</h1></dialog><bdi>mango.example</bdi><br><img alt="A box"><p>5 &amp; 6<!-- -->7</p><script>undefined</script>`,
        ),
        'en',
      ),
    ).toEqual([])
  })
})
