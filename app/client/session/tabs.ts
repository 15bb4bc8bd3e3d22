/** Other tabs of the same session: they are told of actions, of the unread count, and of the session's end. */
export type EndReason = 'exit' | 'idle'
export type Message =
  | { is: 'act'; atMs: number }
  | { is: 'ended'; reason: EndReason }
  | { is: 'unread'; count: number; at: number }
export type Tabs = { send(message: Message): void; close(): void }

export const openTabs = (sessionId: string, onMessage: (message: Message) => void): Tabs => {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(`portal-session-${sessionId}`)
  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => onMessage(data))
  return { send: (message) => channel?.postMessage(message), close: () => channel?.close() }
}
