import { once } from 'node:events'

/** Root of the empty trie: the transactions root of an empty block. */
const emptyRoot = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'

/** Calls `onSettled` `debounceMs` milliseconds after the node at `nodeUrl` has a new block with transactions. */
export async function watchBlocks(
  nodeUrl: string,
  debounceMs: number,
  onSettled: () => void,
): Promise<{ close(): void }> {
  const socket = new WebSocket(nodeUrl.replace(/^http/, 'ws'))
  let timer: NodeJS.Timeout | undefined
  await once(socket, 'open')
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'eth_subscribe', params: ['newHeads'] }))
  socket.addEventListener('message', ({ data }) => {
    const head = JSON.parse(data).params?.result
    if (!head || head.transactionsRoot === emptyRoot) return
    timer ??= setTimeout(() => {
      timer = undefined
      onSettled()
    }, debounceMs)
  })
  const close = () => {
    clearTimeout(timer)
    socket.close()
  }
  return { close }
}
