import { api, unwrap } from '../../api/client.ts'
import { currentLanguage } from '../../text/messages.ts'
import { primaryNameNetworks } from '../name/edit/primary-name-networks.ts'
import type { Name } from '../page-data.ts'

export interface HeldName {
  readonly ens: string
  readonly chainId: number
  readonly records: Pick<Name['records'], 'addresses'>
}

export interface PrimaryNames {
  /** Titles of the networks on which apps show the name for the address; undefined: on none that was read. */
  readonly networksOf: (name: Pick<HeldName, 'ens' | 'chainId'>) => string | undefined
  /** Titles of those that could not be read; undefined: all were. */
  readonly unread: string | undefined
}

/** ENSIP-19. */
const defaultCoinType = 0x80000000

/**
 * Which of the names is the primary one of an address, on each network where one of them leads to it. A name counts once the chain
 * leads from the address to the name, and from the name back (ENSIP-19); one that was chosen at a service alone does not.
 */
export async function readPrimaryNames(address: string, names: readonly HeldName[]): Promise<PrimaryNames> {
  const networks = networksWithNames(address, names)
  if (networks.length === 0) return { networksOf: () => undefined, unread: undefined }
  const query = { address: networks.map(({ chainId }) => `${address}@${chainId}`) }
  const outcomes = await readEntries(query).catch(() => networks.map(() => undefined))
  const read = networks.map((network, index) => ({ network, outcome: outcomes[index] }))
  return {
    networksOf: (name) =>
      listOf(
        read
          .filter(({ network, outcome }) => network.homeId === name.chainId && outcome?.name === name.ens)
          .map(({ network }) => network.title),
      ),
    unread: listOf(read.filter(({ outcome }) => !outcome).map(({ network }) => network.title)),
  }
}

/** `undefined` for what could not be read. */
async function readEntries(query: { readonly address: string[] }) {
  const found = await unwrap(api.GET('/ens/v2/reverse', { params: { query } }))
  return (Array.isArray(found) ? found : [found]).map((entry) =>
    'error' in entry && entry.error !== null
      ? undefined
      : { name: entry.viaUniversalResolver ? entry.name : null },
  )
}

interface ReadNetwork {
  readonly chainId: number
  readonly title: string
  /** The chain whose names it shows. */
  readonly homeId: number
}

/** A name cannot be the primary one where it does not lead to the address, so that nothing is read there. */
function networksWithNames(address: string, names: readonly HeldName[]): readonly ReadNetwork[] {
  return [...new Set(names.map(({ chainId }) => chainId))].flatMap((homeId) => {
    const coinTypes = names
      .filter(({ chainId }) => chainId === homeId)
      .flatMap(({ records }) => records.addresses)
      .filter(({ value }) => value.toLowerCase() === address.toLowerCase())
      .map(({ id }) => id)
    return primaryNameNetworks(homeId)
      .filter(({ id }) => id !== 'default')
      .filter(
        ({ coinType }) =>
          coinTypes.includes(coinType) || (coinType !== 60 && coinTypes.includes(defaultCoinType)),
      )
      .map(({ chainId, title }) => ({ chainId, title: chainId === 11155111 ? 'Sepolia' : title, homeId }))
  })
}

function listOf(titles: readonly string[]): string | undefined {
  return titles.length === 0 ? undefined : new Intl.ListFormat(currentLanguage()).format(titles)
}
