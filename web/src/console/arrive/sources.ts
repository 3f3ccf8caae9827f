import type { paths } from '@byname/sdk/openapi'

export const listingPath = '/byname/v1/domains/{domain}/import/listing'

export type ListingBody = paths[typeof listingPath]['post']['requestBody']['content']['application/json']

type Service = ListingBody['service']

export type SourceId = Service | 'file'

interface Source {
  readonly value: SourceId
  readonly title: string
  readonly words: string
  /** Where its API is known to be; empty: the owner has to know it. */
  readonly url: string
  readonly keyHint: string
}

/** In the order in which they are shown. */
export const sources: readonly Source[] = [
  {
    value: 'file',
    title: 'A file',
    words: 'An export of Byname, a CSV table, or saved responses of another service.',
    url: '',
    keyHint: '',
  },
  {
    value: 'namestone',
    title: 'NameStone',
    words: 'Its list, or that of a service with the same interface.',
    url: '',
    keyHint: 'The API key of the domain there.',
  },
  {
    value: 'namespace',
    title: 'Namespace',
    words: 'Its offchain manager.',
    url: 'https://offchain-manager.namespace.ninja',
    keyHint: 'Its list needs none today.',
  },
  {
    value: 'justaname',
    title: 'JustaName',
    words: 'Its list, or that of another Byname.',
    url: 'https://api.justaname.id',
    keyHint: 'The API key there, where its list needs one.',
  },
]
