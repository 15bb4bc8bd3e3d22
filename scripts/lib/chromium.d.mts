/** Types of chromium.mjs. */
export declare const findChromium: () => string | null
export declare const findTestBrowser: () => string | null
export declare const isChosen: () => boolean
export declare const headlessShell: string
