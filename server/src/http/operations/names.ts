import { z } from 'zod'
import { resolveOwnName } from '../../core/names.ts'
import { getSealableName } from '../../core/seals/read-set.ts'
import { registerContractName } from '../../core/subnames/contract-names.ts'
import { releaseSubname } from '../../core/subnames/remove.ts'
import { transferSubname } from '../../core/subnames/transfer.ts'
import { defaultRecordLimits } from '../../ens/record-limits.ts'
import { needs } from '../credentials/operation-auth.ts'
import { bynameTag, subnamesV1Tag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import {
  nameResponse,
  removedNameResponse,
  resolutionResponse,
  sealableNameResponse,
  subnameResponse,
} from '../schema/names.ts'
import { chainId, coinType, evmAddress, fullName } from '../schema/primitives.ts'
import { addressText, newSubnameKey, signature, signatureInput } from '../schema/records.ts'

const tag = bynameTag
const item = '/byname/v1/names/:name'

const ofName = { params: z.object({ name: fullName }), query: z.object({ chainId }) } as const

const get = operation({
  summary: 'Read a name',
  description:
    'Its records, holder, state and domain, also of a reservation, and who signs its records if it is sealed. A name of a blocked domain is not found.',
  auth: { accepts: [] },
  ...ofName,
  errors: ['SubnameNotFoundException'],
  handle: ({ context, params, query }) => getSealableName(context, { ...params, ...query }),
  mounts: [{ method: 'GET', url: item, id: 'bynameGetName', tag, response: sealableNameResponse }],
})

const resolution = operation({
  summary: 'Resolve a name of this service as a wallet does',
  description:
    "Through this service's RPC of the chain, the Universal Resolver and CCIP-Read (EIP-3668), so it shows whether wallets find " +
    'what is stored. For names that were issued here and domains that are onboarded here; `GET /ens/v2/resolve` resolves others.',
  auth: { accepts: [] },
  loadClass: 'outbound',
  expensive: true,
  ...ofName,
  callsUpstream: true,
  errors: ['SubnameNotFoundException', 'EnsNotFound'],
  handle: ({ context, params, query }) => resolveOwnName(context, { ...params, ...query }),
  mounts: [
    {
      method: 'GET',
      url: `${item}/resolution`,
      id: 'bynameGetNameResolution',
      tag,
      response: resolutionResponse,
    },
  ],
})

export const names = [get, resolution].flat()

const signedOnce =
  'Clients compose the message (EIP-4361): at most ten minutes old, valid once, for an allowed origin of the domain or for ' +
  'this service; with an `Origin` header, for its host. Its resources, percent-encoded, in this order and no others, are '

const transfer = operation({
  summary: 'Transfer a name',
  description:
    "Signed by the holder. The address of coin type 60 becomes the new holder's, because it may sign for the name, and so does every " +
    "EVM address (coin types of 0x80000000 and above) that is the former holder's or equal to that of coin type 60. Others stay, or " +
    'are removed with `clearOtherAddresses`. ' +
    'Permissions of mApps and their texts are removed, and the name is no longer the primary name of the former holder. ' +
    `${signedOnce}\`byname:action/transfer\`, \`byname:name/{name}\` (normalized) and \`byname:to/{address}\` (lower case), and, with \`clearOtherAddresses\`, \`byname:addresses/clear\`.`,
  auth: { accepts: [], signature: 'required' },
  ...ofName,
  body: z.object({
    to: evmAddress.meta({ description: 'The next holder; not the zero address.' }),
    clearOtherAddresses: z.boolean().optional().meta({
      description:
        "Removes the addresses that are not the former holder's, such as those of contracts and of other coins; absent: they stay.",
      example: false,
    }),
    signature,
  }),
  isConditional: true,
  errors: [
    'SealedNameException',
    'NotHolderException',
    'DomainBlockedException',
    'OriginNotAllowedException',
    'SubnameNotFoundException',
    'NotClaimedException',
  ],
  handle: ({ context, caller, params, query, body: { to, clearOtherAddresses }, ifMatch }) =>
    transferSubname(context, {
      caller,
      ...params,
      ...query,
      to,
      clearsOthers: clearOtherAddresses,
      ifMatch,
    }),
  mounts: [
    { method: 'POST', url: `${item}/transfer`, id: 'bynameTransferName', tag, response: nameResponse },
  ],
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
  mounts: [{ method: 'DELETE', url: item, id: 'bynameReleaseName', tag, response: removedNameResponse }],
})

export const nameTransfers = [transfer, release].flat()

/** RPCs in one request. */
const maxNodes = 16

const nameEvmContract = operation({
  summary: 'Give a subname to a contract',
  description:
    'On the chain of each address, read through the given RPC, there must be a contract. The ' +
    'chains may be any EVM chains; where coin type 60 is not among them, the name is listed with the zero address for it.',
  auth: needs('admin'),
  loadClass: 'outbound',
  body: z.object({
    ...newSubnameKey,
    addresses: z
      .array(
        z.object({
          coinType,
          address: addressText
            .min(1)
            .meta({ description: 'Address of the contract on the chain of the coin type.' }),
        }),
      )
      .min(1)
      .max(defaultRecordLimits.perKind)
      .meta({
        description: 'The address on each chain, by the coin types of EVM chains.',
        example: [{ coinType: 60, address: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e' }],
      }),
    providerUrls: z
      .array(z.string().min(1).max(2000))
      .min(1)
      .max(maxNodes)
      .meta({
        description: 'A JSON-RPC endpoint for each chain, https and public.',
        example: ['https://rpc.example'],
      }),
  }),
  callsUpstream: true,
  errors: [
    'SealedNameException',
    'RpcUrlRejectedException',
    'InvalidRecordException',
    'DomainBlockedException',
    'SubscriptionLapsedException',
    'PolicyRefusedException',
    'EnsNotFound',
    'SubdomainAlreadyExistsException',
    'LimitReachedException',
  ],
  handle: ({ context, caller, body }) => {
    const { chainId, ensDomain: domain, username: label, addresses, providerUrls: rpcUrls } = body
    return registerContractName(context, { caller, chainId, domain, label, addresses, rpcUrls })
  },
  mounts: [
    {
      method: 'POST',
      url: '/ens/v1/subname/admin-name-evm-contract',
      id: 'v1NameEvmContract',
      tag: subnamesV1Tag,
      response: subnameResponse,
    },
  ],
})

export const contractNames = [nameEvmContract].flat()
