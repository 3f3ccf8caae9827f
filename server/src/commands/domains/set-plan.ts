import { setDomainPlan } from '../../core/domains/set-plan.ts'
import { presentSubscription } from '../../http/present/subscription.ts'
import { UsageError } from '../../usage-error.ts'
import { command, flag, optional, required } from '../command.ts'
import { printOne } from '../print.ts'
import { readAmount, readChain, readTime } from '../read-option.ts'
import { withContext } from '../with-context.ts'

export const domainsSetPlan = command({
  name: 'domains set-plan',
  summary:
    'set until when names are issued under a domain, and how many it may have (what is left out stays), or lift both',
  operands: ['domain'],
  options: { chain: required('id'), until: optional('time'), names: optional('n'), none: flag, json: flag },
  run: async ({ operands: [name], options: { chain, until, names, none, json } }) => {
    const chainId = readChain(chain)
    if (none === (until !== undefined || names !== undefined))
      throw new UsageError('Give --until, --names or both, or --none alone.')
    const plan = none
      ? { expiresAt: null, maxNames: null }
      : {
          ...(until !== undefined && { expiresAt: readTime(until) }),
          ...(names !== undefined && { maxNames: readAmount(names) }),
        }
    await withContext(async (context) => {
      const domain = await setDomainPlan(context, { chainId, name, plan })
      printOne(presentSubscription(domain, context.clock()), json)
    })
  },
})
