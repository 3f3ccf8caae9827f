import { z } from 'zod'
import { getSubname } from '../../core/subnames/get.ts'
import { isSubnameAvailable } from '../../core/subnames/is-available.ts'
import { route } from '../route.ts'
import { documentedErrors } from '../schema/documented-errors.ts'
import { chainId, fullName } from '../schema/primitives.ts'
import { subnameRecord } from '../schema/record.ts'
import { serializeRecord } from '../serializers/record.ts'

const tag = 'Subnames (v1)'

const subnameQuery = z.object({ subname: fullName, chainId })

const get = route({
  method: 'GET',
  url: '/ens/v1/subname/subname',
  id: 'v1GetSubname',
  tag,
  summary: 'Read a subname',
  description:
    'What this service keeps of it, reservations too. Under a blocked domain there is nothing to read.',
  auth: 'none',
  query: subnameQuery,
  data: subnameRecord,
  errors: documentedErrors.get,
  handle: async ({ context, query }) =>
    serializeRecord(await getSubname(context, { chainId: query.chainId, name: query.subname })),
})

const available = route({
  method: 'GET',
  url: '/ens/v1/subname/available',
  id: 'v1IsSubnameAvailable',
  tag,
  summary: 'Ask whether a subname is free',
  description:
    'Whether `add` would issue it now: it is neither issued nor reserved, and its domain is not blocked, has room for ' +
    'another subname, and its subscription has not ended. A label that could never be issued is a failure.',
  auth: 'none',
  query: subnameQuery,
  data: z.object({ isAvailable: z.boolean() }),
  errors: documentedErrors.ofDomain,
  handle: async ({ context, query }) => ({
    isAvailable: await isSubnameAvailable(context, { chainId: query.chainId, name: query.subname }),
  }),
})

export const subnameReads = [get, available]
