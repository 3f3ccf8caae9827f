import { zeroAddress } from 'viem'
import type { ChainId } from '../../ens/chains.ts'
import { defaultEvmCoinType, ethCoinType, isEvmCoinType } from '../../ens/coin-types.ts'
import type { EnsName, Label } from '../../ens/names.ts'
import type { AddressRecord } from '../../ens/record-kinds.ts'
import { mergeRecords, parseRecordChanges } from '../../ens/records.ts'
import { emptyRecords, storedAddress, withEthAddress } from '../../ens/stored-records.ts'
import { AppError } from '../../errors.ts'
import { type CallerRpc, connectCallerRpc } from '../../rpc/caller.ts'
import { isContract } from '../../rpc/operator.ts'
import { assertDomainAccess } from '../auth/access.ts'
import type { Caller, CoreContext } from '../context.ts'
import { assertNotBlocked } from '../domains/rules.ts'
import { assertObtainable, createSubname } from './add.ts'
import { requireDomainLabel, type SubnameDetails } from './rules.ts'

export interface RegisterContractName {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly domain: EnsName
  readonly label: Label
  /** EVM coin types; at least one. */
  readonly addresses: readonly { readonly coinType: number; readonly address: string }[]
  /** One per chain, in any order. Secret: they may contain keys. */
  readonly rpcUrls: readonly string[]
}

/**
 * Rules in order: the domain exists, is not blocked, the key is an admin's, the label is free, the domain has capacity
 * (`capacityError`), its former gateway does not have the label, the addresses are valid and of EVM chains, and each chain, served by one of the RPCs, has a
 * contract there, the domain's policy allows it if it binds keys. Without a coin type 60 address the name has the zero address and no holder.
 */
export async function registerContractName(
  context: CoreContext,
  input: RegisterContractName,
): Promise<SubnameDetails> {
  const { limits } = context.rules
  const target = await requireDomainLabel(context, input)
  const { domain } = target
  assertNotBlocked(domain)
  assertDomainAccess(input.caller, domain, 'admin')
  await assertObtainable(context, target)
  const changes = parseRecordChanges({ addresses: input.addresses }, limits.records)
  const records = mergeRecords(emptyRecords, changes, limits.records)
  if (records.addresses.length === 0)
    throw new AppError('InvalidRecordException', 'Give at least one address of the contract on its chain.')
  const rpcsByChain = await connectRpcs(context, input.rpcUrls)
  await Promise.all(records.addresses.map((record) => assertIsContract(rpcsByChain, domain.chainId, record)))
  return createSubname(
    context,
    target,
    {
      records: withEthAddress(records),
      holder: storedAddress(records, ethCoinType) ?? zeroAddress,
      isClaimed: true,
    },
    'issue',
  )
}

/** By chain. */
async function connectRpcs({ outbound: fetch, rules }: CoreContext, rpcUrls: readonly string[]) {
  const timeoutMs = rules.resolveTimeoutMs
  const signal = AbortSignal.timeout(timeoutMs)
  const connected = await Promise.all(
    rpcUrls.map((rpcUrl) => connectCallerRpc({ fetch, rpcUrl, timeoutMs, signal })),
  )
  return new Map(connected.map((rpc) => [rpc.chainId, rpc] as const))
}

async function assertIsContract(
  rpcsByChain: ReadonlyMap<number, CallerRpc<number>>,
  domainChainId: number,
  { coinType, address }: AddressRecord,
): Promise<void> {
  if (!isEvmCoinType(coinType) || coinType === defaultEvmCoinType)
    throw new AppError(
      'InvalidRecordException',
      `Coin type ${coinType} is not that of one EVM chain. Give 60, or 0x80000000 plus the chain id (ENSIP-11).`,
    )
  // Test networks use coin type 60 for themselves (ENSIP-19).
  const chainId = coinType === ethCoinType ? domainChainId : coinType - defaultEvmCoinType
  const rpc = rpcsByChain.get(chainId)
  if (!rpc)
    throw new AppError(
      'InvalidRecordException',
      `No given RPC serves chain ${chainId} (coin type ${coinType}). Add the URL of one to providerUrls.`,
    )
  if (!(await isContract(rpc, address)))
    throw new AppError('InvalidRecordException', `There is no contract at ${address} on chain ${chainId}.`)
}
