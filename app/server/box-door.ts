/**
 * Boxes' fetches, answered before Remix: the GET lines of the endpoint table below /api/stb, with tokens and list
 * bodies from memory. True when the request was answered here.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Peer } from './peer'

export type BoxDoor = (req: IncomingMessage, res: ServerResponse, request: { path: string; peer: Peer; requestId: string }) => Promise<boolean>
