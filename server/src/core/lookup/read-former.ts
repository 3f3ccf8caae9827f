import type { Hex } from 'viem'
import { addressKey, type RecordKey, recordCall, toRecords } from '../../ccip/records.ts'
import { fromHex, toHex } from '../../crypto/hex.ts'
import type { ChainId } from '../../ens/chains.ts'
import { ethCoinType } from '../../ens/coin-types.ts'
import { dnsEncode, type EnsName, namehash } from '../../ens/names.ts'
import type { Records } from '../../ens/stored-records.ts'
import {
  decodeItems,
  encodeMulticall,
  encodeResolveCall,
  isErrorResult,
} from '../../gateway/former-result.ts'
import { decodeRecordCall } from '../../gateway/record-call.ts'
import type { FormerLookup } from '../../store/lookup.ts'
import { askAsWhole } from './ask-former.ts'
import type { FormerGateways } from './former-gateways.ts'

interface FormerGatewaysContext {
  readonly formerGateways: FormerGateways
}

/** A name that the former gateway of its domain is asked for. */
export interface NameThere {
  readonly former: FormerLookup
  readonly chainId: ChainId
  /** Normalized. */
  readonly name: EnsName
}

interface RecordsThere {
  readonly records: Records
  /** Those that the gateway refuses. */
  readonly unanswered: readonly RecordKey[]
}

/** Of a request, as most gateways bound it. */
const maxCalls = 50

/** `keys`: each once. @throws AppError as `askAsWhole`. */
export async function readRecordsThere(
  context: FormerGatewaysContext,
  there: NameThere,
  keys: readonly RecordKey[],
): Promise<RecordsThere> {
  const node = toHex(namehash(there.name))
  const results = new Map<Hex, Uint8Array | undefined>()
  for (let start = 0; start < keys.length; start += maxCalls) {
    const part = keys.slice(start, start + maxCalls)
    const calls = part.map((key) => (isEthAddress(key) ? ethAddressCall(node) : recordCall(node, key)))
    const answers = await readResults(context, there, calls)
    for (const [index, key] of part.entries()) results.set(recordCall(node, key), answers[index])
  }
  const resultOf = (key: RecordKey) => results.get(recordCall(node, key))
  const others = toRecords(keys, (key) => {
    const result = isEthAddress(key) ? undefined : resultOf(key)
    return result && toHex(result)
  })
  const ethAddress = decodeAddressWord(resultOf(addressKey(ethCoinType)))
  return {
    records: {
      ...others,
      addresses: [
        ...(ethAddress ? [{ coinType: ethCoinType, address: ethAddress }] : []),
        ...others.addresses,
      ],
    },
    unanswered: keys.filter((key) => resultOf(key) === undefined),
  }
}

/** addr(bytes32), which every gateway knows. */
function ethAddressCall(node: Hex): Hex {
  return `0x3b3b57de${node.slice(2)}`
}

function isEthAddress(key: RecordKey): boolean {
  return key.kind === 'addresses' && key.coinType === ethCoinType
}

/** `undefined` for none, and for zero. */
function decodeAddressWord(result: Uint8Array | undefined): Hex | undefined {
  const address = result && (`0x${toHex(result).slice(-40)}` as const)
  return address && !/^0x0*$/.test(address) ? address : undefined
}

/** In the order of the calls; `undefined` for what the gateway does not answer. */
async function readResults(
  { formerGateways }: FormerGatewaysContext,
  { former, chainId, name }: NameThere,
  calls: readonly Hex[],
): Promise<readonly (Uint8Array | undefined)[]> {
  const data = calls.map((call) => Buffer.from(fromHex(call)))
  const [first, ...others] = data
  if (!first) return []
  const isSingle = others.length === 0
  const query = isSingle
    ? decodeRecordCall(first)
    : ({ type: 'multicall', calls: data.map(decodeRecordCall) } as const)
  const callData = encodeResolveCall(fromHex(dnsEncode(name)), isSingle ? first : encodeMulticall(data))
  const request = { former, chainId, query, callData, toleratesRefusals: true } as const
  const { result } = await askAsWhole(formerGateways, request)
  const results = isSingle ? [result] : (decodeItems(result) ?? [])
  return results.map((item) => (isErrorResult(item) ? undefined : item))
}
