/** The services of a box with a button each that switches it on or off. Texts are in `terminal` and `service`. */
import { useTranslation } from 'react-i18next'
import { Button } from '../button'
import { Table, type Column } from '../table'
import { Tag, type TagTone } from '../tag'
import { ServiceUntil } from './until'
import type { BoxServiceLine } from './view'

const tones: Record<BoxServiceLine['state'], TagTone> = {
  granted: 'ok',
  running: 'ok',
  coming: 'info',
  ended: 'quiet',
  'switched-off': 'warn',
  'adult-off': 'warn',
}

/** A service that the adult switch has turned off is turned on there. */
const Switch = ({ line }: { line: BoxServiceLine }) => {
  const { t } = useTranslation('terminal')
  const isOff = line.state === 'switched-off'
  if (!isOff && line.state !== 'running' && line.state !== 'granted') return null
  return (
    <form noValidate method="post" key={line.state}>
      <input type="hidden" name="service" value={line.service} />
      <Button
        variant={isOff ? 'plain' : 'quiet'}
        name="intent"
        value={isOff ? 'service-on' : 'service-off'}
        aria-label={t(isOff ? 'services.onOf' : 'services.offOf', { name: line.name })}
      >
        {t(isOff ? 'services.on' : 'services.off')}
      </Button>
    </form>
  )
}

export const SwitchTable = ({ lines }: { lines: readonly BoxServiceLine[] }) => {
  const { t } = useTranslation(['terminal', 'service'])
  const columns: Column<BoxServiceLine>[] = [
    {
      key: 'service',
      header: t('service:column.service'),
      kind: 'name',
      cell: ({ name, state }) => (
        <>
          <span className="strong">{name}</span> <Tag tone={tones[state]}>{t(`service:state.${state}`)}</Tag>
        </>
      ),
    },
    { key: 'until', header: t('service:column.until'), cell: (line) => <ServiceUntil line={line} /> },
    {
      key: 'switch',
      header: <span className="hidden-visually">{t('services.switch')}</span>,
      kind: 'actions',
      phone: 'end',
      cell: (line) => <Switch line={line} />,
    },
  ]
  return <Table caption={t('services.title')} columns={columns} rows={lines} rowKey={(line) => line.service} />
}
