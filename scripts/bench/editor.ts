/**
 * Measures the scripted editor with 2000 rows in Chromium, with the processor slowed down four times: when it is usable
 * after a navigation, whether a fast scroll shows rows everywhere, how soon a batch on 1000 rows is visible.
 */
import type { Page } from 'playwright'
import { signedIn, startChromium } from './chromium'
import type { BenchPortal } from './portal'
import { median, type Table } from './table'

const slowdown = 4
const times = 5

/**
 * Records in the page itself when a row was painted, clicked, and painted as selected. Playwright's own waiting injects
 * a large script and polls, which would cost time on the slowed processor.
 */
const watchUse = (): void => {
  const clicked = () => {
    const row = document.querySelector('[data-editor=ready] .ed-rows [role=row]')
    const before = row?.ariaSelected
    row?.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
    const look = () => {
      if (row?.ariaSelected === before) requestAnimationFrame(look)
      else setTimeout(() => console.debug(`usable after ${performance.now()}`))
    }
    requestAnimationFrame(look)
  }
  const look = () => {
    if (document.querySelector('[data-editor=ready] .ed-rows [role=row]')) setTimeout(clicked)
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/**
 * Milliseconds from the start of the navigation until a row could be selected and was shown so. The page has to run
 * `watchUse`.
 */
const timeToUse = async (page: Page, address: string): Promise<number> => {
  const told = page.waitForEvent('console', (message) => message.text().startsWith('usable after '))
  await page.goto(address, { waitUntil: 'commit' })
  return Number((await told).text().slice('usable after '.length))
}

/**
 * Scrolls the whole list with the wheel and examines every painted frame: the share of frames with a gap, and the
 * number of frames.
 */
const scrollOnce = async (page: Page): Promise<{ frames: number; blank: number }> => {
  await page.evaluate(() => {
    const state = { frames: 0, blank: 0, run: true }
    Object.assign(window, { scrolled: state })
    const look = () => {
      if (!state.run) return
      // After the frame's own work, as it is painted.
      const painted = new MessageChannel()
      painted.port1.onmessage = () => {
        const rows = document.querySelector('.ed-rows')?.getBoundingClientRect()
        if (!rows) return
        const top = Math.max(0, rows.top)
        const bottom = Math.min(window.innerHeight, rows.bottom)
        const boxes = [...document.querySelectorAll('.ed-rows [role=row]')]
          .map((row) => row.getBoundingClientRect())
          .sort((a, b) => a.top - b.top)
        state.frames++
        if ((boxes[0]?.top ?? Infinity) > top + 1 || (boxes.at(-1)?.bottom ?? 0) < bottom - 1) state.blank++
      }
      painted.port2.postMessage(null)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.mouse.move(640, 600)
  for (let i = 0; i < 90; i++) await page.mouse.wheel(0, 300)
  return page.evaluate(() => {
    const { scrolled } = window as unknown as { scrolled: { frames: number; blank: number; run: boolean } }
    scrolled.run = false
    return { frames: scrolled.frames, blank: scrolled.blank }
  })
}

/** Milliseconds from a click until the frame that shows its effect was painted. */
const timeToShow = (page: Page, button: string): Promise<number> =>
  page.evaluate(
    (selector) =>
      new Promise<number>((resolve, reject) => {
        const target = document.querySelector<HTMLButtonElement>(selector)
        if (!target) return reject(new Error(`no ${selector}`))
        const start = performance.now()
        target.click()
        requestAnimationFrame(() => {
          const painted = new MessageChannel()
          painted.port1.onmessage = () => resolve(performance.now() - start)
          painted.port2.postMessage(null)
        })
      }),
    button,
  )

export const benchEditor = async (portal: BenchPortal): Promise<Table[]> => {
  const browser = await startChromium()
  try {
    const address = `${portal.server.origin}/features/lists/${portal.listId}`
    const cold: number[] = []
    const warm: number[] = []
    const emptied: number[] = []
    for (let i = 0; i < times; i++) {
      const context = await signedIn(browser, portal)
      await context.addInitScript(watchUse)
      const page = await context.newPage()
      const tools = await context.newCDPSession(page)
      await tools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      cold.push(await timeToUse(page, address))
      warm.push(await timeToUse(page, address))
      await tools.send('Network.clearBrowserCache')
      await page.goto(`${portal.server.origin}/healthz`)
      emptied.push(await timeToUse(page, address))
      await context.close()
    }
    const context = await signedIn(browser, portal)
    const page = await context.newPage()
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.goto(address)
    await page.waitForSelector('[data-editor=ready] .ed-rows [role=row]')
    const scroll = await scrollOnce(page)
    await page.evaluate(() => window.scrollTo(0, 0))
    await page.locator('.ed-rows [role=row]').first().focus()
    await page.keyboard.press('Control+a')
    await page.waitForSelector('.ed-actions')
    const batches: number[] = []
    const lock = '.ed-buttons button:has(use[href$="#lock"])'
    for (let i = 0; i < 2 * times; i++) batches.push(await timeToShow(page, lock))
    await page.waitForSelector('.ed-save[data-state=clean]')
    await context.close()
    return [
      {
        title: `The editor with 2000 rows, Chromium, processor ${slowdown} times slower`,
        columns: ['what', 'measured', 'to reach'],
        rows: [
          ['usable in a new browser process, nothing cached (ms, median)', median(cold), 2000],
          ['the same, least', Math.min(...cold), 2000],
          ['usable in a tab of the portal, nothing cached (ms, median)', median(emptied), 2000],
          ['usable, cached (ms, median)', median(warm), 2000],
          [`frames with a gap while scrolling (of ${scroll.frames})`, scroll.blank, 0],
          ['a batch on 2000 rows shown (ms, median)', median(batches), 100],
        ],
      },
    ]
  } finally {
    await browser.close()
  }
}
