/** A box in words, wherever it is named as an author: its nickname and its serial number, each in its own direction. */
import type { TFunction } from 'i18next'
import { isolate } from './joined'

export const boxText = ({ sn, nickname }: { sn: string; nickname: string | null }, t: TFunction): string =>
  nickname === null || nickname === ''
    ? t('lists:history.box', { sn: isolate(sn) })
    : t('lists:history.boxNamed', { nickname: isolate(nickname), sn: isolate(sn) })
