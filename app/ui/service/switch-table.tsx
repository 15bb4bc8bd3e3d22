/** The services of a box, each with an on/off button. Texts are in `terminal` and `service`. */
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../button'
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

type SwitchTableProps = { sn: string; adultSwitchOn: boolean; lines: readonly BoxServiceLine[] }

/**
 * A service that the adult switch has turned off is turned on there. Adult Control itself has only that switch, which
 * asks for the password; this is the link to it.
 */
const Switch = ({ line, sn, adultSwitchOn }: Omit<SwitchTableProps, 'lines'> & { line: BoxServiceLine }) => {
  const { t } = useTranslation('terminal')
  const isOff = line.state === 'switched-off'
  if (!isOff && line.state !== 'running' && line.state !== 'granted') return null
  if (!isOff && line.service === 'adult')
    return (
      <ButtonLink variant="quiet" href={`/terminal/${sn}/adult`}>
        {t(adultSwitchOn ? 'adult.turnOff' : 'adult.turnOn')}
      </ButtonLink>
    )
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

export const SwitchTable = ({ lines, ...box }: SwitchTableProps) => {
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
      cell: (line) => <Switch line={line} {...box} />,
    },
  ]
  return <Table caption={t('services.title')} columns={columns} rows={lines} rowKey={(line) => line.service} />
}
