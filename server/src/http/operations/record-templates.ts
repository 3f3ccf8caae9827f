import { z } from 'zod'
import {
  addRecordTemplate,
  changeRecordTemplate,
  deleteTemplate,
  getRecordTemplate,
  listRecordTemplates,
  maxRecordTemplates,
  maxTemplateBytes,
} from '../../core/domains/record-templates.ts'
import type { RecordTemplate } from '../../model/record-template.ts'
import { needs } from '../credentials/operation-auth.ts'
import type { Tag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import { listQuery, listResponse } from '../schema/pages.ts'
import {
  chainId,
  domainName,
  domainParams,
  exampleId,
  optional,
  responseOf,
  singleLine,
  toIsoTime,
  uuid,
  wireId,
} from '../schema/primitives.ts'
import {
  contenthashUri,
  fromWireRecords,
  ownAddresses,
  recordInput,
  serializeAddresses,
  text,
} from '../schema/records.ts'

const tag: Tag = { name: 'Templates', description: 'Records that new names of a domain begin with.' }
const collection = '/byname/v1/domains/:domain/templates'
const item = `${collection}/:templateId`

const maxNameLength = 60

const exampleTexts = [{ key: 'url', value: 'https://acme.com/u/{label}' }]

const placeholders = '`{label}` and `{name}` in a text stand for the label and the whole name of a new name'

const addresses = ownAddresses.meta({
  description: 'Address records, without coin type 60: that is the address of the holder.',
  example: [],
})

const wireTemplate = z
  .object({
    id: wireId('Id of the template.'),
    name: z.string().meta({ description: 'Unique in the domain.', example: 'Team' }),
    texts: z.array(text).meta({ description: `Text records. ${placeholders}.`, example: exampleTexts }),
    addresses,
    contentHash: z
      .string()
      .nullable()
      .meta({ description: 'Content hash as a URI; null without one.', example: null }),
    createdAt: z.iso
      .datetime()
      .meta({ description: 'When it was made.', example: '2030-01-01T00:00:00.000Z' }),
    updatedAt: z.iso
      .datetime()
      .meta({ description: 'When it was changed last.', example: '2030-01-01T00:00:00.000Z' }),
  })
  .meta({ id: 'RecordTemplate', description: 'Records that new names of a domain begin with.' })

const templateResponse = responseOf(
  wireTemplate,
  ({ id, name, records, createdAt, updatedAt }: RecordTemplate) => ({
    ...{ id, name, texts: [...records.texts], addresses: serializeAddresses(records.addresses) },
    contentHash: records.contenthash === null ? null : contenthashUri(records.contenthash),
    ...{ createdAt: toIsoTime(createdAt), updatedAt: toIsoTime(updatedAt) },
  }),
)

const name = singleLine(maxNameLength)
  .refine((name) => name.trim() !== '', 'is blank')
  .meta({ description: 'Unique in the domain.', example: 'Team' })

const records = {
  texts: recordInput.texts.meta({ description: `Text records. ${placeholders}.`, example: exampleTexts }),
  addresses: recordInput.addresses.meta({
    description: 'Address records, without coin type 60: that is the address of the holder.',
    example: [],
  }),
  contentHash: recordInput.contentHash.meta({
    description: 'Content hash as a URI, such as ipfs://bafy…; empty: none.',
    example: null,
  }),
}

/** Those of the template, in the words of the core. */
function toRecords({ texts, addresses, contentHash }: z.output<z.ZodObject<typeof records>>) {
  return fromWireRecords({ text: undefined, texts, addresses, contentHash })
}

const ofTemplate = {
  params: z.object({
    domain: domainName,
    templateId: uuid.meta({ description: 'Id of the template.', example: exampleId }),
  }),
  query: z.object({ chainId }),
  follows: { id: 'bynameAddTemplate', params: { templateId: 'id' } },
} as const

const list = operation({
  summary: 'List the templates of a domain',
  description: `By name. At most ${maxRecordTemplates}.`,
  auth: needs('read'),
  responseSize: 'page',
  loadClass: 'listing',
  params: domainParams.params,
  query: z.object({ chainId, ...listQuery }),
  errors: ['EnsNotFound'],
  handle: ({ context, caller, params, query }) =>
    listRecordTemplates(context, { caller, ...params, ...query }),
  mounts: [
    {
      method: 'GET',
      url: collection,
      id: 'bynameListTemplates',
      tag,
      response: listResponse(templateResponse, 'Templates of the domain, by name.'),
    },
  ],
})

const get = operation({
  summary: 'Read a template',
  auth: needs('read'),
  ...ofTemplate,
  errors: ['EnsNotFound', 'TemplateNotFoundException'],
  handle: ({ context, caller, params, query }) => getRecordTemplate(context, { caller, ...params, ...query }),
  mounts: [{ method: 'GET', url: item, id: 'bynameGetTemplate', tag, response: templateResponse }],
})

const add = operation({
  summary: 'Add a template',
  description:
    `Records for new names of the domain, which all members of its workspace see. ${placeholders}: the client that adds a ` +
    `name fills them in, and sends the records with it. At most ${maxRecordTemplates} in a domain; the records of one have the ` +
    `bounds of those of a name, and at most ${maxTemplateBytes} bytes together.`,
  auth: needs('names:write'),
  ...domainParams,
  body: z.object({ name, ...records }),
  errors: [
    'EnsNotFound',
    'DomainBlockedException',
    'InvalidRecordException',
    'LimitReachedException',
    'TemplateAlreadyExistsException',
  ],
  handle: ({ context, caller, params, query, body: { name, ...wire } }) =>
    addRecordTemplate(context, { caller, ...params, ...query, name, records: toRecords(wire) }),
  mounts: [
    {
      method: 'POST',
      url: collection,
      id: 'bynameAddTemplate',
      tag,
      status: 201,
      response: templateResponse,
    },
  ],
})

const change = operation({
  summary: 'Change a template',
  description:
    'Absent fields are unchanged; a list that is given replaces the one before. Names that were made with it stay.',
  auth: needs('names:write'),
  ...ofTemplate,
  body: z.object({ name: optional(name), ...records }),
  errors: [
    'EnsNotFound',
    'DomainBlockedException',
    'InvalidRecordException',
    'TemplateNotFoundException',
    'TemplateAlreadyExistsException',
  ],
  handle: ({ context, caller, params, query, body: { name, ...wire } }) =>
    changeRecordTemplate(context, {
      ...{ caller, ...params, ...query, records: toRecords(wire) },
      ...(name !== undefined && { name }),
    }),
  mounts: [{ method: 'PATCH', url: item, id: 'bynameChangeTemplate', tag, response: templateResponse }],
})

const remove = operation({
  summary: 'Delete a template',
  description: 'Names that were made with it stay. Returns the template.',
  auth: needs('names:write'),
  ...ofTemplate,
  errors: ['EnsNotFound', 'DomainBlockedException', 'TemplateNotFoundException'],
  handle: ({ context, caller, params, query }) => deleteTemplate(context, { caller, ...params, ...query }),
  mounts: [{ method: 'DELETE', url: item, id: 'bynameDeleteTemplate', tag, response: templateResponse }],
})

export const recordTemplates = [list, get, add, change, remove].flat()
