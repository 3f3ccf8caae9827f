import type { Socket } from 'node:net'
import type pg from 'pg'

/** Safe because pg keeps the socket there, although its types do not show it. */
export function socketOf(client: pg.ClientBase): Socket {
  return (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream
}
