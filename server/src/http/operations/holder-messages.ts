import { z } from 'zod'
import { dismissOwnMessage, listOwnMessages } from '../../core/holder-messages/own.ts'
import { readMessagesOfName } from '../../core/holder-messages/read.ts'
import {
  maxMessagedNames,
  maxMessagesPerDay,
  type SentMessage,
  sendMessage,
} from '../../core/holder-messages/send.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import {
  type MessageOfName,
  type MessageOfWallet,
  maxMessageLength,
  maxUnreadOfName,
} from '../../model/holder-message.ts'
import { needs } from '../credentials/operation-auth.ts'
import type { Tag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import { chargeNames, failedNames, labelList, toFailedName } from '../schema/many-names.ts'
import { listQuery, listResponse } from '../schema/pages.ts'
import {
  chainId,
  domainParams,
  exampleId,
  fullName,
  printable,
  responseOf,
  toIsoTime,
  uuid,
  wireId,
} from '../schema/primitives.ts'

const tag: Tag = {
  name: 'Messages for holders',
  description: 'What the owner of a domain leaves for the holders of its names, which they alone read.',
}

const exampleText = 'We meet on Friday at six. See you there!'
const exampleAddress = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const wireText = z.string().meta({ description: 'Plain text, on one line.', example: exampleText })
const createdAt = z.iso
  .datetime()
  .meta({ description: 'When it was left.', example: '2030-01-01T00:00:00.000Z' })
const expiresAt = z.iso
  .datetime()
  .meta({ description: 'When it is deleted.', example: '2030-04-01T00:00:00.000Z' })

const sentResponse = responseOf(
  z
    .object({
      messageId: wireId('Id of the message; null: it is left for no name, or this is a dry run.')
        .nullable()
        .meta({ description: 'Id of the message; null: it is left for no name, or this is a dry run.' }),
      names: z.number().int().meta({ description: 'Names that it is left for.', example: 2 }),
      recipients: z
        .array(
          z.object({
            address: z.string().meta({ description: 'The holder, EIP-55.', example: exampleAddress }),
            names: z.number().int().meta({ description: 'How many of the names it holds.', example: 2 }),
          }),
        )
        .meta({ description: 'Who reads it.' }),
      failed: failedNames.meta({ description: 'Names that it is not left for, in the order of the labels.' }),
    })
    .meta({ id: 'SentMessage', description: 'Whom a message is left for.' }),
  ({ id, recipients, failed }: SentMessage) => ({
    messageId: id,
    names: [...recipients.values()].reduce((sum, names) => sum + names, 0),
    recipients: [...recipients].map(([holder, names]) => ({ address: checksumAddress(holder), names })),
    failed: failed.map(({ label, error }) => toFailedName(label, error)),
  }),
)

const send = operation({
  summary: 'Leave a message for the holders of names',
  description:
    `One message for the holders of up to ${maxMessagedNames.toLocaleString('en')} names of a domain, in one transaction. The holders ` +
    'alone read it, on the page of their names or by `GET /byname/v1/messages`, until they dismiss it, for 90 days at most; no ' +
    'public read, list, lookup or export has it. It is for those who hold the names now: another holder does not get it, and it is ' +
    `deleted with the name. A name that does not exist, has no holder or has ${maxUnreadOfName} messages that its holder has not ` +
    `dismissed is named in \`failed\`, and the others get it. A domain leaves messages for ${maxMessagesPerDay.toLocaleString('en')} ` +
    'names a day: 429, and none is left. The event `domain.message_left` has the numbers of names and holders, and not the text. Ten ' +
    'names count as a request of the API key.',
  auth: needs('names:write'),
  responseSize: 'batch',
  loadClass: 'batch',
  ...domainParams,
  body: z.object({
    labels: labelList(maxMessagedNames),
    text: printable
      .min(1)
      .max(maxMessageLength)
      .meta({
        description:
          'Plain text on one line, without control characters. White space becomes single spaces; addresses of sites are shown ' +
          'as text.',
        example: exampleText,
      }),
    dryRun: z
      .boolean()
      .prefault(false)
      .meta({ description: 'Finds who would read it, without leaving it.', example: false }),
  }),
  errors: ['EnsNotFound', 'DomainBlockedException'],
  handle: ({ context, caller, params, query, body: { labels, text, dryRun: isDryRun }, quotas }) => {
    chargeNames(quotas, labels.length)
    return sendMessage(context, { caller, ...params, ...query, labels, text, isDryRun })
  },
  mounts: [
    {
      method: 'POST',
      url: '/byname/v1/domains/:domain/messages',
      id: 'bynameSendMessage',
      tag,
      response: sentResponse,
    },
  ],
})

const messagesOfNameResponse = responseOf(
  z.object({
    messages: z
      .array(
        z.object({
          id: wireId('Id of the message.'),
          text: wireText,
          holder: z
            .string()
            .meta({ description: 'The holder that it was left for, EIP-55.', example: exampleAddress }),
          createdAt,
          expiresAt,
          dismissedAt: z.iso.datetime().nullable().meta({
            description: 'When the holder dismissed it; null: it has not. Whether it was seen is not known.',
            example: null,
          }),
        }),
      )
      .meta({
        description: 'The newest first; also those for former holders, until others take their place.',
      }),
  }),
  (messages: readonly MessageOfName[]) => ({
    messages: messages.map(({ id, text, holder, createdAt, expiresAt, dismissedAt }) => ({
      id,
      text,
      holder: checksumAddress(holder),
      createdAt: toIsoTime(createdAt),
      expiresAt: toIsoTime(expiresAt),
      dismissedAt: toIsoTime(dismissedAt),
    })),
  }),
)

const ofName = operation({
  summary: 'Read the messages that were left for the holder of a name',
  auth: needs('read'),
  params: z.object({ name: fullName }),
  query: z.object({ chainId }),
  errors: ['SubnameNotFoundException', 'DomainBlockedException'],
  handle: ({ context, caller, params, query }) =>
    readMessagesOfName(context, { caller, ...params, ...query }),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/names/:name/messages',
      id: 'bynameGetMessagesOfName',
      tag,
      response: messagesOfNameResponse,
    },
  ],
})

const wireOwnMessage = z
  .object({
    id: wireId('Id of the message.'),
    domain: z.string().meta({ description: 'Its domain.', example: 'demo.eth' }),
    chainId: z.number().int().meta({ description: 'Chain id of the domain.', example: 1 }),
    title: z
      .string()
      .nullable()
      .meta({ description: 'Name of the community of the domain; null: none.', example: 'River Collective' }),
    text: wireText,
    names: z
      .array(z.string())
      .meta({ description: 'The first ten names that it is for.', example: ['alice.demo.eth'] }),
    nameCount: z.number().int().meta({ description: 'How many names it is for.', example: 1 }),
    createdAt,
    expiresAt,
  })
  .meta({
    id: 'OwnMessage',
    description: 'A message of the owner of a domain, as the holder of names reads it.',
  })

const ownMessageResponse = responseOf(
  wireOwnMessage,
  ({ id, domain, chainId, title, text, labels, names, createdAt, expiresAt }: MessageOfWallet) => ({
    ...{ id, domain, chainId, title: title || null, text },
    names: labels.map((label) => `${label}.${domain}`),
    nameCount: names,
    createdAt: toIsoTime(createdAt),
    expiresAt: toIsoTime(expiresAt),
  }),
)

const signedOnce =
  'The message that the wallet signs is that of `GET /byname/v1/claims`, with the one resource `byname:action/read-claims` or without ' +
  'any, and may be used again. An account with a key has the messages of all chains, a contract wallet those of `chainId`.'

const listOwn = operation({
  summary: 'List the messages for a wallet',
  description: `For the wallet alone: messages for the names that it holds and has not dismissed, the newest first. Those of blocked domains are left out. ${signedOnce}`,
  auth: { accepts: [], signature: 'required' },
  responseSize: 'page',
  loadClass: 'listing',
  query: z.object({ chainId, ...listQuery }),
  handle: ({ context, caller, query }) => listOwnMessages(context, { caller, ...query }),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/messages',
      id: 'bynameListOwnMessages',
      tag,
      response: listResponse(ownMessageResponse, 'The newest first.'),
    },
  ],
})

const dismiss = operation({
  summary: 'Dismiss a message',
  description: `By the wallet that it is for, for all its names; it is listed for the wallet no more. A repetition changes nothing. ${signedOnce}`,
  auth: { accepts: [], signature: 'required' },
  params: z.object({ messageId: uuid.meta({ description: 'Id of the message.', example: exampleId }) }),
  query: z.object({ chainId }),
  errors: ['MessageNotFoundException'],
  handle: async ({ context, caller, params: { messageId }, query }) => ({
    id: messageId,
    dismissedAt: await dismissOwnMessage(context, { caller, messageId, ...query }),
  }),
  mounts: [
    {
      method: 'POST',
      url: '/byname/v1/messages/:messageId/dismiss',
      id: 'bynameDismissMessage',
      tag,
      response: responseOf(
        z.object({
          id: wireId('Id of the message.'),
          dismissedAt: z.iso
            .datetime()
            .meta({ description: 'When it was dismissed first.', example: '2030-01-02T00:00:00.000Z' }),
        }),
        ({ id, dismissedAt }: { readonly id: string; readonly dismissedAt: number }) => {
          return { id, dismissedAt: toIsoTime(dismissedAt) }
        },
      ),
    },
  ],
})

export const holderMessages = [send, ofName, listOwn, dismiss].flat()
