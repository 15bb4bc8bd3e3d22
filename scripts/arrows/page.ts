/** Makes the tables of rooms for docs/architecture.md. */
import { machineAllowances, mayImport, mayName, moduleArrows, roomNames, rooms, type Room } from './rooms'

const short = (room: Room): string => room.replace(/^app\//, '')
const listOf = (all: readonly Room[] | undefined): string => (all ?? []).map(short).join(', ')
const allowed = (room: Room): string => {
  const types = listOf(mayName[room])
  return (
    [listOf(mayImport[room]), types === '' ? '' : `types of ${types}`].filter((text) => text !== '').join('; ') || '–'
  )
}

export const pageMarks = { begin: '<!-- rooms: made from scripts/arrows/rooms.ts -->', end: '<!-- /rooms -->' } as const
/** The text between the marks. */
export const roomsPage = (): string => `${pageMarks.begin}
| room | what it is for | may import |
|---|---|---|
${roomNames.map((room) => `| \`${room}\` | ${rooms[room]} | ${allowed(room)} |`).join('\n')}

The files directly in \`app/\` (the root, the entries) may import every room. Every module may use audit; beside it:
${Object.entries(moduleArrows)
  .filter(([, all]) => all.length > 0)
  .map(([from, all]) => `${from} → ${all.join(', ')}`)
  .join(' · ')}.

Outside \`app/platform\` the machine (files, processes, network, threads, time, timers, chance) is touched only by:

| where | what | why |
|---|---|---|
${machineAllowances.map(({ at, what, why }) => `| \`${at}\` | ${what.join(', ')} | ${why} |`).join('\n')}
${pageMarks.end}`
