import { checksumAddress } from '@byname/sdk/checksum-address'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { address, bytes, digitsOf, encodeCall, string, toWord, tuple, uint, uints, utf8Hex } from './abi.ts'

/**
 * The forms of `setNameForAddrWithSignature`, by what is signed:
 * - `default`: a hash. The default reverse registrar on Ethereum, for every chain without a name of its own (ENSIP-19).
 * - `coin-type`: a hash with coin types. The reverse registrars of the rollups.
 * - `text`: a readable message with chain ids. The reverse registrar of ENSv2.
 */
export type ReverseClaimForm = keyof typeof selectors

const selectors = {
  /** `(address,uint256,string,bytes)` */
  default: '0x012a67bc',
  /** `(address,uint256,string,uint256[],bytes)` */
  'coin-type': '0x64752d0b',
  /** `((string,address,uint256[],uint256),bytes)` */
  text: '0xfd80cf9b',
} as const

/** A primary name, for one chain: packed with several, a name and the coin types could be read in two ways. */
export interface ReverseClaim {
  readonly registrar: string
  readonly address: string
  readonly name: string
  readonly chainId: number
  /** Seconds of the epoch. */
  readonly signedAt: number
}

/** The contracts accept one hour, by the clock of their chain. */
const lifetimeSeconds = 30 * 60

/** Until when the signature is accepted; the readable message is replaced by a newer name only. */
export function expiryOf(form: ReverseClaimForm, { signedAt }: ReverseClaim): number | undefined {
  return form === 'text' ? undefined : signedAt + lifetimeSeconds
}

/** What `personal_sign` is given: a hash, or the text. */
export function reverseClaimMessage(form: ReverseClaimForm, claim: ReverseClaim): string {
  if (form === 'text') return `0x${utf8Hex(readableMessage(claim))}`
  const packed = [
    digitsOf(claim.registrar),
    digitsOf(selectors[form]),
    digitsOf(claim.address),
    toWord(claim.signedAt + lifetimeSeconds),
    utf8Hex(claim.name),
    form === 'coin-type' ? toWord(coinTypeOf(claim)) : '',
  ]
  return `0x${bytesToHex(keccak_256(hexToBytes(packed.join(''))))}`
}

function readableMessage({ name, address, chainId, signedAt }: ReverseClaim): string {
  const time = new Date(signedAt * 1000).toISOString().replace('.000', '')
  return `You are setting your ENS primary name to:\n${name}\n\nAddress: ${checksumAddress(address)}\nChains: ${chainId}\nSigned At: ${time}`
}

/** Call data, which any account may send. */
export function encodeReverseClaim(form: ReverseClaimForm, claim: ReverseClaim, signature: string): string {
  const signed = bytes(digitsOf(signature))
  if (form === 'text') {
    const members = [string(claim.name), address(claim.address), uints([claim.chainId]), uint(claim.signedAt)]
    return encodeCall(selectors.text, [tuple(members), signed])
  }
  const coinTypes = form === 'coin-type' ? [uints([coinTypeOf(claim)])] : []
  const expiry = uint(claim.signedAt + lifetimeSeconds)
  return encodeCall(selectors[form], [
    address(claim.address),
    expiry,
    string(claim.name),
    ...coinTypes,
    signed,
  ])
}

/** The form that the code of a registrar dispatches to (PUSH4); undefined for none. */
export function findReverseClaimForm(code: string): ReverseClaimForm | undefined {
  const forms = ['default', 'coin-type', 'text'] as const
  return forms.find((form) => code.toLowerCase().includes(`63${digitsOf(selectors[form])}`))
}

/** ENSIP-11. */
function coinTypeOf({ chainId }: ReverseClaim): number {
  return 0x80000000 + chainId
}
