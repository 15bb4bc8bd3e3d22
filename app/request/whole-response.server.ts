/**
 * A page's Response. Its text is at hand, so the door reads its bytes without the checks and the stream of a plain one.
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
