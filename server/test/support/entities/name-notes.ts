import { dataOf } from '../http/api-client.ts'
import type { TestService } from '../service/service.ts'
import type { OnChain } from './on-chain.ts'

interface WireNotes {
  readonly name: string
  readonly tags: readonly string[]
  readonly note: string
}

export interface WireRow {
  readonly ens: string
  readonly matched?: string
  readonly tags: readonly string[]
  readonly hasNote: boolean
}

/** Requests about tags and notes, with the key of the workspace unless another is given. */
export function notesOf(service: () => TestService) {
  const withKey = (key = service().key, headers = {}) => ({ headers: { 'x-api-key': key, ...headers } })

  const pathOf = (domain: OnChain, label: string) =>
    `/byname/v1/names/${encodeURIComponent(`${label}.${domain.name}`)}/notes?chainId=${domain.chainId}`

  const read = (domain: OnChain, label: string, key?: string) =>
    service().call('GET', pathOf(domain, label), withKey(key))

  const change = (domain: OnChain, label: string, body: object, headers = {}, key?: string) =>
    service().call('PATCH', pathOf(domain, label), { ...withKey(key, headers), body })

  const changeMany = (domain: OnChain, body: object, key?: string) =>
    service().call('POST', `/byname/v1/domains/${domain.name}/notes/batch?chainId=${domain.chainId}`, {
      ...withKey(key),
      body,
    })

  const tagsOf = async (domain: OnChain) =>
    dataOf<{ tags: readonly { readonly tag: string; readonly names: number }[] }>(
      await service().call(
        'GET',
        `/byname/v1/domains/${domain.name}/tags?chainId=${domain.chainId}`,
        withKey(),
      ),
    ).tags.map(({ tag, names }) => `${tag} ${names}`)

  const rows = async (domain: OnChain, query: string) =>
    dataOf<{ data: readonly WireRow[] }>(
      await service().call(
        'GET',
        `/byname/v1/domains/${domain.name}/managed-names?chainId=${domain.chainId}&limit=100&${query}`,
        withKey(),
      ),
    ).data

  const labels = async (domain: OnChain, query: string) =>
    (await rows(domain, query)).map(({ ens }) => ens.slice(0, ens.indexOf('.')))

  const stored = async (domain: OnChain, label: string) => {
    const { tags, note } = dataOf<WireNotes>(await read(domain, label))
    return { tags, note }
  }

  return { withKey, pathOf, read, change, changeMany, tagsOf, rows, labels, stored }
}
