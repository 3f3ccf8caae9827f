import { randomBytes } from 'node:crypto'
import type { LocalAccount } from 'viem/accounts'
import { setDomainPlan } from '../../src/core/domains/change.ts'
import { normalizeName } from '../../src/ens/names.ts'
import type { WireRecord } from '../../src/http/schema/names.ts'
import { onboardNewDomain } from '../support/chain/onboard-domain.ts'
import { createWallet } from '../support/credentials/signed-headers.ts'
import type { WalletFixture } from '../support/credentials/wallet-operations.ts'
import { ethereumAddress, seedSubname as seedInService, subnameBody } from '../support/entities/subnames.ts'
import { type ApiResponse, dataOf } from '../support/http/api-client.ts'
import type { TestSandbox } from '../support/service/sandbox.ts'

/** The subject of the example of one operation: new names of demo.eth on mainnet, and their holder. */
export interface Fixture extends WalletFixture {
  readonly sandbox: TestSandbox
  readonly holder: LocalAccount
}

const demo = { name: 'demo.eth', chainId: 1 } as const

/** Creates a fixture: one subname claimed and one reserved. */
export async function createFixture(sandbox: TestSandbox): Promise<Fixture> {
  const holder = createWallet()
  const unique = randomBytes(4).toString('hex')
  const fixture: Fixture = {
    sandbox,
    service: { call: sandbox.call, key: sandbox.file.apiKey, url: sandbox.file.url },
    onboard: async () => ({ name: (await createOwnDomain(fixture)).domainName, chainId: 1 }),
    domain: demo,
    holder,
    fresh: `fresh-${unique}`,
    held: `held-${unique}`,
    reserved: `res-${unique}`,
  }
  await seedSubname(fixture, fixture.held, holder)
  dataOf(
    await callWithKey(fixture, 'POST', '/ens/v1/subname/reserve', {
      ...subnameKey(fixture.reserved),
      ethAddress: holder.address,
    }),
  )
  return fixture
}

/** Ends the subscription of demo.eth on mainnet; returns a function that renews it. */
export async function endSubscription({ context }: TestSandbox): Promise<() => Promise<void>> {
  const setExpiry = async (expiresAt: number | null) => {
    await setDomainPlan(context, { chainId: 1, name: normalizeName('demo.eth'), plan: { expiresAt } })
  }
  await setExpiry(1)
  return () => setExpiry(null)
}

export async function seedSubname(
  fixture: Fixture,
  label: string,
  { address }: LocalAccount,
): Promise<WireRecord> {
  return seedInService(fixture.service, demo, label, { addresses: [ethereumAddress(address)] })
}

/** A domain that only this fixture has; returns its ens record. */
export async function createOwnDomain({ sandbox, fresh }: Fixture) {
  const { name } = await onboardNewDomain(sandbox, { label: fresh, scheme: 'chain-bound', form: 'POST' })
  const { workspaceId, adminKey } = sandbox.file
  const path = `/ens/v1/ens/admin/workspace/${workspaceId}`
  const response = await sandbox.call('GET', path, { headers: { 'x-api-key': adminKey } })
  const { domains } = dataOf<{ domains: readonly EnsRecord[] }>(response)
  const domain = domains.find(({ domainName }) => domainName === name)
  if (!domain) throw new Error(`${name} is not among the domains of its workspace.`)
  return domain
}

interface EnsRecord {
  readonly ensId: string
  readonly domainName: string
  readonly offchainResolverId: string
}

/** A subname of demo.eth, as it is identified in bodies. */
export function subnameKey(label: string) {
  return subnameBody(demo, label)
}

/** Sends a body with the workspace's API key. */
export function callWithKey(
  { sandbox }: Fixture,
  method: string,
  path: string,
  body: unknown,
): Promise<ApiResponse> {
  return sandbox.call(method, path, { headers: { 'x-api-key': sandbox.file.apiKey }, body })
}
