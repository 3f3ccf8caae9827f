import type { components } from '../api/openapi-types.ts'
import type { PolicySummary } from './claim/policy-summary.ts'

export type DomainPage = components['schemas']['DomainPage'] & { readonly policy?: PolicySummary | null }
export type Name = components['schemas']['Name']

/** What the server puts into a document: the answers of the public interface that a page shows first. */
export interface PageData {
  home: { readonly domains: readonly { readonly name: string; readonly chainId: number }[] }
  claim: { readonly domain: DomainPage; readonly isSandbox: boolean }
  name: { readonly name: Name; readonly isSandbox: boolean }
  'my-names': { readonly chainIds: readonly number[]; readonly isSandbox: boolean }
  problem: { readonly status: number; readonly title: string; readonly message: string }
}

export type PageContent = {
  [Page in keyof PageData]: { readonly page: Page; readonly data: PageData[Page] }
}[keyof PageData]
