import type { Socket } from 'node:net'
import type pg from 'pg'

/** The socket of a connection, to cut it without a word. Safe because pg keeps it there; its types do not show it. */
export function socketOf(client: pg.ClientBase): Socket {
  return (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream
}
