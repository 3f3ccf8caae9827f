import { fromHex, type Hex, isHex } from './bytes.ts'
import { VerifyError } from './error.ts'
import { fetchJson, type HttpLimits } from './http.ts'

/** One request of JSON-RPC; rejects with the node's error. */
export type Transport = (method: string, params: readonly unknown[]) => Promise<unknown>

export function httpTransport(url: string, limits: HttpLimits): Transport {
  let id = 0
  // Paths of nodes have keys in them.
  const asNode = { ...limits, isAllowed: () => true, nameOf: ({ origin }: URL) => origin }
  return async (method, params) => {
    id += 1
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    const reply = await fetchJson(url, init, asNode)
    if (isObject(reply) && 'result' in reply) return reply.result
    const message = member(member(reply, 'error'), 'message')
    throw new Error(typeof message === 'string' ? message.slice(0, 300) : 'no result')
  }
}

export interface Block {
  readonly number: bigint
  readonly hash: string
  /** Unix seconds. */
  readonly time: bigint
}

/** A node of the chain, at one block. */
export interface Chain {
  readonly chainId: bigint
  readonly block: Block
  /** Empty for an account without code, and for a call that reverts without a reason. */
  readonly call: (to: Hex, data: Hex) => Promise<Uint8Array>
  readonly codeOf: (account: Hex) => Promise<Uint8Array>
}

/** @throws VerifyError `RpcFailed`, `WrongChain`, `NoSuchBlock`. */
export async function openChain(
  transport: Transport,
  { chainId, block }: { readonly chainId?: number | undefined; readonly block?: bigint | undefined },
): Promise<Chain> {
  const ask = async (method: string, params: readonly unknown[]) => {
    try {
      return await transport(method, params)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new VerifyError('RpcFailed', `The node did not answer ${method}: ${reason}`, { cause: error })
    }
  }
  const [id, found] = await Promise.all([
    ask('eth_chainId', []),
    ask('eth_getBlockByNumber', [block === undefined ? 'latest' : toQuantity(block), false]),
  ])
  const ofChain = quantity(id)
  if (chainId !== undefined && ofChain !== BigInt(chainId))
    throw new VerifyError('WrongChain', `The node is of chain ${ofChain}, not of ${chainId}.`)
  const at = parseBlock(found)
  return {
    chainId: ofChain,
    block: at,
    call: async (to, data) => bytesOf(await ask('eth_call', [{ to, data }, toQuantity(at.number)])),
    codeOf: async (account) => bytesOf(await ask('eth_getCode', [account, toQuantity(at.number)])),
  }
}

function parseBlock(found: unknown): Block {
  if (!isObject(found)) throw new VerifyError('NoSuchBlock', 'The node has no such block.')
  const time = quantity(member(found, 'timestamp'))
  if (time > maxTime) throw new VerifyError('RpcFailed', 'The node answered with a block of no time.')
  return { number: quantity(member(found, 'number')), hash: String(member(found, 'hash')).slice(0, 66), time }
}

/** What a `Date` can be, in seconds. */
const maxTime = 8_640_000_000_000n

/** Whether the node itself failed, and not the call. */
export function isNodeFailure(error: unknown): boolean {
  return error instanceof VerifyError && error.cause instanceof VerifyError
}

function quantity(value: unknown): bigint {
  if (typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)) return BigInt(value)
  throw new VerifyError('RpcFailed', 'The node answered with something else than a number.')
}

function toQuantity(value: bigint): string {
  return `0x${value.toString(16)}`
}

function bytesOf(value: unknown): Uint8Array {
  if (isHex(value)) return fromHex(value)
  throw new VerifyError('RpcFailed', 'The node answered with something else than bytes.')
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Of what may be no object. */
export function member(value: unknown, key: string): unknown {
  return isObject(value) ? Reflect.get(value, key) : undefined
}
