import { z } from 'zod'
import {
  type AnchorReport,
  maxCountedEvents,
  readAnchor,
  startAnchor,
  stopAnchor,
} from '../../core/domains/anchor.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { needs } from '../credentials/operation-auth.ts'
import type { Tag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import { domainParams, exampleResolverAddress, responseOf, toIsoTime } from '../schema/primitives.ts'
import { wireTransaction } from './domain-setup.ts'

const tag: Tag = {
  name: 'Anchors',
  description: 'Names as files, from which the contract of a domain answers when this service is gone.',
}
const url = '/byname/v1/domains/:domain/anchor'

const time = (description: string) =>
  z.iso.datetime().nullable().meta({ description, example: '2030-01-01T00:00:00.000Z' })

const exampleRoot = `0x${'5e'.repeat(32)}`
const exampleFiles = 'https://files.example.com/1/demo.eth'

const wireAnchor = z
  .object({
    isOn: z
      .boolean()
      .meta({ description: 'Whether this service publishes the names, and beats.', example: true }),
    unavailableBecause: z.string().nullable().meta({
      description: 'Why it cannot, a sentence for people; null: it can.',
      example: null,
    }),
    published: z
      .object({
        names: z.number().int().meta({ description: 'In its files, with the domain.', example: 48_211 }),
        root: z.string().meta({ description: 'Of the files, 0x hex.', example: exampleRoot }),
        depth: z.number().int().meta({ description: 'Of their tree.', example: 12 }),
        beatAt: time('When it beat.'),
        transactionHash: z.string().meta({ description: 'Of the beat.', example: exampleRoot }),
      })
      .nullable()
      .meta({ description: 'The last beat of this service; null: there was none.' }),
    changesSince: z
      .number()
      .int()
      .meta({
        description:
          'Names that resolve now to something else than in these files: issued, removed, or with other records. ' +
          'One that was changed and changed back does not count.',
        example: 12,
      }),
    isChangesSinceExact: z.boolean().meta({
      description: `False: there were ${maxCountedEvents} changes or more, of which the first were looked at.`,
      example: true,
    }),
    countsFrom: time(
      'When the published root counts in the dark, at the latest, since the contract has a delay; until then an earlier ' +
        'one does, `contract.zone`. Null: it counts, or none was published.',
    ),
    problem: z.string().nullable().meta({
      description: 'Why the last run failed, a sentence for people; null: it did not.',
      example: null,
    }),
    hosts: z
      .array(
        z.object({
          url: z.string().meta({ description: 'Below which the files are.', example: exampleFiles }),
          problem: z.string().nullable().meta({
            description: 'Why clients did not get the files there; null: they did, or there was no run yet.',
            example: null,
          }),
        }),
      )
      .meta({
        description: 'As the settings of the service name them, in the order in which clients try them.',
      }),
    contract: z
      .object({
        address: z.string().meta({ description: 'EIP-55.', example: exampleResolverAddress }),
        anchor: z.string().meta({
          description: 'The account that may beat, EIP-55; zero: none may.',
          example: exampleResolverAddress,
        }),
        graceSeconds: z.number().int().meta({
          description: 'How long after a beat the gateway answers.',
          example: 604_800,
        }),
        delaySeconds: z.number().int().meta({
          description: 'How long a root is known before it counts.',
          example: 0,
        }),
        lastBeatAt: time('Null: there was none.'),
        darkFrom: time('When the files answer, without another beat; null: never.'),
        isFrozen: z.boolean().meta({
          description: 'Whether its owner has given up the heartbeat for good: the files answer.',
          example: false,
        }),
        zone: z
          .object({
            root: z.string().meta({ description: 'Of the files, 0x hex.', example: exampleRoot }),
            depth: z.number().int().meta({ description: 'Of their tree.', example: 12 }),
          })
          .nullable()
          .meta({
            description: 'The root that counts now; null: none does, so that nothing resolves in the dark.',
          }),
        files: z.array(z.string()).meta({
          description: 'Base URLs, in the order in which clients try them.',
          example: [exampleFiles],
        }),
      })
      .nullable()
      .meta({ description: 'As the chain says now; null: it has no heartbeat, or cannot be read.' }),
    chainProblem: z.string().nullable().meta({
      description: 'Why `contract` is null, a sentence for people.',
      example: null,
    }),
    ownerCalls: z
      .array(
        wireTransaction.extend({
          title: z.string().meta({ description: 'What it sets, for people.', example: 'who may beat' }),
        }),
      )
      .meta({ description: 'What the owner of the contract sends before the first beat.' }),
    yearlyCost: z
      .object({
        gasPriceWei: z.string().meta({ description: 'Now, in decimal digits.', example: '1000000000' }),
        beats: z.number().int().meta({ description: 'In a year.', example: 365 }),
        wei: z
          .string()
          .meta({ description: 'Of these beats, in decimal digits.', example: '13632020000000000' }),
      })
      .nullable()
      .meta({ description: 'What the beats cost; null: the chain cannot be read.' }),
  })
  .meta({ id: 'Anchor', description: 'What of a domain goes on when this service is gone.' })

const ms = (seconds: number) => seconds * 1000

const response = responseOf(
  wireAnchor,
  ({
    published,
    contract,
    ownerCalls,
    yearlyCost,
    hosts,
    countsFrom,
    ...report
  }: AnchorReport): z.output<typeof wireAnchor> => ({
    ...report,
    countsFrom: toIsoTime(countsFrom),
    published: published && {
      names: published.names ?? 0,
      root: published.root ?? '',
      depth: published.depth ?? 0,
      beatAt: toIsoTime(published.beatAt),
      transactionHash: published.transactionHash ?? '',
    },
    hosts: [...hosts],
    contract: contract && {
      address: checksumAddress(contract.address),
      anchor: checksumAddress(contract.anchor),
      graceSeconds: contract.grace,
      delaySeconds: contract.delay,
      lastBeatAt: contract.lastBeat === 0 ? null : toIsoTime(ms(contract.lastBeat)),
      darkFrom: contract.lastBeat === 0 ? null : toIsoTime(ms(contract.lastBeat + contract.grace + 1)),
      isFrozen: contract.isFrozen,
      zone: contract.zone && { ...contract.zone },
      files: [...contract.files],
    },
    ownerCalls: ownerCalls.map(({ title, to, data }) => ({ title, to: checksumAddress(to), data })),
    yearlyCost: yearlyCost && {
      gasPriceWei: `${yearlyCost.gasPrice}`,
      beats: yearlyCost.beats,
      wei: `${yearlyCost.wei}`,
    },
  }),
)

const read = operation({
  summary: 'Read what of a domain goes on without this service',
  description:
    'The files that this service publishes, and the heartbeat of the contract, which is read from the chain. What ' +
    'cannot be read there is null.',
  auth: needs('read'),
  loadClass: 'outbound',
  ...domainParams,
  errors: ['EnsNotFound'],
  handle: ({ context, caller, params, query }) =>
    readAnchor(context, {
      caller,
      chainId: query.chainId,
      name: params.domain,
      settings: context.anchorSettings,
    }),
  mounts: [{ method: 'GET', url, id: 'bynameGetAnchor', tag, response }],
})

const start = operation({
  summary: 'Publish the names of a domain as files',
  description:
    'From now on this service does it by itself. The first beat follows when the owner of the contract has sent ' +
    '`ownerCalls`. Everyone can read the files, and find the records of each name that they can guess.',
  auth: needs('domains:write'),
  loadClass: 'outbound',
  ...domainParams,
  errors: ['EnsNotFound', 'DomainBlockedException'],
  handle: ({ context, caller, params, query }) =>
    startAnchor(context, {
      caller,
      chainId: query.chainId,
      name: params.domain,
      settings: context.anchorSettings,
    }),
  mounts: [{ method: 'PUT', url, id: 'bynameStartAnchor', tag, response }],
})

const stop = operation({
  summary: 'Stop publishing the names of a domain as files',
  description:
    'Files that are there stay. The contract goes on: when its grace period has ended, it answers from them, unless ' +
    'its owner calls `stopHeartbeat()`.',
  auth: needs('domains:write'),
  loadClass: 'outbound',
  ...domainParams,
  errors: ['EnsNotFound', 'DomainBlockedException'],
  handle: ({ context, caller, params, query }) =>
    stopAnchor(context, {
      caller,
      chainId: query.chainId,
      name: params.domain,
      settings: context.anchorSettings,
    }),
  mounts: [{ method: 'DELETE', url, id: 'bynameStopAnchor', tag, response }],
})

export const anchors = [read, start, stop].flat()
