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

export const SelectionBar = ({ groups, to, messageOf }: SelectionBarProps) => {
  const { t } = useTranslation('lists')
  const toError = messageOf('to')
  const groupError = messageOf('group')
  return (
    <div className="selection-bar">
      <ActionBar label={t('bar.label')}>
        <span className="bar-part">
          <label htmlFor="field-to">{t('bar.moveTo')}</label>
          <input
            {...numberInput()}
            name="to"
            className="input bar-number"
            placeholder={t('column.number')}
            defaultValue={to}
            {...tickedBox('to', toError, true)}
          />
          <button className="btn" name="intent" value="move">
            {t('bar.move')}
          </button>{' '}
          <TickedError name="to" error={toError} />
        </span>{' '}
        <WithScripts>
          <button type="button" className="btn bar-more-button" {...moreButton}>
            {t('bar.more')}
          </button>
        </WithScripts>
        <div id="bar-more" className="bar-more" {...morePopover}>
          <span className="bar-part">
            <button className="btn" name="intent" value="top">
              {t('bar.top')}
            </button>{' '}
            <button className="btn" name="intent" value="bottom">
              {t('bar.bottom')}
            </button>
          </span>{' '}
          {groups.length > 0 && (
            <span className="bar-part">
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
              </select>
              <button className="btn" name="intent" value="favourite-add">
                {t('bar.add')}
              </button>{' '}
              <button className="btn" name="intent" value="favourite-remove">
                {t('bar.remove')}
              </button>{' '}
              <TickedError name="group" error={groupError} />
            </span>
          )}{' '}
          <span className="bar-part">
            <button className="btn" name="intent" value="up" title={t('bar.up')}>
              <Icon name="arrow-up" />
              <span className="hidden-visually">{t('bar.up')}</span>
            </button>{' '}
            <button className="btn" name="intent" value="down" title={t('bar.down')}>
              <Icon name="arrow-down" />
              <span className="hidden-visually">{t('bar.down')}</span>
            </button>
          </span>{' '}
          <span className="bar-part">
            <button className="btn" name="intent" value="lock">
              {t('bar.lock')}
            </button>{' '}
            <button className="btn" name="intent" value="unlock">
              {t('bar.unlock')}
            </button>
          </span>{' '}
          <span className="bar-part">
            <button className="btn" name="intent" value="skip">
              {t('bar.skip')}
            </button>{' '}
            <button className="btn" name="intent" value="unskip">
              {t('bar.unskip')}
            </button>
          </span>{' '}
          <span className="bar-part">
            <button className="btn" name="intent" value="sort">
              {t('bar.sort')}
            </button>{' '}
            <button className="btn" name="intent" value="fields">
              {t('bar.field')}
            </button>{' '}
            <button className="btn" name="intent" value="tools">
              {t('tool.menu')}
            </button>{' '}
            <button className="btn" name="intent" value="delete">
              {t('bar.delete')}
            </button>
          </span>
        </div>
      </ActionBar>
    </div>
  )
}
