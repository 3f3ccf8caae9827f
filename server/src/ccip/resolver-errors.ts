import type { Hex } from 'viem'
import { AppError } from '../errors.ts'
import { BoundedAbiReader, MalformedAbiError } from './bounded-abi.ts'
import { splitSelector } from './offchain-lookup.ts'
import type { ReadSession } from './session.ts'

export const resolverErrors = {
  resolverNotFound: '0x77209fe8',
  resolverNotContract: '0x1e9535f2',
  resolverError: '0x95c0c752',
  unreachableName: '0x5fe9a5df',
  unsupportedProfile: '0x7b1c461b',
  httpError: '0x01800152',
  reverseAddressMismatch: '0xef9c03ce',
}

/** Whether a mirror between ENSv1 and ENSv2 found nothing. */
export function isUnreachableNameError(args: Hex): boolean {
  try {
    return splitSelector(new BoundedAbiReader(args).bytes(0, 0)).selector === resolverErrors.unreachableName
  } catch (error) {
    if (error instanceof MalformedAbiError) return false
    throw error
  }
}

export function lastGatewayError({ lookups }: ReadSession): AppError {
  return lookups.lastError ?? new AppError('UpstreamException', "The name's gateway failed.")
}

export function rejectedResponseError(): AppError {
  return new AppError(
    'UpstreamException',
    'The resolver of the name failed, or rejected the response of its gateway.',
  )
}
