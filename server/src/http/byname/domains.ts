import { z } from 'zod'
import { maxOriginRuleLength, maxOriginRules } from '../../core/auth/allowed-origins.ts'
import { getDomainByName } from '../../core/domains/get-by-name.ts'
import { updateDomain } from '../../core/domains/update.ts'
import { route } from '../route.ts'
import { documentedErrors } from '../schema/documented-errors.ts'
import { chainId, domainName, optional } from '../schema/primitives.ts'
import { textEntries } from '../schema/write.ts'
import { bynameDomain, serializeBynameDomain } from '../serializers/byname-domain.ts'

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
  auth: 'key',
  params,
  query,
  data: bynameDomain,
  errors: documentedErrors.ofDomain,
  handle: async ({ context, caller, params: { domain: name }, query: { chainId } }) =>
    serializeBynameDomain(await getDomainByName(context, { caller, chainId, name })),
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
  auth: 'key',
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
    ...documentedErrors.ofDomain,
    'DomainBlockedException',
    'InvalidRecordException',
    'ServiceUnavailableException',
  ],
  handle: async ({ context, caller, params: { domain: name }, query: { chainId }, body }) =>
    serializeBynameDomain(await updateDomain(context, { caller, chainId, name, ...body })),
})

export const domains = [get, update]
