import type { Domain } from '../../../src/model/domain.ts'
import { dataOf, expectError } from '../http/api-client.ts'
import type { TestService } from '../service/service.ts'

/** All items of a list of a domain, in pages of two, whose cursors another domain has to refuse. */
export async function readPagesOf<Item>(
  { call, key }: Pick<TestService, 'call' | 'key'>,
  list: 'hosts' | 'templates',
  [domain, other]: readonly [domain: Domain, other: Domain],
): Promise<readonly Item[]> {
  const read = ({ name, chainId }: Domain, after: string) =>
    call(
      'GET',
      `/byname/v1/domains/${name}/${list}?chainId=${chainId}&limit=2${after && `&after=${after}`}`,
      { headers: { 'x-api-key': key } },
    )
  const items: Item[] = []
  let after = ''
  do {
    const page = dataOf<{ data: Item[]; next: string | null }>(await read(domain, after))
    items.push(...page.data)
    if (page.next) expectError(await read(other, page.next), 400, 'BadRequestException')
    after = page.next ?? ''
  } while (after)
  return items
}
