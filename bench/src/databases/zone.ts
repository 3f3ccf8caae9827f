import { type Address, type Hex, numberToHex } from 'viem'

/** The domain of every generated name. */
export const domain = 'bench.eth'

/** The chain of the domain. */
export const chainId = 1

/** The contract that responses are signed for; it need not exist. */
export const resolverAddress: Address = '0x2222222222222222222222222222222222222222'

/** Id of the contract's entry, as in the gateway's URL. */
export const resolverId = '018cc251-f400-7000-8000-00000000beef'

/** An API key that may write names below the domain. For benchmarks only. */
export const apiKey = `byname_${'b'.repeat(43)}`

/** What cursors are sealed with. For benchmarks only. */
export const cursorSecret = 'cursors of benches'

/** The key that signs every response. For benchmarks only. */
export const signerKey: Hex = `0x${'11'.repeat(32)}`

const ethereum = 60

/** Coin type of the address that every EVM chain without its own has (ENSIP-19). */
const anyEvmChain = 0x80000000

/** Coin type of an EVM chain (ENSIP-11). */
export function evmChain(chainId: number): number {
  return anyEvmChain + chainId
}

export interface ZoneName {
  readonly label: string
  readonly addresses: readonly { readonly coinType: number; readonly address: Address }[]
  readonly texts: readonly { readonly key: string; readonly value: string }[]
}

/** Prefixes of the names of users, equally frequent. */
export const words = (
  'amber birch cloud delta ember fjord grove hazel ivory jolly koala lunar ' +
  'maple night ocean pixel quilt river solar tulip umbra vivid wheat yacht'
).split(' ')

/** Addresses of names, in lower case: different ones for different numbers, the same ones in each run. */
function addressOf(number: number): Address {
  return numberToHex(0xa0_0000_0000 + number, { size: 20 })
}

/** One user in a hundred has this address, as those of a custodian would. */
export const sharedAddress = addressOf(0)

/** The addresses of user `number`: one name in a hundred has the shared one. */
export function userAddress(number: number): Address {
  return number % 100 === 0 ? sharedAddress : addressOf(number)
}

/** User `number`, from 0: a typical name, with one address for all EVM chains and two texts. */
export function userAt(number: number): ZoneName {
  return {
    label: `${words[number % words.length]}-${number}`,
    addresses: [ethereum, anyEvmChain].map((coinType) => ({ coinType, address: userAddress(number) })),
    texts: [
      { key: 'avatar', value: `https://example.com/avatars/${number}.png` },
      { key: 'description', value: `User number ${number} of the benchmark` },
    ],
  }
}

const profileChains = [10, 56, 100, 137, 8453, 42161].map(evmChain)

/** Names with 30 records in every database, beside the users. */
export const profileCount = 1000

/** Profile `number`: a name with 30 records, 8 of them addresses. */
export function profileAt(number: number): ZoneName {
  return {
    label: `profile-${number}`,
    addresses: [ethereum, anyEvmChain, ...profileChains].map((coinType, index) => ({
      coinType,
      address: addressOf(0x4000_0000 + profileCount * index + number),
    })),
    texts: Array.from({ length: 22 }, (_, index) => ({
      key: `key-${index}`,
      value: `value ${index} of profile ${number}`,
    })),
  }
}

/** The address of a name for a coin type, `undefined` for none: of an EVM chain its own or the default. */
export function effectiveAddress({ addresses }: ZoneName, coinType: number): Address | undefined {
  return (
    addresses.find((record) => record.coinType === coinType)?.address ??
    (coinType > anyEvmChain
      ? addresses.find((record) => record.coinType === anyEvmChain)?.address
      : undefined)
  )
}
