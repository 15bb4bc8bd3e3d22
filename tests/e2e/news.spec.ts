/**
 * The message centre: messages are read one by one or all at once and searched, and a customer talks with the provider.
 */
import type { Page } from 'playwright/test'
import { expect, expectAccessible, ready, test, withAccount } from '../support/browser'
import { HttpClient } from '../support/http-client'
import { plainPng } from '../support/media'
import { operatorToken } from '../support/people'

const operate = async <D = unknown>(origin: string, method: string, address: string, json?: unknown) => {
  const answer = await new HttpClient(origin).api<D>(method, `/operator${address}`, {
    token: await operatorToken(origin),
    ...(json === undefined ? {} : { json }),
  })
  expect(answer.code, address).toBe('0')
  return answer.data
}
/** Only to one account: the tests of a worker share a server. */
const tell = (
  origin: string,
  userName: string,
  title: string,
  text = `${title}, in all detail.`,
  more: Record<string, { title: string; text: string }> = {},
) =>
  operate<{ id: string }>(origin, 'POST', '/messages', {
    audience: 'user',
    to: userName,
    texts: { en: { title, text }, ...more },
  })

const main = (page: Page) => page.getByRole('main')
const tab = (page: Page, name: RegExp) =>
  main(page).getByRole('navigation', { name: 'Message centre' }).getByRole('link', { name })

test('messages are marked as unread until read, one by one or all at once @core-js', async ({
  page,
  scripted,
  baseURL,
}) => {
  const person = await withAccount(page, 'reader')
  await page.goto('/news')
  await ready(page, scripted)
  await expect(main(page).getByRole('heading', { name: 'No messages yet' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
  for (const title of ['First news', 'Second news', 'Third news']) await tell(baseURL ?? '', person.userName, title)
  await page.goto('/news')
  await ready(page, scripted)
  await expect(tab(page, /^Messages/)).toHaveText('Messages (3)')
  await expect(main(page).getByRole('list', { name: 'Messages' }).getByRole('link')).toHaveText([
    'Unread: Third news',
    'Unread: Second news',
    'Unread: First news',
  ])
  if (scripted) await expectAccessible(page)
  await main(page)
    .getByRole('link', { name: /Second news/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Second news')
  await expect(main(page)).toContainText('Second news, in all detail.')
  await expect(page.getByRole('banner').getByRole('link', { name: /2/ }).first()).toBeVisible()
  if (scripted) await expectAccessible(page)
  await main(page).getByRole('link', { name: 'All messages' }).click()
  await expect(tab(page, /^Messages/)).toHaveText('Messages (2)')
  await expect(main(page).getByRole('link', { name: 'Second news' })).toHaveText('Second news')
  await main(page).getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByText('All messages are marked as read.')).toBeVisible()
  await expect(tab(page, /^Messages/)).toHaveText('Messages')
  await expect(main(page).getByText('Unread:')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
})

test('a message is in the reader’s language, and the pages run from right to left in Arabic', async ({
  page,
  context,
  scripted,
  baseURL,
}) => {
  const person = await withAccount(page, 'arab-reader')
  await tell(baseURL ?? '', person.userName, 'New software', 'It is faster.', {
    ar: { title: 'برنامج جديد', text: 'إنه أسرع.' },
  })
  await tell(baseURL ?? '', person.userName, 'Only in English')
  // The account has its own language, which takes precedence over the cookie.
  await page.goto('/news')
  await page.request.post('/language', {
    form: { language: 'ar', returnTo: '/news' },
    headers: { origin: baseURL ?? '' },
  })
  await context.addCookies([{ name: 'language', value: 'ar', url: baseURL ?? '' }])
  await page.goto('/news')
  await ready(page, scripted)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(main(page).getByRole('link', { name: /برنامج جديد/ })).toBeVisible()
  await expect(main(page).getByRole('link', { name: /Only in English/ })).toHaveAttribute('lang', 'en')
  if (scripted) await expectAccessible(page, '/news in ar')
  await main(page)
    .getByRole('link', { name: /برنامج جديد/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('برنامج جديد')
  await expect(main(page)).toContainText('إنه أسرع.')
  if (scripted) await expectAccessible(page, 'a message in ar')
  for (const address of ['/news/feedback', '/news/feedback/new']) {
    await page.goto(address)
    await ready(page, scripted)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    if (scripted) await expectAccessible(page, `${address} in ar`)
  }
})

test('messages are searched by words, by days and by unread state, ten on a page', async ({
  page,
  scripted,
  baseURL,
}) => {
  const person = await withAccount(page, 'searcher')
  for (let number = 1; number <= 11; number++)
    await tell(baseURL ?? '', person.userName, `Number ${number}`, number === 7 ? 'The needle.' : 'Hay.')
  await page.goto('/news')
  await ready(page, scripted)
  const list = main(page).getByRole('list', { name: 'Messages' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  await main(page).getByRole('link', { name: 'Next' }).first().click()
  await expect(list.getByRole('link')).toHaveText(['Unread: Number 1'])
  await main(page).getByText('Search and filter').click()
  await main(page).getByLabel('Contains').fill('needle')
  await main(page).getByRole('button', { name: 'Search' }).click()
  await expect(list.getByRole('link')).toHaveText(['Unread: Number 7'])
  if (scripted) await expectAccessible(page)
  await list.getByRole('link').click()
  // The list shows the beginning of each message too.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Number 7')
  await expect(main(page)).toContainText('The needle.')
  await page.goto('/news?search=needle&show=unread')
  await ready(page, scripted)
  await expect(main(page).getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  if (scripted) await expectAccessible(page)
  await page.goto('/news?from=2026-05-04&to=2026-04-01')
  await ready(page, scripted)
  await expect(main(page).getByText('The last date is before the first one.')).toBeVisible()
  await main(page).getByRole('link', { name: 'Reset' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(10)
})

test('a customer writes, the provider answers, the customer replies and closes @core-no-js', async ({
  page,
  scripted,
  baseURL,
}) => {
  await withAccount(page, 'writer')
  await page.goto('/news/feedback')
  await ready(page, scripted)
  await expect(main(page).getByRole('heading', { name: 'You have not written to us yet' })).toBeVisible()
  if (scripted) await expectAccessible(page)
  await main(page).getByRole('link', { name: 'Write to us' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Write to us')
  await ready(page, scripted)
  if (scripted) await expectAccessible(page)
  await main(page).getByLabel('What is it about?').selectOption({ label: 'Picture and sound' })
  await main(page).getByLabel('Your message').fill('short')
  await main(page).getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('alert')).toContainText('Write 10 to 2,000 characters.')
  await expect(main(page).getByLabel('Your message')).toHaveValue('short')
  await expect(main(page).getByLabel('What is it about?')).toHaveValue('picture-sound')
  await ready(page, scripted)
  if (scripted) await expectAccessible(page)
  const text = '<b>Stripes</b> on HD.\u202e reversed\n\nSince yesterday.'
  await main(page).getByLabel('Your message').fill(text)
  // A double click writes once.
  await main(page).getByRole('button', { name: 'Send' }).dblclick()
  await expect(page.getByText('Thank you, your message has arrived.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Picture and sound')
  const talk = main(page).getByRole('list', { name: 'Conversation' })
  await expect(talk.getByRole('paragraph').filter({ hasText: '<b>Stripes</b> on HD. reversed' })).toBeVisible()
  await expect(main(page).getByText('Sent', { exact: true })).toBeVisible()
  const { pathname } = new URL(page.url())
  const id = pathname.split('/').at(-1) ?? ''

  await operate(baseURL ?? '', 'POST', `/feedback/${id}/answer`, { text: 'Please update the box.' })
  await page.goto('/news/feedback')
  await ready(page, scripted)
  await expect(tab(page, /^Feedback/)).toHaveText('Feedback (1)')
  await expect(main(page).getByRole('list', { name: 'Feedback' }).getByRole('listitem')).toHaveCount(1)
  await expect(main(page)).toContainText('1 new reply')
  if (scripted) await expectAccessible(page)
  await main(page).getByRole('link', { name: 'Picture and sound' }).click()
  await expect(talk).toContainText('Please update the box.')
  await ready(page, scripted)
  if (scripted) await expectAccessible(page)
  await main(page).getByLabel('Message').fill('It helped, thank you.')
  await main(page).getByRole('button', { name: 'Send reply' }).click()
  await expect(page.getByText('Your reply has arrived.')).toBeVisible()
  await expect(talk.getByRole('listitem')).toHaveCount(3)
  await expect(main(page).getByLabel('Message')).toHaveValue('')

  // Another tab still shows the form when this one closes the conversation.
  const other = await page.context().newPage()
  await other.goto(pathname)
  await ready(other, scripted)
  await ready(page, scripted)
  await main(page).getByRole('link', { name: 'It’s settled: close the conversation' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Close this conversation?')
  if (scripted) await expectAccessible(page)
  await main(page).getByRole('button', { name: 'Close it' }).click()
  await expect(main(page).getByText('This conversation is closed.')).toBeVisible()
  await expect(main(page).getByRole('button', { name: 'Send reply' })).toHaveCount(0)
  if (scripted) await expectAccessible(page)
  await main(other).getByLabel('Message').fill('One more question.')
  await main(other).getByRole('button', { name: 'Send reply' }).click()
  await expect(other.getByRole('alert')).toContainText('This conversation is closed.')
  // The text written there is not lost: it is sent as a new message about the same box and subject.
  await expect(other.getByRole('textbox', { name: 'Message' })).toHaveValue('One more question.')
  await ready(other, scripted)
  await other.getByRole('button', { name: 'Send as a new message' }).click()
  await expect(other.getByText('Thank you, your message has arrived.')).toBeVisible()
  await expect(other.getByRole('main')).toContainText('One more question.')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(
    await page.getByRole('heading', { level: 1 }).innerText(),
  )
  await other.close()

  await page.goto('/news/feedback')
  await expect(tab(page, /^Feedback/)).toHaveText('Feedback')
  await expect(main(page).getByText('Closed', { exact: true })).toBeVisible()
})

test('a picture is sent along, and a box page links here with its box', async ({
  page,
  request,
  scripted,
  registerBox,
}) => {
  const sn = await registerBox()
  await withAccount(page, 'photographer')
  const paired = (await (
    await request.post('/api/stb/pair', { data: { sn, model: 'Mango S1', softwareVersion: '1.9' } })
  ).json()) as { data: { verificationUriComplete: string } }
  const link = new URL(paired.data.verificationUriComplete)
  await page.goto(link.pathname + link.search)
  await page.getByRole('button', { name: 'Bind the box' }).click()
  await expect(page.getByText('is bound to your account')).toBeVisible()
  await page.goto(`/news/feedback/new?sn=${sn}`)
  await ready(page, scripted)
  await expect(main(page).getByLabel('Which box?')).toHaveValue(sn)
  await expect(main(page).getByLabel('What is it about?')).toHaveValue('box')
  await main(page).getByLabel('Your message').fill('Look at the stripes in the picture.')
  // A person clicks the field before choosing; here there is no click, so the test waits for the field's scripts.
  if (scripted) await expect(page.locator('.attachment-choose')).toHaveCount(2)
  await main(page)
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: 'stripes.png', mimeType: 'image/png', buffer: plainPng() })
  if (scripted)
    await expect(
      main(page)
        .getByText(/stripes\.png.? is attached/)
        .first(),
    ).toBeVisible()
  await main(page).getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Thank you, your message has arrived.')).toBeVisible()
  const picture = main(page).getByRole('img', { name: /stripes\.png/ })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(60)
  await expect(main(page)).toContainText(sn)
  if (scripted) await expectAccessible(page)
  await page.goto('/news/feedback')
  await expect(main(page)).toContainText('1 file')
  await page.goto(`/terminal/${sn}/unbind`)
  await page.getByRole('button', { name: 'Unbind the box' }).click()
})

test.describe('access rights', () => {
  test.describe.configure({ retries: 0 })

  test('another account’s messages and feedback are pages that do not exist', async ({ page, scripted }) => {
    await withAccount(page, 'stranger')
    for (const address of ['/news/messages/01nothing', '/news/feedback/01nothing', '/news/feedback/01nothing/close']) {
      const response = await page.goto(address)
      await ready(page, scripted)
      expect(response?.status(), address).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
  })
})
