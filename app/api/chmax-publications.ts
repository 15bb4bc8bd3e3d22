/**
 * Publishing System and VNO lists: for the accounts that make them, and the same for the operator's command line. Which
 * versions boxes and customers have, which boxes loaded them, and the lists' names by language.
 */
import { z } from 'zod'
import {
  countTaken,
  findPublications,
  findTaken,
  findVersion,
  publishList,
  setTitles,
  type Actor,
  type PublishingInput,
} from '~/modules/channel-list/channel-list.server'
import {
  aimSchema,
  approvedSchema,
  opensAtSchema,
  percentSchema,
  publicationActs,
  publishedRevisionSchema,
  publishingSchema,
} from '~/modules/channel-list/publication/publication.schema'
import { titleLanguages } from '~/modules/channel-list/title.schema'
import { fail, ok, type Result } from '~/errors/table'
import { publicationsOutput, titlesOutput } from '~/modules/channel-list/view.schema'
import { listId, readEndpoint, writeEndpoint } from './chmax'
import { moment, paged, pagingInput, userOf } from './common'
import type { Command } from './command'
import { answered, type Endpoint, shown } from './endpoint'
import { operatorEndpoint } from './operator'

const answer = async (actor: Actor, id: string, revision: number | null = null) => {
  const found = await findPublications(actor, id)
  if (!found.ok) return found
  const [taken, version] = await Promise.all([countTaken(actor, id), findVersion(actor, id, revision)])
  if (revision !== null && !version.ok) return version
  return shown(taken, ({ allowed, versions }) => ({
    ...found.value,
    ...{ id, allowed, taken: versions, version: version.ok ? version.value : null },
  }))
}
const actInput = publishingSchema.extend({
  act: z.enum(publicationActs, 'A0422').meta({
    description:
      'publish (a version, to a share of the boxes or to all), widen, pause (no more boxes get the staged version), resume, withdraw (the stage ends), roll-back, unpublish',
  }),
  revision: publishedRevisionSchema.optional().meta({ description: 'Of publish; without it the newest version' }),
  percent: percentSchema
    .optional()
    .meta({ description: 'Of publish and widen, which need it: 1, 10, 50 or 100 (all boxes)' }),
  ...aimSchema,
  sha256: approvedSchema.optional(),
  opensAt: opensAtSchema.optional(),
})
/** The input of an action; A0422 if something is missing. */
const actOf = ({ act, percent, revision, ...aim }: z.output<typeof actInput>): Result<PublishingInput> => {
  const { seen, why, batch, ...named } = aim
  const more = { seen, why, batch }
  // A caller who names boxes for another action would believe that it affects only those.
  const [odd] = Object.entries(named).find(([, value]) => value !== undefined) ?? []
  if (act !== 'publish' && odd !== undefined) return fail('A0422', { field: odd })
  if (act !== 'publish' && act !== 'widen') return ok({ act, ...more })
  // Somebody who forgets it would reach all boxes at once.
  if (percent === undefined) return fail('A0422', { field: 'percent' })
  return ok(act === 'widen' ? { act, percent, ...more } : { act, percent, revision, ...named, ...more })
}
// With a wrong language code, that name and all others would be lost silently.
const titlesInput = z.strictObject(
  {
    ...listId,
    ...Object.fromEntries(titleLanguages.map((one) => [one, z.string('C1110').max(400, 'C1110').optional()])),
  },
  'A0422',
)
const revisionOption = { revision: { show: 'N', rule: 'a version that is still kept' } } as const
const idWord = { id: { show: 'ID', missing: 'The list’s id' } }
const withoutShare = ['seen', 'batch', 'revision', 'percent', 'models', 'softwareFrom', 'sha256', 'opensAt'] as const
const stateLines = [
  { say: 'Version {published.revision} is out, {published.channels} channels', when: 'published' },
  { say: 'Nobody has it', unless: 'published' },
  { say: '{staged.percent} % of the boxes have version {staged.revision}, {staged.channels} channels', when: 'staged' },
  { say: 'Only boxes of these models get it: {staged.models}', when: 'staged.models' },
  { say: 'Only boxes with software {staged.softwareFrom} or newer get it', when: 'staged.softwareFrom' },
  {
    say: 'The next stage opens once {staged.opensAt} % of the boxes in this stage report that they use it',
    when: 'staged.opensAt',
  },
  { say: 'Paused since {staged.pausedAt}: no further box gets it', when: 'staged.pausedAt' },
  { say: 'Version {version.revision} has the SHA-256 {version.sha256}', when: 'version' },
  { say: 'The newest version is {revision}; {allowed} boxes can get the list' },
  { table: ['revision', 'boxes', 'good', 'failed', 'lastAt'], rows: 'taken' },
] as const
/** A command for an action; by default it takes nothing but a list. */
const actCommand = (name: string, act: z.output<typeof actInput>['act'], more: Partial<Command>): Command => ({
  ...{ name: `lists ${name}`, words: idWord, fixed: { act }, without: withoutShare, answer: stateLines },
  ...more,
})

/** The same call for the operator, with its commands. */
const withOperator = <S extends z.ZodType, D>(
  own: Endpoint<S, D>,
  command: Command | readonly Command[],
): Endpoint[] => {
  const { access: _, limit: __, ...call } = own
  const path = own.path.replace('/chmax', '/operator')
  const summary = `The same as ${own.method} ${own.path}, for the operator.`
  return [own, operatorEndpoint(`${own.method} ${path as `/${string}`}`, { ...call, summary, command })]
}

export const chmaxPublicationEndpoints: readonly Endpoint[] = [
  ...withOperator(
    readEndpoint('GET /chmax/lists/{id}/publications', {
      summary:
        'What is published of a System or VNO list that the account may change: the version that everybody gets, the one that only some boxes get, the last publications, and how many boxes loaded which version last.',
      input: z.object({ ...listId, revision: publishedRevisionSchema.optional() }),
      output: publicationsOutput,
      codes: ['A0409', 'A0422', 'A0503', 'C1101', 'C1108'],
      handler: ({ input: { id, revision }, caller }) => answer(userOf(caller), id, revision),
    }),
    {
      name: 'lists show',
      words: idWord,
      options: revisionOption,
      help: 'which versions boxes have, and which they took; the digest of the newest version, or of N',
      answer: [
        ...stateLines,
        { table: ['number', 'revision', 'state', 'percent', 'author', 'createdAt'], rows: 'history' },
      ],
    },
  ),
  ...withOperator(
    writeEndpoint('POST /chmax/lists/{id}/publications', {
      summary:
        'Publish a version of a System or VNO list to 1, 10, 50 or 100 % of the boxes, widen the stage, pause it, end it, roll back to the previous publication, or unpublish the list. Boxes get the result as soon as this call is answered; a wider stage includes the boxes of a narrower one. Customers see what all boxes have. A0409 (`context`) publication-moved: `seen` is outdated; -stage: a stage must end first; -paused: it must be resumed first; -none, -unstaged, -running, -earlier: there is nothing to act on; -same: everybody has this version; -digest: the version’s file is not the one that `sha256` approves; -empty, -over, -unread: boxes can’t use it.',
      input: actInput.extend(listId),
      output: publicationsOutput,
      codes: ['A0409', 'A0422', 'A0503', 'C1101', 'C1108', 'I1009'],
      handler: async ({ input: { id, ...input }, caller }) => {
        const asked = actOf(input)
        if (!asked.ok) return asked
        const done = await publishList(userOf(caller), id, asked.value)
        return done.ok ? answer(userOf(caller), id) : done
      },
    }),
    [
      actCommand('release', 'publish', {
        options: {
          ...revisionOption,
          percent: { show: 'PERCENT', rule: '1, 10, 50 or 100', required: true },
          models: { as: 'model', show: 'NAME', reading: 'many' },
          softwareFrom: { as: 'software', show: 'VERSION' },
          sha256: { show: 'DIGEST', rule: '64 hexadecimal digits' },
          opensAt: { as: 'opens-at', show: 'PERCENT', rule: '1 to 100' },
        },
        without: ['seen', 'batch'],
        help: 'give boxes the newest version, or version N: 1, 10 or 50 % of them, or 100: all;\nwith --model or --software to such boxes only, until it is widened to all;\nwith --opens-at 80 the next stage opens once 80 % of the boxes report that they use it;\nwith --sha256 only what was looked at: the digest that lists show tells',
      }),
      actCommand('widen', 'widen', {
        options: { percent: { show: 'PERCENT', rule: '10, 50 or 100, and more than now', required: true } },
        without: withoutShare.filter((field) => field !== 'percent'),
        help: 'give more boxes the staged version; 100: all',
      }),
      actCommand('pause', 'pause', { help: 'no further box gets the staged version; those that have it keep it' }),
      actCommand('resume', 'resume', { help: 'a paused stage goes on' }),
      actCommand('stop', 'withdraw', { help: 'end the stage: its boxes get what all others have' }),
      actCommand('roll-back', 'roll-back', { help: 'give everybody what was out before, at once' }),
      actCommand('unpublish', 'unpublish', {
        help: 'nobody gets the list any more; copies stay',
        confirm: 'Take the list {id} away from all boxes and customers?',
      }),
    ],
  ),
  ...withOperator(
    readEndpoint('GET /chmax/lists/{id}/publications/boxes', {
      summary:
        'The boxes that loaded a System or VNO list, with the version that they loaded last (`revision`: those of one version), the last ones first. A brand sees its own boxes.',
      input: z.object({ ...listId, ...pagingInput, revision: publishedRevisionSchema.optional() }),
      output: paged(z.object({ sn: z.string(), revision: z.number().int(), at: moment })),
      codes: ['C1101', 'C1108', 'A0422'],
      handler: async ({ input: { id, revision = null, ...paging }, caller }) =>
        answered(await findTaken(userOf(caller), id, { revision, ...paging })),
    }),
    {
      name: 'lists boxes',
      words: idWord,
      options: revisionOption,
      help: 'which boxes took which version',
      answer: [{ table: ['sn', 'revision', 'at'] }],
    },
  ),
  ...withOperator(
    writeEndpoint('PUT /chmax/lists/{id}/titles', {
      summary:
        'The names of a System or VNO list by language, each at most 20 characters; an empty one removes it, and a language that is left out keeps its own. They are shown at once to customers and boxes in that language; all others see the list’s name.',
      input: titlesInput,
      output: z.object({ titles: titlesOutput }),
      codes: ['C1101', 'C1108', 'C1110', 'A0422'],
      handler: async ({ input: { id, ...titles }, caller }) => {
        // No names were sent: a caller who only reads must not be told that they were set.
        if (Object.values(titles).every((one) => one === undefined)) return fail('A0422', { field: 'en' })
        return shown(await setTitles(userOf(caller), id, titles), (set) => ({ titles: set }))
      },
    }),
    {
      name: 'lists titles',
      words: idWord,
      options: Object.fromEntries(
        titleLanguages.map((one) => [one, { show: 'NAME', rule: 'a name of at most 20 characters' }]),
      ),
      help: 'what the list is called in each language, at once for everybody;\nan empty name takes it away, what is left out stays',
      answer: [{ say: 'The names by language are set.' }],
    },
  ),
]
