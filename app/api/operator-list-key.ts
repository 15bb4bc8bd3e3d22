/** The operator's endpoints for the keys that sign lists. */
import { z } from 'zod'
import { listKeyOutput } from '~/modules/list-signature/key.schema'
import { listKeys, makeNextKey, retireNextKey, switchKeys } from '~/modules/list-signature/list-signature.server'
import { flag } from './common'
import { answered, data, type Endpoint } from './endpoint'
import { by, neededWhy, operatorEndpoint } from './operator'

export const operatorListKeyEndpoints: readonly Endpoint[] = [
  operatorEndpoint('GET /operator/list-keys', {
    summary: 'The keys that lists are signed with: the one that signs, the next one, those that have signed.',
    output: z.object({ items: z.array(listKeyOutput), total: z.number().int() }),
    command: {
      name: 'list-keys list',
      answer: [{ table: ['id', 'status', 'introducedBy', 'createdAt', 'notBefore', 'notAfter'] }],
    },
    handler: async () => {
      const items = await listKeys()
      return data({ items, total: items.length })
    },
  }),
  operatorEndpoint('POST /operator/list-keys', {
    summary:
      'Make the next key known to boxes, introduced by the one that signs now. It signs nothing yet. A0409 if one is already waiting. `why` goes to the audit log.',
    input: z.object({ why: neededWhy }),
    output: listKeyOutput,
    codes: ['A0409', 'A0422'],
    command: {
      name: 'list-keys next',
      help: 'make the next key known to boxes, a week before it signs',
      answer: [{ say: 'Known from now on: {id}, introduced by {introducedBy}. Back the database up.' }],
    },
    handler: async ({ input, caller }) => answered(await makeNextKey(by(caller, input.why))),
  }),
  operatorEndpoint('POST /operator/list-keys/switch', {
    summary:
      'Sign with the next key from now on, and never again with the one before it, whose private half is removed. All lists in memory are signed again at once. A0404 without a next key, A0409 before it was known for seven days (`data.from`), unless `atOnce`: for a key that somebody has stolen. `why` goes to the audit log.',
    input: z.object({ atOnce: flag, why: neededWhy }),
    output: listKeyOutput,
    codes: ['A0404', 'A0409', 'A0422'],
    command: {
      name: 'list-keys switch',
      options: { atOnce: { as: 'at-once', reading: 'switch' } },
      help: 'sign with the next key; --at-once: before boxes had a week to learn it',
      confirm: 'Sign all lists with the next key from now on? The current one can’t come back.',
      answer: [{ say: 'Signing with {id} since {notBefore}. Back the database up.' }],
    },
    handler: async ({ input, caller }) => answered(await switchKeys(by(caller, input.why), { atOnce: input.atOnce })),
  }),
  operatorEndpoint('DELETE /operator/list-keys/{id}', {
    summary: 'Drop a next key before it has signed anything. A0404 if there is none. `why` goes to the audit log.',
    input: z.object({ id: z.string(), why: neededWhy }),
    output: listKeyOutput,
    codes: ['A0404', 'A0422'],
    command: {
      name: 'list-keys retire',
      words: { id: { show: 'ID', missing: 'The next key’s id' } },
      help: 'give the next key up before it has signed anything',
      answer: [{ say: '{id} will never sign.' }],
    },
    handler: async ({ input, caller }) => answered(await retireNextKey(by(caller, input.why), input.id)),
  }),
]
