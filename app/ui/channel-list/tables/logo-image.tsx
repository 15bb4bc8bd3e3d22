/** A category's picture, beside its name. */
import { tablePath } from './parts'

export const LogoImage = ({ list, logo, size = 40 }: { list: { id: string }; logo: string | null; size?: number }) =>
  logo === null ? null : <img src={tablePath(list, `/logos/${logo}`)} alt="" height={size} loading="lazy" />
