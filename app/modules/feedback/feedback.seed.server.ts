/** The demo's feedback: a conversation whose last answer is still unread. */
import { minuteMs, now } from '~/platform/clock.server'
import { db } from '~/platform/db.server'

const id = 'demofeedback00000000000000'

/** Creates the demo's feedback if it is missing; an existing one stays as it is. */
export const seedFeedback = async (userId: string): Promise<void> => {
  if ((await db.feedback.count({ where: { id } })) > 0 || (await db.user.count({ where: { id: userId } })) === 0) return
  const at = (minutesAgo: number): Date => new Date(now().getTime() - minutesAgo * minuteMs)
  await db.feedback.create({
    data: {
      id,
      userId,
      category: 'picture-sound',
      language: 'en',
      text: 'On Nilesat the sound is ahead of the picture, about half a second. Other satellites are fine.\n\nI have restarted the box twice.',
      sn: '100000000001',
      boxName: 'Living room',
      modelName: 'Mango S1',
      softwareVersion: '1.9.1',
      state: 'answered',
      createdAt: at(180),
      updatedAt: at(25),
      replies: {
        create: [
          {
            id: 'demoreply0000000000000000a',
            side: 'provider',
            text: 'Thank you for telling us. Does it happen on all channels of Nilesat, or on those in HD only?',
            createdAt: at(120),
            readAt: at(90),
          },
          {
            id: 'demoreply0000000000000000b',
            side: 'customer',
            authorId: userId,
            text: 'Only in HD.',
            createdAt: at(85),
          },
          {
            id: 'demoreply0000000000000000c',
            side: 'provider',
            text: 'Then version 2.15.0 will help: Menu, Settings, Software update. Please write here whether it did.',
            createdAt: at(25),
          },
        ],
      },
    },
  })
}
