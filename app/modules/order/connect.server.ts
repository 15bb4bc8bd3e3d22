/** Registers the orders' handlers with boxes, which are a lower module. */
import { endWithBinding } from '~/modules/device/device.server'
import { closeOrdersOfBox } from './end.server'

/** Called once at start; returns a function that disconnects it. */
export const connectOrders = (): (() => void) => endWithBinding(closeOrdersOfBox)
