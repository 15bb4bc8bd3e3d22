/** From a list to a box: one press if there is one box, otherwise the page that shows all of them. */
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '~/ui/button'
import { isolate } from './joined'

/** A box of the reader. */
export type PutBox = { sn: string; name: string }

type PutButtonProps = { listId: string; box: PutBox; isMain?: boolean }

export const PutButton = ({ listId, box, isMain = false }: PutButtonProps) => {
  const { t } = useTranslation('lists')
  return (
    <form noValidate method="post" action={`/features/lists/${listId}/put-on-box`}>
      <Button variant={isMain ? 'primary' : 'plain'} name="sn" value={box.sn} icon="box">
        {t('putOnBox.put', { box: isolate(box.name) })}
      </Button>
    </form>
  )
}

type PutOnBoxProps = {
  list: { id: string; name: string }
  /** All of the reader's boxes. */
  boxes: readonly (PutBox & { hasList: boolean })[]
}

export const PutOnBox = ({ list, boxes }: PutOnBoxProps) => {
  const { t } = useTranslation('lists')
  const [only] = boxes
  if (boxes.length === 1 && only !== undefined && !only.hasList) return <PutButton listId={list.id} box={only} />
  return (
    <ButtonLink
      href={`/features/lists/${list.id}/put-on-box`}
      icon="box"
      aria-label={`${t('action.putOnBox')}: ${list.name}`}
    >
      {t('action.putOnBox')}
    </ButtonLink>
  )
}
