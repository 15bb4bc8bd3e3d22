/** The editable parts of one channel: its name, its position, its flags, its favourite groups, and deleting it. */
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelDetails } from '~/engine/types'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { Field } from '~/ui/field'
import { NumberField } from '~/ui/number-field'
import { groupName } from './group-name'
import { Version, type ShownVersion } from './version'

type Shown = Pick<ChannelDetails, 'id' | 'name' | 'position' | 'lock' | 'skip' | 'favourites'>
/** What a refused form keeps: the typed value, and its error. */
export type Kept = { value(field: string): string | undefined; error(field: string): string | null }

type FormProps = { channel: Shown; here: string; version: ShownVersion }

const RenameForm = ({
  channel,
  here,
  version,
  kept,
  most,
  held,
}: FormProps & { kept: Kept; most: number; held: number | null }) => {
  const { t } = useTranslation('lists')
  return (
    <Card>
      <form noValidate method="post" action={here} className="form">
        <Version {...version} />
        <Field
          name="name"
          label={t('channel.name')}
          hint={
            held === null ? t('channel.nameHint', { number: most }) : t('channel.nameHintFile', { number: most, held })
          }
          defaultValue={kept.value('name') ?? channel.name}
          error={kept.error('name')}
          autoComplete="off"
          dir="auto"
        />
        <Button variant="primary" name="intent" value="rename">
          {t('channel.rename')}
        </Button>
      </form>
    </Card>
  )
}

const MoveForm = ({ channel, here, version, kept }: FormProps & { kept: Kept }) => {
  const { t } = useTranslation('lists')
  return (
    <Card>
      <form noValidate method="post" action={here} className="form">
        <Version {...version} />
        <NumberField
          name="to"
          label={t('channel.moveTo')}
          defaultValue={kept.value('to') ?? String(channel.position)}
          error={kept.error('to')}
        />
        <Button name="intent" value="move">
          {t('channel.move')}
        </Button>
      </form>
    </Card>
  )
}

const FlagsForm = ({ channel, here, version }: FormProps) => {
  const { t } = useTranslation('lists')
  return (
    <Card title={t('channel.flags')}>
      <form noValidate method="post" action={here} className="stack">
        <Version {...version} />
        <div className="channel-flag">
          <span>{t(channel.lock ? 'channel.lockedNow' : 'channel.unlockedNow')}</span>
          <Button name="intent" value={channel.lock ? 'unlock' : 'lock'} icon="lock">
            {t(channel.lock ? 'channel.unlock' : 'channel.lock')}
          </Button>
        </div>
        <div className="channel-flag">
          <span>{t(channel.skip ? 'channel.skippedNow' : 'channel.unskippedNow')}</span>
          <Button name="intent" value={channel.skip ? 'unskip' : 'skip'}>
            {t(channel.skip ? 'channel.unskip' : 'channel.skip')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

const FavouritesForm = ({ channel, here, version, groups }: FormProps & Pick<ChannelFormsProps, 'groups'>) => {
  const { t } = useTranslation('lists')
  return (
    <Card title={t('channel.favourites')}>
      <form noValidate method="post" action={here} className="form" key={channel.favourites}>
        <Version {...version} />
        <div className="check-grid">
          {groups.map(({ id, index, name }) => (
            <Fragment key={id}>
              <label className="choice">
                <input
                  type="checkbox"
                  name="group"
                  value={id}
                  defaultChecked={(channel.favourites & (1 << index)) !== 0}
                />{' '}
                <bdi>{groupName(name, index, t)}</bdi>
              </label>{' '}
            </Fragment>
          ))}
        </div>
        <Button name="intent" value="favourites" icon="star">
          {t('channel.saveFavourites')}
        </Button>
      </form>
    </Card>
  )
}

const DeleteForm = ({ channel, version, path }: { channel: Shown; version: ShownVersion; path: string }) => {
  const { t } = useTranslation('lists')
  return (
    <form noValidate method="get" action={`${path}/remove`}>
      <input type="hidden" name="ids" value={channel.id} />
      <Version revision={version.revision} source={version.source} />
      <Button variant="quiet-danger" icon="trash">
        {t('channel.delete')}
      </Button>
    </form>
  )
}

export type ChannelFormsProps = {
  channel: Shown
  version: ShownVersion
  /** The list's address. */
  path: string
  /** The favourite groups; `index` is the bit of `favourites`. */
  groups: readonly { id: number; index: number; name: string }[]
  /** The longest name that can be given. */
  most: number
  /** How many characters of a name the file can store; null if unknown. */
  held: number | null
  kept: Kept
}

export const ChannelForms = ({ channel, version, path, groups, most, held, kept }: ChannelFormsProps) => {
  const form = { channel, version, here: `${path}/channels/${channel.id}` }
  return (
    <div className="stack channel-acts">
      <RenameForm {...form} kept={kept} most={most} held={held} />
      <MoveForm {...form} kept={kept} />
      <FlagsForm {...form} />
      {groups.length > 0 && <FavouritesForm {...form} groups={groups} />}
      <DeleteForm channel={channel} version={version} path={path} />
    </div>
  )
}
