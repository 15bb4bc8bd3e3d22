/**
 * The guides of the help pages: their order, their sections and what each section contains. The texts are in the
 * namespace `guide-<name>` under the sections' ids; a test checks every language against this table.
 */

/** One section of a guide: the number of steps, points, and entries on what to do when something fails. */
export type GuideSection = {
  /** Identifies the section in texts and as an anchor on the page. */
  id: string
  lead?: true
  steps?: number
  points?: number
  troubles?: number
  note?: true
  drawing?: string
}

export type Guide = { name: string; sections: readonly GuideSection[] }

export const guides = [
  {
    name: 'editor',
    sections: [
      { id: 'upload', steps: 4, drawing: 'upload', note: true },
      { id: 'order', lead: true, steps: 4, drawing: 'order' },
      { id: 'marks', lead: true, points: 4, drawing: 'marks' },
      { id: 'tools', lead: true, points: 5 },
      { id: 'undo', lead: true },
      { id: 'box', lead: true, steps: 3, drawing: 'box' },
      { id: 'export', lead: true, note: true },
      { id: 'plain', lead: true, note: true },
      { id: 'trouble', troubles: 4 },
    ],
  },
  {
    name: 'box-settings',
    sections: [
      { id: 'open', steps: 3, drawing: 'open', note: true },
      { id: 'choices', points: 3, drawing: 'styles' },
      { id: 'update', lead: true, points: 3, drawing: 'update', note: true },
      { id: 'trouble', troubles: 4 },
    ],
  },
  {
    name: 'usb-network',
    sections: [
      { id: 'what', lead: true, drawing: 'way' },
      { id: 'android', steps: 5, drawing: 'phone', note: true },
      { id: 'iphone', lead: true },
      { id: 'check', lead: true, drawing: 'check' },
      { id: 'trouble', troubles: 4 },
    ],
  },
  {
    name: 'video-key',
    sections: [
      { id: 'what', lead: true },
      { id: 'make', lead: true, steps: 5, drawing: 'console' },
      { id: 'enter', steps: 4, drawing: 'enter', note: true },
      { id: 'quota', lead: true },
      { id: 'secret', points: 3, drawing: 'secret' },
      { id: 'trouble', troubles: 3 },
    ],
  },
  {
    name: 'bluetooth',
    sections: [
      { id: 'pair', lead: true, steps: 5, drawing: 'pair', note: true },
      { id: 'kinds', points: 3, drawing: 'kinds' },
      { id: 'trouble', troubles: 5, drawing: 'place' },
    ],
  },
  {
    name: 'vpn',
    sections: [
      { id: 'start', lead: true, steps: 4, drawing: 'app' },
      { id: 'does', points: 3, drawing: 'tunnel' },
      { id: 'not', points: 4 },
      { id: 'law', lead: true },
      { id: 'trouble', troubles: 4 },
    ],
  },
  {
    name: 'mylink',
    sections: [
      { id: 'what', lead: true, points: 2, drawing: 'way' },
      { id: 'add', steps: 3, note: true },
      { id: 'table', lead: true, steps: 4, drawing: 'table' },
      { id: 'lists', points: 3 },
      { id: 'order', points: 3 },
      { id: 'box', lead: true },
      { id: 'trouble', troubles: 3 },
    ],
  },
] as const satisfies readonly Guide[]

export type GuideName = (typeof guides)[number]['name']
type SectionOf<Name extends GuideName> = Extract<(typeof guides)[number], { name: Name }>['sections'][number]
/** The drawings that a guide's sections name. */
export type DrawingName<Name extends GuideName> = Extract<SectionOf<Name>, { drawing: string }>['drawing']

export const guidePath = (name: GuideName): string => `/help/${name}`

/** The pages that the guides' texts may link to, by the names used in the texts. */
export const guideLinks = {
  lists: '/features',
  upload: '/features/uploads',
  terminal: '/terminal',
  bind: '/terminal/bind',
  app: '/help/app',
  contact: '/help/contact',
  regions: '/help/regions',
  instructions: '/help/instructions',
  editor: '/help/editor',
  'box-settings': '/help/box-settings',
  'usb-network': '/help/usb-network',
  bluetooth: '/help/bluetooth',
  mylink: '/features/mylink',
  audio: '/features/audio',
  services: '/service',
} as const satisfies Readonly<Record<string, string>>
