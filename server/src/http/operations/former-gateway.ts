import { z } from 'zod'
import { type FoundFormerGateway, findFormerGateway } from '../../core/domains/find-former-gateway.ts'
import {
  type FormerGatewayReport,
  getFormerGateway,
  maxFormerUrlLength,
  maxReportedNames,
  removeFormerGateway,
  setFormerGateway,
} from '../../core/domains/former-gateway.ts'
import { type ComparedName, compareWithFormer, maxComparedNames } from '../../core/lookup/compare-former.ts'
import { maxImportsPerDay } from '../../core/write-budgets.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { signingSchemes } from '../../gateway/digest.ts'
import { maxFormerNames, maxFormerSigners } from '../../model/former-gateway.ts'
import { needs } from '../credentials/operation-auth.ts'
import type { Tag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import {
  domainParams,
  evmAddress,
  exampleResolverAddress,
  label,
  optional,
  optionalWithDefault,
  responseOf,
  singleLine,
  toIsoTime,
} from '../schema/primitives.ts'

const tag: Tag = {
  name: 'Former gateways',
  description: 'Where the names of a domain were before, while some are left there.',
}
const url = '/byname/v1/domains/:domain/former-gateway'

const described = {
  url: {
    description:
      'URL template of EIP-3668: `{sender}` and `{data}` are replaced, and the request is GET; without `{data}` it is POST. ' +
      'https, of a public host.',
    example: 'https://gateway.example.com/{sender}/{data}.json',
  },
  resolver: {
    description: 'Address of the former resolver contract, for which its responses are signed.',
    example: exampleResolverAddress,
  },
  signingScheme: {
    description:
      'What its contract verifies: `published` as the OffchainResolver of ENS, `merkle` as the contract of this software, `chain-bound` as its first version.',
    example: 'published',
  },
  signers: {
    description: `Addresses whose signatures its contract accepts, at most ${maxFormerSigners}.`,
    example: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  },
  importOnRead: {
    description:
      'Whether a subname that it answers for is issued here, with the records that were asked for and common ones, to its ' +
      'Ethereum address, by the rules for keys.',
    example: false,
  },
} as const

const signers = z.array(z.string())

const report = z
  .object({
    formerGateway: z
      .object({
        url: z.string().meta(described.url),
        resolver: z.string().meta(described.resolver),
        signingScheme: z.enum(signingSchemes).meta(described.signingScheme),
        signers: signers.meta(described.signers),
        importOnRead: z.boolean().meta(described.importOnRead),
      })
      .nullable()
      .meta({ description: 'Null: names that the domain does not hold are absent.' }),
    imports: z
      .object({
        pausedBecause: z.string().nullable().meta({
          description: 'Why no name comes over at the moment, a sentence for people; null: names do.',
          example: null,
        }),
        left: z
          .number()
          .int()
          .meta({
            description: `Names that may come over now, at most ${maxImportsPerDay} in a day.`,
            example: maxImportsPerDay,
          }),
      })
      .nullable()
      .meta({ description: 'Null unless names come over as they are asked for (`importOnRead`).' }),
    count: z
      .number()
      .int()
      .meta({
        description: `Names that it answered for and that are not held here; the last ${maxFormerNames} are known.`,
        example: 1,
      }),
    names: z
      .array(
        z.object({
          name: z.string().meta({ description: 'The name.', example: 'alice.demo.eth' }),
          firstAt: z.iso
            .datetime()
            .meta({ description: 'When it was answered for first.', example: '2030-01-01T00:00:00.000Z' }),
          lastAt: z.iso.datetime().meta({
            description: 'When it was answered for last, to a minute.',
            example: '2030-01-01T00:00:00.000Z',
          }),
        }),
      )
      .meta({ description: `The last ${maxReportedNames} of them, the last one first.` }),
  })
  .meta({ id: 'FormerGateway', description: 'The former gateway of a domain, and what is left there.' })

const reportResponse = responseOf(
  report,
  ({ formerGateway, imports, count, names }: FormerGatewayReport) => ({
    formerGateway: formerGateway && {
      ...formerGateway,
      resolver: checksumAddress(formerGateway.resolver),
      signers: formerGateway.signers.map((signer) => checksumAddress(signer)),
    },
    imports,
    count,
    names: names.map(({ name, firstAt, lastAt }) => ({
      name,
      firstAt: toIsoTime(firstAt),
      lastAt: toIsoTime(lastAt),
    })),
  }),
)

const get = operation({
  summary: 'Read the former gateway of a domain',
  description:
    'With the names that are left there: those that it answered for, and that the domain does not hold. Names of the last ' +
    'seconds may be missing.',
  auth: needs('read'),
  ...domainParams,
  errors: ['EnsNotFound'],
  handle: ({ context, caller, params, query }) =>
    getFormerGateway(context, { caller, chainId: query.chainId, name: params.domain }),
  mounts: [{ method: 'GET', url, id: 'bynameGetFormerGateway', tag, response: reportResponse }],
})

const set = operation({
  summary: 'Set the former gateway of a domain',
  description:
    'Lookups of names that the domain does not hold are then answered by it, under the signature of this service. Its ' +
    'responses are verified as its contract does; without a valid one, such a lookup is 502. Names that the domain holds, ' +
    'reserved ones too, are never asked there, nor are names that were removed here.',
  auth: needs('domains:write'),
  ...domainParams,
  body: z.object({
    url: singleLine(maxFormerUrlLength).meta(described.url),
    resolver: evmAddress.meta(described.resolver),
    signingScheme: z.enum(signingSchemes).nullish().meta(described.signingScheme),
    signers: z.array(evmAddress).min(1).max(maxFormerSigners).meta(described.signers),
    importOnRead: optionalWithDefault(z.boolean(), false).meta(described.importOnRead),
  }),
  errors: ['EnsNotFound', 'DomainBlockedException'],
  handle: ({ context, caller, params, query, body }) =>
    setFormerGateway(context, {
      ...{ caller, chainId: query.chainId, name: params.domain },
      formerGateway: { ...body, signingScheme: body.signingScheme ?? 'published' },
    }),
  mounts: [{ method: 'PUT', url, id: 'bynameSetFormerGateway', tag, response: reportResponse }],
})

const remove = operation({
  summary: 'Remove the former gateway of a domain',
  description:
    'Names that the domain does not hold are absent from then on, and the list of names that are left there is deleted.',
  auth: needs('domains:write'),
  ...domainParams,
  errors: ['EnsNotFound', 'DomainBlockedException'],
  handle: ({ context, caller, params, query }) =>
    removeFormerGateway(context, { caller, chainId: query.chainId, name: params.domain }),
  mounts: [{ method: 'DELETE', url, id: 'bynameRemoveFormerGateway', tag, response: reportResponse }],
})

const candidateResponse = responseOf(
  z
    .object({
      resolver: z
        .string()
        .nullable()
        .meta({ ...described.resolver, description: 'The contract; null: the domain has none on chain.' }),
      isOurs: z.boolean().meta({
        description: 'Whether it is a contract of this service: nothing is known of a former one.',
        example: false,
      }),
      url: z
        .string()
        .nullable()
        .meta({ ...described.url, description: 'Where the contract sends clients; null: to no gateway.' }),
      signer: z.string().nullable().meta({
        description:
          'The address that signed an answer there, and that the contract trusts; null: not known.',
        example: described.signers.example[0],
      }),
      signingScheme: z
        .enum(signingSchemes)
        .nullable()
        .meta({ ...described.signingScheme, description: 'Of that answer; null: not known.' }),
    })
    .meta({
      id: 'FormerGatewayCandidate',
      description: 'The settings of a former gateway, as its contract shows them.',
    }),
  (found: FoundFormerGateway) => found,
)

const find = operation({
  summary: 'Find the former gateway of a domain on chain',
  description:
    'Reads where the resolver contract of the domain sends clients, and asks there once to learn which address signs: what `PUT` takes. ' +
    'Before the resolver is switched; afterwards with the address of the former contract. Changes nothing.',
  auth: needs('read'),
  loadClass: 'outbound',
  ...domainParams,
  query: domainParams.query.extend({
    resolver: optional(evmAddress).meta({
      description: 'The former contract; absent: the one that the domain has on chain.',
      example: exampleResolverAddress,
    }),
  }),
  callsUpstream: true,
  errors: ['EnsNotFound'],
  handle: ({ context, caller, params, query, cdnLoop }) =>
    findFormerGateway(context, { caller, ...params, ...query, cdnLoop }),
  mounts: [
    {
      method: 'GET',
      url: `${url}/candidate`,
      id: 'bynameFindFormerGateway',
      tag,
      response: candidateResponse,
    },
  ],
})

const side = (description: string) =>
  z.string().nullable().meta({ description, example: 'https://example.com' })

const comparisonResponse = responseOf(
  z.array(
    z
      .object({
        name: z.string().meta({ description: 'The name.', example: 'alice.demo.eth' }),
        state: z.enum(['claimed', 'reserved', 'absent']).meta({
          description: '`absent`: it is not held here, and the former gateway answers for it.',
          example: 'claimed',
        }),
        records: z
          .array(
            z.object({
              record: z.string().meta({
                description: 'Such as `addr(60)`, `text(url)` or `contenthash`.',
                example: 'text(url)',
              }),
              there: side('As the former gateway answers; null: nothing.'),
              here: side('As this service answers; null: nothing.'),
            }),
          )
          .meta({ description: 'Those that one of both answers.' }),
        error: z.string().nullable().meta({
          description: 'Why the former gateway has no valid answer; null otherwise.',
          example: null,
        }),
      })
      .meta({ id: 'ComparedName', description: 'A name as two gateways answer it.' }),
  ),
  (names: readonly ComparedName[]) =>
    names.map(({ records, ...name }) => ({ ...name, records: [...records] })),
)

const compare = operation({
  summary: 'Compare names with the former gateway of a domain',
  description:
    `Up to ${maxComparedNames} names as the former gateway answers them, with its signature verified, and as this service does: ` +
    'the records of the name here, and common ones, 64 in all. Takes at most 20 seconds. Changes nothing.',
  auth: needs('read'),
  isSafe: true,
  loadClass: 'outbound',
  ...domainParams,
  body: z.object({
    labels: z
      .array(label)
      .min(1)
      .max(maxComparedNames)
      .meta({ description: 'Of names of the domain.', example: ['alice'] }),
  }),
  errors: ['EnsNotFound', 'DomainBlockedException', 'InvalidNameException'],
  handle: ({ context, caller, params, query, body }) =>
    compareWithFormer(context, { caller, ...params, ...query, ...body }),
  mounts: [
    {
      method: 'POST',
      url: `${url}/compare`,
      id: 'bynameCompareFormerGateway',
      tag,
      response: comparisonResponse,
    },
  ],
})

export const formerGateways = [get, set, remove, find, compare].flat()
