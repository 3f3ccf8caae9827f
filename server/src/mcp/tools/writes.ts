import { z } from 'zod'
import type { Api } from '../api.ts'
import { adviceOf, formatError, ToolError } from '../errors.ts'
import * as fields from '../fields.ts'
import { tool, type WriteOptions } from '../tool.ts'
import { escapeText } from '../untrusted.ts'
import {
  adds,
  applyBatch,
  applyItem,
  type Batch,
  chainTitle,
  enumerate,
  etag,
  noOptions,
  written,
} from './batch.ts'

const newName = { label: fields.label, owner: fields.owner, ...fields.records } as const

const ethereum = 60

function toIssue({
  label,
  owner,
  texts,
  addresses = [],
  contentHash,
}: z.output<z.ZodObject<typeof newName>>) {
  const other = addresses.find(({ coinType }) => coinType === ethereum)
  if (other && other.address.toLowerCase() !== owner.toLowerCase())
    throw new ToolError(
      `${escapeText(label, 100).text}: the address of coin type 60 is that of the owner. Leave it out of addresses.`,
    )
  const others = addresses.filter(({ coinType }) => coinType !== ethereum)
  return {
    action: 'issue',
    label,
    texts,
    addresses: [{ coinType: ethereum, address: owner }, ...others],
    contentHash,
  }
}

const replaces = { ...adds, destructiveHint: true }

const issueInput = z.object({
  domain: fields.domain,
  chainId: fields.chainId,
  ...newName,
  overrideFormer: fields.overrideFormer,
  dryRun: fields.dryRun,
  idempotencyKey: fields.idempotencyKey,
  confirm: fields.confirm,
})

function issue(
  { domain, chainId, dryRun, overrideFormer, ...name }: z.output<typeof issueInput>,
  api: Api,
  options: WriteOptions,
) {
  return applyItem(api, { domain, chainId, dryRun, overrideFormer }, toIssue(name), options)
}

const issueName = tool({
  name: 'issue_name',
  title: 'Issue a name',
  description:
    'Issues a free name of a domain to a wallet, with its records. The name resolves at once. Read the rules of the domain first ' +
    '(list_domains has the resource); dryRun makes every check without writing. Needs an API key with the scope names:write.',
  scope: 'names:write',
  annotations: adds,
  input: issueInput,
  output: z.object({ ...written, etag }),
  question: async (input, api) => {
    if (!input.overrideFormer) return undefined
    const { name } = await issue({ ...input, dryRun: true }, api, noOptions)
    return `Issue ${escapeText(name, 300).text} on ${chainTitle(input.chainId)}?${fields.overrideWarning(true)}`
  },
  run: issue,
})

const maxNames = 100

const bulkInput = z.object({
  domain: fields.domain,
  chainId: fields.chainId,
  names: z.array(z.object(newName)).min(1).max(maxNames).meta({ description: 'At most 100.' }),
  allOrNothing: z
    .boolean()
    .default(false)
    .meta({ description: 'True: if one fails, none is issued. False: each has a result of its own.' }),
  detail: z.enum(['each', 'summary']).default('each').meta({
    description: '`each`: a result for each name, with its event. `summary`: only for those that failed.',
  }),
  overrideFormer: fields.overrideFormer,
  dryRun: fields.dryRun,
  idempotencyKey: fields.idempotencyKey,
  confirm: fields.confirm,
})

const issueNames = tool({
  name: 'issue_names',
  title: 'Issue many names',
  description:
    'Issues up to 100 free names of a domain in one transaction, each to a wallet with its records: for a fleet of agents or a team; for more, ' +
    'or for rows of a file, issue_table. ' +
    'The user is asked before anything is written. Each name has a result: repeat the call for those that failed, after mending what ' +
    'their error says. Needs an API key with the scope names:write.',
  scope: 'names:write',
  annotations: adds,
  input: bulkInput,
  output: z.object({
    dryRun: written.dryRun,
    isRepeated: written.isRepeated,
    issued: z.number().int().meta({ description: 'Names that were issued, or would be.' }),
    failed: z.number().int(),
    results: z.array(
      z.object({
        index: z.number().int().meta({ description: 'Of the name in `names`, from 0.' }),
        name: z.string().nullable().meta({ description: 'Null if it failed.' }),
        event: fields.event,
        error: z
          .string()
          .nullable()
          .meta({ description: 'What is wrong and what to do; null without an error.' }),
      }),
    ),
  }),
  question: async (input, api) => {
    const { results } = await applyBatch(api, toBulk({ ...input, dryRun: true }), noOptions)
    const failed = results.filter(({ error }) => error !== null)
    const [first] = failed
    const sentence = first?.error && `${first.label}: ${formatError(first.error.name, first.error.message)}`
    if (failed.length === results.length || (input.allOrNothing && first))
      throw new ToolError(
        `Nothing was written, and the user was not asked: ${failed.length} of ${results.length} names cannot be issued. The first is ${sentence} ` +
          'A call with dryRun has the error of each.',
      )
    const names = results.flatMap(({ name }) => name ?? [])
    const failures = first ? ` ${failed.length} others cannot be issued; the first is ${sentence}` : ''
    return `Issue ${names.length === 1 ? '1 name' : `${names.length} names`} on ${chainTitle(input.chainId)}: ${enumerate(names)}?${failures}${fields.overrideWarning(input.overrideFormer)}`
  },
  run: async (input, api, options) => {
    const { results, isRepeated, events } = await applyBatch(api, toBulk(input), options)
    const failed = results.filter(({ error }) => error !== null).length
    return {
      dryRun: input.dryRun,
      isRepeated,
      issued: results.length - failed,
      failed,
      results: results
        .filter(({ error }) => input.detail === 'each' || error !== null)
        .map(({ index, name, error }) => ({
          index,
          name,
          event: (name !== null && events.get(name)) || null,
          error:
            error && [formatError(error.name, error.message), adviceOf(error.name)].filter(Boolean).join(' '),
        })),
    }
  },
  text: ({ dryRun, issued, failed, results }) =>
    [
      `${issued} names ${dryRun ? 'would be' : 'were'} issued, ${failed} failed.`,
      ...results.flatMap(({ index, error }) => (error === null ? [] : [`names[${index}]: ${error}`])),
    ].join('\n'),
})

/** A dry run has the result of each name, also where one of them makes the call fail. */
function toBulk({ names, allOrNothing, dryRun, ...given }: z.output<typeof bulkInput>): Batch {
  const { domain, chainId, overrideFormer } = given
  const items = names.map(toIssue)
  return { domain, chainId, dryRun, overrideFormer, isAtomic: allOrNothing && !dryRun, items }
}

/** Names that are issued here have one label before their domain. */
function splitName(name: string): { readonly label: string; readonly domain: string } {
  const dot = name.indexOf('.')
  if (dot > 0 && dot < name.length - 1) return { label: name.slice(0, dot), domain: name.slice(dot + 1) }
  throw new ToolError(`${escapeText(name, 100).text} is not a name of a domain, such as alice.demo.eth.`)
}

const updateRecords = tool({
  name: 'update_records',
  title: 'Change the records of a name',
  description:
    'Changes the records that are given and leaves the others; an empty value deletes. The name belongs to its holder: change only what ' +
    'the user or the holder has asked for. Needs an API key with the scope names:revoke, because no holder signs.',
  scope: 'names:revoke',
  annotations: { ...replaces, idempotentHint: true },
  input: z.object({
    name: fields.name,
    chainId: fields.chainId,
    ...fields.records,
    ifMatch: z
      .string()
      .regex(/^"[\x21\x23-\x7e]{1,100}"$/, 'is not an entity tag as get_name has it')
      .optional()
      .meta({ description: '`etag` of get_name: fails if the name has changed since.' }),
    dryRun: fields.dryRun,
    idempotencyKey: fields.idempotencyKey,
  }),
  output: z.object({ ...written, etag }),
  run: ({ name, chainId, dryRun, ifMatch = '*', texts, addresses, contentHash }, api, options) => {
    const { label, domain } = splitName(name)
    if (!texts?.length && !addresses?.length && contentHash === undefined)
      throw new ToolError('There is nothing to change: give texts, addresses or contentHash.')
    const item = { action: 'put', label, ifMatch, texts, addresses, contentHash }
    return applyItem(api, { domain, chainId, dryRun }, item, options)
  },
})

const revokeInput = z.object({
  name: fields.name,
  chainId: fields.chainId,
  dryRun: fields.dryRun,
  idempotencyKey: fields.idempotencyKey,
  confirm: fields.confirm,
})

const revokeName = tool({
  name: 'revoke_name',
  title: 'Revoke a name',
  description:
    'Takes a name away from its holder: it stops resolving at once, its records are lost, and others can get it. The user is asked ' +
    'before anything is written. Needs an API key with the scope names:revoke.',
  scope: 'names:revoke',
  annotations: replaces,
  input: revokeInput,
  output: z.object(written),
  question: async (input, api) => {
    const { name } = await revoke({ ...input, dryRun: true }, api, noOptions)
    return `Revoke ${escapeText(name, 300).text} on ${chainTitle(input.chainId)}? It stops resolving at once, and its records are lost.`
  },
  run: async (input, api, options) => {
    const { etag: _, ...result } = await revoke(input, api, options)
    return result
  },
})

function revoke({ name, chainId, dryRun }: z.output<typeof revokeInput>, api: Api, options: WriteOptions) {
  const { label, domain } = splitName(name)
  return applyItem(api, { domain, chainId, dryRun }, { action: 'revoke', label }, options)
}

export const writeTools = [issueName, issueNames, updateRecords, revokeName]
