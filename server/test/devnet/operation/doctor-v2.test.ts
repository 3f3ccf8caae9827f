import { text } from 'node:stream/consumers'
import { type Devnet, startDevnet } from '@byname/devnet'
import { zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorCaller } from '../../../src/core/auth/sessions.ts'
import { newId } from '../../../src/core/context.ts'
import { onboardDomain } from '../../../src/core/domains/onboard.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import { createLocalResolver } from '../../support/chain/onboard-domain.ts'
import { createAdminKey } from '../../support/credentials/api-keys.ts'
import { aliceAddress, aliceRecords, type Diagnosis, problemsOf } from '../../support/doctor/scene.ts'
import { seedSubname } from '../../support/entities/subnames.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { startHttpServer, type TestServer } from '../../support/http/http-server.ts'
import { signerAddress, startTestService, type TestService } from '../../support/service/service.ts'

const chainId = 11155111
const day = 86_400n
const owner = aliceAddress

let devnet: Devnet
let gateway: TestServer
let service: TestService

beforeAll(async () => {
  devnet = await startDevnet({ chains: [chainId], generations: { [chainId]: 'v2' } })
  // The service must know the origin of the gateway, which forwards to it.
  gateway = await startHttpServer(async (request, response) => {
    const { method = '', headers, url = '' } = request
    const body = await text(request)
    const upstream = await fetch(new URL(url, service.url), {
      method,
      headers: { origin: headers.origin ?? '', 'content-type': headers['content-type'] ?? '' },
      ...(method === 'POST' && { body }),
    })
    const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' }
    response.writeHead(upstream.status, cors).end(await upstream.text())
  })
  service = await startTestService(undefined, {
    [`RPC_URL_${chainId}`]: devnet.rpcUrl(chainId),
    OUTBOUND_ALLOWED_ORIGINS: new URL(gateway.url).origin,
  })
})
afterAll(async () => {
  await service.stop()
  await Promise.all([gateway.close(), devnet.stop()])
})

/** A domain of ENSv2 with a name that resolves. */
async function onboard(label: string, expiry?: bigint): Promise<void> {
  const { context, workspaceId } = service
  const resolverId = newId()
  const resolver = await devnet.deployResolver(chainId, {
    urls: [`${gateway.url}ccip/${resolverId}`],
    signers: [signerAddress],
  })
  await createLocalResolver(context, devnet, { id: resolverId, chainId, address: resolver })
  await devnet.registerV2(chainId, label, { owner, resolver, ...(expiry !== undefined && { expiry }) })
  const name = `${label}.eth`
  const caller = operatorCaller(context)
  const domain = await onboardDomain(context, { caller, workspaceId, resolverId, name: normalizeName(name) })
  await seedSubname(service, domain, 'alice', aliceRecords)
}

async function diagnose(name: string): Promise<Diagnosis> {
  const headers = { 'x-api-key': await createAdminKey(service) }
  const query = new URLSearchParams({ name, chainId: `${chainId}` })
  return dataOf(await service.call('GET', `/byname/v1/diagnose?${query}`, { headers }))
}

/** Of clients that know ENSv1 only. */
const notInV1 = { step: 'wildcard-client', problem: expect.stringContaining('ENSv1 only') }

test('rule: a name below a domain of ENSv2 resolves, but for clients that know ENSv1 only', async () => {
  await onboard('second')
  const diagnosis = await diagnose('alice.second.eth')
  expect(problemsOf(diagnosis)).toMatchObject([notInV1])
  const registry = diagnosis.findings.find(({ step }) => step === 'registry')
  expect(registry?.received).toBe('ENSv1: no entry, ENSv2: has an entry')
})

test('rule: the end of a registration in ENSv2 is a finding', async () => {
  await onboard('ending', BigInt(Math.floor(Date.now() / 1000)) + 5n * day)
  expect(problemsOf(await diagnose('alice.ending.eth'))).toMatchObject([
    {
      step: 'expiry',
      asked: 'the expiry of ending.eth in ENSv2',
      problem: expect.stringContaining('7 days'),
    },
    notInV1,
  ])
})

test('rule: a domain of ENSv2 without a resolver is a finding', async () => {
  await onboard('elsewhere')
  await devnet.registerV2(chainId, 'elsewhere', { owner, resolver: zeroAddress })
  expect(problemsOf(await diagnose('alice.elsewhere.eth'))).toMatchObject([
    { step: 'resolver', status: 'failed', fix: expect.any(String) },
  ])
})
