/**
 * An auditor's books: what customers, banks and the house must have after each action. Written from docs/ledger.md,
 * docs/points.md and docs/orders.md, independent of the program's code. Amounts in 1/10000, points as whole numbers.
 */
const dayMs = 86_400_000
export const least = (...amounts: bigint[]): bigint => amounts.reduce((a, b) => (a < b ? a : b))

/** Customers are notified of expiring points this long beforehand. */
const noticeMs = 14 * dayMs
const dayOf = (ms: number): number => Math.floor(ms / dayMs) * dayMs
/** The same day this many months earlier, or the last day of a shorter month. */
const monthsBefore = (ms: number, months: number): number => {
  const at = new Date(ms)
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - months + 1, 0)).getUTCDate()
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - months, Math.min(last, at.getUTCDate()))
}

/** A customer's points by date, oldest first: the oldest are always used first. */
export const makePurse = () => {
  const lots: { at: number; left: bigint }[] = []
  const told: { endsOn: number; before: number }[] = []
  let lastDay = -1
  const sum = (from = -Infinity, before = Infinity): bigint =>
    lots.filter(({ at }) => at >= from && at < before).reduce((all, { left }) => all + left, 0n)
  const take = (points: bigint): void => {
    let rest = points
    for (const lot of lots) {
      const taken = least(lot.left, rest)
      lot.left -= taken
      rest -= taken
    }
    if (rest > 0n) throw new Error('a purse has less')
  }
  return {
    sum,
    take,
    add: (points: bigint, at: number): void => void (points > 0n && lots.push({ at, left: points })),
    /** What expires and what is notified on this day, once. `held` points never expire. Returns how many expired. */
    expire: (now: number, months: number, held: bigint): bigint => {
      const today = dayOf(now)
      const due = told.filter(({ endsOn }) => endsOn <= today).map(({ before }) => before)
      const over = due.length === 0 ? 0n : sum(-Infinity, Math.max(...due))
      const gone = lastDay === today ? 0n : least(over, sum() - held)
      if (gone > 0n) {
        take(gone)
        lastDay = today
      }
      const notice = { endsOn: today + noticeMs, before: monthsBefore(today + noticeMs, months) }
      const last = told.at(-1)
      const isLater = last === undefined || (notice.before > last.before && notice.endsOn > last.endsOn)
      if (isLater && sum(last?.before, notice.before) > 0n) told.push(notice)
      return gone > 0n ? gone : 0n
    },
  }
}

/** A bank's chargeback claim on a payment. `frozen`: the part of the wallet set aside for it. */
export type Claim = { amount: bigint; at: number; isTaken: boolean; frozen: bigint; order: AuditedOrder | null }
/** After this time a claim freezes nothing more, whatever its outcome. */
const frozenMs = 120 * dayMs

/** What a customer has. `held` and the frozen parts of claims are included in `mango`. */
export type Book = {
  mango: bigint
  held: bigint
  claims: Claim[]
  purse: ReturnType<typeof makePurse>
  heldPoints: bigint
  owes: bigint
  state: 'open' | 'frozen' | 'closed'
}
export const makeBook = (): Book => ({
  ...{ mango: 0n, held: 0n, claims: [], purse: makePurse(), heldPoints: 0n, owes: 0n, state: 'open' },
})
export const frozenOf = ({ claims }: Book): bigint => claims.reduce((all, { frozen }) => all + frozen, 0n)
export const availableOf = (book: Book): bigint => book.mango - book.held - frozenOf(book)
/** The debt beyond what is frozen for it. */
export const owedOf = (book: Book): bigint => {
  const owed = book.owes - frozenOf(book)
  return owed > 0n ? owed : 0n
}

/**
 * An order. `back`: the part of `money` that was refunded. `lost`: the part that a bank keeps, or returned without
 * charging the customer for it (`unused`).
 */
export type AuditedOrder = {
  money: bigint
  card: bigint
  points: bigint
  back: bigint
  cardBack: bigint
  lost: bigint
  unused: bigint
  cashback: { given: bigint; left: bigint }
}

/** In dollars; the house's accounts must show this. */
export const makeHouse = () => ({ revenue: 0n, promotion: 0n, provider: 0n })
export type House = ReturnType<typeof makeHouse>
const pointWorth = 100n

export const makeAuditor = (cashbackPercent: bigint) => {
  const house = makeHouse()

  /** Pays debt from available Mango, up to this amount. */
  const payOwed = (book: Book, most: bigint): bigint => {
    const paid = least(owedOf(book), most, availableOf(book))
    if (paid <= 0n) return 0n
    book.mango -= paid
    book.owes -= paid
    return paid
  }
  const gift = (book: Book, amount: bigint): void => {
    book.mango += amount
    house.promotion -= amount
  }
  /** An order is paid: its Mango and points have left the customer's wallet. */
  const sell = (book: Book, one: AuditedOrder): void => {
    book.mango -= one.money - one.card
    book.purse.take(one.points)
    house.provider -= one.card
    house.promotion -= one.points * pointWorth
    house.revenue += one.money + one.points * pointWorth
    const amount = (one.money * cashbackPercent) / 100n
    gift(book, amount)
    one.cashback = { given: amount, left: amount }
  }
  const givePointsBack = (book: Book, points: bigint, at: number): void => {
    book.purse.add(points, at)
    house.revenue -= points * pointWorth
    house.promotion += points * pointWorth
  }
  /** The part of an order's cashback to take back for its refunded or lost money. */
  const cashbackOver = ({ money, back, lost, cashback: { given, left } }: AuditedOrder): bigint => {
    const gone = back + lost
    const share = gone >= money ? given : (given * gone) / money
    return left - (given - share)
  }
  const moveCashback = (book: Book, one: AuditedOrder): bigint => {
    const over = cashbackOver(one)
    if (over <= 0n) return 0n
    let missing = over - availableOf(book)
    const inOrder = [...book.claims].sort((a, b) => Number(b.order === one) - Number(a.order === one) || a.at - b.at)
    for (const claim of missing > 0n ? inOrder : []) {
      const less = missing > 0n ? least(claim.frozen, missing) : 0n
      claim.frozen -= less
      missing -= less
    }
    const taken = least(over, availableOf(book))
    gift(book, -taken)
    one.cashback.left -= taken
    return taken
  }
  /** The house refunds money of an order. Returns whether that was the last of it. */
  const refund = (book: Book, one: AuditedOrder, asked: { amount: bigint; to: string; at: number }): boolean => {
    const { amount, to, at } = asked
    house.revenue -= amount
    if (to === 'wallet') book.mango += amount
    else {
      house.provider += amount
      one.cardBack += amount
    }
    one.back += amount
    const isWhole = one.back >= one.money
    if (isWhole) givePointsBack(book, one.points, at)
    const cashback = moveCashback(book, one)
    if (to === 'wallet') payOwed(book, amount - cashback)
    return isWhole
  }
  /** A provider refunds by itself money that had become Mango, or more than an order had left. */
  const giveBack = (book: Book, amount: bigint): void => {
    house.provider += amount
    book.owes += amount
    payOwed(book, amount)
  }

  /** A bank claims a payment: the available amount is frozen. */
  const claim = (book: Book, amount: bigint, order: AuditedOrder | null, at: number): Claim => {
    const frozen = least(amount, availableOf(book))
    const made = { amount, order, at, frozen, isTaken: false }
    book.claims.push(made)
    return made
  }
  /** The bank takes the money. `unused` and `whole`: the remaining and the full time of the order's service. */
  const withdraw = (
    book: Book,
    made: Claim,
    { unused, whole, at }: { unused: bigint; whole: bigint; at: number },
  ): void => {
    const { order, amount } = made
    made.isTaken = true
    house.provider += amount
    book.owes += amount
    if (order !== null) {
      const shareOf = (all: bigint): bigint => (all * unused) / whole
      const left = order.money - order.back
      const taken = least(amount, left)
      // The used part is owed in whole cents, rounded in the customer's favour.
      const used = taken - shareOf(taken)
      const never = taken - (used - (used % 100n))
      book.owes -= never
      house.revenue -= never
      const rest = shareOf(left - taken)
      book.mango += rest
      house.revenue -= rest
      order.back += rest
      order.lost = amount
      givePointsBack(book, shareOf(order.points), at)
      moveCashback(book, order)
      order.unused = never
    }
    made.frozen = least(made.frozen, book.owes > 0n ? book.owes : 0n)
    // Money that came in after the claim is used for it too.
    const more = least(owedOf(book), availableOf(book), amount - made.frozen)
    if (more <= 0n) return
    if (made.at + frozenMs > at) made.frozen += more
    else payOwed(book, more)
  }
  const settle = (book: Book, made: Claim, isWon: boolean): void => {
    book.claims = book.claims.filter((one) => one !== made)
    const { frozen } = made
    if (!isWon) {
      const paid = least(book.owes, frozen)
      book.mango -= paid
      book.owes -= paid
      return
    }
    if (!made.isTaken) {
      payOwed(book, frozen)
      return
    }
    const { order, amount } = made
    house.provider -= amount
    book.owes -= amount
    payOwed(book, frozen)
    if (order !== null) {
      order.lost = order.unused
      const over = cashbackOver(order)
      gift(book, over < 0n ? -over : 0n)
      order.cashback.left -= over < 0n ? over : 0n
    }
    // Debt that was already paid for it is returned to the customer.
    if (book.owes < 0n) {
      book.mango -= book.owes
      book.owes = 0n
    }
  }
  /** A card payment becomes Mango, after paying debt from it. Returns whether any debt was paid. */
  const recharge = (book: Book, amount: bigint): boolean => {
    house.provider -= amount
    const paid = least(owedOf(book), amount)
    book.mango += amount - paid
    book.owes -= paid
    return paid > 0n
  }
  /** Time passes: points expire, and old claims release what they froze. */
  const pass = (book: Book, now: number, months: number): bigint => {
    for (const one of book.claims) {
      if (one.at + frozenMs > now) continue
      const { frozen } = one
      one.frozen = 0n
      payOwed(book, frozen)
    }
    return book.purse.expire(now, months, book.heldPoints)
  }
  return { house, payOwed, gift, sell, refund, cashbackOver, giveBack, claim, withdraw, settle, recharge, pass }
}
