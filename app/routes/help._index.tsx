/** Help: every guide and help page as a card, arranged by task. */
import type { LinksFunction } from '@remix-run/node'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import styles from '~/styles/help.css'
import { ButtonLink } from '~/ui/button'
import { guideLinks, guidePath, guides } from '~/ui/guide/guides'
import art from '~/ui/guide/help.svg'
import { TopicIcon, type TopicName } from '~/ui/guide/topic-icon'

export const handle = { i18n: ['help'], title: 'help:title', description: 'help:description' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

type Group = { key: string; topics: readonly Exclude<TopicName, 'contact'>[] }
const groups: readonly Group[] = [
  { key: 'first', topics: ['bind', 'app'] },
  { key: 'lists', topics: ['editor', 'box-settings'] },
  { key: 'box', topics: ['instructions', 'bluetooth'] },
  { key: 'network', topics: ['usb-network', 'vpn'] },
  { key: 'services', topics: ['mylink', 'video-key', 'regions'] },
]

const isPage = (topic: string): topic is 'bind' | 'app' | 'instructions' | 'regions' =>
  !guides.some((guide) => guide.name === topic)

const Topic = ({ topic }: { topic: Exclude<TopicName, 'contact'> }) => {
  const { t } = useTranslation('help')
  const key = isPage(topic) ? `page.${topic}` : `guide.${topic}`
  return (
    <li className="card topic">
      <TopicIcon name={topic} />
      <div>
        <h3>
          <a href={isPage(topic) ? guideLinks[topic] : guidePath(topic)}>{t(`${key}.title`)}</a>
        </h3>
        <p className="muted">{t(`${key}.text`)}</p>
      </div>
    </li>
  )
}

const HelpPage = () => {
  const { t } = useTranslation('help')
  return (
    <>
      <div className="help-head">
        <div className="help-head-text">
          <h1>{t('title')}</h1>
          <p>{t('lead')}</p>
        </div>
        <img className="help-head-art no-print" src={art} alt="" width="320" height="168" />
      </div>
      <div className="topic-groups">
        {groups.map(({ key, topics }) => (
          <section key={key} className="topic-group" aria-labelledby={`group-${key}`}>
            <h2 id={`group-${key}`}>{t(`group.${key}`)}</h2>
            <ul className="topics">
              {topics.map((topic) => (
                <Topic key={topic} topic={topic} />
              ))}
            </ul>
          </section>
        ))}
        <section className="card topic topic-contact" aria-labelledby="group-contact">
          <TopicIcon name="contact" />
          <div>
            <h2 id="group-contact">{t('contact.title')}</h2>
            <p className="muted">{t('contact.text')}</p>
          </div>
          <ButtonLink href="/help/contact" variant="primary">
            {t('contact.link')}
          </ButtonLink>
        </section>
      </div>
    </>
  )
}
export default HelpPage
