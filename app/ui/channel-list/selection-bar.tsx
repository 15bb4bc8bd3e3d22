/**
 * The action bar: everything that can be done with the ticked rows, as named buttons of the form around it, by the
 * names and in the order of the editor's bar. If the browser knows `:has()`, the bar appears only while something is
 * ticked. On a phone the rarer actions are in a popover; without scripts they follow the others in one line, which
 * scrolls.
 */
import { useTranslation } from 'react-i18next'
import { ActionBar } from '~/ui/action-bar'
import { Icon } from '~/ui/icon'
import { numberInput } from '~/ui/number-input'
import { TickedError, tickedBox } from '~/ui/ticked-error'
import { WithScripts } from '~/ui/with-scripts'

type SelectionBarProps = {
  groups: readonly { value: string; label: string }[]
  to?: string
  /** A field's error. */
  messageOf: (field: 'to' | 'group') => string | null
}

// Popover attributes are newer than this version of React's types.
const moreButton = { popovertarget: 'bar-more' }
const morePopover = { popover: 'auto' }

/** The buttons' texts, in the namespace `lists`, by what they ask for. */
const texts = {
  move: 'bar.move',
  top: 'bar.top',
  bottom: 'bar.bottom',
  'favourite-add': 'bar.add',
  'favourite-remove': 'bar.remove',
  up: 'bar.up',
  down: 'bar.down',
  lock: 'bar.lock',
  unlock: 'bar.unlock',
  skip: 'bar.skip',
  unskip: 'bar.unskip',
  sort: 'bar.sort',
  fields: 'bar.field',
  tools: 'tool.menu',
  delete: 'bar.delete',
} as const
type Intent = keyof typeof texts

const Press = ({ intent }: { intent: Intent }) => {
  const text = useTranslation('lists').t(texts[intent])
  const icon = intent === 'up' ? 'arrow-up' : intent === 'down' ? 'arrow-down' : null
  return (
    <>
      <button className="btn" name="intent" value={intent} title={icon ? text : undefined}>
        {icon && <Icon name={icon} />}
        {icon ? <span className="hidden-visually">{text}</span> : text}
      </button>{' '}
    </>
  )
}
const Presses = ({ of }: { of: readonly Intent[] }) => (
  <span className="bar-part">
    {of.map((intent) => (
      <Press key={intent} intent={intent} />
    ))}
  </span>
)

export const SelectionBar = ({ groups, to, messageOf }: SelectionBarProps) => {
  const { t } = useTranslation('lists')
  const toError = messageOf('to')
  const groupError = messageOf('group')
  return (
    <div className="selection-bar">
      <ActionBar label={t('bar.label')}>
        <div className="bar-part">
          <label htmlFor="field-to">{t('bar.moveTo')}</label>{' '}
          <input
            {...numberInput()}
            name="to"
            className="input bar-number"
            placeholder={t('column.number')}
            defaultValue={to}
            {...tickedBox('to', toError, true)}
          />{' '}
          <Press intent="move" />
          <TickedError name="to" error={toError} />
        </div>
        <WithScripts>
          <button type="button" className="btn bar-more-button" {...moreButton}>
            {t('bar.more')}
          </button>
        </WithScripts>
        <div id="bar-more" className="bar-more" {...morePopover}>
          <Presses of={['top', 'bottom']} />{' '}
          {groups.length > 0 && (
            <div className="bar-part">
              <Icon name="star" />
              <label htmlFor="field-group" className="hidden-visually">
                {t('bar.group')}
              </label>{' '}
              <select name="group" className="input" {...tickedBox('group', groupError, true)}>
                {groups.map((group) => (
                  <option key={group.value} value={group.value}>
                    {group.label}
                  </option>
                ))}
              </select>{' '}
              <Press intent="favourite-add" />
              <Press intent="favourite-remove" />
              <TickedError name="group" error={groupError} />
            </div>
          )}
          <Presses of={['up', 'down']} /> <Presses of={['lock', 'unlock']} /> <Presses of={['skip', 'unskip']} />{' '}
          <Presses of={['sort', 'fields', 'tools', 'delete']} />
        </div>
      </ActionBar>
    </div>
  )
}
