import { validate } from 'uuid'
import { sharedSignerWarning } from '../../core/health/configuration-warnings.ts'
import { createResolver } from '../../core/resolvers/create.ts'
import { listResolvers } from '../../core/resolvers/list.ts'
import { resolverDefaults } from '../../core/resolvers/resolver-defaults.ts'
import { OperatorError } from '../../operator-error.ts'
import { command, flag, optional, required } from '../command.ts'
import { printRecord } from '../print.ts'
import { parseChainId, parseChoice } from '../read-option.ts'
import { withContext } from '../with-context.ts'
import { serializeResolverWithScheme } from './show.ts'

export const resolversAdd = command({
  name: 'resolvers add',
  summary: 'register a resolver contract; schemes: chain-bound, published',
  options: {
    chain: required('id'),
    address: required('0x…'),
    scheme: required('scheme'),
    id: optional('uuid'),
    registry: optional('0x…'),
    'node-provider': optional('url'),
    environment: optional('word'),
    json: flag,
  },
  run: async ({ options }) => {
    const { id, address } = options
    if (id !== undefined && !validate(id)) throw new OperatorError(`"${id}" is not a UUID.`)
    const chainId = parseChainId(options.chain)
    const defaults = resolverDefaults(chainId)
    const input = {
      id,
      chainId,
      address,
      signingScheme: parseChoice(options.scheme, ['chain-bound', 'published']),
      chainName: defaults.chainName,
      registryAddress: options.registry ?? defaults.registryAddress,
      nodeProvider: options['node-provider'] ?? defaults.nodeProvider,
      environment: options.environment ?? defaults.environment,
    }
    const { resolver, warning } = await withContext(async (context) => {
      const resolver = await createResolver(context, input)
      return { resolver, warning: sharedSignerWarning(context, await listResolvers(context)) }
    })
    printRecord(serializeResolverWithScheme(resolver), options.json)
    if (warning) console.error(warning)
  },
})
