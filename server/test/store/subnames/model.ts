import type { Domain } from '../../../src/model/domain.ts'
import type { Subname } from '../../../src/model/subname.ts'
import type { SubnameFilter } from '../../../src/store/listing/filter.ts'
import type { PageQuery } from '../../../src/store/listing/order.ts'
import type { LabelSearch } from '../../../src/store/listing/search.ts'

/** The expected content of a store as plain lists, and its expected results, computed by full scans. */
export class Model {
  readonly domains = new Map<string, Domain>()
  readonly subnames = new Map<string, Subname>()

  /** The subnames that match a filter, unordered. */
  matching({ chainId, domains, isClaimed, coin, search }: SubnameFilter): readonly Subname[] {
    const ids = domains && new Set(domains.map(({ id }) => id))
    return [...this.subnames.values()].filter(
      (subname) =>
        subname.chainId === chainId &&
        isVisible(this.domain(subname)) &&
        (ids === undefined || ids.has(subname.domainId)) &&
        (isClaimed === undefined || subname.isClaimed === isClaimed) &&
        (coin === undefined || subname.records.addresses.some((record) => hasCoin(record, coin))) &&
        (search === undefined || matchesSearch(subname.label, search)),
    )
  }

  /** The names of all results of a search for labels, in order. */
  search(search: LabelSearch): readonly string[] {
    const { label: text, ...filter } = search
    const groupOf = ({ label }: Subname) => (label === text ? 0 : label.startsWith(text) ? 1 : 2)
    return this.matching({ ...filter, search: text })
      .toSorted(
        (a, b) =>
          groupOf(a) - groupOf(b) ||
          (groupOf(a) < 2
            ? compare(a.label, b.label) || this.domain(a).key - this.domain(b).key
            : b.createdAt - a.createdAt || compare(b.id, a.id)),
      )
      .map(({ name }) => name)
  }

  /** The names of a page of them. */
  names(matching: readonly Subname[], { orderBy, direction, offset, limit }: PageQuery): readonly string[] {
    const sign = direction === 'asc' ? 1 : -1
    const byAge = (a: Subname, b: Subname) => a.createdAt - b.createdAt || compare(a.id, b.id)
    const byCount = (a: Subname, b: Subname) =>
      this.domain(a).subnameCount - this.domain(b).subnameCount || compare(a.domainId, b.domainId)
    const order = orderBy === 'createdAt' ? byAge : (a: Subname, b: Subname) => byCount(a, b) || byAge(a, b)
    return matching
      .toSorted((a, b) => sign * order(a, b))
      .slice(offset, offset + limit)
      .map(({ name }) => name)
  }

  visibleDomains(chainId: number): readonly Domain[] {
    return [...this.domains.values()].filter((domain) => domain.chainId === chainId && isVisible(domain))
  }

  /** A page of the visible domains of a chain, with their count and the name of the newest subname, in order. */
  domainsWithLatestSubname(chainId: number, { orderBy, direction, offset, limit }: PageQuery) {
    const sign = direction === 'asc' ? 1 : -1
    const key = (domain: Domain) => (orderBy === 'createdAt' ? domain.createdAt : domain.subnameCount)
    return this.visibleDomains(chainId)
      .toSorted((a, b) => sign * (key(a) - key(b) || compare(a.id, b.id)))
      .slice(offset, offset + limit)
      .map((domain) => ({
        domain: domain.name,
        count: domain.subnameCount,
        newest: this.names(this.matching({ chainId, domains: [domain] }), {
          orderBy: 'createdAt',
          direction: 'desc',
          offset: 0,
          limit: 1,
        })[0],
      }))
  }

  /** Replaces the subname with its id, and counts it. */
  put(subname: Subname): void {
    this.remove(subname.id)
    this.subnames.set(subname.id, subname)
    this.#count(subname, 1)
  }

  remove(id: string): void {
    const subname = this.subnames.get(id)
    if (!subname) return
    this.subnames.delete(id)
    this.#count(subname, -1)
  }

  domain({ domainId }: Pick<Subname, 'domainId'>): Domain {
    const domain = this.domains.get(domainId)
    if (!domain) throw new Error(`The model has no domain ${domainId}.`)
    return domain
  }

  #count(subname: Subname, by: number): void {
    const domain = this.domain(subname)
    const { subnameCount, claimedCount } = domain
    this.domains.set(domain.id, {
      ...domain,
      subnameCount: subnameCount + by,
      claimedCount: claimedCount + (subname.isClaimed ? by : 0),
    })
  }
}

function isVisible({ isBlocked, deletedAt }: Domain): boolean {
  return !isBlocked && deletedAt === null
}

function hasCoin(
  { coinType, address }: Subname['records']['addresses'][number],
  coin: NonNullable<SubnameFilter['coin']>,
): boolean {
  return coinType === coin.coinType && (coin.address === undefined || coin.address === address)
}

function matchesSearch(label: string, search: string): boolean {
  return [...search].length < 3 ? label.startsWith(search) : label.includes(search)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
