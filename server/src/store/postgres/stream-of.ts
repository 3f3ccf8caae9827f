import type { Socket } from 'node:net'
import type pg from 'pg'

/** The socket of a connection, for closing it abruptly. Safe: pg keeps it there; its types do not show it. */
export function socketOf(client: pg.ClientBase): Socket {
  return (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream
}
