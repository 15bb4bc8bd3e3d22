/** Validates an operator's system message: title and text in each language, its audience, and its end. */
import { z } from 'zod'
import { countGraphemes } from '~/text/graphemes'
import { isBlank, plainLine, plainText } from '~/text/plain-text'

/** all: everybody; model: everybody with a box of that model; user: a single account. */
export const audiences = ['all', 'model', 'user'] as const
export type Audience = (typeof audiences)[number]

/** Two lines on a phone. */
export const maxTitleLength = 120
/** Two pages of paper; a longer text belongs on a page of its own. */
export const maxMessageLength = 5000
/** A character may consist of several UTF-16 units; beyond this limit it is not normal text. */
const unitsPerCharacter = 8

const within =
  (most: number) =>
  (text: string): boolean =>
    !isBlank(text) && countGraphemes(text, most + 1) <= most

export const messageTextSchema = z.object({
  title: z
    .string('A0422')
    .max(maxTitleLength * unitsPerCharacter, 'A0422')
    .transform(plainLine)
    .refine(within(maxTitleLength), 'A0422'),
  text: z
    .string('A0422')
    .max(maxMessageLength * unitsPerCharacter, 'A0422')
    .transform(plainText)
    .refine(within(maxMessageLength), 'A0422'),
})
export type MessageTextInput = z.output<typeof messageTextSchema>
