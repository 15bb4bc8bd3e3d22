/**
 * Operation Verification as a pure table: a state and an event give the next state and an effect (load, send, wait).
 * Times come with the events.
 */
import {
  canvas,
  pieceSize,
  pieceStart,
  rotateAnswer,
  slideAnswer,
  type CaptchaKind,
} from '~/modules/captcha/captcha.schema'

/** A quicker press and release is not meant as a turn. */
export const quickReleaseMs = 500
/** How long a result is shown before the next step. */
export const resultMs = 1000
/** Clicks on OK within this time count as one. */
export const okDebounceMs = 200
/** After a network failure the challenge is loaded again, each time a little later. */
export const reloadMs = 1000
/** After that the person is told, and may retry with the reset icon. */
export const maxReloads = 5

/** `slideImage` is the piece of a slider. */
export type Challenge = { key: string; image: string; kind: CaptchaKind; slideImage: string | null }
export type Place = { x: number; y: number }
/** The text below the picture; null for none. */
export type Note = 'empty' | 'wrong' | 'passed' | 'failed' | 'late' | 'forbidden' | 'network' | 'limited' | null

export type State = {
  /** `stopped`: there is no picture, for the reason in the note; the reset icon tries again. */
  phase: 'loading' | 'ready' | 'checking' | 'passed' | 'failed' | 'stopped' | 'closed'
  challenge: Challenge | null
  code: string
  place: Place
  /** How far the picture is turned, in degrees; negative is backwards. */
  rotation: number
  pressedAtMs: number | null
  note: Note
  /** Consecutive network failures. */
  reloads: number
  /** The kind to load next: the person's choice or the last one. Null: any. */
  kind: CaptchaKind | null
  /** Counts loads: answers to an older one are ignored. */
  load: number
}

export type Event =
  | { type: 'open' }
  | { type: 'reset'; kind?: CaptchaKind }
  | { type: 'close' }
  | { type: 'loaded'; load: number; challenge: Challenge }
  | { type: 'load-failed'; load: number; why: 'network' | 'forbidden' | 'limited' }
  | { type: 'type'; code: string }
  | { type: 'blur' }
  | { type: 'ok' }
  | { type: 'ok-settled' }
  | { type: 'press'; atMs: number }
  | { type: 'move'; place: Place }
  | { type: 'turn'; rotation: number }
  | { type: 'release'; atMs: number }
  | { type: 'confirm' }
  | { type: 'judged'; load: number; verdict: 'right' | 'wrong' | 'late' | 'network' | 'forbidden' | 'limited' }
  | { type: 'waited'; load: number }

export type Effect =
  | { do: 'load'; load: number; afterMs: number; kind: CaptchaKind | null }
  | { do: 'debounce'; ms: number }
  | { do: 'send'; load: number; key: string; code: string }
  | { do: 'wait'; load: number; ms: number }
  | { do: 'finish'; passed: boolean }
export type Step = { state: State; effect: Effect | null }

export const firstState: State = {
  phase: 'loading',
  challenge: null,
  code: '',
  place: { ...pieceStart },
  rotation: 0,
  pressedAtMs: null,
  note: null,
  reloads: 0,
  kind: null,
  load: 0,
}

/** Keeps the piece inside the canvas, on whole pixels. */
export const keepInside = ({ x, y }: Place): Place => ({
  x: Math.min(canvas.width - pieceSize, Math.max(0, Math.round(x))),
  y: Math.min(canvas.height - pieceSize, Math.max(0, Math.round(y))),
})
/** Reduces a rotation to less than one turn, with its sign. */
export const withinTurn = (rotation: number): number => Math.round(rotation) % 360

const stay = (state: State): Step => ({ state, effect: null })
const fresh = { code: '', place: { ...pieceStart }, rotation: 0, pressedAtMs: null } as const

const load = (
  state: State,
  more: { note?: Note; afterMs?: number; kind?: CaptchaKind; reloads?: number } = {},
): Step => {
  const next = state.load + 1
  const kind = more.kind ?? state.kind
  return {
    state: {
      ...state,
      ...fresh,
      phase: 'loading',
      challenge: null,
      note: more.note ?? null,
      reloads: more.reloads ?? 0,
      kind,
      load: next,
    },
    effect: { do: 'load', load: next, afterMs: more.afterMs ?? 0, kind },
  }
}
const afterNetwork = (state: State): Step =>
  state.reloads >= maxReloads
    ? stay({ ...state, ...fresh, phase: 'stopped', challenge: null, note: 'network' })
    : load(state, { afterMs: reloadMs * (state.reloads + 1), reloads: state.reloads + 1, note: 'network' })
const stop = (state: State, note: Note): Step => stay({ ...state, ...fresh, phase: 'stopped', challenge: null, note })

/** The answer in this state; null if nothing was answered yet. */
const answerOf = ({ challenge, code, place, rotation }: State): string | null => {
  if (challenge?.kind === 'text') return code.trim() === '' ? null : code.trim()
  if (challenge?.kind === 'slider')
    return place.x === pieceStart.x && place.y === pieceStart.y ? null : slideAnswer(place.x, place.y)
  return challenge === null || rotation === 0 ? null : String(rotateAnswer(rotation))
}
const send = (state: State): Step => {
  const code = answerOf(state)
  if (code === null || state.challenge === null) return stay({ ...state, pressedAtMs: null })
  return {
    state: { ...state, phase: 'checking', pressedAtMs: null, note: null },
    effect: { do: 'send', load: state.load, key: state.challenge.key, code },
  }
}

const applyVerdict = (state: State, verdict: Extract<Event, { type: 'judged' }>['verdict']): Step => {
  if (verdict === 'network') return afterNetwork(state)
  if (verdict === 'forbidden' || verdict === 'limited') return stop(state, verdict)
  if (verdict === 'late') return load(state, { note: 'late' })
  const isText = state.challenge?.kind === 'text'
  if (verdict === 'wrong') {
    if (isText) return load(state, { note: 'wrong' })
    return {
      state: { ...state, phase: 'failed', note: 'failed' },
      effect: { do: 'wait', load: state.load, ms: resultMs },
    }
  }
  if (isText) return { state: { ...state, phase: 'closed' }, effect: { do: 'finish', passed: true } }
  return {
    state: { ...state, phase: 'passed', note: 'passed' },
    effect: { do: 'wait', load: state.load, ms: resultMs },
  }
}

/** Returns the next state and its effect. An event without meaning in a state leaves it unchanged. */
export const step = (state: State, event: Event): Step => {
  if (state.phase === 'closed') return stay(state)
  switch (event.type) {
    case 'open':
      return state.load === 0 ? load(state) : stay(state)
    case 'close':
      // A success is reported when its second is over, even if the window is closed earlier.
      return { state: { ...state, phase: 'closed' }, effect: { do: 'finish', passed: state.phase === 'passed' } }
    case 'reset':
      return state.phase === 'passed' || state.phase === 'checking'
        ? stay(state)
        : load(state, event.kind === undefined ? {} : { kind: event.kind })
    case 'loaded':
      return event.load === state.load && state.phase === 'loading'
        ? stay({
            ...state,
            ...fresh,
            phase: 'ready',
            challenge: event.challenge,
            kind: event.challenge.kind,
            reloads: 0,
            note: state.note === 'network' ? null : state.note,
          })
        : stay(state)
    case 'load-failed':
      if (event.load !== state.load || state.phase !== 'loading') return stay(state)
      return event.why === 'network' ? afterNetwork(state) : stop(state, event.why)
    case 'type':
      return state.phase === 'ready'
        ? stay({ ...state, code: event.code, note: event.code.trim() === '' ? state.note : null })
        : stay(state)
    case 'blur':
      return state.phase === 'ready' && state.challenge?.kind === 'text' && state.code.trim() === ''
        ? stay({ ...state, note: 'empty' })
        : stay(state)
    case 'ok':
      return state.phase === 'ready' && state.challenge?.kind === 'text'
        ? { state, effect: { do: 'debounce', ms: okDebounceMs } }
        : stay(state)
    case 'ok-settled':
      if (state.phase !== 'ready' || state.challenge?.kind !== 'text') return stay(state)
      return state.code.trim() === '' ? stay({ ...state, note: 'empty' }) : send(state)
    case 'press':
      return state.phase === 'ready' ? stay({ ...state, pressedAtMs: event.atMs, note: null }) : stay(state)
    case 'move':
      return state.phase === 'ready' ? stay({ ...state, place: keepInside(event.place), note: null }) : stay(state)
    case 'turn':
      return state.phase === 'ready'
        ? stay({ ...state, rotation: withinTurn(event.rotation), note: null })
        : stay(state)
    case 'release':
      if (state.phase !== 'ready' || state.pressedAtMs === null) return stay(state)
      if (state.challenge?.kind === 'rotate' && event.atMs - state.pressedAtMs < quickReleaseMs)
        return stay({ ...state, pressedAtMs: null })
      return send(state)
    case 'confirm':
      return state.phase === 'ready' ? send(state) : stay(state)
    case 'judged':
      return event.load === state.load && state.phase === 'checking' ? applyVerdict(state, event.verdict) : stay(state)
    case 'waited':
      if (event.load !== state.load) return stay(state)
      if (state.phase === 'passed')
        return { state: { ...state, phase: 'closed' }, effect: { do: 'finish', passed: true } }
      return state.phase === 'failed' ? load(state) : stay(state)
  }
}
