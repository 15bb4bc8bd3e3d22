/**
 * Draws pictures on a worker thread, so that drawing blocks no request. If the thread dies, hangs or can't start, no
 * answer is lost: urgent pictures are then drawn here, and the next order starts another thread.
 */
import type { Worker } from 'node:worker_threads'
import { log } from '~/platform/log.server'
import { startProgram } from '~/platform/thread.server'
import { steadyMs } from '~/platform/clock.server'
import { later, type Stop } from '~/platform/timer.server'
import type { RightAnswer } from '../answer'
import { drawPictures, pictureTypes, type Pictures } from './pictures.server'

export type DrawingOrder = { seed: string; right: RightAnswer; turnDegrees: number }
export type DrawingAnswer = { image: Uint8Array; piece: Uint8Array | null } | { failed: string }

export type Drawer = {
  /** Draws urgent pictures: before those drawn in advance, and on this thread while the worker has not started. */
  draw(order: DrawingOrder): Promise<Pictures>
  /** Draws pictures when nothing urgent waits; null if no thread can. It does not keep the program running. */
  drawAhead(order: DrawingOrder): Promise<Pictures | null>
  /** Ends the thread for good; later orders are drawn here. */
  stop(): Promise<void>
}

/** A hundred times the most expensive picture: a thread that is silent for this long hangs. */
const drawingTimeoutMs = 3000
/** A thread that dies before its first picture is not restarted at once; the pause doubles each time. */
const minPauseMs = 1000
const maxPauseMs = 60_000
/** Ten times what the thread's program needs. */
const threadHeapMb = 64

/**
 * Starts the thread, from its built program next to the server's or from its source; null if neither exists. It
 * receives none of the settings.
 */
export const startDrawingThread = (): Worker | null =>
  startProgram(
    {
      name: 'drawing',
      built: new URL('./draw-worker.js', import.meta.url),
      source: new URL('./draw-worker.server.ts', import.meta.url),
      heapMb: threadHeapMb,
    },
    undefined,
  )

type Job = { order: DrawingOrder; urgent: boolean; done: (pictures: Pictures | null) => void }

const toPictures = (answer: DrawingAnswer): Pictures | null => {
  if ('failed' in answer) {
    log.warn({ why: answer.failed }, 'the drawing thread could not draw')
    return null
  }
  const { image, piece } = answer
  const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { ...pictureTypes, image: asBuffer(image), piece: piece === null ? null : asBuffer(piece) }
}

/** `startThread` is called when a thread is needed; null means that there can be none. */
export const makeDrawer = (startThread: () => Worker | null = startDrawingThread): Drawer => {
  const waiting: Job[] = []
  let current: { job: Job; stopLimit: Stop } | null = null
  let thread: Worker | null = null
  /** True once it has drawn: starting a thread takes longer than drawing one picture. */
  let warm = false
  let stopped = false
  let pauseMs = 0
  let notBefore = 0

  const finish = (pictures: Pictures | null): void => {
    const ended = current
    current = null
    if (ended === null) return
    ended.stopLimit()
    ended.job.done(pictures)
  }
  const giveUp = (): void => {
    finish(null)
    for (const job of waiting.splice(0)) job.done(null)
  }
  const start = (): Worker | null => {
    if (stopped || steadyMs() < notBefore) return null
    let made: Worker | null = null
    try {
      made = startThread()
    } catch (error) {
      log.warn({ error }, 'no drawing thread could be started')
    }
    // The first picture resets the pause.
    pauseMs = Math.min(maxPauseMs, Math.max(minPauseMs, 2 * pauseMs))
    notBefore = steadyMs() + pauseMs
    if (made === null) return null
    const mine = made
    mine.unref()
    mine.on('message', (answer: DrawingAnswer) => {
      if (thread !== mine) return
      warm = true
      pauseMs = 0
      notBefore = 0
      finish(toPictures(answer))
      next()
    })
    mine.on('error', (error) => log.warn({ error }, 'the drawing thread failed'))
    mine.on('exit', () => {
      if (thread !== mine) return
      thread = null
      warm = false
      log.warn({}, 'the drawing thread ended')
      giveUp()
    })
    return mine
  }
  const next = (): void => {
    if (current !== null) return
    const urgent = waiting.findIndex((job) => job.urgent)
    const [job] = waiting.splice(Math.max(0, urgent), 1)
    if (job === undefined) {
      thread?.unref()
      return
    }
    thread ??= start()
    if (thread === null) {
      job.done(null)
      giveUp()
      return
    }
    const used = thread
    const stopLimit = later(drawingTimeoutMs, () => {
      log.warn({ limitMs: drawingTimeoutMs }, 'the drawing thread hangs: ended')
      void used.terminate()
    })
    current = { job, stopLimit }
    // A request that waits for a picture keeps the program running; drawing in advance does not.
    if (job.urgent) used.ref()
    else used.unref()
    used.postMessage(job.order)
  }
  const ask = (order: DrawingOrder, urgent: boolean): Promise<Pictures | null> =>
    new Promise((resolve) => {
      waiting.push({ order, urgent, done: resolve })
      next()
    })

  return {
    draw: async (order) => (warm ? await ask(order, true) : null) ?? drawPictures(order, order.turnDegrees),
    drawAhead: (order) => ask(order, false),
    stop: async () => {
      stopped = true
      const ending = thread
      thread = null
      warm = false
      giveUp()
      await ending?.terminate()
    },
  }
}
