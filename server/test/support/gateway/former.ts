import type { RequestListener } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import type { Address, Hex } from 'viem'
import { newId } from '../../../src/core/context.ts'
import { onboardDomain } from '../../../src/core/domains/onboard.ts'
import { createResolver } from '../../../src/core/resolvers/resolvers.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import type { SigningScheme } from '../../../src/gateway/digest.ts'
import { deployResolverOf } from '../chain/deploy-resolver.ts'
import type { OnboardedDomain } from '../chain/onboard-domain.ts'
import { type ApiResponse, dataOf } from '../http/api-client.ts'
import { startHttpServer, type TestServer } from '../http/http-server.ts'
import type { TestSandbox } from '../service/sandbox.ts'
import { signerAddress, startTestService, type TestService } from '../service/service.ts'

/** Another service, with its own database, signer and contract, which had the domain before. */
export interface FormerService {
  readonly service: TestService
  readonly resolver: Address
  readonly gatewayUrl: string
  readonly signingScheme: SigningScheme
  addName(label: string, records: Readonly<Record<string, unknown>>): Promise<void>
}

interface FormerOptions {
  readonly signingScheme?: SigningScheme
  readonly form?: 'POST' | 'GET'
  readonly service?: TestService
}

/** Deploys its contract on the local chain, without setting it on the name. */
export async function startFormerService(
  { devnet }: TestSandbox,
  name: string,
  { signingScheme = 'published', form = 'POST', service: started }: FormerOptions = {},
): Promise<FormerService> {
  const service = started ?? (await startTestService())
  const { context, apiKey, workspaceId, key, call } = service
  const id = newId()
  const gatewayUrl = `${service.url}/ccip/${id}${form === 'GET' ? '/{sender}/{data}.json' : ''}`
  const resolver = await deployResolverOf(devnet, {
    ...{ chainId: 1, scheme: signingScheme, url: gatewayUrl },
    signers: [signerAddress],
  })
  await createResolver(context, {
    ...{ id, chainId: 1, address: resolver, signingScheme, chainName: 'local', environment: 'test' },
    ...{ registryAddress: devnet.addresses(1).registry, nodeProvider: devnet.rpcUrl(1) },
  })
  await onboardDomain(context, { caller: { apiKey }, workspaceId, resolverId: id, name: normalizeName(name) })
  const addName = async (label: string, records: Readonly<Record<string, unknown>>) => {
    const body = { username: label, ensDomain: name, chainId: 1, overrideSignatureCheck: true, ...records }
    dataOf(await call('POST', '/ens/v1/subname/add', { headers: { 'x-api-key': key }, body }))
  }
  return { service, resolver, gatewayUrl, signingScheme, addName }
}

export interface WireFormerGateway {
  readonly formerGateway: { readonly url: string; readonly importOnRead: boolean } | null
  readonly count: number
  readonly names: readonly { readonly name: string; readonly firstAt: string; readonly lastAt: string }[]
}

export interface FormerSettings {
  readonly url: string
  readonly resolver: Address
  readonly signers: readonly Hex[]
  readonly signingScheme?: SigningScheme
  readonly importOnRead?: boolean
}

export function sendFormerGateway(
  { call, file }: Pick<TestSandbox, 'call' | 'file'>,
  method: 'GET' | 'PUT' | 'DELETE',
  { name }: Pick<OnboardedDomain, 'name'>,
  settings?: FormerSettings,
): Promise<ApiResponse> {
  return call(method, `/byname/v1/domains/${name}/former-gateway?chainId=1`, {
    headers: { 'x-api-key': file.apiKey },
    ...(settings && { body: settings }),
  })
}

/** Has the domain of the sandbox ask that service. */
export async function setFormerGateway(
  sandbox: Pick<TestSandbox, 'call' | 'file'>,
  domain: Pick<OnboardedDomain, 'name'>,
  { resolver, gatewayUrl, signingScheme }: Pick<FormerService, 'resolver' | 'gatewayUrl' | 'signingScheme'>,
  changes: Partial<FormerSettings> = {},
): Promise<WireFormerGateway> {
  const settings = { url: gatewayUrl, resolver, signingScheme, signers: [signerAddress], ...changes }
  return dataOf<WireFormerGateway>(await sendFormerGateway(sandbox, 'PUT', domain, settings))
}

/** In front of a former gateway: counts what it is asked, and answers otherwise while `answer` is set. */
export interface FormerProxy extends TestServer {
  requests: number
  /** Absent: requests are forwarded. */
  answer: RequestListener | undefined
  /** Changes the response that is forwarded. */
  change: ((data: Hex) => Hex) | undefined
  /** Whether call data is refused with status 500. */
  refuses: ((data: string) => boolean) | undefined
}

/** Forwards POST requests to `gatewayUrl`. */
export async function startFormerProxy(gatewayUrl: () => string): Promise<FormerProxy> {
  const state: Pick<FormerProxy, 'requests' | 'answer' | 'change' | 'refuses'> = {
    requests: 0,
    answer: undefined,
    change: undefined,
    refuses: undefined,
  }
  const server = await startHttpServer(async (request, response) => {
    state.requests++
    const { answer, change = (data: Hex) => data } = state
    if (answer) return answer(request, response)
    const sent = await readText(request)
    if (state.refuses?.(sent)) return response.writeHead(500).end('{"message":"unknown function"}')
    const upstream = await fetch(gatewayUrl(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: sent,
    })
    const body = (await upstream.json()) as { readonly data?: Hex }
    const changed = body.data ? { ...body, data: change(body.data) } : body
    response.writeHead(upstream.status, { 'content-type': 'application/json' }).end(JSON.stringify(changed))
  })
  return Object.assign(state, server)
}

/** For `addName`, here or there. */
export function recordsOf(address: string, url: string) {
  return { addresses: [{ coinType: 60, address }], text: [{ key: 'url', value: url }] }
}
