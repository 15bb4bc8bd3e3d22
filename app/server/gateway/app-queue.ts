/**
 * The queue for the app. The app does one thing at a time, so only as many requests as keep it busy are sent at once.
 * The rest wait here, where they can be ordered. Each class has its own places, so a crowd of one class can't shut out
 * another. Clients take turns, so a client with a thousand requests waits behind itself. A request that would wait too
 * long is refused at once.
 */

export type QueueClass = 'box' | 'act' | 'page'

/** Limits, each with its reason. */
export const queueLimits = {
  /**
   * Requests of each class at the app at a time: enough to keep it busy while some wait for the disk, few enough that
   * the next one waits a tenth of a second. A box's requests are short.
   */
  running: { page: 8, act: 8, box: 8 },
  /** Limit for one client, so that others find a place at any time. */
  runningOfClient: { page: 2, act: 5, box: 5 },
  /**
   * A request that takes longer at the app is waiting for something other than the processor, and its place goes to the
   * next.
   */
  leaseMs: 1000,
  /**
   * Waiting requests, of all clients and of one: what the app does in a second or two. Boxes of a dealer or a carrier
   * share an address. A program that makes two hundred transfers at once gets them all done.
   */
  waiting: { page: 256, act: 512, box: 1024 },
  waitingOfClient: { page: 64, act: 240, box: 512 },
  /** The longest wait. After it, the client is told when to try again. */
  waitMs: { page: 4000, act: 8000, box: 8000 },
} as const

const classes = ['box', 'act', 'page'] as const
type Waiter = { client: string; untilMs: number; start: (leave: (() => void) | null) => void }

export type AppQueue = {
  /**
   * Resolves, when it is this request's turn, with a function that gives the place back. Null if it would wait too
   * long.
   */
  take(kind: QueueClass, client: string): Promise<(() => void) | null>
  waiting(): number
  stop(): void
}

export const makeAppQueue = (nowMs: () => number = () => performance.now()): AppQueue => {
  const queues = {
    box: new Map<string, Waiter[]>(),
    act: new Map<string, Waiter[]>(),
    page: new Map<string, Waiter[]>(),
  }
  const counts = { box: 0, act: 0, page: 0 }
  const running = { box: 0, act: 0, page: 0 }
  const runningOf = { box: new Map<string, number>(), act: new Map<string, number>(), page: new Map<string, number>() }

  const begin = (kind: QueueClass, client: string): (() => void) => {
    running[kind]++
    const own = runningOf[kind]
    own.set(client, (own.get(client) ?? 0) + 1)
    let here = true
    const leave = (): void => {
      if (!here) return
      here = false
      clearTimeout(lease)
      running[kind]--
      const left = (own.get(client) ?? 1) - 1
      if (left === 0) own.delete(client)
      else own.set(client, left)
      callNext(kind)
    }
    const lease = setTimeout(leave, queueLimits.leaseMs)
    return leave
  }
  const mayBegin = (kind: QueueClass, client: string): boolean =>
    running[kind] < queueLimits.running[kind] && (runningOf[kind].get(client) ?? 0) < queueLimits.runningOfClient[kind]

  /** Takes the first request of the next client that may begin; that client goes to the end. */
  const pick = (kind: QueueClass): Waiter | null => {
    const queue = queues[kind]
    for (const [client, waiters] of queue) {
      if (!mayBegin(kind, client)) continue
      const next = waiters.shift()
      queue.delete(client)
      if (waiters.length > 0) queue.set(client, waiters)
      if (next === undefined) continue
      counts[kind]--
      return next
    }
    return null
  }
  /** In a full queue, the client with the most waiting requests loses its last one to a client with fewer. */
  const makeRoom = (kind: QueueClass, own: number): boolean => {
    let longest: Waiter[] = []
    for (const waiters of queues[kind].values()) if (waiters.length > longest.length) longest = waiters
    if (longest.length <= own + 1) return false
    counts[kind]--
    longest.pop()?.start(null)
    return true
  }
  const callNext = (kind: QueueClass): void => {
    while (counts[kind] > 0 && running[kind] < queueLimits.running[kind]) {
      const next = pick(kind)
      if (next === null) break
      next.start(begin(kind, next.client))
    }
  }
  const dropLate = (): void => {
    const atMs = nowMs()
    for (const kind of classes) {
      for (const [client, waiters] of queues[kind]) {
        const late = waiters.filter((one) => one.untilMs <= atMs)
        if (late.length === 0) continue
        const left = waiters.filter((one) => one.untilMs > atMs)
        counts[kind] -= late.length
        if (left.length === 0) queues[kind].delete(client)
        else queues[kind].set(client, left)
        for (const one of late) one.start(null)
      }
    }
  }
  const sweep = setInterval(dropLate, 250)
  sweep.unref()

  return {
    take: (kind, client) => {
      const own = queues[kind].get(client)
      if (own === undefined && mayBegin(kind, client)) return Promise.resolve(begin(kind, client))
      if ((own?.length ?? 0) >= queueLimits.waitingOfClient[kind]) return Promise.resolve(null)
      if (counts[kind] >= queueLimits.waiting[kind] && !makeRoom(kind, own?.length ?? 0)) return Promise.resolve(null)
      return new Promise((start) => {
        const waiter: Waiter = { client, untilMs: nowMs() + queueLimits.waitMs[kind], start }
        if (own === undefined) queues[kind].set(client, [waiter])
        else own.push(waiter)
        counts[kind]++
      })
    },
    waiting: () => counts.box + counts.act + counts.page,
    stop: () => clearInterval(sweep),
  }
}
