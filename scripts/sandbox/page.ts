/**
 * The sandbox's pages: plain HTML without scripts; every page says that it is the sandbox. Each button is a form that
 * does the same as a call of /sandbox.
 */
import { coinActs } from './nowpayments'
import { callbackModes, type CardObject, type CoinRow, type State } from './state'
import { cardActs } from './stripe'

const escape = (value: unknown): string =>
  String(value ?? '–').replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

const style = `body{font:16px/1.5 system-ui,sans-serif;margin-inline:auto;max-inline-size:60rem;padding-inline:1rem;padding-block-end:3rem;color:#1b1b1b;background:#fff}
.mark{background:#ffd54a;border:3px solid #7a5c00;padding:.5rem 1rem;margin:1rem 0;font-weight:700}
button{font:inherit;padding:.6rem 1rem;margin:.2rem;min-block-size:2.75rem;cursor:pointer}form{display:inline-block;margin:.2rem}
table{border-collapse:collapse;inline-size:100%}td,th{border:1px solid #999;padding:.3rem .6rem;text-align:start;overflow-wrap:anywhere}
.big{font-size:2rem;font-weight:700}input,select{font:inherit;padding:.4rem;max-inline-size:9rem}`
export const styleText = style

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>SANDBOX – ${escape(title)}</title><link rel="stylesheet" href="/style.css"></head>
<body><p class="mark">SANDBOX — no real money. This page stands in for a payment provider in a demo; nothing is charged.</p>
<main><h1>${escape(title)}</h1>${body}</main></body></html>
`

const button = (action: string, label: string, fields: Record<string, string> = {}, extra = ''): string =>
  `<form method="post" action="${escape(action)}">${Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
    .join('')}${extra}<button>${escape(label)}</button></form>`
const rows = (facts: Record<string, unknown>): string =>
  `<table>${Object.entries(facts)
    .map(([name, value]) => `<tr><th scope="row">${escape(name)}</th><td>${escape(value)}</td></tr>`)
    .join('')}</table>`

const callbackForm = (state: State, back: string): string =>
  `<h2>How callbacks are sent</h2><form method="post" action="/sandbox/settings"><input type="hidden" name="back" value="${escape(back)}">
<label>Callbacks <select name="callbackMode">${callbackModes
    .map((mode) => `<option${mode === state.callbackMode ? ' selected' : ''}>${mode}</option>`)
    .join('')}</select></label><button>Set</button></form>${button(
    '/sandbox/callbacks',
    `Send the ${state.held.length} held`,
    { back },
  )}${button('/sandbox/callbacks', 'Send them in reverse', { back, reversed: '1' })}`

const coinLabels: Readonly<Record<(typeof coinActs)[number], string>> = {
  pay: 'Pay',
  part: 'Pay part',
  'too-much': 'Pay too much',
  late: 'Pay late (after it expired)',
  again: 'Pay once more',
  'wrong-asset': 'Send a wrong asset',
  next: 'Slowly: next step',
  seen: 'Seen on the chain',
  replaced: 'Replaced: gone from the chain',
  fail: 'Fail',
  expire: 'Expire',
  refund: 'Refund',
  cancel: 'Cancel',
  word: 'Say a word that nobody knows',
}
export const coinPage = (state: State, row: CoinRow): string => {
  const back = `/payment/${row.id}`
  const amount = `<label>amount <input name="amount" inputmode="decimal" size="10"></label> `
  const takesAmount = new Set(['pay', 'part', 'too-much', 'late', 'again', 'wrong-asset', 'seen'])
  return page(
    `Payment ${row.id}`,
    `<p class="big">${escape(row.payAmount)} ${escape(row.coin.toUpperCase())}: ${escape(row.word)}</p>
<p>${coinActs
      .map((act) =>
        button(`/sandbox/payments/${row.id}/${act}`, coinLabels[act], { back }, takesAmount.has(act) ? amount : ''),
      )
      .join('')}</p>
${rows({
  address: row.address,
  'destination tag': row.tag,
  price: `${row.priceAmount} ${row.priceCurrency}`,
  'actually paid': row.actuallyPaid,
  'what it is for': row.description,
  order: row.orderId,
  purchase: row.purchaseId,
  'further deposit of': row.parentId,
  'valid until': new Date(row.validUntilMs).toISOString(),
})}${callbackForm(state, back)}<p><a href="/">All payments</a></p>`,
  )
}

const money = (object: CardObject): string =>
  `${(Number(object['amount_total'] ?? object['amount']) / 100).toFixed(2)} ${String(object['currency']).toUpperCase()}`
/** The hosted page, as the payer sees it. */
export const payPage = (session: CardObject, takesClick: boolean, message: string | null): string => {
  const action = `/c/pay/${session.id}`
  const isOpen = session['status'] === 'open'
  const buttons =
    isOpen || takesClick
      ? button(action, `Pay ${money(session)}`, { act: 'pay' }) +
        button(action, 'Pay, the bank is slow', { act: 'pay-later' }) +
        button(action, 'Card is declined', { act: 'decline' }) +
        button(action, 'Cancel and go back', { act: 'cancel' })
      : `<p>This page can’t be paid any more: it is ${escape(session['status'])}.</p>`
  return page(
    'Pay by card',
    `${message === null ? '' : `<p role="alert"><strong>${escape(message)}</strong></p>`}<p>${escape(session['product_name'])}</p>
<p class="big">${money(session)}</p><p>${buttons}</p><p>No card number is asked for here.</p>`,
  )
}
/** The events that can happen to a session without the payer. */
export const sessionPage = (state: State, session: CardObject): string => {
  const back = `/session/${session.id}`
  return page(
    `Session ${session.id}`,
    `<p class="big">${money(session)}: ${escape(session['status'])}, ${escape(session['payment_status'])}</p>
<p>${cardActs.map((act) => button(`/sandbox/sessions/${session.id}/${act}`, act.replaceAll('-', ' '), { back })).join('')}</p>
${rows({
  reference: session['client_reference_id'],
  'payment intent': session['payment_intent'],
  'expires at': new Date(Number(session['expires_at']) * 1000).toISOString(),
})}${callbackForm(state, back)}<p><a href="/c/pay/${escape(session.id)}">The payer’s page</a> · <a href="/">All payments</a></p>`,
  )
}

export const overview = (state: State): string => {
  const coins = Object.values(state.coins).reverse().slice(0, 100)
  const sessions = Object.values(state.cards)
    .filter((one) => one.object === 'checkout.session')
    .reverse()
    .slice(0, 100)
  const sent = state.sent.slice(-20).reverse()
  return page(
    'Payment provider',
    `<h2>Digital currencies</h2><table><tr><th>payment</th><th>order</th><th>amount</th><th>word</th></tr>${coins
      .map(
        (row) =>
          `<tr><td><a href="/payment/${row.id}">${row.id}</a></td><td>${escape(row.description)}</td><td>${escape(row.payAmount)} ${escape(row.coin)}</td><td>${escape(row.word)}</td></tr>`,
      )
      .join('')}</table>
<h2>Cards and wallets</h2><table><tr><th>session</th><th>order</th><th>amount</th><th>word</th></tr>${sessions
      .map(
        (one) =>
          `<tr><td><a href="/session/${one.id}">${one.id}</a></td><td>${escape(one['product_name'])}</td><td>${money(one)}</td><td>${escape(one['status'])}, ${escape(one['payment_status'])}</td></tr>`,
      )
      .join('')}</table>${callbackForm(state, '/')}
<h2>Last callbacks</h2><table><tr><th>about</th><th>to</th><th>answer</th></tr>${sent
      .map((one) => `<tr><td>${escape(one.about)}</td><td>${escape(one.url)}</td><td>${escape(one.word)}</td></tr>`)
      .join('')}</table>`,
  )
}
export const notFound = (): string =>
  page('Not here', '<p>There is nothing at this address.</p><p><a href="/">All payments</a></p>')
