/**
 * The messages about this tab's steps, which are repeated when a step is undone or redone. By batch, like the steps.
 */
import type { EngineData } from '../engine-data'
import type { History } from './history'

export const createStepMessages = (now: { history(): History; newest(): EngineData }) => {
  const texts = new Map<string, string>()
  /** The step of the newest action; null if it changed nothing. */
  let applied: string | null = null
  return {
    applied(batch: string | null): void {
      applied = batch
    },
    /** A redone step has another batch. */
    carryOver(from: string, to: string): void {
      const text = texts.get(from)
      if (text !== undefined) texts.set(to, text)
    },
    /** The message about the newest action. */
    describe(text: string): void {
      if (applied !== null) texts.set(applied, text)
    },
    /** What Undo and Redo would do, in words; null if unknown. The portal describes earlier steps. */
    undoes(): string | null {
      const last = now.history().done.at(-1)
      return (last ? texts.get(last.batch) : now.newest().undoes) ?? null
    },
    redoes(): string | null {
      const last = now.history().undone.at(-1)
      return (last ? texts.get(last.batch) : now.newest().redoes) ?? null
    },
  }
}
