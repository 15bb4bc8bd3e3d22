/** The picture of a category or link. Decorative: the name is next to it. */
import { logoPath, type LinkService } from './view'

type LogoProps = { service: LinkService; logo: string | null; size?: number }

export const LogoImage = ({ service, logo, size = 32 }: LogoProps) =>
  logo === null ? null : (
    <img className="link-logo" src={logoPath(service, logo)} alt="" height={size} width={size} loading="lazy" />
  )
