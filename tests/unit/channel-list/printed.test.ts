/** A printed page stays within its size limit, however many groups a channel is in. */
import { expect, it, vi } from 'vitest'
import { fail } from '~/errors/table'
import { drawListFile } from '~/web/lists/list-file.server'
import { waitForPageTurn } from '~/web/lists/page-turns.server'
import { describePrinted, isCut, readPrinted, type ReadPrinted as Read } from '~/web/lists/printed.server'

it('formats each of a few types and angles once for thousands of rows', () => {
  const types = ['tv', 'radio']
  const read = {
    rows: Array.from({ length: 2000 }, (_, at) => ({ id: at, name: 'A', type: types[at % 2], angle: at % 3 })),
    groups: [],
    satellites: [],
    total: 2000,
    rowsMax: 6000,
  } as unknown as Read
  let asked = 0
  const words = ((key: string) => `${key} ${asked++}`) as unknown as Parameters<typeof describePrinted>[2]
  const format = { degrees: String, number: String } as unknown as Parameters<typeof describePrinted>[3]
  expect(describePrinted(read, 'all', words, format)[0]?.rows).toHaveLength(2000)
  expect(asked).toBe(5)
})

it('does not print two thousand channels in 32 groups each 64 000 times', () => {
  const row = { position: 1, name: 'A', type: 'tv', favourites: 0xffffffff, satellite: 0, sid: 1, angle: null }
  const read = {
    rows: Array.from({ length: 2000 }, (_, at) => ({ ...row, id: at, position: at + 1 })),
    groups: Array.from({ length: 32 }, (_, index) => ({ id: index, index, name: `G${index}`, channels: 2000 })),
    satellites: [],
    total: 2000,
    rowsMax: 6000,
  } as unknown as Read
  const words = ((key: string) => key) as unknown as Parameters<typeof describePrinted>[2]
  const format = { number: String } as unknown as Parameters<typeof describePrinted>[3]
  const sections = describePrinted(read, 'group', words, format)
  expect(sections.map(({ channels }) => channels)).toEqual([2000, 2000, 2000])
  expect(sections.flatMap(({ rows }) => rows)).toHaveLength(6000)
  expect(isCut(read, 'group', sections)).toBe(true)
  const all = describePrinted(read, 'all', words, format)
  expect(all[0]?.rows).toHaveLength(2000)
  expect(isCut(read, 'all', all)).toBe(false)
  expect(isCut({ ...read, total: 6001 }, 'all', all)).toBe(true)
  // Two groups of all channels and one empty group fit.
  const few = { ...read, rows: read.rows.map((one) => ({ ...one, favourites: 5 })) }
  expect(isCut(few, 'group', describePrinted(few, 'group', words, format))).toBe(false)
})

it('limits a page to a list’s maximum, because it is rendered in one turn; a file may hold more', () => {
  const asked: number[] = []
  const view = {
    rows: (_: unknown, { size }: { size: number }) => {
      asked.push(size)
      return { items: [] }
    },
    favouriteGroups: () => [],
    satellites: () => [],
    length: 90_000,
  } as unknown as Parameters<ReturnType<typeof readPrinted>>[0]
  expect([readPrinted('page')(view).rowsMax, readPrinted('file')(view).rowsMax]).toEqual([2000, 6000])
  expect(asked).toEqual([2000, 5000])
})

it('renders long pages one after another, with at most two per reader and a limit on all that wait', async () => {
  vi.useFakeTimers()
  const many = Array.from({ length: 4 }, () => waitForPageTurn('many', 2000))
  expect(await many[0]).toEqual({ ok: true, value: null })
  expect(await Promise.all(many.slice(2))).toMatchObject([{ code: 'I1009' }, { code: 'I1009' }])
  const order: string[] = []
  const others = ['second', 'third'].map((who) => waitForPageTurn(who, 2000))
  expect(await waitForPageTurn('fourth', 2000)).toMatchObject({ code: 'A0503' })
  for (const [at, turn] of [many[1], ...others].entries()) void turn?.then(() => order.push(String(at)))
  await vi.advanceTimersByTimeAsync(3000)
  vi.useRealTimers()
  expect(order).toEqual(['0', '1', '2'])
  expect(await waitForPageTurn('many', 500)).toMatchObject({
    ok: true,
  })
})

it('a PDF’s list is read when its turn comes, so one reader has at most three lists read', async () => {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  const read = vi.fn(() => opened.then(() => fail('C1101')))
  const asked = Array.from({ length: 6 }, () =>
    drawListFile('one reader', read, { t: String, language: 'en' } as never),
  )
  expect(await Promise.all(asked.slice(3))).toMatchObject(Array.from({ length: 3 }, () => ({ code: 'I1009' })))
  expect(read).toHaveBeenCalledTimes(1)
  open()
  expect(await Promise.all(asked.slice(0, 3))).toMatchObject(Array.from({ length: 3 }, () => ({ code: 'C1101' })))
  expect(read).toHaveBeenCalledTimes(3)
})
