import { findAllResolvers } from '../../store/entities/resolvers.ts'
import { listChainsWithVisibleDomains } from '../../store/listing/domains.ts'
import type { CoreContext } from '../context.ts'
import { originAdvice } from '../domains/origin-advice.ts'
import { configurationWarnings } from './configuration-warnings.ts'

/** What anyone may read of it: nothing that tells where an attack would succeed. */
export async function publicAdvice(context: CoreContext): Promise<readonly string[]> {
  const { read } = context.store
  const [servedChains, resolvers] = [await listChainsWithVisibleDomains(read), await findAllResolvers(read)]
  const warnings = configurationWarnings(context, { servedChains, resolvers })
  return [...context.store.advice(), ...warnings]
}

export async function operatorAdvice(context: CoreContext): Promise<readonly string[]> {
  const origins = await originAdvice(context)
  return [...(await publicAdvice(context)), ...(origins === undefined ? [] : [origins])]
}
