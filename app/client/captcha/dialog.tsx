/**
 * Operation Verification as a dialog: digits to type, a piece to drag to its hole, a picture to straighten; by pointer,
 * touch, buttons or keys. captcha.states decides what happens; this file shows it and runs the effects.
 */
import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
} from 'react'
import { useTranslation } from 'react-i18next'
import { canvas, kindsOf, pieceSize, rotateSize, textSize, type CaptchaPurpose } from '~/modules/captcha/captcha.schema'
import { Button } from '~/ui/button'
import { Field } from '~/ui/field'
import { FormActions } from '~/ui/form-actions'
import { Icon } from '~/ui/icon'
import { LoadingState } from '~/ui/loading-state'
import { useModal } from '~/ui/use-modal'
import { VisuallyHidden } from '~/ui/visually-hidden'
import { firstState, step, type Challenge, type Effect, type Event, type State } from './captcha.states'
import type { CaptchaRequest } from './open'
import { loadChallenge, sendAnswer } from './transport'

type Send = (event: Event) => void

/** Runs the table: keeps the state, runs effects, and discards everything when the dialog closes. */
const useMachine = (purpose: CaptchaPurpose, done: (passed: boolean) => void): [State, Send] => {
  const [state, show] = useState(firstState)
  const now = useRef(firstState)
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())
  const okTimer = useRef<ReturnType<typeof setTimeout>>()
  const send = useCallback<Send>(
    (event) => {
      const later = (ms: number, work: () => void): ReturnType<typeof setTimeout> => {
        const timer = setTimeout(() => {
          timers.current.delete(timer)
          work()
        }, ms)
        timers.current.add(timer)
        return timer
      }
      const perform = (effect: Effect): void => {
        switch (effect.do) {
          case 'load':
            later(effect.afterMs, () => {
              void loadChallenge(purpose, effect.kind).then((loaded) =>
                send(
                  loaded.ok
                    ? { type: 'loaded', load: effect.load, challenge: loaded.challenge }
                    : { type: 'load-failed', load: effect.load, why: loaded.why },
                ),
              )
            })
            break
          case 'debounce':
            clearTimeout(okTimer.current)
            okTimer.current = later(effect.ms, () => send({ type: 'ok-settled' }))
            break
          case 'send':
            void sendAnswer(purpose, effect.key, effect.code).then((verdict) =>
              send({ type: 'judged', load: effect.load, verdict }),
            )
            break
          case 'wait':
            later(effect.ms, () => send({ type: 'waited', load: effect.load }))
            break
          case 'finish':
            done(effect.passed)
        }
      }
      const next = step(now.current, event)
      now.current = next.state
      show(next.state)
      if (next.effect !== null) perform(next.effect)
    },
    [purpose, done],
  )
  useEffect(() => {
    const waiting = timers.current
    now.current = firstState
    send({ type: 'open' })
    return () => {
      for (const timer of waiting) clearTimeout(timer)
      // A later answer is ignored.
      now.current = { ...now.current, phase: 'closed' }
    }
  }, [send])
  return [state, send]
}

type PartProps = { state: State; challenge: Challenge; send: Send }

const TextPart = ({ state, challenge, send }: PartProps) => {
  const { t } = useTranslation('captcha')
  const error = state.note === 'empty' ? t('text.empty') : state.note === 'wrong' ? t('errors:U1003') : null
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send({ type: 'ok' })
      }}
    >
      <button
        type="button"
        className="captcha-refresh"
        onClick={() => send({ type: 'reset' })}
        aria-label={t('text.refresh')}
      >
        <img
          className="captcha-text"
          src={challenge.image}
          width={textSize.width}
          height={textSize.height}
          alt={t('text.image')}
        />
      </button>
      <Field
        label={t('text.label')}
        hint={t('text.hint')}
        name="captcha-code"
        error={error}
        code
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
        autoFocus
        value={state.code}
        onChange={(event) => send({ type: 'type', code: event.currentTarget.value })}
        onBlur={() => send({ type: 'blur' })}
      />
      <FormActions submit={t('ok')} wide />
    </form>
  )
}

const stepPx = 5
const largeStepPx = 20
const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as const
type Way = keyof typeof ways
const isWay = (key: string): key is Way => Object.hasOwn(ways, key)
const wayButtons: readonly { way: Way; sign: string; key: string }[] = [
  { way: 'ArrowLeft', sign: '←', key: 'slider.left' },
  { way: 'ArrowUp', sign: '↑', key: 'slider.up' },
  { way: 'ArrowDown', sign: '↓', key: 'slider.lower' },
  { way: 'ArrowRight', sign: '→', key: 'slider.right' },
]

const SliderPart = ({ state, challenge, send }: PartProps) => {
  const { t } = useTranslation('captcha')
  const piece = useRef<HTMLButtonElement>(null)
  const grip = useRef<{ x: number; y: number } | null>(null)
  const keysId = useId()
  const { x, y } = state.place
  // A page from the server may not contain inline styles, but a script may set them.
  useLayoutEffect(() => {
    if (piece.current) piece.current.style.transform = `translate(${x}px, ${y}px)`
  }, [x, y])
  const go = (way: Way, px: number): void =>
    send({ type: 'move', place: { x: x + ways[way][0] * px, y: y + ways[way][1] * px } })
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      send({ type: 'confirm' })
    } else if (isWay(event.key)) {
      event.preventDefault()
      go(event.key, event.shiftKey ? largeStepPx : event.altKey ? 1 : stepPx)
    }
  }
  const onDown = (event: PointerEvent<HTMLButtonElement>): void => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = { x: event.clientX - x, y: event.clientY - y }
    send({ type: 'press', atMs: event.timeStamp })
  }
  const onMove = (event: PointerEvent): void => {
    if (grip.current)
      send({ type: 'move', place: { x: event.clientX - grip.current.x, y: event.clientY - grip.current.y } })
  }
  const onUp = (event: PointerEvent): void => {
    if (!grip.current) return
    grip.current = null
    send({ type: 'release', atMs: event.timeStamp })
  }
  /** A press beside the piece moves it there, for people who can't drag. */
  const onPlace = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0 || event.target !== event.currentTarget) return
    const frame = event.currentTarget.getBoundingClientRect()
    send({
      type: 'move',
      place: { x: event.clientX - frame.left - pieceSize / 2, y: event.clientY - frame.top - pieceSize / 2 },
    })
  }
  return (
    <>
      <p>{t('slider.drag')}</p>
      <div className="captcha-canvas" dir="ltr" onPointerDown={onPlace}>
        <img
          src={challenge.image}
          width={canvas.width}
          height={canvas.height}
          alt={t('slider.image')}
          draggable={false}
        />
        <button
          type="button"
          ref={piece}
          className="captcha-piece"
          aria-label={t('slider.move')}
          aria-describedby={keysId}
          autoFocus
          onKeyDown={onKeyDown}
          onPointerDown={onDown}
          onPointerMove={onMove}
          onPointerUp={onUp}
          onPointerCancel={() => {
            grip.current = null
          }}
        >
          <img src={challenge.slideImage ?? ''} width={pieceSize} height={pieceSize} alt="" draggable={false} />
        </button>
      </div>
      <p className="small muted" id={keysId}>
        {t('slider.keys')}
      </p>
      <VisuallyHidden>
        <span role="status">{t('slider.position', { x, y })}</span>
      </VisuallyHidden>
      <div className="captcha-steps" dir="ltr">
        {wayButtons.map(({ way, sign, key }) => (
          <Button key={way} type="button" aria-label={t(key)} onClick={() => go(way, stepPx)}>
            {sign}
          </Button>
        ))}
        <Button type="button" variant="primary" onClick={() => send({ type: 'confirm' })}>
          {t('check')}
        </Button>
      </div>
    </>
  )
}

const stepDegrees = 2
const largeStepDegrees = 15

const RotatePart = ({ state, challenge, send }: PartProps) => {
  const { t } = useTranslation('captcha')
  const picture = useRef<HTMLImageElement>(null)
  const wheel = useRef<HTMLDivElement>(null)
  const grip = useRef<number | null>(null)
  const { rotation } = state
  useLayoutEffect(() => {
    if (picture.current) picture.current.style.transform = `rotate(${rotation}deg)`
  }, [rotation])
  // As in the fields of the other kinds: a new picture removed the element that had the focus.
  useEffect(() => wheel.current?.focus({ preventScroll: true }), [])
  const turn = (degrees: number): void => send({ type: 'turn', rotation: rotation + degrees })
  const angleOf = (event: PointerEvent): number => {
    const frame = wheel.current?.getBoundingClientRect()
    return frame
      ? (Math.atan2(event.clientY - frame.top - frame.height / 2, event.clientX - frame.left - frame.width / 2) * 180) /
          Math.PI
      : 0
  }
  const onDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = angleOf(event) - rotation
    send({ type: 'press', atMs: event.timeStamp })
  }
  const onUp = (event: PointerEvent): void => {
    if (grip.current === null) return
    grip.current = null
    send({ type: 'release', atMs: event.timeStamp })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const size = event.shiftKey ? largeStepDegrees : stepDegrees
    if (event.key === 'Enter' || event.key === ' ') send({ type: 'confirm' })
    else if (event.key === 'ArrowRight' || event.key === 'ArrowUp') turn(size)
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowDown') turn(-size)
    else return
    event.preventDefault()
  }
  return (
    <>
      <p>{t('rotate.straighten')}</p>
      <div
        ref={wheel}
        className="captcha-wheel"
        dir="ltr"
        role="slider"
        tabIndex={0}
        aria-label={t('rotate.image')}
        aria-valuemin={-359}
        aria-valuemax={359}
        aria-valuenow={rotation}
        aria-valuetext={t('rotate.turned', { degrees: rotation })}
        onKeyDown={onKeyDown}
        onPointerDown={onDown}
        onPointerMove={(event) => {
          if (grip.current !== null) send({ type: 'turn', rotation: angleOf(event) - grip.current })
        }}
        onPointerUp={onUp}
        onPointerCancel={() => {
          grip.current = null
        }}
      >
        <img ref={picture} src={challenge.image} width={rotateSize} height={rotateSize} alt="" draggable={false} />
      </div>
      <p className="small muted">{t('rotate.keys')}</p>
      <div className="captcha-steps">
        <Button type="button" onClick={() => turn(-5)}>
          {t('rotate.left', { degrees: 5 })}
        </Button>
        <Button type="button" onClick={() => turn(5)}>
          {t('rotate.right', { degrees: 5 })}
        </Button>
        <Button type="button" variant="primary" onClick={() => send({ type: 'confirm' })}>
          {t('check')}
        </Button>
      </div>
    </>
  )
}

const parts = { text: TextPart, slider: SliderPart, rotate: RotatePart } as const

/** Returns the text below the picture; errors of the digits are shown at their field. */
const noteText = ({ phase, note, challenge }: State, t: (key: string) => string): string => {
  if (phase === 'checking') return t('checking')
  // The empty frame shows that a picture is loading.
  if (phase === 'loading') return note === 'wrong' ? t('errors:U1003') : ''
  if (note === 'passed' || note === 'failed' || note === 'late') return t(note)
  if (note === 'forbidden' || note === 'network') return t(`errors:${note}`)
  if (note === 'limited') return t('errors:I1009')
  return note === 'wrong' && challenge?.kind !== 'text' ? t('errors:U1003') : ''
}

export const CaptchaDialog = ({ purpose, done }: CaptchaRequest) => {
  const { t } = useTranslation(['captcha', 'common', 'errors'])
  const [state, send] = useMachine(purpose, done)
  const dialog = useModal()
  const titleId = useId()
  const { challenge, phase, note } = state
  const Part = challenge === null ? null : parts[challenge.kind]
  const busy = phase === 'loading' || phase === 'checking'
  const page = `/verification/code?${new URLSearchParams({ purpose, returnTo: location.pathname + location.search }).toString()}`
  return (
    <dialog
      ref={dialog}
      className="dialog captcha-dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        send({ type: 'close' })
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className="captcha-head">
        <h2 id={titleId}>{t('title')}</h2>
        <button
          type="button"
          className="captcha-tool"
          onClick={() => send({ type: 'reset' })}
          aria-disabled={phase === 'passed' || phase === 'checking'}
        >
          <Icon name="redo" />
          <VisuallyHidden>{t('reset')}</VisuallyHidden>
        </button>
        <button type="button" className="captcha-tool" onClick={() => send({ type: 'close' })}>
          <Icon name="close" />
          <VisuallyHidden>{t('common:action.close')}</VisuallyHidden>
        </button>
      </div>
      <div
        className={busy ? 'captcha-body captcha-busy' : 'captcha-body'}
        aria-busy={busy}
        data-phase={phase}
        data-kind={challenge?.kind}
      >
        {/* Remounted for each picture, so that nothing of the previous one stays. */}
        {challenge && Part ? (
          <Part key={challenge.key} state={state} challenge={challenge} send={send} />
        ) : phase === 'loading' ? (
          <LoadingState rows={5} />
        ) : null}
        <p
          className={note === 'passed' ? 'captcha-note ok' : note === null ? 'captcha-note' : 'captcha-note bad'}
          role="status"
        >
          {noteText(state, t)}
        </p>
      </div>
      <ul className="captcha-ways small">
        {kindsOf[purpose]
          .filter((kind) => kind !== challenge?.kind)
          .map((kind) => (
            <li key={kind}>
              <button type="button" className="link" onClick={() => send({ type: 'reset', kind })}>
                {t(`other.${kind}`)}
              </button>
            </li>
          ))}
        <li>
          <a href={page}>{t('other.code')}</a>
        </li>
      </ul>
    </dialog>
  )
}
