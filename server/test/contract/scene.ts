import { randomBytes } from 'node:crypto'
import type { PrivateKeyAccount } from 'viem/accounts'
import { setDomainPlan } from '../../src/core/domains/set-plan.ts'
import type { WireRecord } from '../../src/http/schema/record.ts'
import { type Answer, dataOf } from '../support/api-client.ts'
import { ethereumAddress } from '../support/names.ts'
import { onboard } from '../support/onboarded.ts'
import type { TestSandbox } from '../support/sandbox.ts'
import { newWallet } from '../support/signed-headers.ts'

/** What the example of one operation is about: names of its own on mainnet, and their holder. */
export interface Scene {
  readonly sandbox: TestSandbox
  readonly holder: PrivateKeyAccount
  /** A label that nobody has. */
  readonly fresh: string
  /** A label of demo.eth that the holder has claimed. */
  readonly held: string
  /** A label of demo.eth that is reserved for the holder. */
  readonly reserved: string
}

/** Sets a scene: one subname claimed and one reserved. */
export async function setScene(sandbox: TestSandbox): Promise<Scene> {
  const holder = newWallet()
  const unique = randomBytes(4).toString('hex')
  const scene = {
    sandbox,
    holder,
    fresh: `fresh-${unique}`,
    held: `held-${unique}`,
    reserved: `res-${unique}`,
  }
  await issue(scene, scene.held, holder)
  dataOf(
    await keyed(scene, 'POST', '/ens/v1/subname/reserve', {
      ...keyOf(scene.reserved),
      ethAddress: holder.address,
    }),
  )
  return scene
}

/** Ends the subscription of demo.eth on mainnet; gives what renews it. */
export async function lapse({ context }: TestSandbox): Promise<() => Promise<void>> {
  const setExpiry = async (expiresAt: number | null) => {
    await setDomainPlan(context, { chainId: 1, name: 'demo.eth', plan: { expiresAt } })
  }
  await setExpiry(1)
  return () => setExpiry(null)
}

/** Issues a subname of demo.eth to a wallet. */
export async function issue(
  scene: Scene,
  label: string,
  { address }: PrivateKeyAccount,
): Promise<WireRecord> {
  const body = { ...keyOf(label), addresses: [ethereumAddress(address)], overrideSignatureCheck: true }
  return dataOf<WireRecord>(await keyed(scene, 'POST', '/ens/v1/subname/add', body))
}

/** A domain that only this scene has; gives its ens record. */
export async function ownDomain({ sandbox, fresh }: Scene) {
  const { name } = await onboard(sandbox, { label: fresh, scheme: 'chain-bound', form: 'POST' })
  const { workspaceId, adminKey } = sandbox.file
  const path = `/ens/v1/ens/admin/workspace/${workspaceId}`
  const answer = await sandbox.call('GET', path, { headers: { 'x-api-key': adminKey } })
  const { domains } = dataOf<{ domains: readonly EnsRecord[] }>(answer)
  const domain = domains.find(({ domainName }) => domainName === name)
  if (!domain) throw new Error(`${name} is not among the domains of its workspace.`)
  return domain
}

interface EnsRecord {
  readonly ensId: string
  readonly domainName: string
  readonly offchainResolverId: string
}

/** Which subname, as bodies say it. */
export const keyOf = (label: string) => ({ username: label, ensDomain: 'demo.eth', chainId: 1 })

/** Sends a body on the workspace's API key. */
export const keyed = ({ sandbox }: Scene, method: string, path: string, body: unknown): Promise<Answer> =>
  sandbox.call(method, path, { headers: { 'x-api-key': sandbox.file.apiKey }, body })
