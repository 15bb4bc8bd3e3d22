/**
 * A page's Response whose text is available as a whole, so the server takes its bytes directly. An ordinary Response
 * would copy them and return them as a stream.
 */
export class WholeResponse extends Response {
  readonly content: Uint8Array<ArrayBuffer>

  constructor(text: string, init: ResponseInit) {
    super(null, init)
    this.content = new TextEncoder().encode(text)
  }

  /** A separate stream for each caller; pages are sent without it. */
  override get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    return new Response(this.content).body
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.content.buffer)
  }

  override text(): Promise<string> {
    return Promise.resolve(new TextDecoder().decode(this.content))
  }
}
