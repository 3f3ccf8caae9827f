import { z } from 'zod'
import { getDomainByName } from '../../core/domains/get-by-name.ts'
import { setAllowedOrigins } from '../../core/domains/set-allowed-origins.ts'
import { maxOriginRuleLength, maxOriginRules } from '../../core/origin.ts'
import { route } from '../kit.ts'
import { bynameDomain, presentBynameDomain } from '../present/byname-domain.ts'
import { failuresOf } from '../schema/failures.ts'
import { chainId, domainName } from '../schema/wire.ts'

const tag = 'Byname'
const url = '/byname/v1/domains/:domain'
const params = z.object({ domain: domainName })
const query = z.object({ chainId })

const get = route({
  method: 'GET',
  url,
  id: 'bynameGetDomain',
  tag,
  summary: 'Read a domain',
  description: 'For a key of its workspace, or an admin key.',
  credentials: 'key',
  params,
  query,
  data: bynameDomain,
  errors: failuresOf.ofDomain,
  handle: async ({ context, caller, params: { domain: name }, query: { chainId } }) =>
    presentBynameDomain(await getDomainByName(context, { caller, chainId, name })),
})

const update = route({
  method: 'PATCH',
  url,
  id: 'bynameUpdateDomain',
  tag,
  summary: 'Change a domain',
  description:
    'With scope `domains:write`. `allowedOrigins` names the sites that holders of subnames may sign messages for: the ' +
    'domain of an EIP-4361 message (its first word) must be one of them, for every operation that takes a signature and ' +
    'every challenge of `siwe/mapp`. Without it, a message that was signed for any other site changes names here.',
  credentials: 'key',
  params,
  query,
  body: z.object({
    allowedOrigins: z
      .array(z.string().max(maxOriginRuleLength))
      .min(1)
      .max(maxOriginRules)
      .nullable()
      .meta({
        description:
          'Hosts with or without a port, or whole origins; `*.example.com` allows every host below example.com. Null ' +
          'allows any.',
        example: ['app.example.com', '*.example.com'],
      }),
  }),
  data: bynameDomain,
  errors: [...failuresOf.ofDomain, 'DomainBlockedException'],
  handle: async ({ context, caller, params: { domain: name }, query: { chainId }, body }) =>
    presentBynameDomain(await setAllowedOrigins(context, { caller, chainId, name, ...body })),
})

export const domains = [get, update]
