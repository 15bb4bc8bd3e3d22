/**
 * A list's page as a workspace: rows first in every language and on every window, with scripts and without; its parts
 * and tools are one click away.
 */
import type { Browser, Page } from 'playwright/test'
import { toolsOf } from '~/ui/channel-list/tool-links'
import { expect, expectAccessible, ownPage, test, withAccount } from '../support/browser'
import { makeList } from '../support/fixtures/satcodx'

/** The number of whole rows that the window shows when the page opens. */
const least = {
  true: { desk: 15, phone: 9 },
  false: { desk: 12, phone: 7 },
} as const
const windows = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const

const open = async (page: Page, path: string, scripted: boolean): Promise<void> => {
  await page.goto(path)
  if (scripted) await expect(page.locator('[data-editor=ready] .ed-rows [role=row]').first()).toBeVisible()
}

const newList = async (page: Page, records = 120): Promise<string> => {
  await withAccount(page, 'workspace')
  const { bytes } = makeList({ seed: 61, records, satellites: 3, variant: '103' })
  const answer = await page.request.post('/api/chmax/lists?name=Workspace', {
    headers: { ...ownPage, 'content-type': 'application/octet-stream' },
    data: Buffer.from(bytes),
  })
  return `/features/lists/${((await answer.json()) as { data: { id: string } }).data.id}`
}

/** Rows that are whole in the window and covered by no bar. */
const wholeRows = (page: Page): Promise<number> =>
  page.locator('.ed-rows [role=row], table.channels tbody tr').evaluateAll((rows) => {
    const edge = [...document.querySelectorAll('.ed-foot, .selection-bar')]
      .map((bar) => bar.getBoundingClientRect())
      .filter(({ height, top }) => height > 1 && top < window.innerHeight)
      .reduce((most, { top }) => Math.min(most, top), window.innerHeight)
    return rows.filter((row) => {
      const { top, bottom, height } = row.getBoundingClientRect()
      return height > 1 && top >= 0 && bottom <= edge + 0.5
    }).length
  })

const inLanguage = async (
  browser: Browser,
  origin: string,
  { language, size, scripted }: { language: string; size: keyof typeof windows; scripted: boolean },
  work: (page: Page) => Promise<void>,
): Promise<void> => {
  const context = await browser.newContext({
    baseURL: origin,
    locale: language,
    viewport: windows[size],
    hasTouch: size === 'phone',
    isMobile: size === 'phone',
    javaScriptEnabled: scripted,
  })
  await work(await context.newPage())
  await context.close()
}

for (const language of ['en', 'ar', 'fa', 'ru'] as const)
  for (const size of ['desk', 'phone'] as const)
    test(`in ${language} a list opens with its rows on a ${size}, also under a notice`, async ({
      browser,
      server,
      scripted,
    }) => {
      await inLanguage(browser, server.origin, { language, size, scripted }, async (page) => {
        const wanted = least[`${scripted}`][size]
        await open(page, await newList(page), scripted)
        await expect(page.locator('html')).toHaveAttribute(
          'dir',
          language === 'ar' || language === 'fa' ? 'rtl' : 'ltr',
        )
        expect(await wholeRows(page)).toBeGreaterThanOrEqual(wanted)
        // Nothing extends beyond the window.
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(windows[size].width)
        // A satellite's name and its position are never read as one: 1 and 19.2 would be another satellite.
        const parts = page.locator('.satellite-name').first().locator('xpath=..')
        if (await parts.locator('.satellite-name').isVisible())
          expect(
            await parts.evaluate((cell) => {
              const [name, angle] = ['.satellite-name', '.satellite-angle'].map(
                (part) => cell.querySelector(part)?.getBoundingClientRect() ?? new DOMRect(),
              ) as [DOMRect, DOMRect]
              return name.top > angle.bottom - 1 ? 99 : Math.max(name.left - angle.right, angle.left - name.right)
            }),
          ).toBeGreaterThanOrEqual(3)
        // Names are truncated at their own end, whichever way the page runs.
        await expect(page.locator('.list-head h1 > bdi')).toHaveCSS('overflow-x', 'hidden')
        await expect(page.locator('.list-head h1 > bdi')).toHaveCSS('direction', 'ltr')

        // Also in another order.
        await open(page, `${new URL(page.url()).pathname}?sort=name`, scripted)
        expect(await wholeRows(page)).toBeGreaterThanOrEqual(wanted)

        // A ready-made list of the demo can't be changed, and says so.
        await page.goto('/features')
        const path = await page.getByRole('link', { name: 'Türksat', exact: true }).getAttribute('href')
        await open(page, path ?? '', scripted)
        await expect(page.locator('.ws-notices .notice')).toBeVisible()
        expect(await wholeRows(page)).toBeGreaterThanOrEqual(wanted)
      })
    })

test('a window of 640 by 400 (a desktop at 200 %) shows everything without scrolling sideways', async ({
  page,
  scripted,
}) => {
  await page.setViewportSize({ width: 640, height: 400 })
  await open(page, await newList(page), scripted)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(640)
  expect(await wholeRows(page)).toBeGreaterThanOrEqual(scripted ? 4 : 2)
  for (const part of ['.list-head h1', '.list-tools summary', '.rail-entry', '[role=search] input'])
    await expect(page.locator(part).first()).toBeInViewport()
})

test('the rail filters by a satellite, also next to another filter, and the filter can be removed again', async ({
  page,
  scripted,
}) => {
  const path = await newList(page)
  await open(page, path, scripted)
  const rail = page.getByRole('navigation', { name: 'Parts of the list' })
  await expect(rail.getByRole('link', { name: /^All channels/ })).toHaveAttribute('aria-current', 'true')
  await rail.getByRole('link', { name: /Astra 1/ }).click()
  await expect(page).toHaveURL(/satellite=\d+/)
  await expect(rail.getByRole('link', { name: /Astra 1/ })).toHaveAttribute('aria-current', 'true')
  await page.locator('.quick').getByRole('link', { name: 'Radio', exact: true }).click()
  await expect(page).toHaveURL(/satellite=\d+&type=radio/)
  await rail.getByRole('link', { name: /Astra 1/ }).click()
  await expect(page).not.toHaveURL(/satellite=/)
  await rail.getByRole('link', { name: /^All channels/ }).click()
  await expect(page).toHaveURL(new RegExp(`${path}(?:#channels)?$`))
})

test('every tool of a list is one click away, on a desktop and on a phone', async ({ page, scripted }) => {
  const path = await newList(page)
  for (const size of ['desk', 'phone'] as const) {
    await page.setViewportSize(windows[size])
    await open(page, path, scripted)
    for (const tool of toolsOf('user', true)) {
      const menus = page.locator('.list-tools details')
      for (const menu of await menus.all())
        if ((await menu.getAttribute('open')) !== null) await menu.locator('summary').click()
      const link = page.locator(`.list-tools a[href="${path}${tool.path}"]:visible`)
      if ((await link.count()) === 0)
        await page
          .locator('.list-tools details')
          .filter({ has: page.locator(`a[href="${path}${tool.path}"]`) })
          // A tool with a separate button is in the menu of all tools only if that button has no room.
          .last()
          .locator('summary')
          .click()
      await link.first().scrollIntoViewIfNeeded()
      await expect(link.first(), `${tool.path} on a ${size}`).toBeInViewport({ ratio: 0.95 })
    }
  }
})

test('in right-to-left languages the rail is on the right, and the sky map stays as it is', async ({
  browser,
  server,
  scripted,
}) => {
  await inLanguage(browser, server.origin, { language: 'ar', size: 'desk', scripted }, async (page) => {
    await open(page, await newList(page), scripted)
    const middle = async (selector: string): Promise<number> => {
      const box = await page.locator(selector).first().boundingBox()
      return (box?.x ?? 0) + (box?.width ?? 0) / 2
    }
    expect(await middle('.rail')).toBeGreaterThan(await middle('.ws-main'))
    expect(await middle('.ws-main')).toBeGreaterThan(await middle('.ws-side'))
    // East is on the left in every language: Türksat at 42° is left of Hotbird at 13°.
    const places = await page.locator('.rail-sky a').evaluateAll((dots) =>
      dots.map((dot) => ({
        satellite: new URL(String(dot.getAttribute('href')), location.href).searchParams.get('satellite'),
        x: dot.getBoundingClientRect().x,
      })),
    )
    const east = await page.locator('.rail a', { hasText: /42\.0/ }).first().getAttribute('href')
    const furthest = places.sort((a, b) => a.x - b.x)[0]?.satellite
    expect(new URL(east ?? '', server.origin).searchParams.get('satellite')).toBe(furthest)
    if (scripted) await expectAccessible(page)
  })
})

test('the icon for skipped channels is the same in every language and never mirrored', async ({
  browser,
  server,
  scripted,
}) => {
  await inLanguage(browser, server.origin, { language: 'ar', size: 'desk', scripted }, async (page) => {
    const path = await newList(page)
    const list = (await (await page.request.get(`/api/chmax${path.replace('/features', '')}`)).json()) as {
      data: { source: string }
    }
    await page.request.post(`/api/chmax${path.replace('/features', '')}/operations`, {
      headers: ownPage,
      data: { base: 1, source: list.data.source, operations: [{ op: 'skip', ids: [0], value: true }] },
    })
    await open(page, path, scripted)
    await expect(page.locator('#c-0 .flag')).toHaveCSS('transform', 'none')
  })
})

test('an empty result offers a reset that shows all rows again', async ({ page, scripted }) => {
  const path = await newList(page, 3)
  await open(page, path, false)
  await page.goto(`${path}?search=nothing-of-the-kind`)
  const reset = page.locator('.empty').getByText('Reset', { exact: true })
  await expect(reset).toBeVisible()
  if (scripted) await expect(page.locator('[data-editor=ready]')).toBeVisible()
  await reset.click()
  await expect(page.locator('.ed-rows [role=row], table.channels tbody tr')).toHaveCount(3)
})

test('a favourite group’s action bar is visible only while something is ticked', async ({ page }) => {
  await page.setViewportSize(windows.phone)
  const path = await newList(page, 12)
  const list = (await (await page.request.get(`/api/chmax${path.replace('/features', '')}`)).json()) as {
    data: { source: string }
  }
  await page.request.post(`/api/chmax${path.replace('/features', '')}/operations`, {
    headers: ownPage,
    data: {
      base: 1,
      source: list.data.source,
      operations: [{ op: 'favourite', ids: [0, 1, 2, 3], group: 0, value: true }],
    },
  })
  await page.goto(`${path}/groups/0`)
  const bar = page.locator('.selection-bar')
  await expect(bar).toBeHidden()
  await page.locator('input[name=id]').first().check()
  await expect(bar).toBeInViewport()
})

test('what can be done with ticked channels has the same names and the same order with scripts and without', async ({
  page,
  scripted,
}) => {
  await open(page, await newList(page, 12), scripted)
  await page.locator('.ed-rows [role=row] input[type=checkbox], table.channels tbody input[name=id]').first().check()
  const names = await page
    .getByRole('group', { name: 'With the selected channels' })
    .getByRole('button')
    .evaluateAll((all) => all.map((button) => (button.textContent ?? '').trim()))
  expect(
    names.filter((name) => /^(?:Move|One|Lock|Skip|Delete)/.test(name)).map((name) => name.replace(/ to…$/, '')),
  ).toEqual(['Move', 'One up', 'One down', 'Lock', 'Skip', 'Delete'])
})

test('the export gives the file in the format that was chosen last', async ({ page, scripted }) => {
  const path = await newList(page, 12)
  await page.goto(`${path}/export`)
  await page.locator('input[value=chl]').check()
  if (!scripted) await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.locator('a[download]')).toHaveAttribute('href', /format=chl/)
  await expect(page).toHaveURL(/format=chl/)
})

test('a preview of a tool matches what the page then shows', async ({ page, scripted }) => {
  const path = await newList(page, 12)
  await page.goto(`${path}/tools/names`)
  await page.getByLabel('Letters', { exact: true }).selectOption('lower')
  await page.getByRole('button', { name: 'Show a preview' }).click()
  await expect(page.locator('#plan')).toBeInViewport()
  if (scripted) await expect(page.locator('#plan')).toBeFocused()
})

test('on a phone the rows of a preview are on the first screen, with the form after them', async ({
  page,
  scripted,
}) => {
  await page.setViewportSize(windows.phone)
  const path = await newList(page, 12)
  await page.goto(`${path}/tools/names`)
  await page.getByLabel('Letters', { exact: true }).selectOption('lower')
  await page.getByRole('button', { name: 'Show a preview' }).click()
  await expect(page.locator('#plan tbody tr').nth(1)).toBeInViewport({ ratio: 1 })
  await expect(page.locator('#plan form[method=post] button')).toBeInViewport({ ratio: 1 })
  if (!scripted) expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.getByRole('link', { name: 'Change the settings' }).click()
  await expect(page.getByLabel('Find')).toBeInViewport()
  await expect(page.getByLabel('Letters', { exact: true })).toHaveValue('lower')
})

test('a printed list has its rows as a table without buttons, and says if some are missing', async ({
  page,
  scripted,
}) => {
  await open(page, await newList(page), scripted)
  // Without the editor only print gets the sentence: CSS shows it.
  const part = page.locator('.only-print')
  await expect(part).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  for (const gone of ['.list-tools', '.channel-filter', '.rail', '.ws-side', '.c-check'])
    for (const one of await page.locator(gone).all()) await expect(one).toBeHidden()
  await expect(part).toBeVisible()
  if (!scripted) {
    expect(await part.evaluate((one) => getComputedStyle(one, '::before').content)).toMatch(/Only some of the list’s/)
    expect(await part.textContent()).toBe('')
    await expect(page.locator('table.channels thead')).toBeVisible()
    return
  }
  await page.keyboard.press('Control')
  await expect(part).toHaveCount(0)
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(page.locator('table.printed tbody tr')).toHaveCount(120)
  await expect(page.locator('.ed-grid')).toBeHidden()
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(page.locator('table.printed')).toHaveCount(0)
})

test('a list printed right after opening fills whole rows of a page or two, without empty ones', async ({
  page,
  scripted,
}) => {
  await open(page, await newList(page, 400), scripted)
  for (const margin of ['0', '1.5cm']) {
    const sides = { top: margin, bottom: margin, left: margin, right: margin }
    const file = await page.pdf({ format: 'A4', margin: sides })
    expect(file.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0).toBeLessThanOrEqual(3)
  }
  if (!scripted) return
  // The print layout of the grid: cells as wide as their contents, in rows one below the other.
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 718, height: 1000 })
  const cut = await page
    .locator('.ed-rows [role=gridcell]:not(.c-check)')
    .evaluateAll((cells) => cells.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length)
  expect(cut).toBe(0)
  const tops = await page
    .locator('.ed-rows [role=row]')
    .evaluateAll((rows) => rows.map((row) => [row.getBoundingClientRect().top, row.getBoundingClientRect().bottom]))
  expect(tops.length).toBeGreaterThan(0)
  tops.slice(1).forEach(([top = 0], at) => expect(top).toBeGreaterThanOrEqual((tops[at]?.[1] ?? Infinity) - 1))
  const height = await page.locator('.ed-grid').evaluate((grid) => grid.getBoundingClientRect().height)
  expect(height).toBeLessThan((tops.at(-1)?.[1] ?? 0) + 40)
})

test('the print page marks how the list is divided, and says why no group is on it', async ({ page }) => {
  const path = await newList(page, 12)
  await page.goto(`${path}/print?by=group`)
  const [here, other] = ['By favourite group', 'By satellite'].map((name) => page.getByRole('link', { name }))
  const colour = (link = here) => link?.evaluate((one) => getComputedStyle(one).backgroundColor)
  expect(await colour()).not.toBe(await colour(other))
  const groups = page.getByRole('main').getByRole('link', { name: 'Favourite groups' })
  await expect(page.getByText('No channel is in a favourite group yet.')).toBeVisible()
  await expect(groups).toHaveAttribute('href', `${path}/groups`)
})

test('deep in a list a phone keeps the way back, Undo, the tools and the search in reach, without covering the rows', async ({
  browser,
  server,
  scripted,
}) => {
  await inLanguage(browser, server.origin, { language: 'ru', size: 'phone', scripted }, async (page) => {
    await open(page, await newList(page), scripted)
    if (scripted) {
      await page.locator('.ed-rows [role=row]').first().locator('input[type=checkbox]').tap()
      await page.locator('.bar-more-button').tap()
      // The longest words of the actions stay within their buttons.
      expect(
        await page
          .locator('.bar-more .btn')
          .evaluateAll((all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length),
      ).toBe(0)
      await page.locator('.bar-more .btn').nth(2).tap()
      await page.locator('.ed-actions .btn').last().tap()
    }
    await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }))
    for (const part of ['.list-back', '.undo .btn', '.tools-button', '[role=search] input[type=search]'])
      await expect(page.locator(part).first(), part).toBeInViewport({ ratio: 1 })
    if (!scripted) return
    await expect(page.locator('.undo .btn:enabled')).toHaveCount(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(windows.phone.width)
    const line = await page.locator('.channel-filter').boundingBox()
    expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThanOrEqual(96)
    expect(await wholeRows(page)).toBeGreaterThanOrEqual(12)
  })
})

test('a reader of a shared link gets rows of two lines on a phone', async ({ browser, page, server }) => {
  const path = await newList(page, 30)
  const made = await page.request.post(`/api/chmax${path.replace('/features', '')}/shares`, {
    headers: ownPage,
    data: {},
  })
  const { link } = ((await made.json()) as { data: { link: string } }).data
  await inLanguage(browser, server.origin, { language: 'ru', size: 'phone', scripted: false }, async (reader) => {
    await reader.goto(new URL(link).pathname)
    const heights = await reader
      .locator('table.printed tbody tr')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
    expect(heights).toHaveLength(10)
    expect(Math.max(...heights)).toBeLessThanOrEqual(60)
    expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBe(windows.phone.width)
  })
})

test('the titles of a list’s pages have the same position, and on a phone the button covers no choice', async ({
  page,
}) => {
  const path = await newList(page, 12)
  const lefts = new Set<number>()
  await page.setViewportSize(windows.desk)
  for (const tool of ['/satellites', '/sort', '/numbers', '/mine', '/export', '/rename']) {
    await page.goto(path + tool)
    lefts.add(Math.round((await page.locator('h1').boundingBox())?.x ?? -1))
  }
  expect([...lefts]).toHaveLength(1)
  await page.setViewportSize(windows.phone)
  await page.goto(`${path}/sort`)
  const last = await page.getByRole('main').getByRole('radio').last().boundingBox()
  const button = await page.getByRole('button', { name: 'Sort', exact: true }).boundingBox()
  expect(button?.y).toBeGreaterThanOrEqual((last?.y ?? Infinity) + (last?.height ?? 0))
})

test('the rail beside the rows cuts none of its sentences, in any language', async ({ page, scripted }) => {
  const path = await newList(page)
  await page.setViewportSize(windows.desk)
  for (const language of ['en', 'ru', 'pt', 'ar']) {
    await page.request.post('/language', { headers: ownPage, form: { language } })
    await open(page, path, scripted)
    const cut = await page.locator('.rail-text > bdi').evaluateAll((texts) =>
      texts
        .filter((text) => {
          const range = document.createRange()
          range.selectNodeContents(text)
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
          return lines.size > 2 || text.scrollWidth > text.clientWidth + 1
        })
        .map((text) => text.textContent),
    )
    expect(cut, language).toEqual([])
  }
})
