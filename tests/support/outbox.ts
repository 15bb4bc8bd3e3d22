/** Reads what the portal has sent from the demo's outbox page, as a person with that mailbox or phone would. */
import { expect, type Page } from 'playwright/test'

export type SentCode = { code: string; message: string }

/**
 * The code of the newest message to this address or number, fetched by any client; waits for one newer than `after`.
 */
export const findCode = async (
  fetchText: (path: string) => Promise<string>,
  to: string,
  after: string | null = null,
): Promise<SentCode> => {
  const read = async (): Promise<SentCode | null> => {
    const message =
      /href="(\/dev\/outbox\/[^"?]+)/.exec(await fetchText(`/dev/outbox?to=${encodeURIComponent(to)}`))?.[1] ?? null
    if (message === null || message === after) return null
    const code = /class="[^"]*message-code[^"]*"[^>]*>\s*(?:<[^>]+>)*\s*(\d{6})/.exec(await fetchText(message))?.[1]
    return code === undefined ? null : { code, message }
  }
  await expect.poll(read, { message: `a message with a code to ${to}` }).not.toBeNull()
  const found = await read()
  if (found === null) throw new Error('the message has gone')
  return found
}

/** The same by a page's own browser. */
export const readCode = (page: Page, to: string, after: string | null = null): Promise<SentCode> =>
  findCode(async (path) => (await page.request.get(path)).text(), to, after)
