/**
 * The project's structure as tables: its rooms with their purposes, who may import whom, which module may use which,
 * and who may use the machine. docs/architecture.md shows them; arrows.ts checks that they are kept, and that every
 * exception is used.
 */

export type WrongArrow = { file: string; line: number; imports: string; why: string }

/**
 * A file belongs to the first room whose folder matches, so the order counts. The purposes also appear in
 * docs/architecture.md.
 */
export const rooms = {
  'app/server':
    'the node server in front of Remix: limits, headers, CSP nonce, uploads (busboy), boxes’ fetches; connects the modules at start. `gateway/` is the other process: connections, limits, queues, static files, boxes’ answers from memory',
  'app/routes': 'one file or folder per URL: loader/action → module → component',
  'app/api':
    'the typed table of endpoints with their handlers and operator commands; entered by `routes/api.$.ts` and `app/server`',
  'app/web':
    'what pages share between HTTP and modules, a folder per noun: forms, the data of pages, the texts of mails',
  'app/request':
    'what a request carries, below api and web: context, cookies, caller, visit, language, fields, flash messages',
  'app/modules': 'the domain: a folder per noun, one public file each, the arrows below between them',
  'app/platform':
    'the only code that touches the machine: database, clock, randomness, files, log, limits, mail, SMS, threads',
  'app/engine': '`engine.server.ts` (one instance a thread), `engine.client.ts` (fetches the wasm)',
  'app/client': 'what runs in the browser besides components: editor store, save queue, API client',
  'app/ui': 'accessible components, usable without scripts',
  'app/errors': 'the table of codes: pure data',
  'app/i18n': 'language detection, formats, direction, the texts in eight languages',
  'app/text': 'text that people write: counted, cleaned and made searchable; pure functions for server and browser',
  'app/brand': 'names, colours, contacts and legal texts of the brands, by host',
  'app/styles': 'the layers of the design: tokens, base, layout, components',
  'app/generated': 'the database client that Prisma generates from the schema',
  'engine/host':
    'the typed API of the channel-list engine, for Node and browser; `formats/` reads and writes other programs’ files; it knows nothing of the app',
  'engine/build': 'the WebAssembly file of the engine, built from `engine/assembly/`',
} as const
export const roomNames = Object.keys(rooms) as (keyof typeof rooms)[]
export type Room = (typeof roomNames)[number] | 'app' | 'outside'

/**
 * Which rooms each room may import, besides itself. The files directly in app/ (root, entries) may import every room.
 */
export const mayImport: Partial<Record<Room, readonly Room[]>> = {
  'app/server': [
    'app/api',
    'app/web',
    'app/request',
    'app/modules',
    'app/platform',
    'app/errors',
    'app/i18n',
    'app/brand',
  ],
  'app/routes': [
    'app/api',
    'app/web',
    'app/request',
    'app/modules',
    'app/platform',
    'app/client',
    'app/ui',
    'app/errors',
    'app/i18n',
    'app/brand',
    'app/styles',
  ],
  'app/api': ['app/web', 'app/request', 'app/modules', 'app/platform', 'app/errors', 'app/i18n', 'app/text'],
  'app/web': ['app/request', 'app/modules', 'app/platform', 'app/errors', 'app/i18n', 'app/text', 'app/brand'],
  'app/request': ['app/modules', 'app/platform', 'app/errors', 'app/i18n'],
  'app/modules': ['app/platform', 'app/engine', 'app/errors', 'app/text', 'app/brand'],
  'app/platform': ['app/generated'],
  'app/engine': ['app/platform', 'engine/host', 'engine/build'],
  'app/client': ['app/modules', 'app/ui', 'app/engine', 'app/i18n', 'app/text', 'app/styles'],
  'app/ui': ['app/i18n', 'app/text'],
  'app/i18n': ['app/platform', 'app/text'],
  'app/text': ['engine/host'],
}

/** Type imports run no code: these rooms may use each other's types. */
export const mayName: Partial<Record<Room, readonly Room[]>> = {
  'app/ui': ['app/modules', 'app/errors', 'app/brand'],
  'app/i18n': ['app/errors'],
}

/** Pure vocabulary that every room may import. */
export const contracts = ['app/engine/types.ts'] as const

/** Of the platform, pages may only use files about HTTP and time; never the database. */
export const platformForPages = ['http.server', 'clock.server'] as const

/** Which module may use which ("reads: uses"). Every module may use audit. */
export const moduleArrows: Record<string, readonly string[]> = {
  captcha: [],
  outbox: [],
  health: ['outbox'],
  draft: [],
  'body-key': [],
  verification: ['captcha', 'outbox'],
  account: ['verification', 'captcha', 'outbox'],
  session: ['account', 'device'],
  registry: [],
  device: ['registry', 'account'],
  catalogue: [],
  entitlement: ['catalogue', 'device'],
  renewal: ['catalogue', 'device', 'ledger', 'order', 'payment', 'account', 'message', 'outbox'],
  reminder: ['catalogue', 'account', 'message', 'outbox', 'renewal'],
  'channel-list': ['device', 'entitlement', 'attachment'],
  'held-upload': ['channel-list'],
  'list-signature': [],
  link: ['entitlement', 'channel-list', 'message'],
  stb: ['device', 'channel-list', 'registry', 'catalogue', 'entitlement', 'list-signature', 'link'],
  'box-move': ['registry', 'device', 'entitlement', 'order', 'channel-list', 'message', 'points'],
  attachment: [],
  feedback: ['account', 'attachment', 'device'],
  instruction: ['registry', 'device'],
  message: ['account', 'device'],
  unread: ['message', 'feedback'],
  provider: [],
  ledger: [],
  wallet: ['ledger', 'account', 'verification', 'message', 'outbox'],
  'redeem-code': ['wallet', 'ledger', 'captcha'],
  grant: ['ledger', 'wallet', 'redeem-code', 'account', 'order'],
  order: ['catalogue', 'entitlement', 'device', 'ledger', 'wallet', 'account', 'message', 'outbox'],
  recharge: ['wallet', 'order', 'account', 'message', 'outbox'],
  payment: ['order', 'recharge', 'wallet', 'ledger', 'catalogue', 'captcha', 'outbox', 'grant'],
  points: ['ledger', 'device', 'account', 'entitlement', 'message', 'order'],
  job: [],
  audit: [],
}

/** The parts of a machine: everything that a test must be able to stop, replace or inspect. */
export type Machine = 'files' | 'processes' | 'network' | 'threads' | 'system' | 'time' | 'timers' | 'chance'

/**
 * Who may use the machine besides app/platform, each with its reason. A name ending with a slash is a folder; a more
 * specific entry comes first.
 */
export const machineAllowances: readonly { at: string; what: readonly Machine[]; why: string }[] = [
  { at: 'app/client/', what: ['network', 'time', 'timers', 'chance'], why: 'the browser is its machine' },
  {
    at: 'app/ui/',
    what: ['timers'],
    why: 'a notice, a progress bar or a counter waits in the browser, only in effects',
  },
  { at: 'engine/host/index.ts', what: ['chance'], why: 'hash table keys, by the same call in browser and server' },
  {
    at: 'app/server/main.ts',
    what: ['network', 'processes'],
    why: 'the program: it listens, and stops on signals',
  },
  { at: 'app/server/front.ts', what: ['time'], why: 'the log says how long an answer took' },
  { at: 'app/server/request-line.ts', what: ['time'], why: 'the log says how long an answer took' },
  { at: 'app/server/body.ts', what: ['timers'], why: 'how long a body may take to arrive' },
  { at: 'app/server/upload-handler.ts', what: ['timers'], why: 'how long a form may take to arrive' },
  { at: 'app/server/peer.ts', what: ['network'], why: 'node:net parses and compares client addresses' },
  { at: 'app/server/static.ts', what: ['files'], why: 'lists the build’s files once at start' },
  {
    at: 'app/server/start-checks.ts',
    what: ['files', 'processes'],
    why: 'a failed check ends the program with its exit code',
  },
  {
    at: 'app/server/ending.ts',
    what: ['processes', 'timers'],
    why: 'signals, and how long the last answers may take to finish',
  },
  {
    at: 'app/server/app-side.ts',
    what: ['files', 'processes', 'time', 'timers'],
    why: 'the app’s connection to its gateway: its socket file, its parent, its heartbeat',
  },
  {
    at: 'app/server/gateway/main.ts',
    what: ['network', 'processes'],
    why: 'the gateway’s program: it listens, and stops on signals',
  },
  {
    at: 'app/server/gateway/app-process.ts',
    what: ['files', 'processes', 'network', 'system', 'time', 'timers'],
    why: 'starts, watches and stops the app: a child process, a socket file, persistent connections',
  },
  {
    at: 'app/server/gateway/app-messages.ts',
    what: ['timers'],
    why: 'notes to the app are sent together, ten times a second',
  },
  {
    at: 'app/server/gateway/forward.ts',
    what: ['network', 'timers'],
    why: 'forwards requests, with a time limit',
  },
  { at: 'app/server/gateway/gate.ts', what: ['time'], why: 'the log says how long an answer took' },
  { at: 'app/server/gateway/clients.ts', what: ['time'], why: 'what a client may do per second' },
  { at: 'app/server/gateway/app-queue.ts', what: ['time', 'timers'], why: 'how long a request may wait' },
  { at: 'app/server/gateway/sockets.ts', what: ['time', 'timers'], why: 'how long a connection may be silent' },
]

/** Imports whose file is computed at run time, each with its reason. */
export const computedImports: readonly { at: string; why: string }[] = [
  {
    at: 'app/server/start-checks.ts',
    why: 'the migrations are a program of their own that is not part of the build (scripts/lib/migrations.mjs)',
  },
]
