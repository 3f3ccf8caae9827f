import { AppError } from '../errors.ts'
import type { RpcNode } from './json-rpc-transport.ts'

/** The same node for a limited number of calls; one more is an AppError `UpstreamException` with this message. */
export const limitedNode = (node: RpcNode, calls: number, message: string): RpcNode =>
  sharedCallLimit(calls, message)(node)

/** As `limitedNode`, for nodes that have the calls together. */
export function sharedCallLimit(calls: number, message: string): (node: RpcNode) => RpcNode {
  let made = 0
  return ({ name, post }) => ({
    name,
    post: async (...request) => {
      made++
      if (made > calls) throw new AppError('UpstreamException', message)
      return post(...request)
    },
  })
}

/** The same node until the signal is aborted: then nobody waits for it any more (`UpstreamTimeoutException`). */
export function endingNode({ name, post }: RpcNode, signal: AbortSignal): RpcNode {
  const timeout = () => new AppError('UpstreamTimeoutException', `${name} did not answer in time.`)
  const { promise: end, reject } = Promise.withResolvers<never>()
  // It may come when nobody is waiting.
  end.catch(() => {})
  signal.addEventListener('abort', () => reject(timeout()), { once: true })
  return {
    name,
    post: async (...request) => {
      if (signal.aborted) throw timeout()
      return Promise.race([post(...request), end])
    },
  }
}
