import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createFolder } from '../folders.ts'

/** What portable databases may lack: notifications, advisory locks, and all that lasts in a session. */
const forbiddenStatement =
  /^\s*(un)?listen\b|^\s*notify\b|pg_notify|pg_(try_)?advisory|set_config\([^)]*false\s*\)|(^|;)\s*set\s+(?!local\b|transaction\b)|^\s*(prepare|declare|discard|reset)\b|create\s+(temp|temporary)\b/i

export interface StatementGuard {
  /** The URL of a database through the guard. */
  readonly through: (databaseUrl: string) => string
  /** Forbidden statements, of which each ended its connection. */
  readonly refused: readonly string[]
  readonly stop: () => Promise<void>
}

/**
 * A proxy in front of a server that listens on a socket in a folder. It reads each message of the clients and ends the
 * connection of one that sends a forbidden or a named statement.
 */
export async function startStatementGuard(databaseUrl: string): Promise<StatementGuard> {
  const folder = await createFolder('guard')
  const target = join(new URL(databaseUrl).searchParams.get('host') ?? '', '.s.PGSQL.5432')
  const refused: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(target)
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', end)
      socket.on('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    upstream.pipe(client)
    const readMessages = messageReader()
    client.on('data', (data: Buffer) => {
      const statement = readMessages(data).find((text) => text !== undefined)
      if (statement === undefined) upstream.write(data)
      else {
        refused.push(statement)
        end()
      }
    })
  })
  server.listen(join(folder, '.s.PGSQL.5432'))
  await once(server, 'listening')
  return {
    through: (url) => {
      const guarded = new URL(url)
      guarded.searchParams.set('host', folder)
      return guarded.href
    },
    refused,
    stop: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
      await rm(folder, { recursive: true })
    },
  }
}

/** Returns the forbidden statements of the messages that are complete, `undefined` for each other message. */
function messageReader(): (data: Buffer) => readonly (string | undefined)[] {
  let pending = Buffer.alloc(0)
  let isStarted = false
  return (data) => {
    pending = Buffer.concat([pending, data])
    const found: (string | undefined)[] = []
    for (;;) {
      // The first message has no type: a length, then parameters.
      const typeBytes = isStarted ? 1 : 0
      if (pending.length < typeBytes + 4) return found
      const end = typeBytes + pending.readUInt32BE(typeBytes)
      if (pending.length < end) return found
      if (isStarted) found.push(forbiddenIn(pending.toString('latin1', 0, 1), pending.subarray(5, end)))
      isStarted = true
      pending = pending.subarray(end)
    }
  }
}

/** Of a simple query (Q), or of a statement to prepare (P), whose name comes before its text. */
function forbiddenIn(type: string, body: Buffer): string | undefined {
  if (type !== 'Q' && type !== 'P') return undefined
  const [first = '', second = ''] = body.toString('utf8').split('\0')
  const text = type === 'Q' ? first : second
  if (type === 'P' && first !== '') return `prepared as ${first}: ${text}`
  return forbiddenStatement.test(text) ? text : undefined
}
