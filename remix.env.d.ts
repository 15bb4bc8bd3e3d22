/** What the compiler's loaders give for imports that TypeScript does not know. */
/// <reference types="@remix-run/dev" />
/// <reference types="node" />

/** The file loader's answer: the public address of the built file. */
declare module '*.wasm' {
  const address: string
  export default address
}
