import { namehash } from '../ens/names.ts'
import { AppError } from '../errors.ts'
import { decodeDnsName, readBytes, readSelector, readSize, viewOf, wordSize } from './abi.ts'
import { decodeRecordCall, type RecordCall } from './record-call.ts'

export const resolveSelector = 0x9061b923
export const multicallSelector = 0xac9650d8

/** No item is itself a multicall. */
interface Multicall {
  readonly type: 'multicall'
  readonly calls: readonly RecordCall[]
}

/** `labels` and `name` are not normalized. */
export interface GatewayRequest {
  readonly labels: readonly string[]
  readonly name: string
  readonly query: RecordCall | Multicall
}

export interface GatewayLimits {
  readonly maxMulticallItems: number
}

/** Size of the largest request. An item counts once per offset to it. */
const maxItemBytes = 131_072

export const gatewayLimits: GatewayLimits = { maxMulticallItems: 256 }

/** A nested multicall is an unsupported item. */
function decodeMulticall(args: Buffer, limits: GatewayLimits): Multicall {
  const at = readSize(args, 0)
  const count = readSize(args, at)
  if (count > limits.maxMulticallItems)
    throw new AppError('BadRequestException', `A multicall has at most ${limits.maxMulticallItems} items.`)
  const items = args.subarray(at + wordSize)
  let bytes = 0
  const calls: RecordCall[] = []
  for (let index = 0; index < count; index++) {
    const item = readBytes(items, index * wordSize)
    bytes += item.length
    if (bytes > maxItemBytes)
      throw new AppError(
        'BadRequestException',
        `The items of a multicall have at most ${maxItemBytes} bytes together; one that several offsets point to counts each time.`,
      )
    calls.push(decodeRecordCall(item))
  }
  return { type: 'multicall', calls }
}

/**
 * Decodes `resolve(bytes name, bytes data)` (ENSIP-10), where `data` is a record call or a multicall. Unknown multicall
 * items get individual errors; a malformed one fails the request.
 * @throws BadRequestException
 */
export function decodeRequest(callData: Uint8Array, limits: GatewayLimits = gatewayLimits): GatewayRequest {
  const request = viewOf(callData)
  if (readSelector(request) !== resolveSelector)
    throw new AppError('BadRequestException', 'The call data is not a call of resolve(bytes,bytes).')
  const args = request.subarray(4)
  const labels = decodeDnsName(readBytes(args, 0))
  const data = readBytes(args, wordSize)
  const query =
    readSelector(data) === multicallSelector
      ? decodeMulticall(data.subarray(4), limits)
      : decodeRecordCall(data)
  return { labels, name: labels.join('.'), query }
}

export function isResolveCall(callData: Uint8Array): boolean {
  return readSelector(viewOf(callData)) === resolveSelector
}

function callsOf(query: GatewayRequest['query']): readonly RecordCall[] {
  return query.type === 'multicall' ? query.calls : [query]
}

const textCallTypes: ReadonlySet<RecordCall['type']> = new Set(['text', 'textKeys', 'recordList'])

export function readsTexts(query: GatewayRequest['query']): boolean {
  return callsOf(query).some(({ type }) => textCallTypes.has(type))
}

/**
 * Rejects calls about another name: the result would be signed under the wrong node.
 * @throws BadRequestException
 */
export function assertNodesMatch({ name, query }: GatewayRequest, node: Uint8Array): void {
  if (callsOf(query).some((call) => 'node' in call && Buffer.compare(call.node, node) !== 0))
    throw new AppError('BadRequestException', `The node in the call is not the node of "${name}".`)
}

/** As `assertNodesMatch`, for the exact text of the name. @throws BadRequestException */
export function assertNodesOfName(request: GatewayRequest): void {
  assertNodesMatch(request, namehash(request.name))
}
