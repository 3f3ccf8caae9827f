import type { Hex } from 'viem'
import { isValidAddress } from '../../crypto/evm-address.ts'
import { lowerCaseHex } from '../../crypto/hex.ts'
import { AppError } from '../../errors.ts'

/** Set by an operator. */
export interface ResolverEntry {
  readonly address: string
  readonly registryAddress: string
  /** http(s); public, so without a key. */
  readonly nodeProvider: string
  readonly environment: string
}

export type ParsedResolverEntry = ResolverEntry & { readonly address: Hex; readonly registryAddress: Hex }

/** @throws AppError `BadRequestException` for an invalid address or URL, and for a URL with a password. */
export function parseResolverEntry({
  address,
  registryAddress,
  nodeProvider,
  environment,
}: ResolverEntry): ParsedResolverEntry {
  if (!isPublicUrl(nodeProvider))
    throw new AppError(
      'BadRequestException',
      'The node provider is not an http(s) URL without user and password.',
    )
  return {
    address: parseContractAddress(address),
    registryAddress: parseContractAddress(registryAddress),
    nodeProvider,
    environment,
  }
}

/** Accepts one case, or a correct EIP-55 checksum. */
export function parseContractAddress(text: string): Hex {
  if (isValidAddress(text)) return lowerCaseHex(text)
  throw new AppError('BadRequestException', `"${text}" is not the address of a contract.`)
}

function isPublicUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}
