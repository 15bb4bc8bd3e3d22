/** A customer's points: the calls of /api/points, which answer what the pages of /points show. */
import { z } from 'zod'
import { listPointsOrders, pointsStates } from '~/modules/order/order.server'
import {
  invitationReasons,
  invitationTerms,
  inviteCodeOf,
  inviterOf,
  listExpiries,
  listInvited,
  listPointsEntries,
  pointsOf,
  pointsTypeIds,
} from '~/modules/points/points.server'
import { now } from '~/platform/clock.server'
import { pointsPurchase } from '~/web/points/purchase.server'
import { worthOf } from '~/web/points/points-view.server'
import { checkRange, moment, oneOf, paged, pagingInput, timesOf, userOf, zonedDays } from './common'
import { data, type Endpoint } from './endpoint'
import { amount, orderOutput, readerLanguage } from './order-shape'
import { walletReadEndpoint } from './wallet'

const points = z.string().meta({ description: 'whole points, as decimal text' })
const initial = z.string().meta({ description: 'the first letter of a user name' })

const planOutput = z.object({
  plan: z.string(),
  product: z.string(),
  months: z.number().int(),
  points: points.meta({ description: 'the price in points' }),
  missing: points.nullable().meta({ description: 'how many are missing; null if there are enough' }),
})

export const pointsEndpoints: readonly Endpoint[] = [
  walletReadEndpoint('GET /points/customer/account', {
    summary: 'How many points there are, what they are worth, and which expire next. 100 points are 1 Mango.',
    output: z
      .object({
        balance: points,
        held: points.meta({ description: 'set aside for orders that are not paid yet' }),
        available: points,
        worth: amount.meta({ description: 'the balance in Mango' }),
        expiries: z
          .array(z.object({ endsOn: moment, points }))
          .meta({ description: 'the next days on which points expire, unless they are used' }),
      })
      .meta({ id: 'Points' }),
    handler: async ({ caller }) => {
      const { userId } = userOf(caller)
      const [has, expiries] = await Promise.all([pointsOf(userId), listExpiries(userId)])
      return data({
        balance: String(has.balance),
        held: String(has.held),
        available: String(has.available),
        worth: worthOf(has.balance),
        expiries: expiries.map((one) => ({ endsOn: one.endsOn, points: String(one.points) })),
      })
    },
  }),
  walletReadEndpoint('GET /points/customer/entries', {
    summary:
      'Points received and spent, newest first. Types: 0 invitation, 1 gift, 2 spent, 3 returned, 4 expired, 5 corrected.',
    input: z.object({ ...pagingInput, ...zonedDays, type: oneOf(...pointsTypeIds).optional() }).superRefine(checkRange),
    output: paged(
      z
        .object({
          number: z.string().nullable().meta({ description: 'the transaction’s number' }),
          at: moment,
          type: z.number().int(),
          amount: points.meta({ description: 'below zero: they went' }),
          balanceAfter: points,
          orderNumber: z.string().nullable(),
        })
        .meta({ id: 'PointsEntry' }),
    ),
    codes: ['A0422'],
    handler: async ({ caller, input }) => {
      const filter = { ...timesOf(input), type: pointsTypeIds.find((one) => one === input.type) ?? null }
      const { items, total } = await listPointsEntries(userOf(caller).userId, filter, input)
      return data({
        ...input,
        total,
        items: items.map((one) => ({
          ...one,
          amount: String(one.amount),
          balanceAfter: String(one.balanceAfter),
        })),
      })
    },
  }),
  walletReadEndpoint('GET /points/customer/orders', {
    summary: 'The account’s orders paid with points, in full or in part, newest first.',
    input: z.object({ ...pagingInput, ...zonedDays }).superRefine(checkRange),
    output: paged(
      orderOutput
        .safeExtend({
          points,
          worth: amount.meta({ description: 'what they pay of the price, in USD' }),
          pointsState: z.enum(pointsStates).meta({ description: 'set aside, taken, or given back with a refund' }),
        })
        .meta({ id: 'PointsOrder' }),
    ),
    codes: ['A0422'],
    handler: async (call) => {
      const { page, size } = call.input
      const { from, before } = timesOf(call.input)
      const paging = { page, size, language: readerLanguage(call) }
      const { orders, total } = await listPointsOrders(userOf(call.caller).userId, { from, to: before }, paging)
      return data({ page, size, total, items: orders })
    },
  }),
  walletReadEndpoint('GET /points/customer/purchases', {
    summary: 'The plans that the points cover in full (now), and those of which they cover half or more (soon).',
    output: z.object({
      available: points,
      open: z.boolean().meta({ description: 'false if points can’t pay in the account’s country at present' }),
      now: z.array(planOutput),
      soon: z.array(planOutput),
    }),
    handler: async (call) => {
      const found = await pointsPurchase(userOf(call.caller).userId, readerLanguage(call), now())
      const show = (plans: typeof found.now) => plans.map((plan) => ({ ...plan, product: plan.name }))
      return data({ ...found, open: found.isOpen, now: show(found.now), soon: show(found.soon) })
    },
  }),
  walletReadEndpoint('GET /points/customer/invitation', {
    summary:
      'The account’s code and link for inviting others, the reward for an invitation, who invited it, and whom it has invited, newest first. docs/points.md has the states and reasons.',
    input: z.object(pagingInput),
    output: paged(
      z
        .object({
          initial,
          state: z.enum(['registered', 'bound', 'rewarded', 'refused']),
          reason: z.enum(invitationReasons).nullable(),
          points: points.nullable(),
          registeredAt: moment,
        })
        .meta({ id: 'Invited' }),
    ).extend({
      code: z.string(),
      link: z.string(),
      reward: points.meta({ description: 'what an invitation brings; 0: nothing at present' }),
      perDay: z
        .number()
        .int()
        .meta({ description: 'how many are rewarded a day; any more are rewarded on the following days' }),
      invitedBy: initial.nullable(),
      earned: points,
    }),
    codes: ['A0422'],
    handler: async (call) => {
      const { userId } = userOf(call.caller)
      const { page, size } = call.input
      const [code, inviter, invited] = await Promise.all([
        inviteCodeOf(userId),
        inviterOf(userId),
        listInvited(userId, { page, size }),
      ])
      const terms = invitationTerms()
      return data({
        code,
        link: `${call.origin}/register?${new URLSearchParams({ invite: code }).toString()}`,
        reward: String(terms.points),
        perDay: terms.perDay,
        invitedBy: inviter?.initial ?? null,
        earned: String(invited.points),
        page,
        size,
        total: invited.total,
        items: invited.items.map((one) => ({
          ...one,
          points: one.points === null ? null : String(one.points),
        })),
      })
    },
  }),
]
