import { setAllowedOriginsAsOperator } from '../../core/domains/set-allowed-origins.ts'
import { serializeBynameDomain } from '../../http/schema/byname-domain.ts'
import { OperatorError } from '../../operator-error.ts'
import { command, flag, optional, required } from '../command.ts'
import { printRecord } from '../print.ts'
import { parseChainId } from '../read-option.ts'
import { withContext } from '../with-context.ts'

export const domainsSetOrigins = command({
  name: 'domains set-origins',
  summary: 'name the sites that holders of subnames of a domain may sign messages for',
  operands: ['name'],
  options: { chain: required('id'), origins: optional('origin,origin'), any: flag, json: flag },
  run: async ({ operands: [name], options }) => {
    const { chain, origins, any, json } = options
    if ((origins === undefined) !== any)
      throw new OperatorError('Give either --origins, a list separated by commas, or --any.')
    const allowedOrigins = origins === undefined ? null : origins.split(',').map((entry) => entry.trim())
    const input = { chainId: parseChainId(chain), name, allowedOrigins }
    const domain = await withContext((context) => setAllowedOriginsAsOperator(context, input))
    printRecord(serializeBynameDomain(domain), json)
  },
})
