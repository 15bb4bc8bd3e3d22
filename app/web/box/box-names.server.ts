/** How pages that list several boxes name them. */
import type { Box } from '~/modules/device/device.server'

type Named = Pick<Box, 'sn' | 'nickname' | 'model'>

const nameOf = ({ sn, nickname, model }: Named): string => nickname ?? (model || sn)

/**
 * The boxes with their names, or their models. The end of the serial number tells boxes of the same name apart, so that
 * nobody buys for, or sends a list to, the wrong one.
 */
export const nameBoxes = (boxes: readonly Named[]): { sn: string; name: string }[] => {
  const names = boxes.map(nameOf)
  return boxes.map((box) => {
    const name = nameOf(box)
    const isShared = names.indexOf(name) !== names.lastIndexOf(name)
    return { sn: box.sn, name: isShared && name !== box.sn ? `${name} (${box.sn.slice(-4)})` : name }
  })
}
