/** A box that pairs over HTTP, and that the page's account binds with the code shown on its screen. */
import { expect, type Page } from 'playwright/test'
import { ownPage } from './browser'
import { HttpClient } from './http-client'

/** `token`: the device token that the box uses from now on. */
export const bindBox = async (page: Page, origin: string, sn: string): Promise<{ box: HttpClient; token: string }> => {
  const box = new HttpClient(origin)
  const { data: paired } = await box.api<{ deviceToken: string; userCode: string }>('POST', '/stb/pair', {
    json: { sn, model: 'Mango S1', softwareVersion: '1' },
  })
  const bound = await page.request.post('/terminal/bind', {
    headers: { ...ownPage },
    maxRedirects: 0,
    form: { sn, repeatSn: sn, code: paired.userCode },
  })
  expect(bound.status()).toBe(303)
  return { box, token: paired.deviceToken }
}
