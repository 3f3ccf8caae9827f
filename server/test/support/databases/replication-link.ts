import { mkdir } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

export interface Link {
  readonly folder: string
  /** From now on nothing passes, and no connection ends. */
  readonly cut: () => void
  readonly mend: () => void
  readonly close: () => void
}

/** A network between a replica and its primary: a socket that forwards to that of the primary. */
export async function startLink(linkFolder: string, primary: URL): Promise<Link> {
  const target = join(primary.searchParams.get('host') ?? '', '.s.PGSQL.5432')
  const sockets = new Set<Socket>()
  let isCut = false
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
    if (isCut) socket.pause()
    return socket
  }
  const server = createServer((incoming) => {
    const outgoing = track(connect(target))
    track(incoming).pipe(outgoing).pipe(incoming)
    incoming.on('close', () => outgoing.destroy())
    outgoing.on('close', () => incoming.destroy())
    if (isCut) for (const socket of [incoming, outgoing]) socket.unpipe()
  })
  await mkdir(linkFolder, { mode: 0o755 })
  const path = join(linkFolder, '.s.PGSQL.5432')
  await new Promise<void>((resolve) => server.listen({ path, writableAll: true }, resolve))
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    folder: linkFolder,
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    mend: () => {
      isCut = false
      endAll()
    },
    close: () => {
      server.close()
      endAll()
    },
  }
}
