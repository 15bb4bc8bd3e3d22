/**
 * A page's Response. Its text is available as a whole, so the server reads its bytes without the checks and the stream
 * of an ordinary Response.
 */
export class WholeResponse extends Response {
  readonly #bytes: Uint8Array<ArrayBuffer>

  constructor(text: string, init: ResponseInit) {
    const bytes = new TextEncoder().encode(text)
    super(bytes, init)
    this.#bytes = bytes
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.#bytes.buffer)
  }
}
