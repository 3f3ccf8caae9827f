import { setDomainPlan } from '../../core/domains/set-plan.ts'
import { serializeSubscription } from '../../http/schema/subscription.ts'
import { OperatorError } from '../../operator-error.ts'
import { command, flag, optional, required } from '../command.ts'
import { printRecord } from '../print.ts'
import { parseAmount, parseChainId, parseTime } from '../read-option.ts'
import { withContext } from '../with-context.ts'

export const domainsSetPlan = command({
  name: 'domains set-plan',
  summary:
    'set until when names are issued under a domain, and how many it may have (what is left out stays), or lift both',
  operands: ['domain'],
  options: { chain: required('id'), until: optional('time'), names: optional('n'), none: flag, json: flag },
  run: async ({ operands: [name], options: { chain, until, names, none, json } }) => {
    const chainId = parseChainId(chain)
    if (none === (until !== undefined || names !== undefined))
      throw new OperatorError('Give --until, --names or both, or --none alone.')
    const plan = none
      ? { expiresAt: null, maxNames: null }
      : {
          ...(until !== undefined && { expiresAt: parseTime(until) }),
          ...(names !== undefined && { maxNames: parseAmount(names) }),
        }
    await withContext(async (context) => {
      const domain = await setDomainPlan(context, { chainId, name, plan })
      printRecord(serializeSubscription(domain, context.clock()), json)
    })
  },
})
