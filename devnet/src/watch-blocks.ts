import { once } from 'node:events'

/** Calls `onSettled` when blocks have appeared on the chain at `rpcUrl` and then none for `settling` milliseconds. */
export async function watchBlocks(
  rpcUrl: string,
  settling: number,
  onSettled: () => void,
): Promise<{ close(): void }> {
  const socket = new WebSocket(rpcUrl.replace(/^http/, 'ws'))
  let timer: NodeJS.Timeout | undefined
  await once(socket, 'open')
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'eth_subscribe', params: ['newHeads'] }))
  socket.addEventListener('message', ({ data }) => {
    if (!JSON.parse(data).params) return
    timer ??= setTimeout(() => {
      timer = undefined
      onSettled()
    }, settling)
  })
  const close = () => {
    clearTimeout(timer)
    socket.close()
  }
  return { close }
}
