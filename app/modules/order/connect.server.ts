/** What boxes are told by orders, which stand above them. */
import { endWithBinding } from '~/modules/device/device.server'
import { closeOrdersOfBox } from './end.server'

/** Called once at start; returns how to take it back. */
export const connectOrders = (): (() => void) => endWithBinding(closeOrdersOfBox)
