/**
 * Accounts with everything that a page can show: an owner with a list, a box, orders, Mango, messages, feedback, a
 * token and a waiting file; a newcomer with nothing; an account with the second step on. They are created over HTTP, as
 * people do.
 */
import { createHmac } from 'node:crypto'
import { generate } from 'otplib'
import { makePdf } from './pdf'
import { makeList } from './fixtures/satcodx'
import { HttpClient } from './http-client'
import { plainJpeg } from './media'
import { findCode } from './outbox'
import { operatorToken, type Person } from './people'

/** `totpSecret`: what the account's authenticator app has; empty without one. */
export type Member = Person & { client: HttpClient; email: string; recoveryCodes: string[]; totpSecret: string }
export type Household = {
  owner: Member
  newcomer: Member
  guarded: Member
  /** An operator, with a System list that is published in one version and staged in another. */
  staff: Member
  systemListId: string
  listId: string
  /** The file that the list's channel ids belong to. */
  listSource: string
  heldId: string
  /** A list that its owner changed after the box loaded it: the box's save waits beside it. */
  besideId: string
  /** The token of a link by which the first list can be read. */
  sharedToken: string
  sn: string
  /** A box that nobody has bound, with the code on its screen. */
  freeBox: { sn: string; code: string }
  /** An unpaid order for the owner's box. */
  orderNumber: string
  /** An earlier order for the same product, paid from Mango: its service is renewed from Mango. */
  paidOrderNumber: string
  /** The amount that the paid order took from the owner's wallet. */
  transactionNumber: string
  /** The amount that the owner sent to the guarded account. */
  transferNumber: string
  tokenId: string
  messageId: string
  feedbackId: string
  closedFeedbackId: string
  model: string
  /** A MyLink category with channel 1 and others; audio sources starting with 1; uploaded tables that wait. */
  categoryId: string
  mylinkTable: string
  audioTable: string
  /** A message in the demo's outbox. */
  outboxId: string
  /** Sets the language of all members. */
  speak(code: string): Promise<void>
}

const model = 'Mango S1'
/** SPEC's id of the wallet as a payment method. */
const mangoMethod = 100
/** Long words and another script, as people write them: pages must cope with them in any language. */
const texts = {
  en: {
    title: 'A new software version for your box',
    text: 'Version 2.15 sorts faster.\n\nRead more at https://mango.example/a-rather-long-address/that-has-no-place-to-break/2026/november',
  },
  ar: {
    title: 'إصدار جديد من البرنامج لجهازك',
    text: 'الإصدار 2.15 يرتّب القنوات أسرع.\n\nاقرأ المزيد على https://mango.example/a-rather-long-address/that-has-no-place-to-break/2026/november',
  },
}

const idIn = (answer: Response): string => (answer.headers.get('location') ?? '').split('?')[0]?.split('/').at(-1) ?? ''
const makeMember = async (origin: string, name: string): Promise<Member> => {
  const client = new HttpClient(origin)
  const person = { userName: `${name}-${process.pid}`, password: 'house-1234' }
  const answer = await client.post('/register', { ...person, repeatPassword: person.password })
  if (answer.status !== 303) throw new Error(`registering ${person.userName} answered ${answer.status}`)
  return { ...person, client, email: `${person.userName}@mango.example`, recoveryCodes: [], totpSecret: '' }
}

type Operate = <D>(method: string, path: string, options?: Parameters<HttpClient['api']>[2]) => Promise<D>
/** A separate operator account: the demo's speaks only one language. */
const makeStaff = async (origin: string, operate: Operate): Promise<Member> => {
  const person = { userName: `staff-${process.pid}`, password: 'house-1234' }
  await operate('POST', '/operator/accounts', { json: { ...person, role: 'operator', why: 'test' } })
  const client = await new HttpClient(origin).signIn(person.userName, person.password)
  return { ...person, client, email: '', recoveryCodes: [], totpSecret: '' }
}

const confirmEmail = async ({ client, email }: Member): Promise<void> => {
  await client.post('/personal/contact/email', { email })
  const { code } = await findCode(async (path) => (await client.request(path)).text(), email)
  const done = await client.post('/personal/contact/email/code', { code })
  if (done.status !== 303) throw new Error(`confirming ${email} answered ${done.status}`)
}

/** Turns on the second step of a signed-in account, and adds its recovery codes. Returns the app's secret. */
export const turnAuthenticatorOn = async ({
  client,
  password,
  recoveryCodes,
}: Pick<Member, 'client' | 'password' | 'recoveryCodes'>): Promise<string> => {
  await client.post('/personal/authenticator', { intent: 'again', password })
  const page = await (await client.request('/personal/authenticator')).text()
  const secret = /otpauth:[^"]*[?;&]secret=([A-Z2-7]+)/.exec(page)?.[1] ?? ''
  const done = await client.post('/personal/authenticator', { code: await generate({ secret }) })
  if (done.status !== 303) throw new Error(`turning the authenticator on answered ${done.status}`)
  const shown = await (await client.request('/personal/authenticator/codes')).text()
  const list = /recovery-codes[^>]*>(.*?)<\/(?:ul|ol)>/s.exec(shown)?.[1] ?? ''
  recoveryCodes.push(
    ...[...list.matchAll(/<li[^>]*>(.*?)<\/li>/gs)].map(([, item = '']) => item.replaceAll(/<[^>]*>/g, '')),
  )
  return secret
}

/** Links as people keep them: long addresses, other scripts, places in the sky; tables with a line that is refused. */
const makeLinks = async (
  client: HttpClient,
  origin: string,
): Promise<{ categoryId: string; mylinkTable: string; audioTable: string }> => {
  const long = `https://streams.mango.example/${'a-long-address-without-a-place-to-break/'.repeat(5)}x`
  const sent = async (to: string, fields: Record<string, string>): Promise<string> => {
    const answer = await client.post(to, fields)
    if (answer.status !== 303) throw new Error(`the form of ${to} answered ${answer.status}`)
    return idIn(answer)
  }
  const categoryId = await sent('/features/mylink', { intent: 'add', name: 'Sports' })
  await sent('/features/mylink', { intent: 'add', name: 'الأخبار العربية' })
  await sent(`/features/mylink/${categoryId}/add`, { intent: 'one', name: 'قناة طويلة الاسم', address: long })
  const many = (word: string) =>
    Array.from({ length: 11 }, (_, at) => `${word} ${at} ${at % 2 ? `19.2E:11778:${at}` : `rtsp://a.example/${at}`}`)
  await sent(`/features/mylink/${categoryId}/add`, { intent: 'many', lines: many('Fernsehprogramm').join('\n') })
  await sent('/features/audio/add', { intent: 'one', name: 'Commentary', address: long })
  await sent('/features/audio/add', { intent: 'many', lines: many('راديو').join('\n') })
  const hold = async (service: string, csv: string): Promise<string> => {
    const form = new FormData()
    form.set('file', new Blob([csv]), 'links at home.csv')
    const to = `/features/${service}/import`
    return idIn(await client.request(to, { method: 'POST', body: form, headers: { origin } }))
  }
  return {
    categoryId,
    mylinkTable: await hold(
      'mylink',
      'category,name,address\nNew one,First,http://a.example/1\nNew one,Second,javascript:alert(1)\n',
    ),
    audioTable: await hold('audio', `name,address\nFirst,http://a.example/1\n${'x'.repeat(21)},http://a.example/2\n`),
  }
}

/** Creates them all on this server; their names are unique to this process. */
export const makeHousehold = async (origin: string): Promise<Household> => {
  const operator = await operatorToken(origin)
  const [owner, newcomer, guarded] = await Promise.all([
    makeMember(origin, 'owner'),
    makeMember(origin, 'newcomer'),
    makeMember(origin, 'guarded'),
  ])
  const { client } = owner
  const api = async <D>(method: string, path: string, options: Parameters<HttpClient['api']>[2] = {}): Promise<D> => {
    const answer = await client.api<D>(method, path, {
      ...options,
      headers: { 'sec-fetch-site': 'same-origin', ...options.headers },
    })
    if (answer.code !== '0') throw new Error(`${method} ${path} answered ${answer.code} ${answer.message}`)
    return answer.data
  }
  const operate = async <D>(
    method: string,
    path: string,
    options: Parameters<HttpClient['api']>[2] = {},
  ): Promise<D> => {
    const answer = await new HttpClient(origin).api<D>(method, path, { ...options, token: operator })
    if (answer.code !== '0') throw new Error(`${method} ${path} answered ${answer.code} ${answer.message}`)
    return answer.data
  }

  await Promise.all([
    confirmEmail(owner),
    confirmEmail(guarded).then(async () => {
      guarded.totpSecret = await turnAuthenticatorOn(guarded)
    }),
  ])

  const file = makeList({ seed: 77, records: 60, variant: '103' }).bytes
  const octets = { type: 'application/octet-stream', bytes: file }
  const { id: listId, source: listSource } = await api<{ id: string; source: string }>(
    'POST',
    '/chmax/lists?name=At%20home',
    { raw: octets },
  )
  await api('POST', `/chmax/lists/${listId}/operations`, {
    json: { base: 1, source: listSource, operations: [{ op: 'move', ids: [3, 4], to: 10 }] },
  })
  // Its name is taken, so the upload waits for another name.
  const form = new FormData()
  form.set('name', 'At home')
  form.set('file', new Blob([new Uint8Array(file)]), 'second-one.sdx')
  const heldId = idIn(await client.request('/features/uploads', { method: 'POST', body: form, headers: { origin } }))

  const [sn, freeSn, shownSn] = ['750000000001', '750000000002', '750000000003'] as const
  const secret = 'device-secret-of-the-household'
  await operate('POST', '/operator/boxes', {
    raw: {
      type: 'text/csv',
      bytes: `sn,model,secret\n${sn},${model},\n${freeSn},${model},\n${shownSn},${model},${secret}\n`,
    },
  })
  const pair = async (one: string): Promise<{ userCode: string; deviceToken: string }> =>
    (
      await new HttpClient(origin).api<{ userCode: string; deviceToken: string }>('POST', '/stb/pair', {
        json: { sn: one, model, softwareVersion: '2.14.3' },
      })
    ).data
  const paired = await pair(sn)
  await client.post('/terminal/bind', { sn, repeatSn: sn, code: paired.userCode })
  await client.post(`/terminal/${sn}`, { intent: 'rename', nickname: 'Living room' })
  await client.post(`/terminal/${sn}`, { intent: 'list', list: listId })

  const other = { type: 'application/octet-stream', bytes: makeList({ seed: 78, records: 40, variant: '103' }).bytes }
  const { link } = await api<{ link: string }>('POST', `/chmax/lists/${listId}/shares`, {})
  const { id: besideId, source: besideSource } = await api<{ id: string; source: string }>(
    'POST',
    '/chmax/lists?name=In%20the%20attic',
    { raw: other },
  )
  await api('POST', `/chmax/lists/${besideId}/operations`, {
    json: {
      base: 1,
      source: besideSource,
      operations: [
        { op: 'rename', id: 0, name: 'قناة طويلة الاسم' },
        { op: 'move', ids: [5, 6], to: 20 },
        { op: 'lock', ids: [8], value: true },
      ],
    },
  })
  const saved = await new HttpClient(origin).api('PUT', `/stb/lists?list=${besideId}&base=1`, {
    token: paired.deviceToken,
    raw: { ...other, bytes: other.bytes.slice(128) },
  })
  if (saved.code !== '0') throw new Error(`the box’s save answered ${saved.code} ${saved.message}`)

  await operate(
    'POST',
    `/operator/instructions?${new URLSearchParams({ model, language: 'en', title: 'User manual' }).toString()}`,
    { raw: { type: 'application/pdf', bytes: makePdf('Manual') } },
  )

  const why = 'for the tests'
  type Plans = { items: { key: string; plans: { plan: string; payPrice: string; originalPrice: string }[] }[] }
  const findPlan = async () =>
    (await api<Plans>('GET', '/service/customer/products')).items.find(({ key }) => key === 'skin')?.plans[0]
  // The demo sells it; a server without the demo's shop gets it here.
  if ((await findPlan()) === undefined) {
    await operate('POST', '/operator/products', { json: { key: 'skin', name: 'Skins', services: ['skin'], why } })
    await operate('POST', '/operator/products/skin/plans', { json: { months: 1, price: '1', why } })
    await operate('PUT', '/operator/products/skin', { json: { state: 'on-sale', why } })
  }
  const plan = await findPlan()
  const gift = { user: owner.userName, batch: `${owner.userName}-gift`, why }
  await operate('POST', '/operator/ledger/credit', { json: { ...gift, currency: 'MANGO', amount: '40' } })
  await operate('POST', '/operator/ledger/credit', {
    json: { ...gift, batch: `${gift.batch}-2`, currency: 'POINTS', amount: '120' },
  })
  await client.post('/wallet/open', {})
  await guarded.client.post('/wallet/open', {})
  const six = { newPassword: '271828', repeatPassword: '271828' }
  await client.post('/wallet/password', { intent: 'set', ...six, password: owner.password })
  const transferNumber = idIn(
    await client.post('/wallet/transfer/confirm', {
      recipient: guarded.userName,
      amount: '2.5',
      note: 'شكرًا for the help with the box',
      fee: '0',
      seen: '',
      batch: `${owner.userName}-transfer`,
      paymentPassword: '271828',
    }),
  )
  const place = async (more: object = {}): Promise<string> =>
    (
      await api<{ number: string }>('POST', '/order/customer/orders', {
        json: { sn, plan: plan?.plan, price: plan?.payPrice, ...more },
      })
    ).number
  const paidOrderNumber = await place({ method: mangoMethod })
  await api('POST', '/service/customer/renewals', {
    json: { sn, service: 'skin', plan: plan?.plan, price: plan?.originalPrice },
  })
  const orderNumber = await place()
  const [transaction] = (await api<{ items: { number: string }[] }>('GET', '/wallet/customer/transactions')).items
  const tokenId = idIn(
    await client.post('/personal/tokens/new', {
      name: 'Backup at home',
      scopes: ['lists:read'],
      expiresInDays: '30',
      password: owner.password,
    }),
  )

  for (const audience of [
    { audience: 'user', to: owner.userName },
    { audience: 'user', to: owner.userName },
  ])
    await operate('POST', '/operator/messages', { json: { ...audience, texts, why: 'test' } })
  const messages = await api<{ items: { id: string }[] }>('GET', '/userFeedback/customer/systemMessagePage')

  const picture = plainJpeg()
  const attachment = await api<{ id: string }>('POST', '/userFeedback/customer/attachment', {
    json: { kind: 'image', name: 'screen.jpg', size: picture.length },
  })
  await api('PUT', `/userFeedback/customer/attachment/${attachment.id}?offset=0`, {
    raw: { type: 'application/octet-stream', bytes: picture },
  })
  const sendFeedback = async (more: object): Promise<string> =>
    (
      await api<{ id: string }>('POST', '/userFeedback/customer/userFeedback', {
        json: { category: 'box', text: 'The picture freezes after an hour of watching.', ...more },
      })
    ).id
  const feedbackId = await sendFeedback({ sn, attachment: [attachment.id] })
  const closedFeedbackId = await sendFeedback({ category: 'other', text: 'القناة لا تعمل منذ أمس، شكرًا لكم.' })
  await operate('POST', `/operator/feedback/${feedbackId}/answer`, {
    json: { text: 'Thank you. Does it happen on every channel?', why: 'test' },
  })
  await api('PUT', `/userFeedback/customer/userFeedback/${closedFeedbackId}/close`)

  for (const service of ['mylink', 'audio'])
    await operate('PUT', `/operator/services/${service}`, { json: { grantedToAll: true, why } })
  const { categoryId, mylinkTable, audioTable } = await makeLinks(client, origin)
  const staff = await makeStaff(origin, operate)
  const system = await operate<{ id: string }>('POST', '/operator/lists?kind=system&name=For%20all%20boxes', {
    raw: octets,
  })
  const pairShown = (more: object) =>
    new HttpClient(origin).api<{ nonce: string; deviceToken: string }>('POST', '/stb/pair', {
      json: { sn: shownSn, model, ...more },
    })
  const { nonce } = (await pairShown({})).data
  const proof = createHmac('sha256', secret).update(`${nonce}${shownSn}`).digest('hex')
  const { deviceToken } = (await pairShown({ nonce, proof })).data
  await new HttpClient(origin).request(`/api/stb/lists/${system.id}`, {
    headers: { authorization: `Bearer ${deviceToken}` },
  })
  const ownPage = { headers: { 'sec-fetch-site': 'same-origin' } }
  await staff.client.api('POST', `/chmax/lists/${system.id}/operations`, {
    ...ownPage,
    json: { base: 1, operations: [{ op: 'lock', ids: [1], value: true }] },
  })
  const staged = await staff.client.api('POST', `/chmax/lists/${system.id}/publications`, {
    ...ownPage,
    json: { act: 'publish', percent: 10 },
  })
  if (staged.code !== '0') throw new Error(`staging a list answered ${staged.code}`)

  const outbox = await (await client.request('/dev/outbox')).text()
  const made = {
    outboxId: /href="\/dev\/outbox\/([^"?]+)/.exec(outbox)?.[1] ?? '',
    owner,
    newcomer,
    guarded,
    staff,
    systemListId: system.id,
    listId,
    listSource,
    heldId,
    besideId,
    sharedToken: link.slice(link.lastIndexOf('/') + 1),
    sn,
    freeBox: { sn: freeSn, code: (await pair(freeSn)).userCode },
    orderNumber,
    paidOrderNumber,
    transactionNumber: transaction?.number ?? '',
    transferNumber,
    tokenId,
    messageId: messages.items[0]?.id ?? '',
    feedbackId,
    closedFeedbackId,
    categoryId,
    mylinkTable,
    audioTable,
    model,
  }
  for (const [name, value] of Object.entries(made)) if (value === '') throw new Error(`the household lacks ${name}`)
  if (guarded.recoveryCodes.length === 0) throw new Error('the household lacks recovery codes')
  return {
    ...made,
    speak: async (code) => {
      for (const { client: one } of [owner, newcomer, guarded, staff])
        await one.post('/language', { language: code, returnTo: '/home' })
    },
  }
}
