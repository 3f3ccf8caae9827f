import { operatorCaller } from '../../core/auth/operator-caller.ts'
import { onboardDomain } from '../../core/domains/onboard.ts'
import { serializeDomain } from '../../http/schema/domain.ts'
import { command, flag, required } from '../command.ts'
import { printRecord } from '../print.ts'
import { withContext } from '../with-context.ts'

export const domainsAdd = command({
  name: 'domains add',
  summary: 'onboard a domain that uses the resolver in ENS, on the chain of the resolver, for a workspace',
  operands: ['domain'],
  options: { workspace: required('id'), resolver: required('id'), json: flag },
  run: async ({ operands: [name], options }) => {
    const { workspace: workspaceId, resolver: resolverId } = options
    const domain = await withContext((context) =>
      onboardDomain(context, { caller: operatorCaller(context), workspaceId, resolverId, name }),
    )
    printRecord(serializeDomain(domain), options.json)
  },
})
