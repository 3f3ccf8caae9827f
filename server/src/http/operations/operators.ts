import { z } from 'zod'
import { addOperator, listOperators, removeOperator } from '../../core/operators.ts'
import { lowerCaseHex } from '../../crypto/hex.ts'
import { needs } from '../credentials/operation-auth.ts'
import { sessionsAndMembersTag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import { listQuery } from '../schema/pages.ts'
import { evmAddress } from '../schema/primitives.ts'
import { operatorListResponse, operatorResponse, removedAddressResponse } from './members.ts'

const tag = sessionsAndMembersTag
const collection = '/byname/v1/operators'

const list = operation({
  summary: 'List the operators',
  description: 'Wallets that may do everything, of the setting `OPERATORS` and those that operators added.',
  auth: needs('admin'),
  query: z.object(listQuery),
  handle: ({ context, query }) => listOperators(context, query),
  mounts: [
    { method: 'GET', url: collection, id: 'bynameListOperators', tag, response: operatorListResponse },
  ],
})

const add = operation({
  summary: 'Add an operator',
  description: 'An address that may do everything. Adding it again changes nothing.',
  auth: needs('admin'),
  body: z.object({ address: evmAddress }),
  errors: ['LimitReachedException'],
  handle: ({ context, caller, body: { address } }) =>
    addOperator(context, {
      address: lowerCaseHex(address),
      addedBy: caller.session?.session.address ?? null,
    }),
  mounts: [
    {
      method: 'POST',
      url: collection,
      id: 'bynameAddOperator',
      tag,
      status: 201,
      response: operatorResponse,
    },
  ],
})

const remove = operation({
  summary: 'Remove an operator',
  description: 'Effective with the next request. Those of `OPERATORS` are removed in the settings.',
  auth: needs('admin'),
  params: z.object({ address: evmAddress }),
  follows: { id: 'bynameAddOperator', params: { address: 'address' } },
  errors: ['MemberNotFoundException'],
  handle: async ({ context, params: { address } }) => {
    await removeOperator(context, lowerCaseHex(address))
    return { address }
  },
  mounts: [
    {
      method: 'DELETE',
      url: `${collection}/:address`,
      id: 'bynameRemoveOperator',
      tag,
      response: removedAddressResponse,
    },
  ],
})

export const operators = [list, add, remove].flat()
