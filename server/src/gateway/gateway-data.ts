import { AppError } from '../errors.ts'

/**
 * Decodes the `{data}` part of a gateway URL or body (EIP-3668): hex with `0x`, in any case, with or without `.json`.
 *
 * @throws BadRequestException for anything else.
 */
export function parseGatewayData(text: string): Uint8Array {
  const hex = text.endsWith('.json') ? text.slice(0, -'.json'.length) : text
  const digits = hex.slice(2)
  const bytes = Buffer.from(digits, 'hex')
  // Buffer stops silently at the first invalid pair of digits; the length shows it.
  if (!/^0x/i.test(hex) || bytes.length * 2 !== digits.length)
    throw new AppError('BadRequestException', 'The call data must be hex: 0x and an even number of digits.')
  return bytes
}
