import {
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  namehash,
  parseAbi,
  parseAbiParameters,
  slice,
  toHex,
  zeroAddress,
} from 'viem'
import { packetToBytes } from 'viem/ens'
import { domain, effectiveAddress, type ZoneName } from '../databases/zone.ts'
import { verifyResponse } from '../lookups/verify-response.ts'
import { httpRequestOf, type Subject } from './subject.ts'

const abi = parseAbi([
  'function resolve(bytes name, bytes data) view returns (bytes)',
  'function multicall(bytes[] calls) returns (bytes[])',
  'function addr(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function text(bytes32 node, string key) view returns (string)',
  'function contenthash(bytes32 node) view returns (bytes)',
])

const ethereum = 60

const timeoutMs = 5_000

/** Bitcoin (SLIP-44): no name of the zone has such an address. */
const otherCoin = 0n

interface Case {
  readonly title: string
  readonly callData: Hex
  /** The result that ENSIP-1, 5, 7, 9, 10 and 22 say; null: the request is refused with a status from 400 to 499. */
  readonly result: Hex | null
  /** Whether a gateway without it is not measured: the loads consist of it. */
  readonly isRequired?: boolean
}

export interface CaseOutcome {
  readonly title: string
  /** `ok`, or what came in its place. */
  readonly outcome: string
  readonly isRequired: boolean
}

const bytes = (value: Hex) => encodeAbiParameters(parseAbiParameters('bytes'), [value])
const string = (value: string) => encodeAbiParameters(parseAbiParameters('string'), [value])
const address = (value: Hex) => encodeAbiParameters(parseAbiParameters('address'), [value])

function resolve(name: string, data: Hex): Hex {
  return encodeFunctionData({ abi, functionName: 'resolve', args: [toHex(packetToBytes(name)), data] })
}

/** Of a name with an address and a text, and of one that does not exist. */
function casesOf(zoneName: ZoneName): readonly Case[] {
  const name = `${zoneName.label}.${domain}`
  const node = namehash(name)
  const [text] = zoneName.texts
  const own = effectiveAddress(zoneName, ethereum)
  if (!text || !own) throw new Error('The name of the cases has an address and a text.')
  const addr = encodeFunctionData({ abi, functionName: 'addr', args: [node] })
  const addrOf = (coinType: bigint) =>
    encodeFunctionData({ abi, functionName: 'addr', args: [node, coinType] })
  const textOf = (key: string) => encodeFunctionData({ abi, functionName: 'text', args: [node, key] })
  const multicall = encodeFunctionData({ abi, functionName: 'multicall', args: [[addr, textOf(text.key)]] })
  const absent = `absent.${domain}`
  const absentNode = namehash(absent)
  const valid = resolve(name, addr)
  return [
    { title: 'addr(node)', callData: valid, result: address(own), isRequired: true },
    { title: 'addr(node, 60)', callData: resolve(name, addrOf(60n)), result: bytes(own), isRequired: true },
    {
      title: 'address of a coin without one',
      callData: resolve(name, addrOf(otherCoin)),
      result: bytes('0x'),
    },
    {
      title: 'text',
      callData: resolve(name, textOf(text.key)),
      result: string(text.value),
      isRequired: true,
    },
    {
      title: 'text that is not set',
      callData: resolve(name, textOf('none')),
      result: string(''),
      isRequired: true,
    },
    {
      title: 'contenthash that is not set',
      callData: resolve(name, encodeFunctionData({ abi, functionName: 'contenthash', args: [node] })),
      result: bytes('0x'),
    },
    {
      title: 'multicall (ENSIP-22)',
      callData: resolve(name, multicall),
      result: encodeAbiParameters(parseAbiParameters('bytes[]'), [[address(own), string(text.value)]]),
    },
    {
      title: 'address of a name that does not exist',
      callData: resolve(absent, encodeFunctionData({ abi, functionName: 'addr', args: [absentNode] })),
      result: address(zeroAddress),
      isRequired: true,
    },
    { title: 'the node of another name', callData: resolve(absent, addr), result: null },
    { title: 'call data that is cut off', callData: slice(valid, 0, 100), result: null },
    { title: 'no call data', callData: '0x', result: null },
    { title: 'another function', callData: '0x12345678', result: null },
  ]
}

function unexpected(status: number): string {
  return status === 0 ? 'no response' : `HTTP ${status}`
}

/** Asks each case once. */
export async function checkConformance(
  url: string,
  subject: Subject,
  zoneName: ZoneName,
): Promise<readonly CaseOutcome[]> {
  const outcomes: CaseOutcome[] = []
  for (const { title, callData, result, isRequired = false } of casesOf(zoneName)) {
    const { status, body } = await ask(url, subject, callData)
    const isRefused = status >= 400 && status < 500
    const outcome =
      result === null
        ? isRefused
          ? 'ok'
          : unexpected(status)
        : status === 200
          ? await verifyResponse(body, { callData, result }, subject.scheme).then(
              () => 'ok',
              (error: unknown) =>
                String(error).includes('Wrong result') ? 'another result' : 'not verified',
            )
          : unexpected(status)
    outcomes.push({ title, outcome, isRequired })
  }
  return outcomes
}

async function ask(url: string, { form }: Subject, callData: Hex): Promise<{ status: number; body: string }> {
  const { method, path, body } = httpRequestOf(form, callData)
  const init =
    body === undefined ? { method } : { method, body, headers: { 'content-type': 'application/json' } }
  try {
    const response = await fetch(new URL(path, url), { ...init, signal: AbortSignal.timeout(timeoutMs) })
    return { status: response.status, body: await response.text() }
  } catch {
    return { status: 0, body: '' }
  }
}
