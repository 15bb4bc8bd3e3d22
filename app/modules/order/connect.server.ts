/** What boxes are told by orders, which stand above them. */
import { bindingEnds } from '~/modules/device/device.server'
import { closeOrdersOfBox } from './end.server'

/** Called once at start; returns how to take it back. */
export const connectOrders = (): (() => void) => bindingEnds.provide(closeOrdersOfBox)
