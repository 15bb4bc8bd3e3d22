/**
 * Which tests cover which sources. A test that starts the built server runs only on changes that the others did not
 * detect.
 */
import fs from 'node:fs'
import path from 'node:path'

export type Part = {
  /** Files, or folders with all their files. */
  sources: readonly string[]
  /** Files or folders, as above; a test file's own name ends in .test.ts. */
  tests: readonly string[]
}
export const parts: Readonly<Record<string, Part>> = {
  session: {
    sources: ['app/modules/session'],
    tests: [
      'tests/unit/session',
      'tests/http/session.test.ts',
      'tests/http/session-end.test.ts',
      'tests/http/session-leave.test.ts',
      'tests/http/single-session.test.ts',
      'tests/security/session-headers.test.ts',
      'tests/security/tokens.test.ts',
      'tests/http/draft.test.ts',
    ],
  },
  account: {
    sources: ['app/modules/account'],
    tests: [
      'tests/unit/account',
      'tests/http/account.test.ts',
      'tests/http/contact-email.test.ts',
      'tests/security/brute-force.test.ts',
      'tests/security/enumeration.test.ts',
      'tests/security/same-work.test.ts',
      'tests/http/customer.test.ts',
    ],
  },
  device: {
    sources: ['app/modules/device'],
    tests: [
      'tests/unit/device',
      'tests/http/stb.test.ts',
      'tests/http/operator.test.ts',
      'tests/security/ownership.test.ts',
    ],
  },
  stb: {
    sources: ['app/modules/stb'],
    tests: ['tests/unit/stb', 'tests/http/stb.test.ts', 'tests/security/tokens.test.ts'],
  },
  'channel-list': {
    sources: ['app/modules/channel-list'],
    tests: [
      'tests/unit/channel-list',
      'tests/http/chmax.test.ts',
      'tests/http/list-pages.test.ts',
      'tests/security/list-rights.test.ts',
    ],
  },
  catalogue: {
    sources: ['app/modules/catalogue'],
    tests: ['tests/unit/catalogue', 'tests/http/operator.test.ts', 'tests/http/service.test.ts'],
  },
  entitlement: {
    sources: ['app/modules/entitlement'],
    tests: ['tests/unit/entitlement', 'tests/unit/gateway/services.test.ts', 'tests/http/service.test.ts'],
  },
  ledger: { sources: ['app/modules/ledger', 'app/modules/wallet'], tests: ['tests/unit/ledger', 'tests/unit/wallet'] },
  order: {
    sources: ['app/modules/order'],
    tests: [
      'tests/unit/order',
      'tests/unit/payment/payment.test.ts',
      'tests/unit/payment/failures.test.ts',
      'tests/unit/payment/taken-back.test.ts',
      'tests/unit/payment/fail-each-call.test.ts',
      'tests/unit/payment/money-model.test.ts',
      'tests/unit/box-move',
      'tests/http/order.test.ts',
    ],
  },
  payment: {
    sources: ['app/modules/payment'],
    tests: [
      'tests/unit/payment',
      'tests/unit/order/order.test.ts',
      'tests/unit/order/pay-page.test.ts',
      'tests/http/providers.test.ts',
      'tests/http/payment.test.ts',
    ],
  },
  limits: {
    sources: [
      'app/platform/limits.server.ts',
      'app/platform/fair-queue.server.ts',
      'app/platform/thread.server.ts',
      'app/platform/compress.server.ts',
      'app/platform/disk.server.ts',
    ],
    tests: [
      'tests/platform/limits.test.ts',
      'tests/platform/queues-and-slots.test.ts',
      'tests/unit/limits-page.test.ts',
      'tests/unit/attachment/picture-cost.test.ts',
      'tests/unit/channel-list/heavy.test.ts',
      'tests/unit/channel-list/room.test.ts',
      'tests/unit/verification/send.test.ts',
    ],
  },
  change: {
    sources: [
      'app/platform/side-effect.server.ts',
      'app/platform/event.server.ts',
      'app/platform/idempotency.server.ts',
      'app/platform/keyed-queue.server.ts',
      'app/platform/provided.server.ts',
      'app/platform/scope.server.ts',
      'app/platform/transact.server.ts',
    ],
    tests: [
      'tests/platform/event.test.ts',
      'tests/platform/idempotency.test.ts',
      'tests/platform/idempotency-before.test.ts',
      'tests/platform/keyed-queue.test.ts',
      'tests/platform/queues-and-slots.test.ts',
      'tests/platform/transact.test.ts',
    ],
  },
  api: {
    sources: ['app/api'],
    tests: [
      'tests/unit/api',
      'tests/http/api-docs.test.ts',
      'tests/http/api.test.ts',
      'tests/http/odd-calls.test.ts',
      'tests/http/paging.test.ts',
      'tests/http/customer.test.ts',
      'tests/http/chmax.test.ts',
      'tests/http/stb.test.ts',
      'tests/http/operator.test.ts',
      'tests/security/matrix.test.ts',
    ],
  },
}

/** The files of a part, in the order of their names. */
export const filesOf = (root: string, places: readonly string[], isWanted: (file: string) => boolean): string[] =>
  places
    .flatMap((place) => {
      const full = path.join(root, place)
      const stat = fs.statSync(full, { throwIfNoEntry: false })
      if (stat === undefined) return []
      return stat.isFile()
        ? [place]
        : (fs.readdirSync(full, { recursive: true }) as string[]).map((name) => path.join(place, name))
    })
    .filter(isWanted)
    .sort()

/** Skip tables and texts, whose errors would be noticed anyway, and seeds, which are no real data. */
export const isSource = (file: string): boolean =>
  /\.tsx?$/.test(file) && !/(?:\/types|\.schema|\.seed\.server|\/seed\/.*)\.ts$/.test(file)
export const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)

const importLine = /from '(\.[^']+)'/g
/** Whether a test reaches the file that starts the built server. */
export const needsBuild = (root: string, test: string, seen = new Set<string>()): boolean => {
  if (seen.has(test)) return false
  seen.add(test)
  const text = fs.readFileSync(path.join(root, test), 'utf8')
  for (const [, specifier = ''] of text.matchAll(importLine)) {
    const base = path.join(path.dirname(test), specifier)
    const file = [base, `${base}.ts`, `${base}.tsx`].find((one) =>
      fs.statSync(path.join(root, one), { throwIfNoEntry: false })?.isFile(),
    )
    if (file === undefined || !file.startsWith('tests/')) continue
    if (file === 'tests/support/server.ts' || needsBuild(root, file, seen)) return true
  }
  return false
}
