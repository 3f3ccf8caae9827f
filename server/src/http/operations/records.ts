import { readName } from '../../core/resolution/read-name.ts'
import { operation } from '../operation.ts'
import { readNameQuery } from '../schema/read.ts'
import { onchainNameAnswer } from '../schema/record.ts'

export const records = operation({
  summary: 'Read the records of any name through CCIP-Read',
  description:
    'Resolves the name as an ENS client does, on the chain of the given RPC, gateways included. Where a ' +
    'resolver lists its records, as ours does, all are read; else the common ones. An unregistered name ' +
    'has empty records and the zero address as its resolver. With `<name>@<chain>` only the address for ' +
    'that chain is read.',
  auth: { accepts: [] },
  loadClass: 'outbound',
  expensive: true,
  query: readNameQuery,
  callsUpstream: true,
  errors: ['UnsupportedChainException', 'InvalidNameException', 'RpcUrlRejectedException', 'EnsNotFound'],
  handle: ({ context, query }) => readName(context, { name: query.ens, rpcUrl: query.providerUrl }),
  mounts: [
    {
      method: 'GET',
      url: '/ens/v1/subname/records',
      id: 'v1ReadRecords',
      tag: 'Subnames (v1)',
      answer: onchainNameAnswer,
    },
    {
      method: 'GET',
      url: '/ens/v2/subnames/records',
      id: 'v2ReadRecords',
      tag: 'Subnames (v2)',
      answer: onchainNameAnswer,
    },
  ],
})
