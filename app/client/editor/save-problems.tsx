/**
 * Below the title, everything that needs the person: no network, a sign-in, a conflict with both sides, a refusal,
 * edits of an earlier visit.
 */
import { useEffect, useState, type MouseEvent } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { endHere } from '~/client/session/leave'
import { useFormat } from '~/i18n/format'
import { boxText } from '~/ui/channel-list/box-text'
import { fieldText, valueText } from '~/ui/channel-list/clash-text'
import { MappingReport } from '~/ui/channel-list/mapping-report'
import { Notice } from '~/ui/notice'
import { useEditor } from './context'
import type { Choice, Clash, SaveProblem } from './save/outcome'
import { groupTexts } from './texts'

const shownClashes = 20

const ClashTable = ({ clashes, total }: { clashes: Clash[]; total: number }) => {
  const { store, snapshot } = useEditor()
  const { t } = useTranslation(['editor', 'lists', 'tables', 'common'])
  const format = useFormat()
  const groups = groupTexts(snapshot.groups, t)
  const value = (clash: Clash, side: 'mine' | 'theirs') => {
    const v = clash[side]
    const { field, detail } = clash
    if (field === 'order') return t(side === 'mine' ? 'lists:clash.moved' : 'lists:clash.changed')
    if (field === 'existence' || (v === null && detail === undefined && field !== 'number'))
      return t(v ? 'clash.kept' : 'clash.deleted')
    return <bdi>{valueText(detail ?? field, v, t, format)}</bdi>
  }
  const channel = (clash: Clash) => {
    const place = clash.id === null ? -1 : store.positionOf(clash.id) - 1
    const name = clash.channel ?? (place >= 0 ? snapshot.names[place] : null)
    return name ? <bdi className="name">{name}</bdi> : clash.id === null ? t('clash.whole-list') : t('clash.unknown')
  }
  return (
    <div className="ed-clash">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('clash.channel')}</th>
            <th scope="col">{t('clash.what')}</th>
            <th scope="col">{t('clash.theirs')}</th>
            <th scope="col">{t('clash.mine')}</th>
          </tr>
        </thead>
        <tbody>
          {clashes.slice(0, shownClashes).map((clash) => (
            <tr key={`${clash.field} ${clash.detail} ${clash.id ?? clash.channel} ${clash.group ?? ''}`}>
              <td>{channel(clash)}</td>
              <td>
                {fieldText(clash.detail ?? clash.field, t)}
                {clash.group !== undefined && (
                  <>
                    {' '}
                    · <bdi>{groups[clash.group]}</bdi>
                  </>
                )}
              </td>
              <td>{value(clash, 'theirs')}</td>
              <td>{value(clash, 'mine')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > shownClashes && (
        <p className="small muted">
          {t('clash.more', { count: total - shownClashes, number: format.number(total - shownClashes) })}
        </p>
      )}
    </div>
  )
}

/** The properties of one problem's notice. */
type SaveProblemProps = {
  /** How many actions wait, for messages. */
  count: { count: number; number: string }
  onChoose(choice: Choice): void
}

const Gone = () => {
  const { t } = useTranslation('editor')
  return (
    <Notice tone="bad" title={t('gone.title')} live>
      <p>
        {t('gone.text')} <a href="/features">{t('gone.link')}</a>
      </p>
    </Notice>
  )
}

const Offline = ({ count }: SaveProblemProps) => {
  const { t } = useTranslation('editor')
  const { store, snapshot } = useEditor()
  return (
    <Notice tone="warn" title={t('offline.title')}>
      <p>{snapshot.save.durable ? t('offline.text', count) : t('offline.text-here', count)}</p>
      <button type="button" className="btn" onClick={store.flush}>
        {t('offline.retry')}
      </button>
    </Notice>
  )
}

const SignedOut = ({ count }: SaveProblemProps) => {
  const { t } = useTranslation('editor')
  const { store, snapshot } = useEditor()
  const here = `${window.location.pathname}${window.location.search}`
  // Visiting this page signed out makes the server remember it; then the sign-in form leads back here.
  const signInAgain = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const go = () => window.location.assign('/login')
    fetch(here, { redirect: 'manual', credentials: 'same-origin' }).then(go, go)
  }
  return (
    <Notice tone="bad" title={t('signed-out.title')} live>
      <p>{snapshot.save.durable ? t('signed-out.text', count) : t('signed-out.text-here', count)}</p>
      <p className="row">
        <a className="btn primary" href={here} data-reload onClick={signInAgain}>
          {t('signed-out.link')}
        </a>
        <button type="button" className="btn" onClick={store.flush}>
          {t('signed-out.retry')}
        </button>
      </p>
    </Notice>
  )
}

/** Shown if more than the first action waits. */
const DropAll = ({ count, onChoose }: SaveProblemProps) => {
  const { t } = useTranslation('editor')
  if (count.count <= 1) return null
  return (
    <button type="button" className="btn" onClick={() => onChoose('all-theirs')}>
      {t('clash.drop-all', count)}
    </button>
  )
}

const Refused = ({ problem, ...props }: SaveProblemProps & { problem: Extract<SaveProblem, { is: 'refused' }> }) => {
  const { t } = useTranslation('editor')
  return (
    <Notice tone="bad" title={t('refused.title')} live>
      <p>
        {problem.message}{' '}
        <bdi className="code" dir="ltr">
          {problem.code}
        </bdi>
      </p>
      <p className="row">
        <button type="button" className="btn primary" onClick={() => props.onChoose('theirs')}>
          {t('refused.drop')}
        </button>
        <DropAll {...props} />
        <button type="button" className="btn" onClick={() => props.onChoose('mine')}>
          {t('refused.again')}
        </button>
      </p>
    </Notice>
  )
}

type ClashProblem = Extract<SaveProblem, { is: 'clash' }>
/** Who changed the list in the meantime. */
const authorText = ({ box, by, byId }: ClashProblem, userId: string, t: TFunction): string => {
  if (box) return t('clash.by', { name: boxText(box, t) })
  if (byId === userId) return t('clash.by-you')
  return by ? t('clash.by', { name: by }) : t('clash.by-other')
}

const Clashed = ({ problem, ...props }: SaveProblemProps & { problem: ClashProblem }) => {
  const { t } = useTranslation('editor')
  const { list, snapshot } = useEditor()
  const { carryOver } = snapshot
  const { onChoose } = props
  const hasMovedOn = problem.cause === 'moved-on'
  const offersMine = !hasMovedOn && (carryOver === null || (carryOver !== 'looking' && carryOver.entries.length > 0))
  return (
    <Notice tone="bad" title={t(`clash.cause.${problem.cause}`)} live>
      <p>{authorText(problem, list.userId, t)}</p>
      {problem.clashes.length > 0 && <ClashTable clashes={problem.clashes} total={problem.total} />}
      {carryOver !== null && carryOver !== 'looking' && <MappingReport mapping={carryOver.view} />}
      <p className="row">
        {offersMine && (
          <button type="button" className="btn primary" onClick={() => onChoose('mine')}>
            {t('clash.use-mine')}
          </button>
        )}
        <button type="button" className={hasMovedOn ? 'btn primary' : 'btn'} onClick={() => onChoose('theirs')}>
          {t(hasMovedOn ? 'clash.go-on' : 'clash.keep-theirs')}
        </button>
        <DropAll {...props} />
      </p>
    </Notice>
  )
}

export const SaveProblems = () => {
  const { t } = useTranslation('editor')
  const format = useFormat()
  const [failed, setFailed] = useState(false)
  const { store, snapshot } = useEditor()
  const { save, restored, gone } = snapshot
  const { problem } = save
  // Edits stored on this device return after signing in, so the page is left like any page whose session has ended.
  const leaves = save.state === 'signed-out' && save.durable
  useEffect(() => {
    if (leaves) endHere('A0411', t('signed-out.title'))
  }, [leaves, t])
  const onChoose = (choice: Choice) => {
    setFailed(false)
    store.resolve(choice).catch(() => setFailed(true))
  }
  const props = { onChoose, count: { count: save.waiting, number: format.number(save.waiting) } }
  return (
    <>
      {gone && <Gone />}
      {save.state === 'offline' && <Offline {...props} />}
      {save.state === 'signed-out' && <SignedOut {...props} />}
      {problem?.is === 'refused' && <Refused problem={problem} {...props} />}
      {problem?.is === 'clash' && <Clashed problem={problem} {...props} />}
      {failed && (
        <Notice tone="warn" live>
          <p>{t('clash.failed')}</p>
        </Notice>
      )}
      {restored > 0 && save.state !== 'clash' && (
        <Notice tone="info" live>
          <p>{t('restored', { count: restored, number: format.number(restored) })}</p>
        </Notice>
      )}
    </>
  )
}
