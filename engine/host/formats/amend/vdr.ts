/** VDR's channels.conf: where a line's channel is received, and the names of groups. */
import { differing, type Changes, type Tuning } from './changes'
import { draftOf, partsOf, type Draft, type Part } from './draft'

/** Groups past this number are none of a list. */
const groupMost = 32
const fieldMost = 13
const fecs: Record<string, string> = {
  ...{ '1/2': '12', '2/3': '23', '3/4': '34', '4/5': '45', '5/6': '56', '6/7': '67', '7/8': '78' },
  ...{ '8/9': '89', '9/10': '910', '3/5': '35', '1/4': '14', '1/3': '13', '2/5': '25' },
}

type Lines = { records: Part[][]; groups: Part[] }
const linesIn = (draft: Draft): Lines => {
  const { text } = draft
  const records: Part[][] = []
  const groups: Part[] = []
  for (const { start, end } of draft.lines()) {
    if (text[start] === ':') {
      const content = text.slice(start, end)
      const name = /^:(?:@\d*)?\s*/.exec(content)?.[0].length ?? 1
      const stop = content.trimEnd().length
      if (stop > name && groups.length < groupMost) groups.push({ start: start + name, end: start + stop })
      continue
    }
    const fields = partsOf(text, { start, end }, ':', fieldMost)
    if (fields.length >= 10) records.push(fields)
  }
  return { records, groups }
}

/** “HC23M5O35S1” with another polarisation and FEC; what else it says stays. */
const parametersNow = (text: string, { polarisation, fec }: Partial<Tuning>): string => {
  let parameters = text
  if (polarisation) {
    const found = /[HVLR](?!\d)/i.exec(parameters)
    parameters = found
      ? parameters.slice(0, found.index) + polarisation + parameters.slice(found.index + 1)
      : polarisation + parameters
  }
  if (fec !== undefined) {
    const code = `C${fecs[fec ?? ''] ?? '999'}`
    parameters = /C\d+/i.test(parameters) ? parameters.replace(/C\d+/i, code) : parameters + code
  }
  return parameters
}

const sourceOf = (angle: number): string => {
  const tenths = angle > 1800 ? 3600 - angle : angle
  return `S${Math.floor(tenths / 10)}.${tenths % 10}${angle > 1800 ? 'W' : 'E'}`
}

/** The first five fields of a line, the name among them, with what differs. */
const tuningNow = (fields: readonly string[], changed: Partial<Tuning>): string[] => {
  const [name = '', frequency = '', parameters = '', source = '', rate = ''] = fields
  const { frequencyKHz, symbolRate, angle } = changed
  return [
    name,
    // VDR counts whole megahertz of a satellite.
    frequencyKHz ? String(Math.round(frequencyKHz / 1000)) : frequency,
    parametersNow(parameters, changed),
    angle === undefined || angle === null ? source : sourceOf(angle),
    symbolRate ? String(symbolRate) : rate,
  ]
}

export const amendVdr = (changes: Changes, bytes: Uint8Array): Uint8Array => {
  const draft = draftOf(bytes)
  const { records, groups } = linesIn(draft)
  const contentOf = (fields: readonly Part[]): string[] => fields.map(({ start, end }) => draft.text.slice(start, end))
  /** A line of each transponder, which one that was moved there is received as. */
  const known = new Map<number, string[]>()
  for (const { channel, transponder } of changes.made.shown) {
    const fields = records[channel.id]
    if (transponder !== null && fields !== undefined && !known.has(transponder.id))
      known.set(transponder.id, contentOf(fields))
  }
  for (const [record, { was, is }] of changes.channels) {
    const fields = records[record]
    if (fields === undefined || was.transponder === null || is.transponder === null) continue
    const like = is.transponder.id === was.transponder.id ? null : known.get(is.transponder.id)
    const [from, changed] = like
      ? [like, differing(changes.tuningBefore(is.transponder.id), changes.tuningNow(is.transponder.id))]
      : [contentOf(fields), differing(changes.tuningBefore(was.transponder.id), changes.tuningNow(is.transponder.id))]
    tuningNow(from, changed).forEach((value, at) => {
      const part = fields[at]
      if (part !== undefined && at > 0) draft.put(part.start, part.end, value)
    })
  }
  const names = new Map(changes.now.groups.map(({ group }) => [group.id, group.name]))
  changes.made.groups.forEach(({ group }, at) => {
    const place = groups[at]
    const name = names.get(group.id)
    const value = name === undefined || name === group.name ? null : draft.encode(name)
    if (place !== undefined && value !== null && !/[\r\n]/.test(value)) draft.put(place.start, place.end, value)
  })
  return draft.bytes()
}
