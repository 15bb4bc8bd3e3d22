/** Reads what the portal has sent, from the demo's outbox page, as a person with that mailbox or phone would. */
import { expect, type Page } from 'playwright/test'

/** The code of the newest message to this address or number; waits until one newer than `after` is there. Gives code and message. */
export const readCode = async (page: Page, to: string, after: string | null = null): Promise<{ code: string; message: string }> => {
  const read = async (): Promise<{ code: string; message: string } | null> => {
    const list = await (await page.request.get(`/dev/outbox?to=${encodeURIComponent(to)}`)).text()
    const message = /href="(\/dev\/outbox\/[^"?]+)/.exec(list)?.[1] ?? null
    if (message === null || message === after) return null
    const code = /class="[^"]*message-code[^"]*"[^>]*>\s*(?:<[^>]+>)*\s*(\d{6})/.exec(await (await page.request.get(message)).text())?.[1]
    return code === undefined ? null : { code, message }
  }
  await expect.poll(read, { message: `a message with a code to ${to}` }).not.toBeNull()
  const found = await read()
  if (found === null) throw new Error('the message has gone')
  return found
}
