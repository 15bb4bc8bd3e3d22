/** The state table of a list's publication: every state with every event. */
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  publicationAfter,
  publicationEventNames,
  publicationStateNames,
  publicationStateOf,
} from '~/modules/channel-list/publication/publication.states'
import {
  opensAtSchema,
  percentSchema,
  publishedRevisionSchema,
  publishingSchema,
  stageSteps,
} from '~/modules/channel-list/publication/publication.schema'
import { bucketOf, isInStage } from '~/modules/channel-list/publication/stage.schema'

describe('the publication of a list', () => {
  it('follows these edges and no others', () => {
    const table = Object.fromEntries(
      publicationStateNames.map((state) => [
        state,
        Object.fromEntries(publicationEventNames.map((event) => [event, publicationAfter(state, event)])),
      ]),
    )
    expect(table).toEqual({
      draft: {
        stage: 'first-stage',
        publish: 'out',
        widen: null,
        finish: null,
        withdraw: null,
        'roll-back': null,
        unpublish: null,
        delete: 'draft',
        pause: null,
        resume: null,
      },
      'first-stage': {
        stage: null,
        publish: null,
        widen: 'first-stage',
        finish: 'out',
        pause: 'first-paused',
        resume: null,
        withdraw: 'draft',
        'roll-back': 'draft',
        unpublish: 'draft',
        delete: 'draft',
      },
      out: {
        pause: null,
        resume: null,
        stage: 'staged',
        publish: 'out',
        widen: null,
        finish: null,
        withdraw: null,
        'roll-back': 'out',
        unpublish: 'draft',
        delete: 'out',
      },
      staged: {
        stage: null,
        publish: null,
        widen: 'staged',
        finish: 'out',
        pause: 'paused',
        resume: null,
        withdraw: 'out',
        'roll-back': 'out',
        unpublish: 'draft',
        delete: 'out',
      },
      'first-paused': {
        ...{ stage: null, publish: null, widen: null, finish: null, pause: null },
        ...{ withdraw: 'draft', 'roll-back': 'draft', unpublish: 'draft', delete: 'draft' },
        resume: 'first-stage',
      },
      paused: {
        ...{ stage: null, publish: null, widen: null, finish: null, pause: null },
        ...{ withdraw: 'out', 'roll-back': 'out', unpublish: 'draft', delete: 'out' },
        resume: 'staged',
      },
    })
  })
  it('has the state that its two versions imply', () => {
    const staged = { pausedAt: null }
    const paused = { pausedAt: new Date(0) }
    expect(
      [null, {}].flatMap((published) =>
        [null, staged, paused].map((stage) => publicationStateOf({ published, staged: stage })),
      ),
    ).toEqual(['draft', 'first-stage', 'first-paused', 'out', 'staged', 'paused'])
  })
})

describe('the boxes of a stage', () => {
  const sns = Array.from({ length: 10_000 }, (_, at) => String(100_000_000_000 + at))
  const inStage = (salt: string, percent: number) =>
    sns.filter((sn) => isInStage(sn, { id: 'publication', salt, percent }))

  it('are contained in every wider stage, and the widest contains all', () => {
    let narrower = new Set<string>()
    for (const percent of [...stageSteps, 100]) {
      const boxes = new Set(inStage('salt', percent))
      expect([...narrower].every((sn) => boxes.has(sn))).toBe(true)
      narrower = boxes
    }
    expect(narrower.size).toBe(sns.length)
  })
  it('are as many as its share says, for any publication', () => {
    for (let at = 0; at < 10; at++) {
      const places = sns.map((sn) => bucketOf(sn, { id: 'publication', salt: `p${at * 7919}` }))
      for (const percent of stageSteps) {
        const expected = (sns.length * percent) / 100
        // Four standard deviations of a fair draw.
        const spread = 4 * Math.sqrt(expected * (1 - percent / 100))
        const { length } = places.filter((place) => place < percent * 100)
        expect(Math.abs(length - expected), `${percent} % of p${at * 7919}: ${length}`).toBeLessThan(spread)
      }
    }
  })
  it('follow from the salt and the serial number by HMAC-SHA256', () => {
    for (const sn of sns.slice(0, 100)) {
      const digest = createHmac('sha256', 'salt').update(sn).digest()
      expect(bucketOf(sn, { id: 'x', salt: 'salt' })).toBe(digest.readUIntBE(0, 6) % 10_000)
    }
  })
  it('stay the same for a stage that is older than salts', () => {
    const open = (percent: number) =>
      sns.slice(0, 1000).filter((sn) => isInStage(sn, { id: 'one', salt: null, percent }))
    expect(open(1).map((sn) => Number(sn.slice(-3)))).toEqual([252, 428, 533, 577, 597, 602])
    expect(open(10)).toHaveLength(93)
  })
  it('are different ones for another publication', () => {
    const [one, other] = [inStage('one', 10), new Set(inStage('other', 10))]
    const both = one.filter((sn) => other.has(sn)).length
    expect(both).toBeGreaterThan(50)
    expect(both).toBeLessThan(160)
    expect(bucketOf('100000000001', { id: 'x', salt: 'one' })).not.toBe(
      bucketOf('100000000001', { id: 'x', salt: 'other' }),
    )
  })
})

describe('the share of a publication', () => {
  it('is one of four numbers, as such or as a text: nothing else is read as one of them', () => {
    const isShare = (value: unknown): boolean => percentSchema.safeParse(value).success
    expect([1, 10, 50, 100, '10'].filter((value) => !isShare(value))).toEqual([])
    expect([0, 0.01, -1, 2, 101, '', '0', 'all', true, [1], null, undefined].filter(isShare)).toEqual([])
    expect([true, [2], 0, 1.5, ''].filter((value) => publishedRevisionSchema.safeParse(value).success)).toEqual([])
    expect([true, [80], 0, 101, null].filter((value) => opensAtSchema.safeParse(value).success)).toEqual([])
    expect([true, [3], null, -1].filter((seen) => publishingSchema.safeParse({ seen }).success)).toEqual([])
    expect([opensAtSchema.parse('80'), publishingSchema.parse({ seen: '3' }).seen]).toEqual([80, 3])
  })
})
