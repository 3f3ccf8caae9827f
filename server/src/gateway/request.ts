import { AppError } from '../errors.ts'
import { readBytes, readSelector, readSize, viewOf, wordSize } from './abi-reader.ts'
import { decodeDnsName } from './dns-name.ts'
import { decodeRecordCall, type RecordCall } from './record-call.ts'

const resolveSelector = 0x9061b923
const multicallSelector = 0xac9650d8

/** Several record calls of one name with one response; none is itself a multicall. */
interface Multicall {
  readonly type: 'multicall'
  readonly calls: readonly RecordCall[]
}

/** A decoded lookup: a name as labels and as text (not normalized), and the call about it. */
export interface GatewayRequest {
  readonly labels: readonly string[]
  readonly name: string
  readonly query: RecordCall | Multicall
}

/** Bounds of a request: `items` of a multicall. */
export interface GatewayLimits {
  readonly maxMulticallItems: number
}

/**
 * Bytes of the items of a multicall, at most: as many as the largest request has. An item counts
 * once for each offset that points to it.
 */
const maxItemBytes = 131_072

export const gatewayLimits: GatewayLimits = { maxMulticallItems: 256 }

/** Decodes `multicall(bytes[])`. A multicall inside is an item of an unsupported kind, not a failure of the whole. */
function decodeMulticall(args: Buffer, limits: GatewayLimits): Multicall {
  const at = readSize(args, 0)
  const count = readSize(args, at)
  if (count > limits.maxMulticallItems)
    throw new AppError('BadRequestException', `A multicall has at most ${limits.maxMulticallItems} items.`)
  const items = args.subarray(at + wordSize)
  let bytes = 0
  const calls = Array.from({ length: count }, (_, index) => {
    const item = readBytes(items, index * wordSize)
    bytes += item.length
    if (bytes > maxItemBytes)
      throw new AppError(
        'BadRequestException',
        `The items of a multicall have at most ${maxItemBytes} bytes together; one that several offsets point to counts each time.`,
      )
    return decodeRecordCall(item)
  })
  return { type: 'multicall', calls }
}

/**
 * Decodes what a client sends: the call data `resolve(bytes name, bytes data)` of ENSIP-10, where `data` is a record
 * call or a multicall of them. Items of a multicall that are unknown get their own error in the answer; one that is
 * malformed fails the request.
 *
 * @throws BadRequestException for malformed data.
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

/** The record calls of a query: one, or those of a multicall. */
function callsOf(query: GatewayRequest['query']): readonly RecordCall[] {
  return query.type === 'multicall' ? query.calls : [query]
}

const textCallTypes: ReadonlySet<RecordCall['type']> = new Set(['text', 'textKeys', 'recordList'])

/** Whether a query requests texts of a name, or their keys. */
export function readsTexts(query: GatewayRequest['query']): boolean {
  return callsOf(query).some(({ type }) => textCallTypes.has(type))
}

/**
 * Checks that every call is about the name of the request. Without it, an answer for one name would be signed under
 * another name's node. One wrong node fails a whole multicall: no client makes such a request by accident.
 *
 * @throws BadRequestException
 */
export function assertNodesMatch({ name, query }: GatewayRequest, node: Uint8Array): void {
  if (callsOf(query).some((call) => 'node' in call && Buffer.compare(call.node, node) !== 0))
    throw new AppError('BadRequestException', `The node in the call is not the node of "${name}".`)
}
