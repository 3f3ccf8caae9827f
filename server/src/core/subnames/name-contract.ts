import { type CallerNode, openAnyCallerNode } from '../../chain/caller-node.ts'
import { isContract } from '../../chain/is-contract.ts'
import { applyChanges } from '../../ens/apply-changes.ts'
import { defaultEvmCoinType, ethCoinType, isEvmCoinType } from '../../ens/coin-type.ts'
import { parseLabel } from '../../ens/label.ts'
import { parseChanges } from '../../ens/record-changes.ts'
import { type AddressRecord, emptyRecords, withCoinType60 } from '../../ens/records.ts'
import { AppError } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { authorizeDomain } from '../credentials/authorize-domain.ts'
import { requireWritableDomain } from '../domains/require-domain.ts'
import { ethereumAddressOf } from './ethereum-address.ts'
import { assertFree, issue } from './issue.ts'
import type { IssuedName } from './issued-name.ts'

export interface NameContract {
  readonly caller: Caller
  readonly chainId: number
  readonly domain: string
  readonly label: string
  /** Where the contract stands, by coin types of EVM chains; at least one. */
  readonly addresses: readonly { readonly coinType: number; readonly address: string }[]
  /** A node for each chain of the addresses, in any order. Secrets: they may hold the caller's keys. */
  readonly rpcUrls: readonly string[]
}

/**
 * Issues a claimed subname to a contract. Rules in order: the domain exists, is not blocked, the key is an admin's, the
 * label is free, the domain takes new subnames (`capacityError`), the addresses are valid and of EVM chains, and on the chain
 * of each, which one of the nodes must serve, a contract stands there. A contract without an address of coin type 60 is
 * listed with the zero address there, and its name is without a holder.
 *
 * @throws AppError `InvalidNameException`, `EnsNotFound`, `DomainBlockedException`, `ForbiddenException`,
 * `SubdomainAlreadyExistsException`, `SubscriptionLapsedException`, `LimitReachedException`, `InvalidRecordException`,
 * and what `openAnyCallerNode` does.
 */
export async function nameContract(context: CoreContext, input: NameContract): Promise<IssuedName> {
  const { limits } = context.rules
  const label = parseLabel(input.label, limits.label)
  const domain = await requireWritableDomain(context, input.chainId, input.domain)
  authorizeDomain(input.caller, domain, 'admin')
  await assertFree(context, domain, label)
  const changes = parseChanges({ addresses: input.addresses }, limits.records)
  const records = applyChanges(emptyRecords, changes, limits.records)
  if (records.addresses.length === 0)
    throw new AppError(
      'InvalidRecordException',
      'Give at least one address: that of the contract on its chain.',
    )
  const nodes = await openNodes(context, input.rpcUrls)
  await Promise.all(records.addresses.map((record) => assertContract(nodes, domain.chainId, record)))
  const listed = withCoinType60(records)
  return issue(context, domain, {
    label,
    records: listed,
    holder: ethereumAddressOf(listed),
    isClaimed: true,
  })
}

/** The nodes by the chain that each serves. */
async function openNodes({ outbound: fetch, rules }: CoreContext, rpcUrls: readonly string[]) {
  const timeout = rules.readTimeout
  const signal = AbortSignal.timeout(timeout)
  const opened = await Promise.all(
    rpcUrls.map((rpcUrl) => openAnyCallerNode({ fetch, rpcUrl, timeout, signal })),
  )
  return new Map(opened.map((node) => [node.chainId, node] as const))
}

async function assertContract(
  nodes: ReadonlyMap<number, CallerNode<number>>,
  domainChain: number,
  { coinType, address }: AddressRecord,
): Promise<void> {
  if (!isEvmCoinType(coinType) || coinType === defaultEvmCoinType)
    throw new AppError(
      'InvalidRecordException',
      `Coin type ${coinType} is not that of one EVM chain: give 60, or 0x80000000 plus the chain id (ENSIP-11).`,
    )
  // Names of a test network use coin type 60 for that network (ENSIP-19).
  const chainId = coinType === ethCoinType ? domainChain : coinType - defaultEvmCoinType
  const node = nodes.get(chainId)
  if (!node)
    throw new AppError(
      'InvalidRecordException',
      `None of the nodes given serves chain ${chainId} (coin type ${coinType}): add the URL of one to providerUrls.`,
    )
  if (!(await isContract(node, address)))
    throw new AppError('InvalidRecordException', `There is no contract at ${address} on chain ${chainId}.`)
}
