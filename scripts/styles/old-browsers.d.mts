import type { PluginCreator } from 'postcss'

export const layers: Readonly<Record<string, number>>
export const expand: (selector: string) => string[]
export const mainColour: (value: string) => string
export const oldBrowsers: PluginCreator<never>
