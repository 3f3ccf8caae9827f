import { z } from 'zod'
import { deleteAllowList, listAllowList, replaceAllowList } from '../../core/policies/allow-list.ts'
import { checkClaim } from '../../core/policies/check-claim.ts'
import { getPolicy } from '../../core/policies/policy.ts'
import { updatePolicy } from '../../core/policies/update.ts'
import { needs } from '../credentials/operation-auth.ts'
import type { Tag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import { invitationErrors, invitationSecret } from '../schema/invitation-link.ts'
import { feedQuery } from '../schema/pages.ts'
import {
  allowListCountResponse,
  allowListResponse,
  policyInput,
  policyResponse,
  removedAllowListResponse,
  suggestionCount,
  tokenId,
  verdictResponse,
} from '../schema/policy.ts'
import { chainId, domainName, domainParams, evmAddress, optional, typedLabel } from '../schema/primitives.ts'

const tag: Tag = {
  name: 'Policies',
  description: 'Which names of a domain can be claimed, by whom, and when.',
}
const policy = '/byname/v1/domains/:domain/policy'
const allowList = '/byname/v1/domains/:domain/allow-list'

const params = z.object({ domain: domainName })

const get = operation({
  summary: 'Read the policy of a domain',
  description: 'A domain without a policy has the default: no claims, and no rules for keys.',
  auth: needs('claim-page:write'),
  loadClass: 'listing',
  ...domainParams,
  errors: ['DomainBlockedException', 'EnsNotFound'],
  handle: ({ context, caller, params, query }) => getPolicy(context, { caller, ...params, ...query }),
  mounts: [{ method: 'GET', url: policy, id: 'bynameGetPolicy', tag, response: policyResponse }],
})

const update = operation({
  summary: 'Change the policy of a domain',
  description:
    'Absent fields stay; a list replaces the stored one. Names that exist stay, whatever they are.',
  auth: needs('claim-page:write'),
  loadClass: 'listing',
  ...domainParams,
  body: policyInput,
  isConditional: true,
  errors: ['DomainBlockedException', 'EnsNotFound'],
  handle: ({ context, caller, params, query, body: changes, ifMatch }) =>
    updatePolicy(context, { caller, ...params, ...query, changes, ifMatch }),
  mounts: [{ method: 'PATCH', url: policy, id: 'bynameUpdatePolicy', tag, response: policyResponse }],
})

const check = operation({
  summary: 'Check whether a label can be claimed',
  description:
    'By every rule of the policy, in their order; without an address, rules about wallets do not refuse. An address that is ' +
    'invited to the name can claim it, and so can the bearer of an invitation link by its own rules. A sealed label is for its holder alone. A token gate asks a node, and such a request counts as expensive. With `suggestions`, a label without a normal form is refused, and no error.',
  auth: { accepts: [] },
  isSafe: true,
  ...domainParams,
  body: z.object({
    label: typedLabel,
    address: optional(evmAddress).meta({
      description: 'The claimant.',
      example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    }),
    tokenId: optional(tokenId),
    invitation: optional(invitationSecret),
    suggestions: suggestionCount,
  }),
  callsUpstream: true,
  errors: ['DomainBlockedException', 'EnsNotFound', ...invitationErrors],
  handle: ({ context, params, query, body: { label: typed, suggestions, ...body }, quotas, outbound }) =>
    checkClaim(context, {
      ...params,
      ...query,
      ...body,
      typed,
      maxSuggestions: suggestions,
      guesses: quotas.guesses,
      askNode: async (ask) => {
        await quotas.expensive.consume()
        return outbound(ask)
      },
    }),
  mounts: [
    { method: 'POST', url: `${policy}/check`, id: 'bynameCheckClaim', tag, response: verdictResponse },
  ],
})

/** 250,000 addresses, with some more columns. */
const maxAllowListBytes = 12 * 2 ** 20

const replace = operation({
  summary: 'Replace the allow-list of a domain',
  description:
    'The file is CSV in UTF-8 with an address in the first column: at most 250,000 addresses and 12 MiB. Its first ' +
    'line may be a header. It replaces the list as a whole, or not at all. The list counts while `isAllowListed` of the ' +
    'policy is true.',
  auth: needs('claim-page:write'),
  loadClass: 'batch',
  multipart: { maxFileBytes: maxAllowListBytes },
  ...domainParams,
  body: z.object({ file: z.file().meta({ description: 'The addresses.' }) }),
  errors: ['DomainBlockedException', 'EnsNotFound'],
  handle: async ({ context, caller, params, query, body }) => {
    const file = await body.file.bytes()
    return { count: await replaceAllowList(context, { caller, ...params, ...query, file }) }
  },
  mounts: [
    { method: 'PUT', url: allowList, id: 'bynameReplaceAllowList', tag, response: allowListCountResponse },
  ],
})

const list = operation({
  summary: 'List the allow-list of a domain',
  description: 'In ascending order: request `next` as `after` until it is null.',
  auth: needs('claim-page:write'),
  loadClass: 'listing',
  params,
  query: z.object({
    chainId,
    ...feedQuery,
  }),
  errors: ['DomainBlockedException', 'EnsNotFound'],
  handle: ({ context, caller, params, query }) => listAllowList(context, { caller, ...params, ...query }),
  mounts: [{ method: 'GET', url: allowList, id: 'bynameListAllowList', tag, response: allowListResponse }],
})

const remove = operation({
  summary: 'Remove the allow-list of a domain',
  description: 'While `isAllowListed` of the policy is true, no address can claim then.',
  auth: needs('claim-page:write'),
  ...domainParams,
  errors: ['DomainBlockedException', 'EnsNotFound'],
  handle: async ({ context, caller, params, query }) => ({
    removed: await deleteAllowList(context, { caller, ...params, ...query }),
  }),
  mounts: [
    {
      method: 'DELETE',
      url: allowList,
      id: 'bynameDeleteAllowList',
      tag,
      response: removedAllowListResponse,
    },
  ],
})

export const policies = [get, update, check, replace, list, remove].flat()
