import type { Hex } from 'viem'
import { canManageName } from '../chain/names.ts'
import type { ChainId } from '../ens/chains.ts'
import type { EnsName } from '../ens/names.ts'
import { AppError } from '../errors.ts'
import type { Role, Workspace } from '../model/workspace.ts'
import { chainClientOf } from '../rpc/operator.ts'
import { appendEvents } from '../store/entities/events.ts'
import {
  findWorkspace,
  findWorkspaces,
  findWorkspacesOfMember,
  insertMember,
  insertWorkspace,
  pageOfWorkspaces,
} from '../store/entities/members.ts'
import { isAdministrator, requireCredential } from './auth/access.ts'
import { type Caller, type CoreContext, newId } from './context.ts'
import { memberEvent } from './events/entity-events.ts'
import { newEvent } from './events/new-event.ts'
import { assertMemberCapacity } from './members.ts'
import { type CursorPage, type CursorRequest, readPage, readPageOfAll } from './page.ts'

interface CreateWorkspace {
  readonly name: string
  /** Its first member; absent: only administrators and keys act in it. */
  readonly owner?: Hex | undefined
}

/** The tenant that owns domains and API keys. */
export async function createWorkspace(
  context: CoreContext,
  { name, owner }: CreateWorkspace,
): Promise<Workspace> {
  const workspace = { id: newId(), name, createdAt: context.clock() }
  const changes = [{ field: 'name', key: null, before: null, after: name }]
  const event = newEvent(context, { type: 'workspace.created', workspaceId: workspace.id, changes })
  await context.store.transaction(async (tx) => {
    await insertWorkspace(tx, workspace)
    await appendEvents(tx, event)
    if (owner === undefined) return
    await assertMemberCapacity(tx, workspace.id, owner)
    const { id: workspaceId, createdAt } = workspace
    const after = { workspaceId, address: owner, role: 'owner', addedBy: null, createdAt } as const
    await insertMember(tx, after)
    await appendEvents(tx, memberEvent(context, { type: 'member.added', after }))
  })
  return workspace
}

interface OpenWorkspace {
  readonly caller: Caller
  readonly name: string
  /** Absent: the address of the session, if any. Only administrators name another. */
  readonly owner?: Hex | undefined
  /** A domain that the caller controls on chain, unless an administrator opens the workspace. */
  readonly domain?: EnsName | undefined
  readonly chainId: ChainId
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
  { domain: name, chainId }: OpenWorkspace,
  address: Hex,
): Promise<void> {
  if (name === undefined)
    throw new AppError('BadRequestException', 'domain: name a domain that you control on chain.')
  const chain = chainClientOf(chains, chainId)
  if (!(await canManageName(chain, name, address)))
    throw new AppError(
      'NotHolderException',
      `${address} neither owns nor manages ${name} on chain ${chainId}.`,
    )
}

function forbidden(message: string) {
  return new AppError('ForbiddenException', message)
}

/** Oldest first. */
export function listWorkspaces(context: CoreContext): Promise<readonly Workspace[]> {
  return findWorkspaces(context.store.db)
}

export interface OwnWorkspace extends Workspace {
  /** Null: not by membership. */
  readonly role: Role | null
}

/** Those in which the caller may act, oldest first. */
export async function listOwnWorkspaces(
  context: CoreContext,
  { caller, ...request }: CursorRequest & { readonly caller: Caller },
): Promise<CursorPage<OwnWorkspace>> {
  const roles = caller.session?.roles
  const { items, next } = await readWorkspaces(context, caller, request)
  return { items: items.map((workspace) => ({ ...workspace, role: roles?.get(workspace.id) ?? null })), next }
}

async function readWorkspaces(
  context: CoreContext,
  caller: Caller,
  request: CursorRequest,
): Promise<CursorPage<Workspace>> {
  const { apiKey, session } = requireCredential(caller)
  const { db } = context.store
  if (isAdministrator(caller)) {
    const list = {
      list: ['workspaces'],
      positionOf: ({ id }: Workspace) => id,
      read: (after: string | undefined, limit: number) => pageOfWorkspaces(db, { after, limit }),
    }
    return readPage(context, list, request)
  }
  const address = session?.session.address
  const own = apiKey && (await findWorkspace(db, apiKey.workspaceId))
  const list = {
    list: ['own-workspaces'],
    positionOf: ({ createdAt, id }: Workspace) => [createdAt, id],
    all: address ? await findWorkspacesOfMember(db, address) : own ? [own] : [],
  }
  return readPageOfAll(context, list, request)
}
