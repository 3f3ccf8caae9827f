import { z } from 'zod'
import { listSubnamesAfter } from '../../core/subnames/list-names.ts'
import {
  changeNotes,
  changeNotesOfNames,
  listTags,
  maxNotedNames,
  type NotedName,
  type NotesOfName,
  readNotes,
} from '../../core/subnames/notes.ts'
import { AppError } from '../../errors.ts'
import type { NotesChange } from '../../model/name-notes.ts'
import { maxTagLength, maxTagsOfDomain, maxTagsOfName } from '../../model/note-limits.ts'
import { needs } from '../credentials/operation-auth.ts'
import type { Tag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import { chargeNames, failedNames, labelList, toFailedName } from '../schema/many-names.ts'
import { noteText, tagText } from '../schema/name-notes.ts'
import { managedNameListResponse, nameListQuery } from '../schema/names.ts'
import {
  chainId,
  domainName,
  domainParams,
  fullName,
  optional,
  responseOf,
  withEtag,
} from '../schema/primitives.ts'

const tag: Tag = {
  name: 'Tags and notes',
  description:
    'What the owner of a domain keeps about its names, for the members and keys of the workspace alone.',
}

const tagList = (description: string) =>
  optional(z.array(tagText).max(maxTagsOfName)).meta({ description, example: ['vip'] })

const note = optional(noteText).meta({
  description: 'Plain text, which replaces the note; empty: none. White space around it is removed.',
  example: 'Paid until May.',
})

const changes = {
  addTags: tagList(
    'Tags that the names get. One that differs from a tag of the domain in case alone is that tag.',
  ),
  removeTags: tagList('Tags that the names lose, if they have them.'),
  note,
}

const wireNotes = z
  .object({
    name: z.string().meta({ description: 'The name, normalized (ENSIP-15).', example: 'alice.demo.eth' }),
    tags: z.array(z.string()).meta({ description: 'In alphabetical order.', example: ['vip'] }),
    note: z.string().meta({ description: 'Plain text; empty: none.', example: 'Paid until May.' }),
  })
  .meta({ id: 'NameNotes', description: 'What the owner of the domain keeps about a name.' })

const notesResponse = withEtag(
  responseOf(wireNotes, ({ name, notes: { tags, note } }: NotesOfName) => ({ name, tags: [...tags], note })),
  ({ etag }) => etag,
)

const ofName = { params: z.object({ name: fullName }), query: z.object({ chainId }) } as const
const item = '/byname/v1/names/:name/notes'

const get = operation({
  summary: 'Read the tags and the note of a name',
  description: 'Empty for a name without any.',
  auth: needs('read'),
  ...ofName,
  errors: ['SubnameNotFoundException', 'DomainBlockedException'],
  handle: ({ context, caller, params, query }) => readNotes(context, { caller, ...params, ...query }),
  mounts: [{ method: 'GET', url: item, id: 'bynameGetNameNotes', tag, response: notesResponse }],
})

const change = operation({
  summary: 'Change the tags and the note of a name',
  description:
    `Absent fields are unchanged. A tag has 1 to ${maxTagLength} characters; a name has at most ${maxTagsOfName} tags, a domain ` +
    `${maxTagsOfDomain} different ones. They follow a transfer, and are deleted with the name. They are not part of the records, and ` +
    'are never public: no lookup, page or list without a credential has them. The event `subname.changed` says which tags changed, ' +
    'and that the note did.',
  auth: needs('names:write'),
  ...ofName,
  body: z.object({
    tags: tagList('All tags of the name, in place of those that it has, before `addTags` and `removeTags`.'),
    ...changes,
  }),
  isConditional: true,
  errors: ['SubnameNotFoundException', 'DomainBlockedException', 'LimitReachedException'],
  handle: ({ context, caller, params, query, body, ifMatch }) =>
    changeNotes(context, { caller, ...params, ...query, change: toChange(body), ifMatch }),
  mounts: [{ method: 'PATCH', url: item, id: 'bynameChangeNameNotes', tag, response: notesResponse }],
})

interface WireChange {
  readonly tags?: readonly string[] | undefined
  readonly addTags?: readonly string[] | undefined
  readonly removeTags?: readonly string[] | undefined
  readonly note?: string | undefined
}

function toChange({ tags, addTags, removeTags, note }: WireChange): NotesChange {
  return { tags, addTags, removeTags, note }
}

const batchResponse = responseOf(
  z.object({
    changed: z.number().int().meta({ description: 'Names that were changed.', example: 2 }),
    unchanged: z.number().int().meta({ description: 'Names that were so already.', example: 0 }),
    failed: failedNames.meta({
      description: 'Names that were left as they are, in the order of the labels.',
    }),
  }),
  (names: readonly NotedName[]) => ({
    changed: names.filter(({ outcome }) => outcome === 'changed').length,
    unchanged: names.filter(({ outcome }) => outcome === 'unchanged').length,
    failed: names.flatMap(({ label, outcome }) =>
      outcome instanceof AppError ? [toFailedName(label, outcome)] : [],
    ),
  }),
)

const batch = operation({
  summary: 'Change the tags and the notes of many names',
  description:
    `The same change for up to ${maxNotedNames.toLocaleString('en')} names of one domain, in one transaction. A name that does not ` +
    'exist or would have too many tags is named in `failed`, and the others are changed. Ten names count as a request of the API key.',
  auth: needs('names:write'),
  responseSize: 'batch',
  loadClass: 'batch',
  ...domainParams,
  body: z.object({
    labels: labelList(maxNotedNames),
    ...changes,
  }),
  errors: ['EnsNotFound', 'DomainBlockedException', 'LimitReachedException'],
  handle: ({ context, caller, params, query, body: { labels, ...body }, quotas }) => {
    chargeNames(quotas, labels.length)
    return changeNotesOfNames(context, { caller, ...params, ...query, labels, change: toChange(body) })
  },
  mounts: [
    {
      method: 'POST',
      url: '/byname/v1/domains/:domain/notes/batch',
      id: 'bynameChangeNotes',
      tag,
      response: batchResponse,
    },
  ],
})

const tagsResponse = responseOf(
  z.object({
    tags: z
      .array(
        z.object({
          tag: z.string().meta({ description: 'As the domain spells it.', example: 'vip' }),
          names: z.number().int().meta({ description: 'Names that have it.', example: 12 }),
        }),
      )
      .meta({ description: 'In alphabetical order.' }),
  }),
  (tags: readonly { readonly title: string; readonly names: number }[]) => ({
    tags: tags.map(({ title, names }) => ({ tag: title, names })),
  }),
)

const tags = operation({
  summary: 'List the tags of a domain',
  description: `Those that its names have, at most ${maxTagsOfDomain}.`,
  auth: needs('read'),
  loadClass: 'listing',
  ...domainParams,
  errors: ['EnsNotFound', 'DomainBlockedException'],
  handle: ({ context, caller, params, query }) => listTags(context, { caller, ...params, ...query }),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/domains/:domain/tags',
      id: 'bynameListTags',
      tag,
      response: tagsResponse,
    },
  ],
})

const managedNames = operation({
  summary: 'List the names of a domain with their tags',
  description:
    'As `GET /byname/v1/domains/{domain}/names`, for the workspace of the domain: with the tags of each name, which `search` looks ' +
    'through too, and whether it has a note. A blocked domain lists none.',
  auth: needs('read'),
  responseSize: 'page',
  loadClass: 'listing',
  params: z.object({ domain: domainName }),
  query: nameListQuery.extend({
    tag: optional(tagText).meta({ description: 'Only names with this tag, in any case.', example: 'vip' }),
  }),
  errors: ['EnsNotFound'],
  handle: ({ context, caller, params, query: { state: isClaimed, tag, ...query } }) =>
    listSubnamesAfter(context, { ...query, domain: params.domain, isClaimed, owner: { caller, tag } }),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/domains/:domain/managed-names',
      id: 'bynameListManagedNames',
      tag,
      response: managedNameListResponse,
    },
  ],
})

export const nameNotes = [get, change, batch, tags, managedNames].flat()
