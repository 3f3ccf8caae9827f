import { countDomainsAllowingAnyOrigin } from '../../store/listing/domains.ts'
import type { CoreContext } from '../context.ts'

/** What an operator should know of domains that take messages which were signed for any site; `undefined`: nothing. */
export async function originAdvice({ store }: CoreContext): Promise<string | undefined> {
  const count = await countDomainsAllowingAnyOrigin(store.read)
  if (count === 0) return undefined
  const domains = count === 1 ? '1 domain accepts' : `${count} domains accept`
  return `${domains} messages that were signed for any site; name the sites with "byname domains set-origins".`
}
