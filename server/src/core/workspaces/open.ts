import type { Hex } from 'viem'
import { canManageName } from '../../chain/name-ownership.ts'
import { parseDomain } from '../../ens/name.ts'
import { AppError } from '../../errors.ts'
import type { Workspace } from '../../model/workspace.ts'
import { chainClientOf } from '../../rpc/chain-clients.ts'
import { isAdministrator, requireCredential } from '../auth/assert-access.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'
import { createWorkspace } from './create.ts'

export interface OpenWorkspace {
  readonly caller: Caller
  readonly name: string
  /** Absent: the address of the session, if any. Only administrators name another. */
  readonly owner?: Hex | undefined
  /** A domain that the caller controls on chain, unless an administrator opens the workspace. */
  readonly domain?: string | undefined
  readonly chainId: number
}

/** As `WORKSPACE_CREATION` allows. */
export async function openWorkspace(context: CoreContext, input: OpenWorkspace): Promise<Workspace> {
  const { caller, name } = input
  const address = requireCredential(caller).session?.session.address ?? undefined
  if (isAdministrator(caller)) return createWorkspace(context, { name, owner: input.owner ?? address })
  if (address === undefined || context.rules.workspaceCreation === 'operators')
    throw forbidden('Only operators open workspaces here. Ask them for one.')
  if (input.owner !== undefined && input.owner !== address)
    throw forbidden('Only operators open workspaces for others.')
  await assertControlsDomain(context, input, address)
  return createWorkspace(context, { name, owner: address })
}

async function assertControlsDomain(
  { chains }: CoreContext,
  { domain, chainId }: OpenWorkspace,
  address: Hex,
): Promise<void> {
  if (domain === undefined)
    throw new AppError('BadRequestException', 'domain: name a domain that you control on chain.')
  const name = parseDomain(domain)
  const chain = chainClientOf(chains, requireSupportedChain(chainId))
  if (!(await canManageName(chain, name, address)))
    throw new AppError(
      'NotHolderException',
      `${address} neither owns nor manages ${name} on chain ${chainId}.`,
    )
}

function forbidden(message: string) {
  return new AppError('ForbiddenException', message)
}
