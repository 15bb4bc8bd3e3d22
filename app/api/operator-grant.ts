/** The operator's endpoints for gifts, batches of codes, proposals for a second operator, and customers' wallets. */
import { z } from 'zod'
import { findAccountByName, type Account } from '~/modules/account/account.server'
import {
  decideProposal,
  findProposal,
  listProposals,
  maxGifted,
  requestGrant,
  type ProposalView,
} from '~/modules/grant/grant.server'
import {
  findBatch,
  listBatches,
  maxCodes,
  showCodes,
  withdrawBatch,
  type BatchView,
} from '~/modules/redeem-code/redeem-code.server'
import { setWalletState, unlockWallet } from '~/modules/wallet/wallet.server'
import { currencies, printAmount, readAmount, scales } from '~/text/amount'
import { plainLine } from '~/text/plain-text'
import { fail, ok, type Result } from '~/errors/table'
import { parseDateRange } from '~/i18n/date-range'
import { now } from '~/platform/clock.server'
import { moment, paged, pagingInput, wholeNumber } from './common'
import { answered, data, shown, type Endpoint } from './endpoint'
import { again, isAgain, proposalAnswer, proposalOf, proposalOutput, statusOfGrant } from './grant-shape'
import { by, neededWhy, operatorEndpoint } from './operator'
import { accountNamed } from './operator-account'
import { batchInput } from './operator-order'

const amountText = z.string().meta({ description: 'decimal text' })
const id = z.string('A0422').min(1, 'A0422').max(64, 'A0422')
const userName = z.string('A0422').trim().min(1, 'A0422').max(400, 'A0422')
const userWord = { show: 'USER', missing: 'The account’s name' }
const mango = (units: bigint): string => printAmount(units, { scale: scales.MANGO })

/** Names as a list, or as text with one per line, as in a file. */
const names = z.preprocess(
  (value) =>
    typeof value === 'string'
      ? value
          .split(/[\n\r,;]+/)
          .map((name) => name.trim())
          .filter((name) => name !== '')
      : value,
  z.array(userName, 'A0422').min(1, 'A0422').max(maxGifted, 'A0422'),
)
/** All of them, each once, or I1301 with the unknown names: a gift is given to all or to none. */
const findAll = async (asked: readonly string[]): Promise<Result<Account[]>> => {
  const found = new Map<string, Account>()
  const unknown: string[] = []
  for (const name of asked) {
    const account = await findAccountByName(name)
    if (account === null || account.role !== 'customer') unknown.push(name)
    else found.set(account.id, account)
  }
  return unknown.length === 0 ? ok([...found.values()]) : fail('I1301', { field: 'user', data: { unknown } })
}

const giftLine = operatorEndpoint('POST /operator/gifts', {
  summary:
    'Gives each of the named customers the same gift of Mango or points, all of them or none, and notifies them by a message. The same `batch` gives once (200 instead of 201). An amount above what one operator may give waits for a second operator (202, `proposal`). I1301 lists in `unknown` the names that are not customers.',
  input: z.object({
    user: names.meta({ description: `customers, at most ${maxGifted}: a list, or text with one in each line` }),
    currency: z.enum(['MANGO', 'POINTS'], 'A0422'),
    amount: z.string('A0422').meta({ description: 'for each, more than 0: at most 10 000 Mango or 1 000 000 points' }),
    batch: batchInput,
    why: neededWhy,
  }),
  output: z.object({
    ...proposalOutput,
    users: z.number().int(),
    currency: z.enum(currencies),
    amount: amountText,
    again,
  }),
  codes: ['A0409', 'A0422', 'I1301', 'MC1013'],
  command: {
    name: 'gifts give',
    options: {
      user: {
        as: 'users',
        show: 'FILE',
        reading: 'content',
        rule: 'a file of customers’ names, one in each line; - reads them from standard input',
      },
      currency: { strict: true },
      amount: { reading: 'amount' },
    },
    usage: '--users FILE --currency MANGO|POINTS --amount AMOUNT --batch NAME --why TEXT',
    help: 'give each customer of a list a gift, once for each batch; FILE has a name\nin each line, - reads it from standard input',
    confirm: 'Give {amount} {currency} to each of them?',
    answer: [
      { say: 'This was given already: {users} got {amount} {currency} each by it.', when: 'again' },
      { say: '{users} got {amount} {currency} each.', unless: 'proposal,again' },
      proposalAnswer,
    ],
  },
  handler: async ({ input, caller }) => {
    const { batch, currency } = input
    if (batch === undefined) return fail('A0422', { field: 'batch' })
    const amount = readAmount(input.amount, { scale: scales[currency] })
    if (!amount.ok) return fail('A0422', { field: 'amount', data: { reason: amount.problem } })
    const accounts = await findAll(input.user)
    if (!accounts.ok) return accounts
    const userIds = accounts.value.map((account) => account.id)
    const asked = { kind: 'gift', currency, amount: amount.value, userIds } as const
    const done = await requestGrant(by(caller, input.why), asked, batch)
    if (!done.ok) return done
    const shown = { users: userIds.length, currency, amount: printAmount(amount.value, { scale: scales[currency] }) }
    return data(
      { ...proposalOf(done.value), ...shown, again: isAgain(done.value) },
      { status: statusOfGrant(done.value) },
    )
  },
})

const batchOutput = z
  .object({
    id: z.string(),
    value: amountText,
    count: z.number().int(),
    used: z.number().int(),
    unused: z
      .number()
      .int()
      .meta({ description: 'that can still be exchanged: none of a batch that ended or was withdrawn' }),
    maker: z.string(),
    createdAt: moment,
    endsAt: moment,
    shownAt: moment.nullable().meta({ description: 'when its maker first got the codes' }),
    withdrawnAt: moment.nullable(),
  })
  .meta({ id: 'CodeBatch' })
const showBatch = (batch: BatchView, at: Date): z.output<typeof batchOutput> => ({
  ...batch,
  value: mango(batch.value),
  unused: batch.withdrawnAt !== null || batch.endsAt <= at ? 0 : batch.count - batch.used,
})

const createCodesLine = operatorEndpoint('POST /operator/codes', {
  summary:
    'Creates codes for Mango, each usable once, until the end of a day (UTC), and returns them: this time, and to their maker under the same `batch` within an hour; then A0409 (`context` shown). They are not stored anywhere. An amount above what one operator may give waits for a second operator (202, `proposal`): once it is confirmed, the maker gets the codes by calling again under the same `batch`.',
  input: z.object({
    value: z.string('A0422').meta({ description: 'Mango, more than 0 and at most 10 000 with four decimals' }),
    number: wholeNumber(1, maxCodes).meta({ description: `how many, 1 to ${maxCodes}` }),
    until: z.string('A0422').max(10, 'A0422').meta({ description: 'YYYY-MM-DD: the last day, at most 3 years ahead' }),
    batch: batchInput,
    why: neededWhy,
  }),
  output: z.object({
    ...proposalOutput,
    id: z.string(),
    value: amountText,
    endsAt: moment,
    codes: z.array(z.object({ code: z.string() })),
  }),
  codes: ['A0404', 'A0409', 'A0422'],
  command: {
    name: 'codes create',
    options: { value: { reading: 'amount' }, number: { show: 'N' }, until: { show: 'DAY' } },
    usage: '--value MANGO --number N --until DAY --batch NAME --why TEXT',
    help: 'make codes that become Mango and print them as CSV, once for each batch:\ncodes create … --yes >codes.csv',
    confirm: 'Make {number} codes of {value} Mango each?',
    answer: [
      { say: 'code,mango,until', unless: 'proposal' },
      { each: 'codes', say: '{code},{value},{until}' },
      proposalAnswer,
    ],
  },
  handler: async ({ input, caller }) => {
    const { batch, number, until } = input
    if (batch === undefined) return fail('A0422', { field: 'batch' })
    const value = readAmount(input.value, { scale: scales.MANGO })
    if (!value.ok) return fail('A0422', { field: 'value', data: { reason: value.problem } })
    const { times } = parseDateRange(until, until)
    if (times === null) return fail('A0422', { field: 'until' })
    const endsAt = new Date(times.toMs)
    const asked = { kind: 'codes', value: value.value, count: number, endsAt } as const
    const acting = by(caller, input.why)
    const done = await requestGrant(acting, asked, batch)
    if (!done.ok) return done
    const about = { ...proposalOf(done.value), id: done.value.id, value: mango(value.value), endsAt }
    if (done.value.state !== 'done') return data({ ...about, codes: [] }, { status: 202 })
    const codes = await showCodes(acting, done.value.id)
    if (!codes.ok) return codes
    const answer = { ...about, codes: codes.value.codes.map((code) => ({ code })) }
    return data(answer, { status: statusOfGrant(done.value) })
  },
})

const listCodesLine = operatorEndpoint('GET /operator/codes', {
  summary: 'Batches of codes with how many were exchanged, newest first. No call returns a code again.',
  input: z.object(pagingInput),
  output: paged(batchOutput),
  codes: ['A0422'],
  command: {
    name: 'codes list',
    help: 'batches of codes, and how many of each were exchanged',
    answer: [{ table: ['id', 'value', 'count', 'used', 'unused', 'endsAt', 'maker', 'createdAt', 'withdrawnAt'] }],
  },
  handler: async ({ input }) => {
    const { items, total } = await listBatches(input)
    const at = now()
    return data({ ...input, items: items.map((one) => showBatch(one, at)), total })
  },
})

const showCodesLine = operatorEndpoint('GET /operator/codes/{id}', {
  summary: 'One batch of codes, and by whom the last hundred of them were exchanged. No call returns a code again.',
  input: z.object({ id }),
  output: batchOutput.extend({
    exchanged: z.array(z.object({ place: z.number().int(), userName: z.string(), at: moment, transferId: z.string() })),
  }),
  codes: ['A0404', 'A0422'],
  command: {
    name: 'codes show',
    words: { id: { show: 'ID', missing: 'The batch’s id' } },
    help: 'one batch, and who exchanged its codes',
    answer: [
      { say: '{id}: {count} codes of {value} Mango by {maker}, until {endsAt}' },
      { say: 'exchanged {used}, still good {unused}; shown {shownAt|or never}, withdrawn {withdrawnAt|or never}' },
      { table: ['place', 'userName', 'at', 'transferId'], rows: 'exchanged' },
    ],
  },
  handler: async ({ input }) => {
    const found = await findBatch(input.id)
    if (!found.ok) return found
    const { batch, used } = found.value
    return data({ ...showBatch(batch, now()), exchanged: used })
  },
})

const withdrawCodesLine = operatorEndpoint('POST /operator/codes/{id}/withdraw', {
  summary: 'Withdraws the unused codes of a batch: nobody can exchange them any more. Exchanged ones stay.',
  input: z.object({ id, why: neededWhy }),
  output: z.object({ unused: z.number().int().meta({ description: 'how many were withdrawn' }) }),
  codes: ['A0404', 'A0409', 'A0422'],
  command: {
    name: 'codes withdraw',
    words: { id: { show: 'ID', missing: 'The batch’s id' } },
    help: 'withdraw the unused codes of a batch',
    confirm: 'Withdraw the unused codes of {id}?',
    answer: [{ say: 'Withdrawn: {unused|count unused code} of {id}.' }],
  },
  handler: async ({ input, caller }) => answered(await withdrawBatch(by(caller, input.why), input.id)),
})

const proposalShape = z
  .object({
    id: z.string(),
    kind: z.enum(['credit', 'gift', 'codes', 'refund']),
    state: z.enum(['waiting', 'confirmed', 'refused', 'expired']),
    currency: z.enum(currencies),
    each: amountText.meta({ description: 'what each customer or code gets' }),
    count: z.number().int().meta({ description: 'customers or codes' }),
    total: amountText,
    users: z.array(z.string()),
    codesUntil: moment.nullable(),
    order: z.string().nullable().meta({ description: 'of a refund: the order’s number' }),
    refundTo: z.enum(['wallet', 'provider']).nullable(),
    why: z.string(),
    proposer: z.string(),
    createdAt: moment,
    endsAt: moment,
    decider: z.string().nullable(),
    decidedAt: moment.nullable(),
    decidedWhy: z.string().nullable(),
  })
  .meta({ id: 'Proposal' })
const showProposal = ({ asked, total, currency, ...more }: ProposalView): z.output<typeof proposalShape> => {
  const show = (amount: bigint): string => printAmount(amount, { scale: scales[currency] })
  return {
    ...more,
    kind: asked.kind,
    currency,
    each: show(asked.kind === 'codes' ? asked.value : asked.amount),
    count: asked.kind === 'codes' ? asked.count : asked.kind === 'refund' ? 1 : asked.userIds.length,
    total: show(total),
    codesUntil: asked.kind === 'codes' ? asked.endsAt : null,
    order: asked.kind === 'refund' ? asked.number : null,
    refundTo: asked.kind === 'refund' ? asked.to : null,
  }
}
const proposalWord = { show: 'ID', missing: 'The proposal’s id' }

const listProposalsLine = operatorEndpoint('GET /operator/proposals', {
  summary: 'What operators asked for that needs a second one: those that wait, the first to end first; or all.',
  input: z.object({ ...pagingInput, state: z.enum(['waiting', 'all'], 'A0422').default('waiting') }),
  output: paged(proposalShape),
  codes: ['A0422'],
  command: {
    name: 'proposals list',
    options: { state: { strict: true } },
    help: 'what waits for a second operator; --state all shows what was decided',
    answer: [
      {
        table: ['id', 'state', 'kind', 'total', 'currency', 'each', 'count', 'proposer', 'why', 'endsAt', 'decider'],
      },
    ],
  },
  handler: async ({ input }) => {
    const { items, total } = await listProposals(input)
    return data({ ...input, items: items.map(showProposal), total })
  },
})

const showProposalLine = operatorEndpoint('GET /operator/proposals/{id}', {
  summary: 'One proposal, with the customers who would get it.',
  input: z.object({ id }),
  output: proposalShape,
  codes: ['A0404', 'A0422'],
  command: {
    name: 'proposals show',
    words: { id: proposalWord },
    help: 'one proposal, with the customers who would get it',
    answer: [
      { say: '{id}: {kind}, {each} {currency} for each of {count}, {total} {currency} in all ({state})' },
      { say: 'codes until {codesUntil}', when: 'codesUntil' },
      { say: 'refund of the order {order}, to the {refundTo}', when: 'order' },
      { say: 'to {users}', when: 'users.0' },
      { say: 'asked for by {proposer} at {createdAt}, until {endsAt}: {why}' },
      { say: '{state} by {decider} at {decidedAt}: {decidedWhy|or -}', when: 'decider' },
    ],
  },
  handler: async ({ input }) => {
    const found = await findProposal(input.id)
    return shown(found, showProposal)
  },
})

const decideLine = (verdict: 'confirm' | 'refuse') =>
  operatorEndpoint(`POST /operator/proposals/{id}/${verdict}`, {
    summary:
      verdict === 'confirm'
        ? 'Confirms what another operator asked for, and carries it out. A0409 (`context`): proposal-own, proposal-made and proposal-new (the account is not a second person’s), proposal-decided, proposal-expired, proposal-proposer.'
        : 'Refuses an operator’s proposal; the proposer can withdraw it in this way, too.',
    input: z.object({ id, why: neededWhy }),
    output: proposalShape,
    codes:
      verdict === 'confirm'
        ? ['A0404', 'A0409', 'A0422', 'I1009', 'MC1013', 'R1000', 'R2001']
        : ['A0404', 'A0409', 'A0422', 'I1009'],
    command: {
      name: `proposals ${verdict}`,
      words: { id: proposalWord },
      help: verdict === 'confirm' ? 'confirm what another operator asked for: it is done' : 'refuse it',
      confirm: verdict === 'confirm' ? 'Have {id} done? Look at it first: proposals show {id}' : 'Refuse {id}?',
      answer: [{ say: '{id}, {total} {currency} ({kind}) by {proposer}, is {state}.' }],
    },
    handler: async ({ input, caller }) => {
      const state = verdict === 'confirm' ? 'confirmed' : 'refused'
      const decided = await decideProposal(by(caller, input.why), input.id, state)
      return shown(decided, showProposal)
    },
  })

const reasonText = z
  .string('A0422')
  .max(400, 'A0422')
  .transform(plainLine)
  .refine((text) => text.length >= 3 && text.length <= 300, 'A0422')
  .meta({ description: 'what its owner reads, 3 to 300 characters' })
const walletOutput = z.object({
  user: z.string(),
  state: z.enum(['open', 'frozen', 'closed']),
  reason: z.string().nullable(),
})
const walletActs = {
  freeze: {
    state: 'frozen',
    summary:
      'Freezes a customer’s wallet: nothing goes out, money that is due still comes in. Its owner is notified, with `reason`.',
    help: 'freeze a wallet; its owner reads --reason, the audit log --why',
    confirm: 'Freeze the wallet of {user}?',
  },
  close: {
    state: 'closed',
    summary:
      'Closes a customer’s wallet, which is empty and whose owner owes nothing (otherwise A0409 with `context` not-empty or owes). Its owner is notified, with `reason`.',
    help: 'close an empty wallet',
    confirm: 'Close the wallet of {user}?',
  },
  reopen: {
    state: 'open',
    summary: 'Reopens a frozen or closed wallet. Its owner is notified.',
    help: 'open a frozen or closed wallet again',
    confirm: 'Open the wallet of {user} again?',
  },
} as const
const walletLine = (act: keyof typeof walletActs) => {
  const { state, summary, help, confirm } = walletActs[act]
  const takesReason = act !== 'reopen'
  return operatorEndpoint(`POST /operator/wallets/${act}`, {
    summary,
    input: takesReason
      ? z.object({ user: userName, reason: reasonText, why: neededWhy })
      : z.object({ user: userName, why: neededWhy }),
    output: walletOutput,
    codes: ['A0409', 'A0422', 'I1301', 'MC1000'],
    command: {
      name: `wallets ${act}`,
      words: { user: userWord },
      ...(takesReason && {
        options: { reason: { rule: 'what the customer reads, 3 to 300 characters' } },
        usage: 'USER --reason TEXT --why TEXT',
      }),
      help,
      confirm,
      answer: [{ say: 'The wallet of {user} is {state}.' }],
    },
    handler: async ({ input: { user: name, why, ...given }, caller }) => {
      const account = await accountNamed(name)
      if (!account.ok) return account
      const { id: userId, userName: user } = account.value
      const done = await setWalletState(by(caller, why), { userId, state, reason: null, ...given })
      return shown(done, (wallet) => ({ user, state: wallet.state, reason: wallet.reason }))
    },
  })
}

const unlockLine = operatorEndpoint('POST /operator/wallets/unlock', {
  summary:
    'Ends the lock that wrong payment passwords have put on a wallet; the password does not change. A0409 (`context` not-locked) if there is none.',
  input: z.object({ user: userName, why: neededWhy }),
  output: z.object({ user: z.string() }),
  codes: ['A0404', 'A0409', 'A0422', 'I1301'],
  command: {
    name: 'wallets unlock',
    words: { user: userWord },
    help: 'end the lock after wrong payment passwords',
    confirm: 'Unlock the wallet of {user}?',
    answer: [{ say: 'The payment password of {user} is unlocked.' }],
  },
  handler: async ({ input, caller }) => {
    const account = await accountNamed(input.user)
    if (!account.ok) return account
    const { id, userName: user } = account.value
    return shown(await unlockWallet(by(caller, input.why), id), () => ({ user }))
  },
})

export const operatorGrantEndpoints: readonly Endpoint[] = [
  giftLine,
  createCodesLine,
  listCodesLine,
  showCodesLine,
  withdrawCodesLine,
  listProposalsLine,
  showProposalLine,
  decideLine('confirm'),
  decideLine('refuse'),
  walletLine('freeze'),
  walletLine('close'),
  walletLine('reopen'),
  unlockLine,
]
