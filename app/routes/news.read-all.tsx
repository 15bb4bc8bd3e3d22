/** Marks all messages, or all answers to feedback, as read, and returns to their list. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { markAllRepliesRead } from '~/modules/feedback/feedback.server'
import { markAllRead } from '~/modules/message/message.server'
import { requireUser } from '~/request/caller.server'
import { redirectDone } from '~/request/flash.server'
import { readFields } from '~/request/fields.server'

/** Opening the address in a browser leads to the messages. */
export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  await requireUser(request, context)
  return redirect('/news')
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const read = await readFields(request, context)
  if (read.ok && read.values.what === 'replies') {
    await markAllRepliesRead(user.userId)
    return redirectDone(context, '/news/feedback', 'news:flash.repliesRead')
  }
  await markAllRead(user.userId)
  return redirectDone(context, '/news', 'news:flash.messagesRead')
}
