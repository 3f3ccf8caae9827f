/** What the client's relayer does beyond its published interface. */
interface Connecting {
  connect: (relayUrl?: string) => Promise<void>
}

/**
 * Lets everything that waits for the relay wait for one attempt. The library makes one for each request without a connection; each
 * replaces the socket of the last, and asks anew for all topics: after a relay was away, hundreds of connections, and messages that
 * arrive on sockets that nothing reads.
 */
export function shareConnection(relayer: object): void {
  if (!isConnecting(relayer)) return
  const connect = relayer.connect.bind(relayer)
  let pending: Promise<void> | undefined
  relayer.connect = (relayUrl) => {
    pending ??= connect(relayUrl).finally(() => {
      pending = undefined
    })
    return pending
  }
}

function isConnecting(relayer: object): relayer is Connecting {
  return 'connect' in relayer && typeof relayer.connect === 'function'
}
