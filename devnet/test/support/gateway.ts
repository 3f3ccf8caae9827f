import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import {
  type Address,
  decodeFunctionData,
  encodeAbiParameters,
  encodePacked,
  type Hex,
  keccak256,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { encodeRecordResult } from './records.ts'

/** A received request. */
interface GatewayRequest {
  readonly method: string
  /** Lower-case. */
  readonly sender: string
  readonly data: Hex
}

/** A CCIP-Read gateway (EIP-3668) that signs for one resolver. */
export interface Gateway {
  /** The URL template of the GET form. */
  readonly getUrl: string
  /** The URL template of the POST form. */
  readonly postUrl: string
  /** Responds with 500 to everything. */
  readonly brokenUrl: string
  readonly signer: Address
  /** The requests so far, oldest first. */
  readonly requests: GatewayRequest[]
  /** Sets the resolver to sign for, and its chain if the digest is chain-bound. */
  signFor(resolver: Address, chainId?: number): void
  stop(): Promise<void>
}

const brokenPath = '/broken'

const resolveAbi = parseAbi(['function resolve(bytes name, bytes data)'])

/** Starts a gateway on a free port. */
export async function startGateway(): Promise<Gateway> {
  const key = privateKeyToAccount(`0x${'11'.repeat(32)}`)
  const requests: GatewayRequest[] = []
  let target: Hex = '0x'

  const respond = async (request: Hex): Promise<Hex> => {
    const { args } = decodeFunctionData({ abi: resolveAbi, data: request })
    const result = encodeRecordResult(args[1])
    const expires = BigInt(Math.floor(Date.now() / 1000) + 300)
    const signed = encodePacked(
      ['bytes2', 'bytes', 'uint64', 'bytes32', 'bytes32'],
      ['0x1900', target, expires, keccak256(request), keccak256(result)],
    )
    const signature = await key.sign({ hash: keccak256(signed) })
    return encodeAbiParameters(parseAbiParameters('bytes, uint64, bytes'), [result, expires, signature])
  }

  const server = createServer(async (request, response) => {
    if (request.url === brokenPath) return void response.writeHead(500).end()
    const gatewayRequest = await readGatewayRequest(request)
    requests.push(gatewayRequest)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ data: await respond(gatewayRequest.data) }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${portOf(server.address())}`

  return {
    getUrl: `${url}/{sender}/{data}.json`,
    postUrl: url,
    brokenUrl: `${url}${brokenPath}`,
    signer: key.address,
    requests,
    signFor: (resolver, chainId) => {
      target = resolver
      if (chainId) target = encodePacked(['address', 'uint256'], [resolver, BigInt(chainId)])
    },
    stop: async () => {
      server.close().closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function readGatewayRequest(request: IncomingMessage): Promise<GatewayRequest> {
  const { method = '', url = '' } = request
  const [, inPath, dataInPath] = /^\/(\w+)\/(\w+)\.json$/.exec(url) ?? []
  const body = method === 'POST' ? await json(request) : { sender: inPath, data: dataInPath }
  const { sender, data } = body as { sender: string; data: Hex }
  return { method, sender: sender.toLowerCase(), data }
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('The gateway has no port.')
  return address.port
}
