import { countDomainsAllowingAnyOrigin } from '../../store/listing/domains.ts'
import type { CoreContext } from '../context.ts'

/** `undefined` when every domain restricts its sites. */
export async function originAdvice({ store }: CoreContext): Promise<string | undefined> {
  const count = await countDomainsAllowingAnyOrigin(store.read)
  if (count === 0) return undefined
  const domains = count === 1 ? '1 domain accepts' : `${count} domains accept`
  return `${domains} messages that were signed for any site; restrict the sites with "byname domains set-origins".`
}
