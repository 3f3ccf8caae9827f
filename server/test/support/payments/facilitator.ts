import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { x402Facilitator } from '@x402/core/facilitator'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import { createWalletClient, type Hex, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { base } from 'viem/chains'
import { startHttpServer, type TestServer } from '../http/http-server.ts'
import type { Settings } from '../service/service.ts'
import type { PaymentFixture } from './fixture.ts'

/** The official facilitator of x402 over HTTP, which sends payments to a local Base. */
export interface TestFacilitator extends TestServer {
  /** The requested paths, with the responses. */
  readonly requests: {
    readonly path: string
    readonly authorization: string | undefined
    readonly body: unknown
  }[]
  /** Replaces the handler of one kind of requests; returns a function that restores it. */
  override(verb: Verb, handle: RequestHandler): () => void
}

type Verb = 'verify' | 'settle'

/** Handles a request: `act` does what was requested, and returns what the facilitator would respond. */
export type RequestHandler = (response: ServerResponse, act: () => Promise<object>) => unknown

interface FacilitatorOptions {
  readonly rpcUrl: string
  /** The key of the account that sends payments. */
  readonly key: Hex
  /** Milliseconds to wait for a transaction to be mined. */
  readonly confirmationTimeoutMs?: number
}

export async function startFacilitator(options: FacilitatorOptions): Promise<TestFacilitator> {
  const facilitator = createFacilitator(options)
  const requests: TestFacilitator['requests'] = []
  const handles: Record<Verb, RequestHandler> = { verify: handleNormally, settle: handleNormally }
  const server = await startHttpServer(async (request, response) => {
    const path = request.url ?? ''
    const body = JSON.parse(await text(request))
    requests.push({ path, authorization: request.headers.authorization, body })
    const verb = path.endsWith('/settle') ? 'settle' : 'verify'
    await handles[verb](response, () => facilitator[verb](body.paymentPayload, body.paymentRequirements))
  })
  return {
    ...server,
    requests,
    override: (verb, handle) => {
      handles[verb] = handle
      return () => {
        handles[verb] = handleNormally
      }
    },
  }
}

const handleNormally: RequestHandler = async (response, act) => sendJson(response, await act())

/** Handles a request as the library does. */
export function sendJson(response: ServerResponse, result: object) {
  return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result))
}

function createFacilitator({
  rpcUrl,
  key,
  confirmationTimeoutMs = 5_000,
}: FacilitatorOptions): x402Facilitator {
  const account = privateKeyToAccount(key)
  const client = createWalletClient({
    account,
    chain: base,
    transport: http(rpcUrl),
    pollingInterval: 10,
  }).extend(publicActions)
  const signer = toFacilitatorEvmSigner(asSigner({ ...client, address: account.address }), {
    confirmationTimeoutMs: confirmationTimeoutMs,
  })
  return new x402Facilitator().register(`eip155:${base.id}`, new ExactEvmScheme(signer))
}

type Signer = Parameters<typeof toFacilitatorEvmSigner>[0]

/** Safe because the library is made for viem's clients; it declares their methods with looser types than viem does. */
function asSigner(client: { readonly [Method in keyof Signer]: unknown }): Signer {
  return client as Signer
}

/** Starts the official facilitator, which sends the payments of a fixture from the account of its relayer. */
export function startFacilitatorFor(fixture: PaymentFixture): Promise<TestFacilitator> {
  const account = fixture.base.accounts.find(({ address }) => address === fixture.relayer.address)
  if (!account) throw new Error('The relayer is not an account of the local chain.')
  return startFacilitator({
    rpcUrl: fixture.base.rpcUrl,
    key: account.privateKey,
    confirmationTimeoutMs: 500,
  })
}

/** Makes a service settle through a facilitator; without an RPC, it knows only what the facilitator returns. */
export function facilitatorSettings({ url }: TestServer, rpcUrl = ''): Settings {
  return {
    PAYMENT_RELAYER_KEY: '',
    PAYMENT_FACILITATOR_URL: url,
    PAYMENT_RPC_URL: rpcUrl,
  }
}
