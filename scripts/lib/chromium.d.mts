/** Types of chromium.mjs. */
export declare const findChromium: () => string | null
