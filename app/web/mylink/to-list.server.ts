/** Adds links to a channel list: only streams, because a list can't take a place without its transponder. */
import type { NewChannel } from '~/engine/types'
import { applyOperations, readList } from '~/modules/channel-list/channel-list.server'
import { listPathOf, keyOfForm } from '~/web/lists/answer.server'
import { addedId } from '~/web/lists/tables/table.server'
import { invalid, readForm } from '~/web/form/form.server'
import { broken, countText, done, refuseLink } from './answer.server'
import { findChosen, parseChosen } from './chosen.server'
import { linkForm } from './forms.server'
import { requireShelf, type Args } from './shelf.server'

/** Appends the streams to the list's channels, all or nothing. */
export const actOnToList = async (args: Args): Promise<Response> => {
  const { request, context } = args
  const shelf = await requireShelf(args)
  const user = shelf.actor
  const read = await readForm(request, context, linkForm)
  if (!read.ok) return invalid(read)
  const { list, batch = '' } = read.value
  const links = await findChosen(shelf, parseChosen(request, shelf).ids)
  const channels = links.flatMap(({ id, name, address: url }): NewChannel[] =>
    url === null
      ? []
      : [
          {
            id: addedId(batch, [shelf.path, id]),
            name,
            type: shelf.service === 'audio' ? 'radio' : 'tv',
            transponder: null,
            url,
          },
        ],
  )
  if (channels.length === 0) return refuseLink(broken('list', 'nothing-selected'), read.values)
  const now = await readList(user, list, {}, ({ revision, source }) => ({ base: revision, source }))
  if (!now.ok) return refuseLink({ ...now, field: 'list' }, read.values)
  const key = keyOfForm(read.value.batch, [list, channels])
  const added = await applyOperations(user, list, {
    ...now.value,
    operations: [{ op: 'add', target: 'channel', channels }],
    ...(key === undefined ? {} : { batch: key }),
  })
  if (!added.ok) return refuseLink({ ...added, field: 'list' }, read.values)
  return done(context, listPathOf(list), 'mylink:done.many', {
    what: await countText(args, shelf.service, channels.length),
  })
}
