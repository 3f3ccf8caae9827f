import { z } from 'zod'
import { releaseSubname } from '../../core/subnames/release.ts'
import { transferSubname } from '../../core/subnames/transfer.ts'
import { operation } from '../operation.ts'
import { nameAnswer, removedNameAnswer } from '../schema/name.ts'
import { chainId, evmAddress, fullName } from '../schema/primitives.ts'
import { signature, signatureInput } from '../schema/write.ts'

const tag = 'Byname'
const item = '/byname/v1/names/:name'
const ofName = { params: z.object({ name: fullName }), query: z.object({ chainId }) } as const

const signedOnce =
  'Clients compose the message (EIP-4361): at most ten minutes old, valid once, for an allowed origin of the domain or for ' +
  'this service; with an `Origin` header, for its host. Its resources, percent-encoded, in this order and no others, are '

const transfer = operation({
  summary: 'Transfer a name',
  description:
    "Signed by the holder. The address of coin type 60 becomes the new holder's, because it may sign for the name. " +
    'Permissions of mApps and their texts are removed, and the name is no longer the primary name of the former holder. ' +
    `${signedOnce}\`byname:action/transfer\`, \`byname:name/{name}\` (normalized) and \`byname:to/{address}\` (lower case).`,
  auth: { accepts: [], signature: 'required' },
  ...ofName,
  body: z.object({
    to: evmAddress.meta({ description: 'The next holder; not the zero address.' }),
    signature,
  }),
  isConditional: true,
  errors: [
    'NotHolderException',
    'DomainBlockedException',
    'OriginNotAllowedException',
    'SubnameNotFoundException',
    'NotClaimedException',
  ],
  handle: ({ context, caller, params, query, body: { to }, ifMatch }) =>
    transferSubname(context, { caller, ...params, ...query, to, ifMatch }),
  mounts: [{ method: 'POST', url: `${item}/transfer`, id: 'bynameTransferName', tag, answer: nameAnswer }],
})

const release = operation({
  summary: 'Release a name',
  description:
    'Removes it, with the signature of the holder alone: it stops resolving immediately and its label is free again. Returns ' +
    `the last state. ${signedOnce}\`byname:action/release\` and \`byname:name/{name}\` (normalized).`,
  auth: { accepts: [], signature: 'required' },
  ...ofName,
  body: signatureInput,
  isConditional: true,
  errors: [
    'NotHolderException',
    'DomainBlockedException',
    'OriginNotAllowedException',
    'SubnameNotFoundException',
    'NotClaimedException',
  ],
  handle: ({ context, caller, params, query, ifMatch }) =>
    releaseSubname(context, { caller, ...params, ...query, ifMatch }),
  mounts: [{ method: 'DELETE', url: item, id: 'bynameReleaseName', tag, answer: removedNameAnswer }],
})

export const nameTransfers = [transfer, release].flat()
