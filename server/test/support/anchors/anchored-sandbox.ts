import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { bynameResolverAbi as abi } from '@byname/contracts/BynameResolver'
import { minedReceipt } from '@byname/devnet/mined-receipt'
import type { Address, Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { anchorDomain, requireAnchoredDomain } from '../../../src/anchor/anchor-domain.ts'
import { maxGasOfBeat } from '../../../src/chain/heartbeat.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import { localWallet } from '../chain/deployer.ts'
import { type OnboardedDomain, onboardNewDomain } from '../chain/onboard-domain.ts'
import { send } from '../chain/registry-writes.ts'
import { createFolder } from '../folders.ts'
import { dataOf } from '../http/api-client.ts'
import { startTestSandbox, type TestSandbox } from '../service/sandbox.ts'
import { type FileHost, startFileHost } from './file-host.ts'
import { fundAccount } from './fund.ts'

const key = `0x${'b8'.repeat(32)}` as const

interface Report {
  readonly ownerCalls: readonly { readonly to: Hex; readonly data: Hex }[]
}

/** A sandbox whose domains may be published as files at two hosts. */
export interface AnchoredSandbox {
  readonly sandbox: TestSandbox
  readonly hosts: readonly [FileHost, FileHost]
  /** That beats. */
  readonly anchor: Address
  /** With a contract of its own. */
  onboard(label: string): Promise<OnboardedDomain>
  /** Switched on in the console's way. */
  switchOn(domain: OnboardedDomain): Promise<Report>
  /** What the owner of the contract sends. */
  sendOwnerCalls(report: Report): Promise<void>
  /** What the service does when a beat is due. @throws why it failed. */
  beat(domain: OnboardedDomain): Promise<void>
  /** All three. */
  publish(domain: OnboardedDomain): Promise<void>
  /** A beat of a thief of the key, with this root. */
  beatAsThief(domain: OnboardedDomain, root: Hex): Promise<void>
  stop(): Promise<void>
}

export async function startAnchoredSandbox(): Promise<AnchoredSandbox> {
  const folder = await createFolder('anchors')
  const roots = [join(folder, 'one'), join(folder, 'two')] as const
  for (const root of roots) await mkdir(root)
  const hosts = [await startFileHost(roots[0]), await startFileHost(roots[1])] as const
  const sandbox = await startTestSandbox({
    ANCHOR_TARGETS: roots.map((root, index) => `${root}=${hosts[index]?.url}`).join(','),
    ANCHOR_KEY_1: key,
    OUTBOUND_ALLOWED_ORIGINS: hosts.map(({ url }) => url).join(','),
    RESOLVE_TIMEOUT: '20',
    RATE_LIMIT_EXPENSIVE_PER_IP: '1000',
  })
  const { anchoring } = sandbox.context
  if (!anchoring) throw new Error('The settings name targets.')
  // For the job of the service no beat is ever due: those of a test are all there are.
  Object.assign(anchoring, { clock: () => -1 })
  const rpcUrl = sandbox.devnet.rpcUrl(1)
  const anchor = privateKeyToAccount(key).address
  await fundAccount(rpcUrl, anchor)
  const wallet = localWallet(rpcUrl)
  const impersonate = (account: Address) =>
    // A method of anvil, which viem's public client does not list.
    wallet.request({ method: 'anvil_impersonateAccount', params: [account] } as never)
  const call = (method: 'PUT' | 'GET', { name }: OnboardedDomain) =>
    sandbox.call(method, `/byname/v1/domains/${name}/anchor?chainId=1`, {
      headers: { 'x-api-key': sandbox.file.adminKey },
    })
  const scene: AnchoredSandbox = {
    ...{ sandbox, hosts, anchor },
    onboard: (label) => onboardNewDomain(sandbox, { label, scheme: 'merkle', form: 'GET' }),
    switchOn: async (domain) => dataOf<Report>(await call('PUT', domain)),
    sendOwnerCalls: async ({ ownerCalls }) => {
      for (const { to, data } of ownerCalls) {
        const owner = await wallet.readContract({ address: to, abi, functionName: 'owner' })
        await impersonate(owner)
        await send(rpcUrl, owner, to, data)
      }
    },
    beat: async ({ name }) => {
      const domain = await requireAnchoredDomain(anchoring.store, 1, normalizeName(name))
      await anchorDomain({ ...anchoring, clock: Date.now }, { domain, signal: new AbortController().signal })
    },
    publish: async (domain) => {
      await scene.sendOwnerCalls(await scene.switchOn(domain))
      await scene.beat(domain)
    },
    beatAsThief: async ({ resolver }, root) => {
      await impersonate(anchor)
      const args = [root, 0, root, 0n] as const
      const hash = await wallet.writeContract({
        ...{ address: resolver, abi, functionName: 'beat', args },
        ...{ account: anchor, chain: null, gas: maxGasOfBeat },
      })
      const { status } = await minedReceipt(wallet, hash)
      if (status !== 'success') throw new Error('The transaction reverted.')
    },
    stop: async () => {
      await sandbox.stop()
      for (const host of hosts) await host.close()
    },
  }
  return scene
}
