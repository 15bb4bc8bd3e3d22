/**
 * Publishing System and VNO lists: what boxes and customers have after each action, and that nobody else sees a draft.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { listAuditEntries } from '~/modules/audit/audit.server'
import {
  applyOperations,
  compactRevisions,
  copyList,
  countChanges,
  countTaken,
  createList,
  deleteList,
  exportForBox,
  findChoosableList,
  findLists,
  findPublications,
  findReadyMadeFor,
  findRevisions,
  findTaken,
  getList,
  listsForBox,
  noteListResult,
  openStages,
  previewForBox,
  publishList,
  readList,
  restoreList,
  saveFromBox,
  setTitles,
  type Actor,
  type Box,
  type Publishing,
} from '~/modules/channel-list/channel-list.server'
import { publishingSchema } from '~/modules/channel-list/publication/publication.schema'
import { isInStage } from '~/modules/channel-list/publication/stage.schema'
import { flushDeviceFacts, noteFetched } from '~/modules/device/device.server'
import { makeBoxMemory, type BoxFacts } from '~/modules/stb/memory'
import { memory, provideBoxMirror, readList as readBoxList } from '~/modules/stb/memory.server'
import { connectStb, fetchList } from '~/modules/stb/stb.server'
import { db } from '~/platform/db.server'
import { chlFile, codeOf, good, makeActor, makeBox, makeVno, sdxFile } from './people'
import { toldSettings } from '../../support/box-facts'
import { seed } from '../../support/runs'

const mirror = makeBoxMemory()
beforeAll(() => {
  provideBoxMirror(mirror)
  connectStb()
})

/** Mulberry32: the same numbers for the same seed. */
const randomFrom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

/** A System list with versions 1 to `versions`: version n has 20 − n channels. */
const begin = async (versions = 3, role: 'administrator' | 'vno' = 'administrator') => {
  const vnoId = role === 'vno' ? await makeVno() : null
  const admin = await makeActor(role, vnoId)
  const { id } = good(await createList(admin, { name: `L${versions}`, bytes: chlFile(20), fileName: null }))
  for (let base = 1; base < versions; base++)
    good(await applyOperations(admin, id, { base, operations: [{ op: 'delete', ids: [base] }] }))
  const act = async (input: Publishing, more: { seen?: number; batch?: string; why?: string } = {}) => {
    const done = await publishList(admin, id, { ...input, ...more })
    return done.ok ? findPublications(admin, id) : done
  }
  const out = async (revision: number, percent: 1 | 10 | 50 | 100 = 100) =>
    good(await act({ act: 'publish', revision, percent }))
  return { admin, id, vnoId, act, out }
}
const contextOf = (result: { ok: true } | { ok: false; code: string; data?: Record<string, unknown> | undefined }) =>
  result.ok ? 'done' : `${result.code} ${String(result.data?.['context'] ?? '')}`.trim()
/** The version that a box gets of a list; null if it gets none. */
const given = async (id: string, sn: string): Promise<number | null> => {
  const file = await exportForBox(id, null, null, { sn })
  return file.ok ? file.value.revision : null
}
/** Serial numbers inside and outside the current stage. */
const sides = async (id: string): Promise<{ inside: string; outside: string }> => {
  const { staged } = await db.channelList.findUniqueOrThrow({ where: { id }, select: { staged: true } })
  if (staged === null) throw new Error('no stage')
  const sns = Array.from({ length: 2000 }, (_, at) => String(700_000_000_000 + at))
  return {
    inside: sns.find((sn) => isInStage(sn, staged)) ?? '',
    outside: sns.find((sn) => !isInStage(sn, staged)) ?? '',
  }
}
const boxOf = (sn: string) => ({ sn, userId: null, vnoId: null, proven: true, claimed: false })

describe('a list that nobody published', () => {
  it('is visible only to its owner', async () => {
    const { admin, id } = await begin()
    const [customer, owner] = [await makeActor(), await makeActor()]
    const box = await makeBox(owner)
    expect(codeOf(await getList(customer, id))).toBe('C1101')
    expect(
      (await findLists(customer, { page: 1, size: 100, kind: 'system' })).items.map((one) => one.id),
    ).not.toContain(id)
    expect((await listsForBox(box, { page: 1, size: 100 })).items.map((one) => one.id)).not.toContain(id)
    expect(await findChoosableList(owner.userId, box.sn, id)).toBeNull()
    expect(await given(id, box.sn)).toBeNull()
    expect(good(await getList(admin, id)).publication).toEqual({ revision: null, stage: null })
    expect(good(await findPublications(admin, id))).toMatchObject({ state: 'draft', published: null, earlier: null })
  })
})

describe('an action', () => {
  it('gives a version to some boxes, to more, to all, and takes it back', async () => {
    const { id, act, out } = await begin()
    await out(1)
    expect(await out(2, 1)).toMatchObject({ state: 'staged', published: { revision: 1 }, staged: { percent: 1 } })
    const { inside, outside } = await sides(id)
    expect([await given(id, inside), await given(id, outside)]).toEqual([2, 1])
    expect(codeOf(await act({ act: 'widen', percent: 1 }))).toBe('A0422')
    good(await act({ act: 'widen', percent: 50 }))
    expect(await given(id, inside)).toBe(2)
    good(await act({ act: 'withdraw' }))
    expect([await given(id, inside), await given(id, outside)]).toEqual([1, 1])
    await out(3, 10)
    good(await act({ act: 'widen', percent: 100 }))
    expect([await given(id, inside), await given(id, outside)]).toEqual([3, 3])
  })

  it('rolls back during a stage, and further, and ends when nothing was published before', async () => {
    const { admin, id, act, out } = await begin(5)
    await out(1)
    await out(2)
    await out(4)
    await out(5, 10)
    const { inside, outside } = await sides(id)
    expect(good(await findPublications(admin, id)).earlier).toBe(2)
    expect(good(await act({ act: 'roll-back' }))).toMatchObject({
      state: 'out',
      published: { revision: 2 },
      staged: null,
      earlier: 1,
    })
    expect([await given(id, inside), await given(id, outside)]).toEqual([2, 2])
    good(await act({ act: 'roll-back' }))
    expect(await given(id, inside)).toBe(1)
    expect(contextOf(await act({ act: 'roll-back' }))).toBe('A0409 publication-earlier')
    // What was rolled back can be published again, and a roll-back then leads to what was published before that.
    await out(4)
    expect(good(await findPublications(admin, id)).earlier).toBe(1)
    expect(good(await findPublications(admin, id)).history.map(({ revision, state }) => [revision, state])).toEqual([
      [4, 'out'],
      [5, 'withdrawn'],
      [4, 'rolled-back'],
      [2, 'rolled-back'],
      [1, 'past'],
    ])
  })

  it('unpublishes a list and publishes it again, with the boxes that had chosen it', async () => {
    const { id, act, out } = await begin()
    const owner = await makeActor()
    const box = await makeBox(owner)
    await out(1)
    await out(2, 10)
    await db.device.update({ where: { sn: box.sn }, data: { activeListId: id } })
    good(await act({ act: 'unpublish' }))
    const active = async () =>
      (await db.device.findUniqueOrThrow({ where: { sn: box.sn }, select: { activeListId: true } })).activeListId
    expect([await given(id, box.sn), await active(), codeOf(await getList(owner, id))]).toEqual([null, null, 'C1101'])
    await out(2)
    expect([await given(id, box.sn), await active()]).toEqual([2, id])
    expect(contextOf(await act({ act: 'roll-back' }))).toBe('A0409 publication-earlier')
  })

  it('of a first stage reaches its boxes and nobody else', async () => {
    const { id, act, out } = await begin()
    await out(2, 50)
    const { inside, outside } = await sides(id)
    const shown = async (sn: string) =>
      (await listsForBox(boxOf(sn), { page: 1, size: 100 })).items.find((one) => one.id === id)?.revision
    expect([await given(id, inside), await given(id, outside)]).toEqual([2, null])
    expect([await shown(inside), await shown(outside)]).toEqual([2, undefined])
    expect(codeOf(await getList(await makeActor(), id))).toBe('C1101')
    good(await act({ act: 'withdraw' }))
    expect([await given(id, inside), await shown(inside)]).toEqual([null, undefined])
  })

  it.each([
    ['of a version that is not there', { act: 'publish', revision: 99, percent: 100 }, 'A0422'],
    ['of what everybody has', { act: 'publish', revision: 1, percent: 10 }, 'A0409 publication-same'],
    ['that widens nothing', { act: 'widen', percent: 50 }, 'A0409 publication-unstaged'],
    ['that ends nothing', { act: 'withdraw' }, 'A0409 publication-unstaged'],
  ] as [string, Publishing, string][])('%s is refused and changes nothing', async (_, input, code) => {
    const { admin, id, act, out } = await begin()
    const { seq } = await out(1)
    expect(contextOf(await act(input))).toBe(code)
    expect(good(await findPublications(admin, id))).toMatchObject({ state: 'out', seq, published: { revision: 1 } })
  })

  it('during a stage can’t publish something else', async () => {
    const { act, out } = await begin()
    await out(1)
    await out(2, 10)
    expect(contextOf(await act({ act: 'publish', revision: 3, percent: 100 }))).toBe('A0409 publication-stage')
    expect(contextOf(await act({ act: 'resume' }))).toBe('A0409 publication-running')
  })

  it('on a list that boxes can’t use is refused', async () => {
    const admin = await makeActor('administrator')
    const { id } = good(await createList(admin, { name: 'Empty', bytes: sdxFile(2), fileName: null }))
    good(await applyOperations(admin, id, { base: 1, operations: [{ op: 'delete', ids: [0, 1] }] }))
    const all = { act: 'publish', revision: 2, percent: 100 } as const
    expect(contextOf(await publishList(admin, id, all))).toBe('A0409 publication-empty')
    const owner = await makeActor()
    const long = good(await saveFromBox(await makeBox(owner), { listId: null, name: 'Big', bytes: sdxFile(2500) }))
    expect(codeOf(await publishList(owner, long.id, { ...all, revision: 1 }))).toBe('C1108')
    // No upload can create one; if a database has one, it is not given out.
    await db.channelList.update({ where: { id: long.id }, data: { kind: 'system', ownerId: admin.userId } })
    expect(contextOf(await publishList(admin, long.id, { ...all, revision: 1 }))).toBe('A0409 publication-over')
  })

  it('on a version whose file no box can read is refused, and nobody gets it', async () => {
    const admin = await makeActor('administrator')
    // Two records that end after the name are a list; one of them alone says too little to be read as one.
    const cut = Buffer.from(sdxFile(2))
      .toString('latin1')
      .split('\n')
      .map((line) => line.slice(0, 60))
    const bytes = Buffer.from(cut.join('\n'), 'latin1')
    const { id } = good(await createList(admin, { name: 'Cut', bytes, fileName: null }))
    good(await applyOperations(admin, id, { base: 1, operations: [{ op: 'delete', ids: [0] }] }))
    for (const percent of [1, 100] as const)
      expect(contextOf(await publishList(admin, id, { act: 'publish', revision: 2, percent }))).toBe(
        'A0409 publication-unread',
      )
    expect(good(await findPublications(admin, id))).toMatchObject({ state: 'draft', seq: 0, history: [] })
    good(await publishList(admin, id, { act: 'publish', revision: 1, percent: 100 }))
  })

  it('is only for its owner: C1108 for those who see the list, C1101 for everybody else', async () => {
    const { id, out } = await begin()
    const input = { act: 'publish', revision: 1, percent: 100 } as const
    expect(codeOf(await publishList(await makeActor(), id, input))).toBe('C1101')
    await out(1)
    expect(codeOf(await publishList(await makeActor(), id, { act: 'unpublish' }))).toBe('C1108')
    const brand = await begin(2, 'vno')
    await brand.out(1)
    expect(codeOf(await publishList(await makeActor('administrator'), brand.id, input))).toBe('C1101')
    expect(codeOf(await publishList(await makeActor('vno', await makeVno()), brand.id, input))).toBe('C1101')
    good(await publishList(await makeActor('operator'), brand.id, { act: 'unpublish' }))
  })

  it('sent again is done once; of two based on the same state, one is done', async () => {
    const { admin, id, act, out } = await begin(4)
    const { seq } = await out(1)
    const stage = { act: 'publish', revision: 2, percent: 10 } as const
    const twice = await Promise.all([1, 2].map(() => act(stage, { batch: 'once-and-only', seen: seq })))
    expect(twice.map(contextOf)).toEqual(['done', 'done'])
    expect(good(await findPublications(admin, id)).seq).toBe(seq + 1)
    const other = await makeActor('administrator')
    const both = await Promise.all([
      act({ act: 'withdraw' }, { seen: seq + 1 }),
      publishList(other, id, { act: 'widen', percent: 100, seen: seq + 1 }),
    ])
    expect(both.map(contextOf).sort()).toEqual(['A0409 publication-moved', 'done'])
  })

  it('is in the audit log with actor and reason', async () => {
    const { admin, id, act, out } = await begin()
    await out(1)
    const said = { why: ' new\u001b[2J\u001b]0;x\u0007\n2026-11-27 list-key.switch \u202eArabic\tnames\u2066 ' }
    const read = publishingSchema.parse(said)
    expect(read.why).toBe('new[2J]0;x 2026-11-27 list-key.switch Arabic names')
    good(await act({ act: 'publish', revision: 2, percent: 10 }, { why: said.why }))
    const { items } = await listAuditEntries({ subject: id, page: 1, size: 10 })
    expect(items[0]).toMatchObject({
      actor: admin.userId,
      action: 'list.stage',
      detail: expect.stringMatching(
        /^version 2 to 10 % sha-256 [0-9a-f]{64}; why: new\[2J\]0;x 2026-11-27 list-key\.switch Arabic names$/,
      ) as string,
    })
  })
})

/** This many proven boxes in the current stage, and outside it. */
const boxesOf = async (id: string, within: number, without = 1) => {
  const { staged } = await db.channelList.findUniqueOrThrow({ where: { id }, select: { staged: true } })
  if (staged === null) throw new Error('no stage')
  const boxes: { inside: Box[]; outside: Box[] } = { inside: [], outside: [] }
  while (boxes.inside.length < within || boxes.outside.length < without) {
    const box = await makeBox(await makeActor())
    await db.deviceToken.create({ data: { id: box.sn, sn: box.sn, tokenHash: box.sn, trustedAt: new Date() } })
    boxes[isInStage(box.sn, staged) ? 'inside' : 'outside'].push(box)
  }
  return { inside: boxes.inside.slice(0, within), outside: boxes.outside.slice(0, without) }
}

describe('a stage that is paused', () => {
  it('reaches no further box, keeps those that have the version, and can be resumed', async () => {
    const { id, act, out } = await begin()
    await out(1)
    await out(2, 50)
    const { inside, outside } = await boxesOf(id, 2)
    const [has, waits] = inside
    const other = outside[0]
    if (has === undefined || waits === undefined || other === undefined) throw new Error('too few boxes')
    noteFetched(has.sn, id, 2)
    // Pausing itself writes down who has it.
    expect(good(await act({ act: 'pause' })).state).toBe('paused')
    const all = async () => {
      const seen = []
      for (const box of [has, waits, other]) {
        const { items } = await listsForBox(box, { page: 1, size: 100 })
        const index = items.find((one) => one.id === id)?.revision
        const facts: BoxFacts = { ...box, id: box.sn, ...toldSettings }
        // Twice: the second answer comes from the cache.
        const files = [await readBoxList(facts, id, null), await readBoxList(facts, id, null)]
        seen.push([index, ...files.map((file) => good(file).revision), await given(id, box.sn)])
        // The gateway's cache gives none of the stage's boxes an answer.
        expect(mirror.peekList(facts, id, null)?.revision).toBe(box === other ? 1 : undefined)
      }
      return seen
    }
    expect(await all()).toEqual([
      [2, 2, 2, 2],
      [1, 1, 1, 1],
      [1, 1, 1, 1],
    ])
    expect(contextOf(await act({ act: 'widen', percent: 100 }))).toBe('A0409 publication-paused')
    good(await act({ act: 'resume' }))
    expect((await given(id, waits.sn)) === 2 && (await given(id, other.sn)) === 1).toBe(true)
  })
  it('is kept by a box whose load was lost with a killed process, if its ETag proves it, but not if it only claims it', async () => {
    const { id, act, out } = await begin()
    await out(1)
    await out(2, 50)
    const { inside, outside } = await boxesOf(id, 2)
    const [has, waits] = inside
    const other = outside[0]
    if (has === undefined || waits === undefined || other === undefined) throw new Error('too few boxes')
    const factsOf = (box: Box): BoxFacts => ({ ...box, id: box.sn, ...toldSettings })
    const { etag } = good(await readBoxList(factsOf(has), id, null)).file
    good(await act({ act: 'pause' }))
    const revisionFor = async (box: Box, tag?: string) =>
      good(await fetchList(factsOf(box), id, null, tag === undefined ? {} : { tag })).revision
    for (const tag of [undefined, '*', '"2-0123456789abcdef"', '"1-x"']) expect(await revisionFor(waits, tag)).toBe(1)
    expect(await revisionFor(other, etag)).toBe(1)
    expect(await revisionFor(has, `"1-x", ${etag.slice(0, -1)}-gzip"`)).toBe(2)
    // It is recorded again, and needs no further proof.
    await flushDeviceFacts()
    expect([await revisionFor(has), await given(id, has.sn), await revisionFor(waits)]).toEqual([2, 2, 1])
  })
  it('and is the first one is seen only by boxes that have the version', async () => {
    const { id, act, out } = await begin()
    await out(1, 50)
    const { inside } = await boxesOf(id, 2)
    const [has, waits] = inside
    if (has === undefined || waits === undefined) throw new Error('too few boxes')
    noteFetched(has.sn, id, 1)
    good(await act({ act: 'pause' }))
    const sees = async (box: Box) => (await listsForBox(box, { page: 1, size: 100 })).items.some((one) => one.id === id)
    expect([await sees(has), await sees(waits), await given(id, has.sn), await given(id, waits.sn)]).toEqual([
      true,
      false,
      1,
      null,
    ])
    good(await act({ act: 'withdraw' }))
  })
})

it('the content of a stage has its own URL for the boxes that get it, and for no others', async () => {
  const { id, act, out } = await begin()
  await out(1)
  await out(2, 50)
  const { inside, outside } = await boxesOf(id, 1)
  const [one, other] = [inside[0], outside[0]]
  if (one === undefined || other === undefined) throw new Error('too few boxes')
  const fetched = (box: Box, sha256: string | null = null) =>
    fetchList({ ...box, id: box.sn, ...toldSettings }, id, null, { sha256 })
  const addressOf = async (box: Box) => {
    const { headers } = good(await fetched(box)).file
    return /[0-9a-f]{64}$/.exec(headers?.['content-location'] ?? '')?.[0] ?? ''
  }
  const [second, first] = [await addressOf(one), await addressOf(other)]
  const seen = async () =>
    Promise.all(
      [fetched(one, second), fetched(other, second), fetched(one, first), fetched(other, first)].map(async (list) =>
        codeOf(await list),
      ),
    )
  expect(await seen()).toEqual(['no failure', 'A0404', 'A0404', 'no failure'])
  good(await act({ act: 'withdraw' }))
  expect(await seen()).toEqual(['A0404', 'A0404', 'no failure', 'no failure'])
})

describe('a stage that opens by itself', () => {
  const begun = async () => {
    const vno = await begin(3, 'vno')
    await vno.out(1)
    const { vnoId, id } = vno
    good(await vno.act({ act: 'publish', revision: 2, percent: 50, opensAt: 80 }))
    const { inside, outside } = await boxesOf(id, 4, 4)
    const boxes = [...inside, ...outside]
    await db.registeredBox.updateMany({ where: { sn: { in: boxes.map(({ sn }) => sn) } }, data: { vnoId } })
    const report = (box: Box, result: 'loaded' | 'failed' = 'loaded') =>
      noteListResult({ ...box, vnoId }, { list: id, revision: 2, result })
    for (const box of outside) await report(box)
    return { ...vno, inside, report }
  }
  it('waits for enough good reports of its own boxes', async () => {
    const { id, report, inside, admin } = await begun()
    // The stage is half of eight boxes; 80 % of them is more than three.
    for (const box of inside.slice(1)) await report(box)
    expect(await openStages()).not.toContain(id)
    for (const box of inside.slice(0, 1)) await report(box)
    expect(await openStages()).toContain(id)
    expect(good(await findPublications(admin, id))).toMatchObject({ state: 'out', published: { revision: 2 } })
    const { items } = await listAuditEntries({ subject: id, page: 1, size: 1 })
    expect(items[0]).toMatchObject({ actor: 'system', action: 'list.publish', detail: 'version 2 to 100 %' })
  })
  it('does not while paused, without the setting, or if it is for some models', async () => {
    const { id, act, report, inside } = await begun()
    for (const box of inside) await report(box)
    good(await act({ act: 'pause' }))
    expect(await openStages()).not.toContain(id)
    good(await act({ act: 'withdraw' }))
    good(await act({ act: 'publish', revision: 2, percent: 50 }))
    for (const box of inside) await report(box)
    expect(await openStages()).not.toContain(id)
    good(await act({ act: 'withdraw' }))
    good(await act({ act: 'publish', revision: 2, percent: 50, models: ['Model'], opensAt: 1 }))
    for (const box of inside) await report(box)
    expect(await openStages()).not.toContain(id)
  })
  it('goes step by step', async () => {
    const { id, act, admin } = await begun()
    good(await act({ act: 'withdraw' }))
    good(await act({ act: 'publish', revision: 2, percent: 1, opensAt: 1 }))
    const { staged } = await db.channelList.findUniqueOrThrow({ where: { id }, select: { staged: true } })
    const sns = Array.from({ length: 4000 }, (_, at) => String(800_000_000_000 + at))
    const sn = sns.find((one) => staged !== null && isInStage(one, staged)) ?? ''
    await db.registeredBox.create({ data: { sn, modelId: 'model', vnoId: admin.vnoId } })
    await db.device.create({ data: { sn } })
    await noteListResult({ ...boxOf(sn), vnoId: admin.vnoId }, { list: id, revision: 2, result: 'same' })
    const percents = []
    for (let step = 0; step < 4; step++) {
      await openStages()
      percents.push(good(await findPublications(admin, id)).staged?.percent ?? 100)
    }
    expect(percents).toEqual([10, 50, 100, 100])
  })
})

it('of two actions without `seen`, the one that began before the other ended is refused', async () => {
  const { act, out } = await begin()
  await out(1)
  const both = await Promise.all([
    act({ act: 'publish', revision: 2, percent: 100 }),
    act({ act: 'publish', revision: 3, percent: 100 }),
  ])
  expect(both.map(contextOf).sort()).toEqual(['A0409 publication-moved', 'done'])
})

describe('deleting a list', () => {
  it('ends a stage; after restoring, the list is published as before', async () => {
    const { admin, id, out } = await begin()
    await out(1)
    await out(2, 50)
    const { inside } = await sides(id)
    good(await deleteList(admin, id))
    expect(await given(id, inside)).toBeNull()
    good(await restoreList(admin, id))
    expect(await given(id, inside)).toBe(1)
    expect(good(await findPublications(admin, id))).toMatchObject({ state: 'out', staged: null })
  })
})

describe('old versions', () => {
  it('that are published, staged or were published survive compaction', async () => {
    const { id, act, out } = await begin(4)
    await out(1)
    await out(2)
    await out(3, 10)
    const { inside, outside } = await sides(id)
    // As if 600 edits had been made since.
    const last = await db.listRevision.findUniqueOrThrow({ where: { listId_number: { listId: id, number: 4 } } })
    const { batch: _, ...row } = last
    await db.listRevision.createMany({
      data: Array.from({ length: 600 }, (__, at) => ({ ...row, number: 5 + at, undoTo: 4 + at })),
    })
    await db.channelList.update({ where: { id }, data: { revision: 604 } })
    await compactRevisions()
    const kept = await db.listRevision.findMany({
      where: { listId: id, number: { lt: 100 } },
      select: { number: true },
    })
    expect(kept.map(({ number }) => number)).toEqual([1, 2, 3])
    expect([await given(id, inside), await given(id, outside)]).toEqual([3, 2])
    good(await act({ act: 'roll-back' }))
    expect(await given(id, inside)).toBe(1)
  })
})

it('differences are shown between versions that all boxes had, and for one’s own lists', async () => {
  const { admin, id, out } = await begin(4)
  const customer = await makeActor()
  await out(1)
  await out(3)
  const from = (actor: Actor, before: number, to: number) => countChanges(actor, id, { from: before, to })
  expect(await from(customer, 1, 3)).toEqual({ added: 0, removed: 2, changed: 0 })
  expect(await from(customer, 3, 1)).toEqual({ added: 2, removed: 0, changed: 0 })
  // Neither a draft nor a version that nobody had.
  expect([await from(customer, 1, 2), await from(customer, 3, 4), await from(admin, 1, 99)]).toEqual([null, null, null])
  const own = good(await copyList(customer, id, { name: 'Mine' }))
  good(await applyOperations(customer, own.id, { base: 1, operations: [{ op: 'rename', id: 0, name: 'Other' }] }))
  const mine = (actor: Actor) => countChanges(actor, own.id, { from: 1, to: 2 })
  expect([await mine(customer), await mine(await makeActor())]).toEqual([{ added: 0, removed: 0, changed: 1 }, null])
})

describe('a draft', () => {
  it('is read only by its owner: neither new names nor deleted channels nor the history are visible', async () => {
    const admin = await makeActor('administrator')
    const customer = await makeActor()
    const { id } = good(await createList(admin, { name: 'Sky', bytes: chlFile(20), fileName: 'sky.chl' }))
    const edit = async (operations: Parameters<typeof applyOperations>[2]['operations']) => {
      const { revision } = good(await getList(admin, id))
      good(await applyOperations(admin, id, { base: revision, operations }))
    }
    await edit([{ op: 'rename', id: 3, name: 'BEFORE' }])
    await edit([{ op: 'rename', id: 3, name: 'Now' }])
    await edit([{ op: 'rename', id: 4, name: 'DELETED' }])
    await edit([{ op: 'delete', ids: [4] }])
    good(await publishList(admin, id, { act: 'publish', revision: 5, percent: 100 }))
    await edit([{ op: 'rename', id: 5, name: 'DRAFT' }])
    const list = good(await getList(customer, id))
    expect(list).toMatchObject({ revision: 5, channels: 19, undoTo: null, undoes: null, canChange: false })
    expect(list.publication).toEqual({ revision: 5, stage: null })
    expect(good(await getList(admin, id))).toMatchObject({ revision: 6, publication: { revision: 5 } })
    const seen = await everythingOf(customer, id)
    expect(seen).toContain('Now')
    for (const hidden of ['BEFORE', 'DELETED', 'DRAFT']) expect(seen).not.toContain(hidden)
    for (const number of [1, 4, 6])
      expect(codeOf(await readList(customer, id, { revision: number }, () => 0))).toBe('C1101')
    expect(good(await findRevisions(customer, id, { page: 1, size: 10 })).items).toMatchObject([
      { number: 5, steps: [] },
    ])
    const copy = good(await copyList(customer, id, { name: 'Mine' }))
    expect(await everythingOf(customer, copy.id)).toBe(await everythingOf(customer, id))
    const [boxRows] = [
      good(await previewForBox(customer, id, { format: null, language: null, sn: null, page: 1, size: 100 })),
    ]
    expect(boxRows.revision).toBe(5)
  })

  it('is never used as the base of a box’s save, whatever version the box names', async () => {
    const { admin, id, out } = await begin(3)
    await out(1)
    good(
      await applyOperations(admin, id, {
        base: 3,
        operations: [{ op: 'set', target: 'channel', ids: [7], field: 'name.ar', value: 'سري' }],
      }),
    )
    const owner = await makeActor()
    const box = await makeBox(owner)
    const bytes = good(await exportForBox(id, null, null, box)).bytes
    const saved = good(await saveFromBox(box, { listId: id, loaded: 4, language: 'ar', name: 'Saved', bytes }))
    const names = good(await readList(owner, saved.id, {}, (view) => view.nameCounts()))
    expect(names).toEqual([])
  })
})
/** Every text of a list's channels that a reader can get, including deleted ones. */
const everythingOf = async (actor: Actor, id: string): Promise<string> =>
  good(
    await readList(actor, id, {}, (view) =>
      JSON.stringify([view.rows({}, { page: 1, size: 5000 }).items.map(({ name }) => name), view.removed()]),
    ),
  )

describe('names by language', () => {
  it('of a ready-made list are shown to customers and boxes at once', async () => {
    const { admin, id, out } = await begin()
    await out(1)
    expect(await setTitles(admin, id, { ar: 'س'.repeat(21) })).toMatchObject({ code: 'C1110', field: 'ar' })
    good(await setTitles(admin, id, { ar: 'أوروبا', ua: 'Європа', fr: ' ' }))
    const customer = await makeActor()
    const nameFor = async (language: string | null) => good(await getList({ ...customer, language }, id)).name
    expect([
      await nameFor('ar'),
      await nameFor('uk'),
      await nameFor('ua'),
      await nameFor('fr'),
      await nameFor(null),
    ]).toEqual(['أوروبا', 'Європа', 'Європа', 'L3', 'L3'])
    expect(good(await getList({ ...admin, language: 'ar' }, id)).name).toBe('L3')
    const box = await makeBox(null)
    const inBox = async (...languages: (string | null)[]) =>
      (await listsForBox(box, { page: 1, size: 100 }, () => languages)).items.find((one) => one.id === id)?.name
    expect([await inBox(null, 'ar'), await inBox('fr', 'uk'), await inBox()]).toEqual(['أوروبا', 'Європа', 'L3'])
    expect(codeOf(await setTitles(customer, id, { ar: 'x' }))).toBe('C1108')
  })
})

describe('loads of boxes', () => {
  it('are counted by version, and shown to those who may see the boxes', async () => {
    const { admin, id, vnoId, out } = await begin(3, 'vno')
    const [one, two, other] = [await makeBox(null, vnoId), await makeBox(null, vnoId), await makeBox(null)]
    await out(1)
    noteFetched(one.sn, id, 1)
    noteFetched(two.sn, id, 1)
    noteFetched(other.sn, id, 1)
    await out(2)
    noteFetched(one.sn, id, 2)
    expect(good(await countTaken(admin, id))).toMatchObject({
      allowed: 2,
      withBoxes: true,
      versions: [
        { revision: 2, boxes: 1 },
        { revision: 1, boxes: 1 },
      ],
    })
    const boxes = async (actor: Actor, revision: number | null) =>
      good(await findTaken(actor, id, { revision, page: 1, size: 10 })).items.map(({ sn }) => sn)
    expect(await boxes(admin, 1)).toEqual([two.sn])
    expect((await boxes(admin, null)).sort()).toEqual([one.sn, two.sn].sort())
    expect(
      codeOf(await findTaken(await makeActor('vno', await makeVno()), id, { revision: 1, page: 1, size: 10 })),
    ).toBe('C1101')
    const system = await begin()
    await system.out(1)
    noteFetched(other.sn, system.id, 1)
    expect(codeOf(await findTaken(system.admin, system.id, { revision: 1, page: 1, size: 10 }))).toBe('C1108')
    expect(good(await countTaken(system.admin, system.id)).versions).toMatchObject([{ revision: 1, boxes: 1 }])
    const operator = await makeActor('operator')
    expect(good(await findTaken(operator, system.id, { revision: 1, page: 1, size: 10 })).items).toMatchObject([
      { sn: other.sn, revision: 1 },
    ])
  })
})

describe('10 000 boxes', () => {
  const facts = (at: number, vnoId: string | null): BoxFacts => ({
    id: `t${at}`,
    sn: String(300_000_000_000 + at),
    userId: null,
    vnoId,
    claimed: false,
    proven: true,
    ...toldSettings,
  })

  it('get a version from the cache exactly when allowed to, in every stage', async () => {
    const { id, vnoId, act, out } = await begin(3, 'vno')
    const boxes = Array.from({ length: 10_000 }, (_, at) => facts(at, at % 4 === 0 ? null : vnoId))
    /** One box of each side asks the server first; all others are answered from the cache. */
    const counts = async () => {
      const { staged, published } = await db.channelList.findUniqueOrThrow({
        where: { id },
        select: { staged: true, published: true },
      })
      const expected = ({ sn, vnoId: brand }: BoxFacts): number | null =>
        brand !== vnoId
          ? null
          : staged !== null && isInStage(sn, staged)
            ? staged.revision
            : (published?.revision ?? null)
      for (const revision of [staged?.revision, published?.revision]) {
        const first = boxes.find((box) => expected(box) === revision)
        if (first !== undefined && revision !== undefined) good(await readBoxList(first, id, null))
      }
      const wrong = boxes.filter((box) => (mirror.peekList(box, id, null)?.revision ?? null) !== expected(box))
      expect(wrong.map(({ sn }) => sn)).toEqual([])
      const reached = staged?.revision ?? published?.revision
      return boxes.filter((box) => mirror.peekList(box, id, null)?.revision === reached).length
    }
    await out(1)
    expect(await counts()).toBe(7500)
    await out(2, 1)
    const one = await counts()
    good(await act({ act: 'widen', percent: 10 }))
    const ten = await counts()
    good(await act({ act: 'widen', percent: 50 }))
    const half = await counts()
    // Seven standard deviations: the list's id is random in every run.
    expect(Math.abs(one - 75)).toBeLessThan(60)
    expect(Math.abs(ten - 750)).toBeLessThan(182)
    expect(Math.abs(half - 3750)).toBeLessThan(303)
    good(await act({ act: 'widen', percent: 100 }))
    expect(await counts()).toBe(7500)
    good(await act({ act: 'roll-back' }))
    expect(boxes.some((box) => mirror.peekList(box, id, null) !== undefined)).toBe(false)
    expect(await counts()).toBe(7500)
  })
})

describe('an unproven token', () => {
  it('gets what all boxes get, in index, file and cache, and counts nowhere', async () => {
    const { admin, id, act, out } = await begin(3, 'vno')
    const { vnoId } = admin
    const known = await Promise.all(Array.from({ length: 24 }, () => makeBox(null, vnoId)))
    await out(1, 50)
    const inside = async () => {
      const { staged } = await db.channelList.findUniqueOrThrow({ where: { id }, select: { staged: true } })
      const one = known.find(({ sn }) => staged !== null && isInStage(sn, staged))
      if (one === undefined) throw new Error('no box is in the stage')
      return { id: `t${one.sn}`, ...one, ...toldSettings } satisfies BoxFacts
    }
    /** What it gets from the index, as the list to follow, as a file, and from both caches. */
    const gets = async (box: BoxFacts) => {
      const file = await fetchList(box, id, null)
      const index = await listsForBox(box, { page: 1, size: 100 })
      return [
        index.items.find((one) => one.id === id)?.revision ?? null,
        (await findReadyMadeFor(box, id)) === id,
        file.ok ? file.value.revision : null,
        memory.peekList(box, id, null)?.revision ?? null,
        mirror.peekList(box, id, null)?.revision ?? null,
      ]
    }
    const doubtful = (box: BoxFacts): BoxFacts[] => [
      { ...box, proven: false },
      { ...box, claimed: true },
    ]
    const first = await inside()
    // Boxes of the stage have filled the caches.
    expect(await gets(first)).toEqual([1, true, 1, 1, 1])
    for (const box of doubtful(first)) expect(await gets(box)).toEqual([null, false, null, null, null])
    good(await act({ act: 'widen', percent: 100 }))
    await out(2, 50)
    const second = await inside()
    expect(await gets(second)).toEqual([2, true, 2, 2, 2])
    for (const box of doubtful(second)) expect(await gets(box)).toEqual([1, true, 1, 1, 1])
    expect(good(await findTaken(admin, id, { revision: null, page: 1, size: 10 })).items).toMatchObject(
      first.sn === second.sn
        ? [{ sn: first.sn, revision: 2 }]
        : expect.arrayContaining([
            expect.objectContaining({ sn: first.sn, revision: 1 }),
            expect.objectContaining({ sn: second.sn, revision: 2 }),
          ]),
    )
    const other = known.find(({ sn }) => sn !== first.sn && sn !== second.sn)
    for (const box of doubtful({ ...second, ...other })) good(await fetchList(box, id, null))
    const { total } = good(await findTaken(admin, id, { revision: null, page: 1, size: 10 }))
    expect(total).toBe(new Set([first.sn, second.sn]).size)
    expect(await db.device.findUniqueOrThrow({ where: { sn: other?.sn ?? '' } })).toMatchObject({ fetchedListId: null })
  })
})

describe('random actions', () => {
  it('leave every box with what a simple model predicts', async () => {
    const random = randomFrom(seed)
    const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!
    const { admin, id, act } = await begin(6)
    const customer = await makeActor()
    const sns = Array.from({ length: 6 }, (_, at) => String(400_000_000_000 + Math.floor(random() * 1e9) + at))
    /** What was published, newest last; and the stage. */
    let stack: number[] = []
    let stage = null as { revision: number; percent: number } | null
    const reached = new Map<string, number>()
    for (let step = 0; step < 40; step++) {
      const kind = pick([
        'publish',
        'stage',
        'widen',
        'finish',
        'withdraw',
        'roll-back',
        'unpublish',
        'delete',
      ] as const)
      const revision = 1 + Math.floor(random() * 6)
      const percent = pick([1, 10, 50] as const)
      const out = stack[stack.length - 1]
      let may = true
      if (kind === 'publish' || kind === 'stage') {
        may = stage === null && revision !== out
        if (may && kind === 'publish') stack.push(revision)
        if (may && kind === 'stage') stage = { revision, percent }
        const result = await act({ act: 'publish', revision, percent: kind === 'publish' ? 100 : percent })
        expect([step, kind, result.ok]).toEqual([step, kind, may])
      } else if (kind === 'widen' || kind === 'finish') {
        const to = kind === 'finish' ? 100 : percent
        may = stage !== null && to > stage.percent
        if (may && stage !== null && kind === 'finish') {
          stack.push(stage.revision)
          stage = null
        } else if (may && stage !== null) stage = { ...stage, percent: to }
        expect([step, kind, (await act({ act: 'widen', percent: to })).ok]).toEqual([step, kind, may])
      } else if (kind === 'delete') {
        stage = null
        good(await deleteList(admin, id))
        for (const sn of sns) expect(await given(id, sn)).toBeNull()
        good(await restoreList(admin, id))
      } else {
        may =
          kind === 'withdraw'
            ? stage !== null
            : kind === 'roll-back'
              ? stack.length > 1 || stage !== null
              : stack.length > 0 || stage !== null
        expect([step, kind, (await act({ act: kind })).ok]).toEqual([step, kind, may])
        if (may) {
          stage = null
          // The first published version has none before it: then only the stage ends.
          if (kind === 'roll-back' && stack.length > 1) stack.pop()
          if (kind === 'unpublish') stack = []
        }
      }
      const now = stack[stack.length - 1] ?? null
      const { staged } = await db.channelList.findUniqueOrThrow({ where: { id }, select: { staged: true } })
      expect(staged === null ? null : { revision: staged.revision, percent: staged.percent }).toEqual(stage)
      for (const sn of sns) {
        const version = await given(id, sn)
        expect([step, sn, version]).toEqual([
          step,
          sn,
          staged !== null && isInStage(sn, staged) ? staged.revision : now,
        ])
        const listed = (await listsForBox(boxOf(sn), { page: 1, size: 100 })).items.find((one) => one.id === id)
        expect(listed?.revision ?? null).toBe(version)
        reached.set(sn, (reached.get(sn) ?? 0) + 1)
      }
      const seen = await getList(customer, id)
      expect(seen.ok ? seen.value.revision : null).toBe(now)
    }
    expect([...reached.values()].every((count) => count === 40)).toBe(true)
  })
})
