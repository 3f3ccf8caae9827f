import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Address } from 'viem'
import { operatorCaller } from '../../../src/core/auth/sessions.ts'
import type { Finding } from '../../../src/core/doctor/finding.ts'
import { onboardDomain } from '../../../src/core/domains/onboard.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import { addName, type OnboardedDomain, onboardNewDomain } from '../chain/onboard-domain.ts'
import { type ApiResponse, dataOf } from '../http/api-client.ts'
import { startHttpServer } from '../http/http-server.ts'
import { type ChainId, startTestSandbox, type TestSandbox, user } from '../service/sandbox.ts'

/** Of the name alice, which each healthy domain has. */
export const aliceAddress = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const aliceRecords = { addresses: [{ coinType: 60, address: aliceAddress }] }

export interface Diagnosis {
  readonly subject: string
  readonly status: string
  readonly verdict: string
  readonly findings: readonly Finding[]
}

/** A domain on chain that is not onboarded. */
interface RegisteredDomain {
  readonly label: string
  readonly domain: { readonly name: string; readonly chainId: 1 }
  /** With the resolver of the sandbox. */
  readonly onboard: () => Promise<void>
}

interface Registration {
  /** Absent: a new one. */
  readonly label?: string
  readonly resolver: Address
  /** Seconds. */
  readonly duration?: bigint
}

/** A sandbox, and gateways that misbehave in front of it. */
export interface DoctorScene {
  readonly sandbox: TestSandbox
  /** Base URL of a gateway that misbehaves in this way: `down`, `html`, `fails`, `no-post`, `no-cors` or `careless`. */
  urlOf(mode: string): string
  ask(query: Record<string, string>, headers?: Record<string, string>): Promise<ApiResponse>
  /** As an operator. */
  diagnose(query: Record<string, string>): Promise<Diagnosis>
  /** A label that no domain has. */
  newLabel(): string
  /** A domain with a name that resolves, unless the gateway is another. */
  onboardHealthy(gatewayUrl?: string, chainId?: ChainId): Promise<OnboardedDomain>
  register(options: Registration): Promise<RegisteredDomain>
  setBlocked(domain: string, isBlocked: boolean): Promise<void>
  stop(): Promise<void>
}

export async function startDoctorScene(): Promise<DoctorScene> {
  // The gateways need the sandbox, which must know their origin.
  const started: { sandbox?: TestSandbox } = {}
  const server = await startHttpServer((request, response) =>
    misbehave(started.sandbox?.file.url ?? '', request, response),
  )
  const sandbox = await startTestSandbox({
    RESOLVE_TIMEOUT: '20',
    RATE_LIMIT_EXPENSIVE_PER_IP: '1000',
    OUTBOUND_ALLOWED_ORIGINS: new URL(server.url).origin,
  })
  started.sandbox = sandbox
  const asOperator = { 'x-api-key': sandbox.file.adminKey }
  let labels = 0
  const newLabel = () => `patient-${labels++}`
  const ask: DoctorScene['ask'] = (query, headers = {}) =>
    sandbox.call('GET', `/byname/v1/diagnose?${new URLSearchParams(query)}`, { headers })
  return {
    sandbox,
    urlOf: (mode) => `${server.url}${mode}`,
    ask,
    diagnose: async (query) => dataOf(await ask(query, asOperator)),
    newLabel,
    onboardHealthy: async (gatewayUrl, chainId = 1) => {
      const domain = await onboardNewDomain(sandbox, {
        label: newLabel(),
        chainId,
        scheme: 'chain-bound',
        form: 'POST',
        ...(gatewayUrl && { gatewayUrl }),
      })
      await addName(sandbox, domain, 'alice', aliceRecords)
      return domain
    },
    register: async ({ label = newLabel(), ...options }) => {
      await sandbox.devnet.registerName(1, label, { owner: user(sandbox, 0).address, ...options })
      const domain = { name: `${label}.eth`, chainId: 1 } as const
      return { label, domain, onboard: () => onboardHere(sandbox, domain) }
    },
    setBlocked: async (ens, isBlocked) => {
      const body = { ens, chainId: 1, isBlocked }
      const path = '/ens/v1/ens/update-ens-is-blocked'
      dataOf(await sandbox.call('POST', path, { headers: asOperator, body }), 201)
    },
    stop: async () => {
      await sandbox.stop()
      await server.close()
    },
  }
}

/** Points a registered domain to the resolver of the sandbox, and gives it the name alice. */
async function onboardHere(sandbox: TestSandbox, domain: RegisteredDomain['domain']): Promise<void> {
  const { devnet, context, file } = sandbox
  const { resolver, resolverId } = file.chains[1]
  const caller = operatorCaller(context)
  await devnet.setResolver(1, domain.name, resolver)
  await onboardDomain(context, {
    caller,
    workspaceId: file.workspaceId,
    resolverId,
    name: normalizeName(domain.name),
  })
  await addName(sandbox, domain, 'alice', aliceRecords)
}

/** A proxy of the gateway that misbehaves as the first part of the path says. */
async function misbehave(gateway: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, mode = '', ...rest] = (request.url ?? '').split('/')
  const body = await text(request)
  if (mode === 'down') return void response.destroy()
  if (mode === 'html') return void response.end('<html>hello</html>')
  if (mode === 'fails') return void response.writeHead(500).end('oops')
  if (mode === 'no-post' && request.method === 'POST') return void response.writeHead(405).end()
  const upstream = await fetch(`${gateway}/${rest.join('/')}`, {
    method: request.method ?? 'GET',
    headers: { 'content-type': 'application/json' },
    ...(body !== '' && { body }),
  })
  const isOptions = request.method === 'OPTIONS'
  const open = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' }
  response.writeHead(
    isOptions ? 204 : mode === 'careless' && upstream.status === 400 ? 500 : upstream.status,
    {
      'content-type': 'application/json',
      ...(mode !== 'no-cors' && open),
    },
  )
  response.end(isOptions ? undefined : await upstream.text())
}

/** The findings that are neither fine nor left out. */
export function problemsOf({ findings }: Diagnosis): readonly Finding[] {
  return findings.filter(({ status }) => status === 'failed' || status === 'warning')
}

export function aliceOf(domain: { readonly name: string }) {
  return { name: `alice.${domain.name}`, chainId: '1' }
}
