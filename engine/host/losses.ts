/** What a write or an edit lost: each kind once, with its channels in the order in which they were found. */
import type { Loss } from './types'

export class Losses {
  private readonly found = new Map<Loss['code'], Set<number>>()
  add(code: Loss['code'], ids: Iterable<number>): void {
    const there = this.found.get(code) ?? new Set<number>()
    for (const id of ids) there.add(id)
    this.found.set(code, there)
  }
  list(): Loss[] {
    return [...this.found].map(([code, ids]) => ({ code, ids: [...ids] }))
  }
}
