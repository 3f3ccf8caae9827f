import { z } from 'zod'
import { maxOriginRuleLength, maxOriginRules } from '../../core/auth/access.ts'
import {
  deleteDomain,
  maxBlockReasonLength,
  moveDomain,
  setDomainBlocked,
} from '../../core/domains/administer.ts'
import { setDomainLimit, updateDomain } from '../../core/domains/change.ts'
import { onboardDomain } from '../../core/domains/onboard.ts'
import { maxSharedMaxAge } from '../../model/domain.ts'
import { needs } from '../credentials/operation-auth.ts'
import { bynameTag, secondLevelNamesTag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import { brandingInput, bynameDomainResponse } from '../schema/byname-domain.ts'
import { deletedDomainResponse, domainResponse } from '../schema/domain.ts'
import { chainId, domainName, domainParams, integer, optional, uuid } from '../schema/primitives.ts'
import { recordInput, signature } from '../schema/records.ts'

const tag = secondLevelNamesTag

const add = operation({
  summary: 'Onboard a domain',
  description:
    'On chain, the domain must use the chosen off-chain resolver, and the signer must own or manage the domain; the ' +
    'workspace can then issue subnames under it. The signed message is at most 10 minutes old, and is a ' +
    'sign-in message or, better, one of `POST /byname/v1/domains/{domain}/challenges`, which is valid once. An admin ' +
    'key needs no signature, nor does any key where the operator turned `REQUIRE_ONCHAIN_RESOLVER` off.\n\n' +
    'A deleted domain is restored with its subnames. A domain of another workspace moves to the workspace of the signer, ' +
    'with its subnames, unless the address that proved control for the other workspace still controls it: then the ' +
    'response is 409, and the two workspaces move it together with `update-workspace-id`, or that address signs a message ' +
    'that names the domain and the workspace. Below a blocked domain no domain is onboarded.',
  auth: needs('domains:write', { signature: 'unless-admin' }),
  loadClass: 'outbound',
  body: z.object({ ensDomain: domainName, offchainResolverId: uuid, workspaceId: uuid, signature }),
  errors: [
    'NotHolderException',
    'DomainBlockedException',
    'OffchainResolverNotFoundException',
    'WorkspaceNotFoundException',
    'EnsAlreadyExistsException',
  ],
  handle: ({ context, caller, body }) =>
    onboardDomain(context, {
      caller,
      workspaceId: body.workspaceId,
      resolverId: body.offchainResolverId,
      name: body.ensDomain,
    }),
  mounts: [{ method: 'POST', url: '/ens/v1/ens/add', id: 'v1AddEns', tag, response: domainResponse }],
})

const updateLimit = operation({
  summary: 'Limit the number of subnames of a domain',
  description:
    'Reservations count. A limit below the current count removes no name: none is issued until the count is below it.',
  auth: needs('domains:write'),
  body: z.object({
    ensId: uuid,
    userChosenLimit: integer(0, Number.MAX_SAFE_INTEGER).meta({
      description: 'The maximum number of subnames, including reservations.',
      example: 100,
    }),
  }),
  errors: ['DomainBlockedException', 'EnsNotFound'],
  handle: ({ context, caller, body }) =>
    setDomainLimit(context, { caller, domainId: body.ensId, limit: body.userChosenLimit }),
  mounts: [
    {
      method: 'POST',
      url: '/ens/v1/ens/update-user-chosen-limit',
      id: 'v1UpdateUserChosenLimit',
      tag,
      response: domainResponse,
    },
  ],
})

const removeLimit = operation({
  summary: 'Lift the limit of a domain',
  description: 'The domain then takes an unlimited number of subnames.',
  auth: needs('domains:write'),
  body: z.object({ ensId: uuid }),
  errors: ['DomainBlockedException', 'EnsNotFound'],
  handle: ({ context, caller, body }) =>
    setDomainLimit(context, { caller, domainId: body.ensId, limit: null }),
  mounts: [
    {
      method: 'POST',
      url: '/ens/v1/ens/remove-user-chosen-limit',
      id: 'v1RemoveUserChosenLimit',
      tag,
      response: domainResponse,
    },
  ],
})

const remove = operation({
  summary: 'Delete a domain',
  description:
    'Its subnames neither resolve nor can be read any more. They are kept until the operator purges the domain, and ' +
    'restored when it is onboarded again. Returns the last state.',
  auth: needs('domains:write'),
  body: z.object({ ensId: uuid }),
  errors: ['DomainBlockedException', 'EnsNotFound'],
  handle: ({ context, caller, body }) => deleteDomain(context, { caller, domainId: body.ensId }),
  mounts: [
    {
      method: 'POST',
      url: '/ens/v1/ens/delete',
      id: 'v1DeleteEns',
      tag,
      status: 201,
      response: deletedDomainResponse,
    },
  ],
})

const updateBlocked = operation({
  summary: 'Block or unblock a domain',
  description:
    'While a domain is blocked, its names and those of all domains below it cannot be read or written and resolve to ' +
    'nothing. Nothing is deleted. A deleted domain can be blocked too. A domain below a blocked one stays blocked, ' +
    'with any setting of its own.',
  auth: needs('admin'),
  body: z.object({
    ens: domainName,
    chainId,
    isBlocked: z.boolean().meta({ description: 'The new state.' }),
    reason: optional(z.string().max(4 * maxBlockReasonLength)).meta({
      description: `Shown to the workspaces of the blocked domains, and in their events; at most ${maxBlockReasonLength} characters. Absent: none.`,
      example: 'A complaint about trademarks is being examined.',
    }),
  }),
  errors: ['EnsNotFound'],
  handle: ({ context, body }) => setDomainBlocked(context, { ...body, name: body.ens }),
  mounts: [
    {
      method: 'POST',
      url: '/ens/v1/ens/update-ens-is-blocked',
      id: 'v1UpdateEnsIsBlocked',
      tag,
      status: 201,
      response: domainResponse,
    },
  ],
})

const updateWorkspace = operation({
  summary: 'Move a domain to another workspace',
  description:
    'With its subnames. Both workspaces must agree: x-api-key is a key of the current one, `newWorkspaceKey` one of ' +
    'the new one, both with scope `domains:write`. An admin key needs no second one.',
  auth: needs('domains:write'),
  body: z.object({
    ensId: uuid,
    newWorkspaceId: uuid,
    newWorkspaceKey: optional(z.string().min(1).max(1000)).meta({
      description: 'A key of the new workspace.',
      example: 'byname_…',
    }),
  }),
  errors: ['DomainBlockedException', 'EnsNotFound', 'WorkspaceNotFoundException'],
  handle: ({ context, caller, body }) =>
    moveDomain(context, {
      caller,
      domainId: body.ensId,
      workspaceId: body.newWorkspaceId,
      workspaceKey: body.newWorkspaceKey,
    }),
  mounts: [
    {
      method: 'POST',
      url: '/ens/v1/ens/update-workspace-id',
      id: 'v1UpdateEnsWorkspaceId',
      tag,
      response: domainResponse,
    },
  ],
})

const update = operation({
  summary: 'Change a domain',
  description:
    'Absent fields stay, also those of `branding`. `texts`, `addresses` and `contentHash` are records of the ' +
    'domain itself, bounded like those of a name; unlisted ones stay. `allowedOrigins` restricts the sites for which holders of subnames may sign messages: the ' +
    'domain of an EIP-4361 message (its first word) must be one of them, for every operation that accepts a signature and ' +
    'every challenge of `siwe/mapp`. Without it, a message that was signed for any other site changes names here; only claims, ' +
    'transfers and releases need one for this service. With `sharedMaxAge`, a change of a name, its removal too, may be seen that much ' +
    'later, and the statistics of lookups miss those that caches answer.',
  auth: needs('domains:write'),
  ...domainParams,
  body: z
    .object({
      allowedOrigins: z
        .array(z.string().max(maxOriginRuleLength))
        .min(1)
        .max(maxOriginRules)
        .nullable()
        .optional()
        .meta({
          description:
            'Hosts with or without a port, or whole origins; `*.example.com` allows every host below example.com. Null ' +
            'allows any, but for claims, transfers and releases.',
          example: ['app.example.com', '*.example.com'],
        }),
      sharedMaxAge: integer(1, maxSharedMaxAge)
        .nullable()
        .optional()
        .meta({
          description:
            'Seconds for which shared caches may keep a response to a lookup of a name of the domain by GET (`s-maxage` of RFC 9111), at ' +
            `most ${maxSharedMaxAge}. Null, the default: only this service keeps them.`,
          example: 5,
        }),
      texts: recordInput.text,
      addresses: recordInput.addresses,
      contentHash: recordInput.contentHash,
      branding: brandingInput,
    })
    .refine(
      (body) => Object.values(body).some((value) => value !== undefined),
      'changes nothing: give allowedOrigins, sharedMaxAge, texts, addresses, contentHash or branding',
    ),
  isConditional: true,
  errors: ['InvalidRecordException', 'DomainBlockedException', 'EnsNotFound'],
  handle: ({ context, caller, params: { domain: name }, query: { chainId }, body, ifMatch }) => {
    const { texts, addresses, contentHash: contenthash, ...changes } = body
    const records = { texts, addresses, contenthash }
    return updateDomain(context, { caller, chainId, name, ifMatch, records, ...changes })
  },
  mounts: [
    {
      method: 'PATCH',
      url: '/byname/v1/domains/:domain',
      id: 'bynameUpdateDomain',
      tag: bynameTag,
      response: bynameDomainResponse,
    },
  ],
})

export const domainChanges = [
  add,
  update,
  updateLimit,
  removeLimit,
  remove,
  updateBlocked,
  updateWorkspace,
].flat()
