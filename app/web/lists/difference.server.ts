/** Differences as the pages show them, with the transponder in words. */
import type { Difference, DifferenceSide } from '~/modules/channel-list/channel-list.server'
import type { DifferenceRow } from '~/ui/channel-list/difference-table'
import { shortened } from '~/text/graphemes'
import { placeText } from './channels.server'

const describeSide = (side: DifferenceSide | null) =>
  side === null
    ? null
    : {
        ...side,
        name: shortened(side.name),
        place: [placeText(side), side.sid === null ? '' : `SID ${side.sid}`].filter(Boolean).join(' · '),
      }

export const describeRow = ({ mine, theirs, ...row }: Difference): DifferenceRow => ({
  ...row,
  mine: describeSide(mine),
  theirs: describeSide(theirs),
})
