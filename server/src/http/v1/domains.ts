import { z } from 'zod'
import { deleteDomain } from '../../core/domains/delete.ts'
import { moveDomain } from '../../core/domains/move.ts'
import { onboardDomain } from '../../core/domains/onboard.ts'
import { setDomainBlocked } from '../../core/domains/set-blocked.ts'
import { setDomainLimit } from '../../core/domains/set-limit.ts'
import { route } from '../route.ts'
import { documentedErrors } from '../schema/documented-errors.ts'
import { chainId, domainName, integer, optional, uuid } from '../schema/primitives.ts'
import { signature } from '../schema/write.ts'
import { ensRecord, serializeDomain } from '../serializers/domain.ts'

const tag = 'Second-level names'

const add = route({
  method: 'POST',
  url: '/ens/v1/ens/add',
  id: 'v1AddEns',
  tag,
  summary: 'Onboard a domain',
  description:
    'On chain, the domain must use the chosen off-chain resolver, and the signer must own or manage the domain; from ' +
    'then on the workspace issues subnames under it. The signed message is at most 10 minutes old, and is a ' +
    'sign-in message or, better, one of `POST /byname/v1/domains/{domain}/challenges`, which is good for one use. An admin ' +
    'key needs no signature, nor does any key where the operator turned `REQUIRE_ONCHAIN_RESOLVER` off.\n\n' +
    'A deleted domain comes back with its subnames. A domain of another workspace moves to the workspace of the signer, ' +
    'with its subnames, unless the address that proved control for the other workspace still controls it: then the ' +
    'answer is 409, and the two workspaces move it together with `update-workspace-id`, or that address signs a message ' +
    'that names the domain and the workspace. Below a blocked domain no domain is onboarded.',
  auth: 'key+signature|admin',
  loadClass: 'outbound',
  body: z.object({ ensDomain: domainName, offchainResolverId: uuid, workspaceId: uuid, signature }),
  data: ensRecord,
  errors: [
    'InvalidNameException',
    'WorkspaceNotFoundException',
    'OffchainResolverNotFoundException',
    'NotHolderException',
    'EnsAlreadyExistsException',
    'DomainBlockedException',
  ],
  handle: async ({ context, caller, body }) =>
    serializeDomain(
      await onboardDomain(context, {
        caller,
        workspaceId: body.workspaceId,
        resolverId: body.offchainResolverId,
        name: body.ensDomain,
      }),
    ),
})

const updateLimit = route({
  method: 'POST',
  url: '/ens/v1/ens/update-user-chosen-limit',
  id: 'v1UpdateUserChosenLimit',
  tag,
  summary: 'Limit how many subnames a domain may have',
  description:
    'Reservations count. A limit below the present count takes nothing away: no name is issued until enough are gone.',
  auth: 'key',
  body: z.object({
    ensId: uuid,
    userChosenLimit: integer(0, Number.MAX_SAFE_INTEGER).meta({ example: 100 }),
  }),
  data: ensRecord,
  errors: documentedErrors.changeDomain,
  handle: async ({ context, caller, body }) =>
    serializeDomain(
      await setDomainLimit(context, { caller, domainId: body.ensId, limit: body.userChosenLimit }),
    ),
})

const removeLimit = route({
  method: 'POST',
  url: '/ens/v1/ens/remove-user-chosen-limit',
  id: 'v1RemoveUserChosenLimit',
  tag,
  summary: 'Lift the limit of a domain',
  description: 'As many subnames as wanted, from now on.',
  auth: 'key',
  body: z.object({ ensId: uuid }),
  data: ensRecord,
  errors: documentedErrors.changeDomain,
  handle: async ({ context, caller, body }) =>
    serializeDomain(await setDomainLimit(context, { caller, domainId: body.ensId, limit: null })),
})

const remove = route({
  method: 'POST',
  url: '/ens/v1/ens/delete',
  id: 'v1DeleteEns',
  tag,
  summary: 'Delete a domain',
  description:
    'At once its subnames neither resolve nor can be read. They are kept until the operator purges the domain, and ' +
    'come back when it is onboarded anew. Answers the last state.',
  auth: 'key',
  body: z.object({ ensId: uuid }),
  data: ensRecord,
  status: 201,
  errors: documentedErrors.changeDomain,
  handle: async ({ context, caller, body }) =>
    serializeDomain(await deleteDomain(context, { caller, domainId: body.ensId })),
})

const updateBlocked = route({
  method: 'POST',
  url: '/ens/v1/ens/update-ens-is-blocked',
  id: 'v1UpdateEnsIsBlocked',
  tag,
  summary: 'Block or unblock a domain',
  description:
    'While a domain is blocked, its names and those of all domains below it take no writes, cannot be read and resolve to ' +
    'nothing. Nothing is lost. A deleted domain can be blocked too. A domain below one that is blocked stays blocked, ' +
    'whatever is set for itself.',
  auth: 'admin',
  body: z.object({ ens: domainName, chainId, isBlocked: z.boolean() }),
  data: ensRecord,
  status: 201,
  errors: documentedErrors.ofDomain,
  handle: async ({ context, body }) =>
    serializeDomain(
      await setDomainBlocked(context, { chainId: body.chainId, name: body.ens, isBlocked: body.isBlocked }),
    ),
})

const updateWorkspace = route({
  method: 'POST',
  url: '/ens/v1/ens/update-workspace-id',
  id: 'v1UpdateEnsWorkspaceId',
  tag,
  summary: 'Move a domain to another workspace',
  description:
    'With its subnames. Both workspaces have to agree: x-api-key is a key of the present one, `newWorkspaceKey` one of ' +
    'the new one, both with scope `domains:write`. An admin key needs no second one.',
  auth: 'key',
  body: z.object({
    ensId: uuid,
    newWorkspaceId: uuid,
    newWorkspaceKey: optional(z.string().min(1).max(1000)).meta({
      description: 'A key of the new workspace.',
      example: 'byname_…',
    }),
  }),
  data: ensRecord,
  errors: [...documentedErrors.changeDomain, 'WorkspaceNotFoundException'],
  handle: async ({ context, caller, body }) =>
    serializeDomain(
      await moveDomain(context, {
        caller,
        domainId: body.ensId,
        workspaceId: body.newWorkspaceId,
        workspaceKey: body.newWorkspaceKey,
      }),
    ),
})

export const domains = [add, updateLimit, removeLimit, remove, updateBlocked, updateWorkspace]
