import { text as readText } from 'node:stream/consumers'
import type { Address } from 'viem'
import { fromHex } from '../../../src/crypto/hex.ts'
import { emptyRecords } from '../../../src/ens/stored-records.ts'
import { responseDigest } from '../../../src/gateway/digest.ts'
import { encodeResult } from '../../../src/gateway/encode-result.ts'
import { decodeRequest } from '../../../src/gateway/request.ts'
import { encodeResponse } from '../../../src/gateway/response.ts'
import { createLocalSigner } from '../../../src/signing/local-signer.ts'
import { startHttpServer, type TestServer } from '../http/http-server.ts'

/** A gateway of names in memory, whose responses are signed for a contract of the scheme `published` that is not deployed. */
export interface SigningGateway extends TestServer {
  readonly settings: {
    readonly url: string
    readonly resolver: Address
    readonly signers: readonly Address[]
  }
  /** Addresses by label. */
  readonly names: Map<string, Address>
  /** The address of any other label; absent: it has none. */
  wildcard: ((label: string) => Address) | undefined
  /** Does not answer: 503. */
  isDown: boolean
  /** For a label that it does not have, instead of a signed empty answer. */
  absentStatus: number | undefined
  /** First labels of the names that it was asked for. */
  readonly asked: string[]
}

const resolver = `0x${'5e'.repeat(20)}` as const
const signer = createLocalSigner(`0x${'5f'.repeat(32)}`)

export async function startSigningGateway(): Promise<SigningGateway> {
  const state: Pick<SigningGateway, 'names' | 'wildcard' | 'isDown' | 'absentStatus' | 'asked'> = {
    ...{ names: new Map(), wildcard: undefined, isDown: false, absentStatus: undefined, asked: [] },
  }
  const server = await startHttpServer(async (request, response) => {
    const { data } = JSON.parse(await readText(request))
    const callData = fromHex(data)
    const { labels, query } = decodeRequest(callData)
    const [label = ''] = labels
    state.asked.push(label)
    if (state.isDown) {
      response.writeHead(503).end('{}')
      return
    }
    const address = state.names.get(label) ?? state.wildcard?.(label)
    if (state.absentStatus !== undefined && !address) {
      response.writeHead(state.absentStatus).end('{"message":"not found"}')
      return
    }
    const records = address && {
      ...emptyRecords,
      addresses: [{ coinType: 60, address: address.toLowerCase() as Address }],
    }
    const result = encodeResult(query, records ?? null)
    const expires = Math.floor(Date.now() / 1000) + 300
    const context = { scheme: 'published', chainId: 1, resolver } as const
    const signature = signer.sign(responseDigest(context, { expires, request: callData, result }))
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ data: encodeResponse(result, expires, signature) }))
  })
  const settings = { url: `${server.url}ccip`, resolver, signers: [signer.address] }
  return Object.assign(state, server, { settings })
}
