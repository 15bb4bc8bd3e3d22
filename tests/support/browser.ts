/**
 * What browser tests use instead of Playwright's own `test`: a server and a payment sandbox for each worker, a page
 * that must not violate the content security policy or throw, sign-in through the real form, and the accessibility
 * check. Fixtures of a test add no `worker` scope: its worker would start again with another server.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { expect as playwrightExpect, test as base, type Page } from 'playwright/test'
import { HttpClient, ownPage } from './http-client'
import { askOpenDatabase } from './invariants'
import { operatorToken, people, type Person } from './people'
import { startSandbox, type TestSandbox } from './sandbox'
import { startServer, type TestServer } from './server'

export { ownPage, people, type Person }

/**
 * Waits until the page shows the content of its address: on a client navigation the address changes first. A page
 * without the portal's frame is used as it is.
 */
const settle = (page: Page, timeout = 10_000): Promise<void> =>
  playwrightExpect(async () => {
    const path = new URL(page.url()).pathname
    await playwrightExpect(
      page.locator(`main[data-path="${path}"], body:not(:has(main[data-path]))`),
      'the page shows what its address says',
    ).toHaveCount(1, { timeout: 2000 })
  }).toPass({ timeout })

/**
 * Playwright's own `expect`, except that an address only counts as reached when its content is there, so that the next
 * step acts on that page.
 */
export const expect = playwrightExpect.extend({
  async toHaveURL(
    page: Page,
    wanted: Parameters<ReturnType<typeof playwrightExpect<Page>>['toHaveURL']>[0],
    options?: { timeout?: number },
  ) {
    try {
      if (this.isNot) await playwrightExpect(page).not.toHaveURL(wanted, options)
      else {
        await playwrightExpect(page).toHaveURL(wanted, options)
        await settle(page, options?.timeout)
      }
      return { pass: !this.isNot, message: () => '' }
    } catch (error) {
      return { pass: this.isNot, message: () => (error instanceof Error ? error.message : String(error)) }
    }
  },
})

/** Waits for an address and its content. */
export const arriveAt = async (
  page: Page,
  wanted: Parameters<Page['waitForURL']>[0],
  options?: Parameters<Page['waitForURL']>[1],
): Promise<void> => {
  await page.waitForURL(wanted, options)
  await settle(page)
}

type TestFixtures = {
  /** False in the project without scripts. */
  scripted: boolean
  /** Console warnings and page errors; a test that expects one removes it. What is left at the end fails the test. */
  complaints: string[]
  /** After each test the server's database must satisfy prisma/checks. */
  invariants: undefined
}
type WorkerFixtures = {
  /** The provider of card and coin payments that the server uses. */
  sandbox: TestSandbox
  server: TestServer
  /**
   * Adds a new box to the registry, as the operator does, and returns its serial number. Tests share a server: a bound
   * box stays bound.
   */
  registerBox: (model?: string, secret?: string) => Promise<string>
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  sandbox: [
    async ({}, give) => {
      const sandbox = await startSandbox()
      await give(sandbox)
      await sandbox.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ sandbox }, give) => {
      // Dozens of accounts are created from one address; the limits have their own tests.
      const server = await startServer({ env: { LIMITS: 'off', ...sandbox.env } })
      await sandbox.setPortal(server.origin)
      await give(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  registerBox: [
    async ({ server }, give) => {
      const client = new HttpClient(server.origin)
      let registered = 0
      await give(async (model = 'Mango S1', secret = '') => {
        registered += 1
        const sn = `7${String(registered).padStart(11, '0')}`
        const answer = await client.api<{ added: number }>('POST', '/operator/boxes', {
          token: await operatorToken(server.origin),
          raw: { type: 'text/csv', bytes: `sn,model,vno,secret\n${sn},${model},,${secret}\n` },
        })
        expect(answer, `registering the box ${sn}`).toMatchObject({ code: '0', data: { added: 1 } })
        return sn
      })
    },
    { scope: 'worker' },
  ],
  invariants: [
    async ({ server }, give) => {
      await give(undefined)
      expect(askOpenDatabase(server.databaseFile), 'the invariants of prisma/checks, after this test').toEqual([])
    },
    { auto: true },
  ],
  baseURL: async ({ server }, give) => give(server.origin),
  scripted: async ({ javaScriptEnabled }, give) => give(javaScriptEnabled !== false),
  complaints: [
    async ({ page }, give) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`))
      page.on('console', (message) => {
        // 4xx answers are part of many tests; the browser reports each as a failed resource.
        if (
          (message.type() === 'error' || message.type() === 'warning') &&
          !message.text().startsWith('Failed to load resource')
        )
          complaints.push(`console: ${message.text()}`)
      })
      await give(complaints)
      expect(complaints, 'the browser complained').toEqual([])
    },
    { auto: true },
  ],
})

/** Signs in through the form at /login. */
export const signIn = async (page: Page, person: Person = people.customer): Promise<void> => {
  await page.goto('/login')
  await page.locator('input[autocomplete~="username"]').fill(person.userName)
  await page.locator('input[autocomplete~="current-password"]').fill(person.password)
  await page
    .locator(
      'main form:has(input[type="password"]) button[type="submit"], main form:has(input[type="password"]) button:not([type])',
    )
    .first()
    .click()
  await arriveAt(page, (url) => !url.pathname.startsWith('/login'))
}

let made = 0
const makePerson = (prefix: string): Person => {
  made += 1
  return { userName: `${prefix}-${process.pid}-${made}`, password: `pass-${String(made).padStart(4, '0')}` }
}

/** Signs the page's browser in with a new account without opening a page: for journeys that are not about accounts. */
export const withAccount = async (page: Page, prefix = 'viewer'): Promise<Person> => {
  const person = makePerson(prefix)
  // The account keeps the language of the browser that creates it.
  const languages = await page.evaluate(() => navigator.languages.join(','))
  const answer = await page.request.post('/register', {
    headers: { ...ownPage, 'accept-language': languages },
    maxRedirects: 0,
    form: { ...person, repeatPassword: person.password },
  })
  expect(answer.status(), `registering ${person.userName}`).toBe(303)
  return person
}

/** Creates a new account through the form at /register and signs it in. Its name is unique on its server. */
export const register = async (page: Page, prefix = 'viewer'): Promise<Person> => {
  const person = makePerson(prefix)
  await page.goto('/register')
  await page.locator('input[autocomplete~="username"]').fill(person.userName)
  for (const field of await page.locator('input[autocomplete~="new-password"]').all()) await field.fill(person.password)
  for (const box of await page.locator('main form input[type="checkbox"][required]').all()) await box.check()
  await page
    .locator(
      'main form:has(input[type="password"]) button[type="submit"], main form:has(input[type="password"]) button:not([type])',
    )
    .first()
    .click()
  await arriveAt(page, (url) => !url.pathname.startsWith('/register'))
  return person
}

/** Holds the requests to an address, or those of one method, until the returned function is called. */
export const holdRequests = async (
  page: Page,
  address: string | RegExp,
  { method, isLost = false }: { method?: string; isLost?: boolean } = {},
): Promise<() => void> => {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(address, async (route) => {
    if (method === undefined || route.request().method() === method) await released
    await (isLost ? route.abort('internetdisconnected') : route.continue())
  })
  return release
}

/** Waits until the page's scripts run; without scripts there is nothing to wait for. */
export const ready = async (page: Page, scripted: boolean): Promise<void> => {
  if (scripted) await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined)
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The minified source is half as long; a page reads it each time. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const frameParts = ['header.top', 'footer.foot']
/** Frames that axe has checked in this worker. */
const checkedFrames = new Set<string>()
/**
 * Whether axe is in the page, and everything that affects how axe judges head and foot, without ids, links and names.
 */
const prepareAxe = (page: Page): Promise<{ hasAxe: boolean; frame: string }> =>
  page.evaluate(
    (parts) => ({
      hasAxe: 'axe' in window,
      frame: [
        innerWidth,
        matchMedia('(prefers-color-scheme: dark)').matches,
        ...[document.documentElement, document.body].map((one) => one.cloneNode(false) as Element),
        ...[...document.styleSheets].map(({ href, ownerNode }) => href ?? ownerNode?.textContent),
        ...parts.map((one) => document.querySelector(one)),
      ]
        .map((one) => (one instanceof Element ? one.outerHTML : String(one)))
        .join('\n')
        .replaceAll(/:r\w*:/gi, ':')
        .replaceAll(/ (?:href|value|nonce)="[^"]*"/g, '')
        .replaceAll(/(<bdi\b[^>]*>)[^<]*/g, '$1'),
    }),
    frameParts,
  )
/**
 * Fails on any violation of WCAG 2.2 A and AA that a program can detect. Needs scripts. `rule` checks only that one,
 * where the whole page was checked before. A head and foot that equal ones checked before are not checked again.
 */
export const expectAccessible = async (page: Page, where = page.url(), rule?: string): Promise<void> => {
  expect(page.frames(), `${where} has no frame, into which axe would not look`).toHaveLength(1)
  const { hasAxe, frame } = await prepareAxe(page)
  if (!hasAxe) await page.evaluate(axeSource)
  const isChecked = rule === undefined && checkedFrames.has(frame)
  const found = await page.evaluate(
    async ([options, exclude]) => {
      // Colours are checked after their transitions. A message may still appear while axe runs.
      const finishMotion = (): void => {
        for (const motion of document.getAnimations())
          if (Number(motion.effect?.getComputedTiming().endTime) < 60_000) motion.finish()
      }
      const starts = ['animationstart', 'transitionrun'] as const
      finishMotion()
      for (const start of starts) document.addEventListener(start, finishMotion)
      const { axe: there } = window as typeof window & { axe: typeof axe }
      there.configure({ noHtml: true })
      const { violations } = await there.run(
        exclude.length === 0 ? document : { include: [document], exclude },
        options,
      )
      for (const start of starts) document.removeEventListener(start, finishMotion)
      // A finger needs 24 px. Axe skips links within a sentence.
      const low = [...document.querySelectorAll<HTMLAnchorElement>('main a:not(svg *)')].flatMap((link) => {
        const height = Math.round(link.getBoundingClientRect().height)
        return height > 1 && height < 24 ? [`link of ${height} px: ${link.textContent}`] : []
      })
      // A label is part of its control's target, but axe measures only the control.
      const isInLabel = (selector: unknown): boolean =>
        typeof selector === 'string' &&
        (document.querySelector(selector)?.closest('label')?.getBoundingClientRect().height ?? 0) >= 24
      for (const violation of violations)
        if (violation.id === 'target-size')
          violation.nodes = violation.nodes.filter(({ target }) => !isInLabel(target[0]))
      return [
        ...violations
          .filter(({ nodes }) => nodes.length > 0)
          .map(
            ({ id, help, nodes }) =>
              `${id}: ${help}\n${nodes.map((node) => `    ${node.target.join(' ')}  ${node.failureSummary ?? ''}`).join('\n')}`,
          ),
        ...low,
      ]
    },
    [
      {
        runOnly: rule === undefined ? { type: 'tag', values: tags } : { type: 'rule', values: [rule] },
        resultTypes: ['violations'],
        // None of these rules uses style sheets, which axe would read nevertheless.
        preload: { assets: ['media'] },
      } satisfies RunOptions,
      isChecked ? frameParts.map((one) => [one]) : [],
    ] as const,
  )
  if (rule === undefined) checkedFrames.add(frame)
  expect.soft(found, `accessibility of ${where}`).toEqual([])
}

/** Waits until the watch over the session runs: the first user action loads it, here a key without effect. */
export const awaitWatch = async (page: Page): Promise<void> => {
  await ready(page, true)
  await page.keyboard.press('Shift')
  await page.waitForFunction(() => document.documentElement.dataset.watched !== undefined)
}
