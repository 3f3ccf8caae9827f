import type { components } from '@byname/sdk/openapi'
import { api, chainIdOf, unwrap } from '../../api/client.ts'

export type HeldName = components['schemas']['HeldSubname'] & {
  readonly chainId: number
  /** `#rrggbb`, of the owner of its domain; undefined: any colour. */
  readonly accent: string | undefined
  /** Of a sealed name whose signature ends soon, or has ended. */
  readonly ending: EndingName | undefined
}

export type EndingName = components['schemas']['EndingName']

export interface NamesOfAddress {
  readonly names: readonly HeldName[]
  readonly invitations: readonly HeldName[]
  /** There are more than are listed. */
  readonly isPartial: boolean
}

const pageSize = 100

/** On every chain, newest first. */
export async function listNames(address: string, chainIds: readonly number[]): Promise<NamesOfAddress> {
  const ends = Promise.all(chainIds.map((chainId) => readEnding(address, chainId)))
  const lists = await Promise.all(
    chainIds.flatMap((chainId) =>
      [true, false].map((isClaimed) => readPage({ address, chainId, isClaimed })),
    ),
  )
  const ending = new Map((await ends).flat())
  const listed = lists.flatMap(({ data }) => data)
  const accents = await readAccents(listed)
  const named = listed.map((name) => ({
    ...name,
    accent: accents.get(placeOf(name)),
    ending: ending.get(keyOf(name.ens, name.chainId)),
  }))
  return {
    names: named.filter(({ isClaimed }) => isClaimed),
    invitations: named.filter(({ isClaimed }) => !isClaimed),
    isPartial: lists.some(({ data }) => data.length === pageSize),
  }
}

/** More would be a request each for what is only a colour. */
const maxDomains = 12

type Place = Pick<HeldName, 'ens' | 'chainId'>

function placeOf({ ens, chainId }: Place): string {
  return `${chainId} ${ens.slice(ens.indexOf('.') + 1)}`
}

/** By domain and chain. Where one cannot be read, the pictures have any colour. */
async function readAccents(names: readonly Place[]): Promise<ReadonlyMap<string, string>> {
  const places = [...new Set(names.map(placeOf))].slice(0, maxDomains)
  const entries = places.map(async (place): Promise<readonly [string, string][]> => {
    const [chainId, domain = ''] = place.split(' ')
    const params = { path: { domain }, query: { chainId: chainIdOf(Number(chainId)) } }
    const page = await unwrap(api.GET('/byname/v1/domains/{domain}/page', { params })).catch(() => undefined)
    const accent = page?.branding.accent
    return accent ? [[place, accent]] : []
  })
  return new Map((await Promise.all(entries)).flat())
}

const keyOf = (name: string, chainId: number) => `${chainId} ${name}`

/** The first ones to end. Where they cannot be read, the list does without. */
async function readEnding(address: string, chainId: number): Promise<readonly [string, EndingName][]> {
  const query = { address, chainId: chainIdOf(chainId), limit: pageSize }
  const page = await unwrap(api.GET('/byname/v1/ending-names', { params: { query } })).catch(() => undefined)
  return (page?.data ?? []).map((ending) => [keyOf(ending.name, chainId), ending])
}

interface PageQuery {
  readonly address: string
  readonly chainId: number
  readonly isClaimed: boolean
}

async function readPage({ chainId, ...filter }: PageQuery) {
  const query = {
    ...filter,
    chainId: chainIdOf(chainId),
    limit: pageSize,
    orderBy: 'createdAt',
    orderDirection: 'desc',
  } as const
  const page = await unwrap(api.GET('/ens/v2/subnames/all', { params: { query } }))
  return { data: page.data.map((name) => ({ ...name, chainId })) }
}
