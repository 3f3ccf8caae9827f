import { z } from 'zod'
import { getDomainByName } from '../../core/domains/get-by-name.ts'
import { updateDomain } from '../../core/domains/update.ts'
import { maxOriginRuleLength, maxOriginRules } from '../../core/origin.ts'
import { route } from '../kit.ts'
import { bynameDomain, presentBynameDomain } from '../present/byname-domain.ts'
import { failuresOf } from '../schema/failures.ts'
import { chainId, domainName, optional } from '../schema/wire.ts'
import { textEntries } from '../schema/write.ts'

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
    'With scope `domains:write`. What is left out stays. `allowedOrigins` names the sites that holders of subnames may sign messages for: the ' +
    'domain of an EIP-4361 message (its first word) must be one of them, for every operation that takes a signature and ' +
    'every challenge of `siwe/mapp`. Without it, a message that was signed for any other site changes names here.',
  credentials: 'key',
  params,
  query,
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
            'allows any.',
          example: ['app.example.com', '*.example.com'],
        }),
      texts: optional(textEntries).meta({
        description:
          'Texts of the domain itself, such as the avatar that an upload has set. An empty value deletes the text, and what ' +
          'is not listed stays. Bounded as the records of a name are.',
        example: [{ key: 'avatar', value: '' }],
      }),
    })
    .refine(
      ({ allowedOrigins, texts }) => allowedOrigins !== undefined || texts !== undefined,
      'changes nothing: give allowedOrigins, texts or both',
    ),
  data: bynameDomain,
  errors: [
    ...failuresOf.ofDomain,
    'DomainBlockedException',
    'InvalidRecordException',
    'ServiceUnavailableException',
  ],
  handle: async ({ context, caller, params: { domain: name }, query: { chainId }, body }) =>
    presentBynameDomain(await updateDomain(context, { caller, chainId, name, ...body })),
})

export const domains = [get, update]
