/**
 * The classic Remix compiler's settings. The server bundle's entry is the own node server, so build/app.js is the
 * whole app; the gateway in front of it is a bundle of its own (scripts/lib/steps.mjs). Every future flag is set
 * explicitly; single fetch stays off because its wire format's parser has an
 * unfixed hole. Lazy route discovery stays on because the whole manifest would
 * add 8 KB of script to each page; app/server/address.ts limits what it costs.
 *
 * @type {import('@remix-run/dev').AppConfig}
 */
export default {
  server: './app/server/main.ts',
  serverBuildPath: 'build/app.js',
  ignoredRouteFiles: ['**/.*', '**/*.test.*'],
  serverModuleFormat: 'esm',
  serverPlatform: 'node',
  serverMinify: false,
  tailwind: false,
  postcss: true,
  watchPaths: ['./engine/build/engine.wasm', './app/i18n/locales/**/*.json'],
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: false,
    v3_lazyRouteDiscovery: true,
  },
}
