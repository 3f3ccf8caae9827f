import type { Hex } from 'viem'
import type { YieldToEventLoop } from '../async/time.ts'
import { isHexAddress, isValidAddress } from '../crypto/evm-address.ts'
import { lowerCaseHex } from '../crypto/hex.ts'
import { AppError } from '../errors.ts'

/** Distinct addresses. */
const maxAllowedAddresses = 250_000

/**
 * The addresses in the first column of a CSV file (RFC 4180), in ascending order. The first line may be a header, empty
 * lines are skipped, and an address that occurs again counts once.
 *
 * @throws AppError `BadRequestException` with the number of the line.
 */
export async function parseAllowList(
  file: Uint8Array,
  yieldToEventLoop: YieldToEventLoop,
): Promise<readonly Hex[]> {
  const addresses = new Set<Hex>()
  let number = 0
  for (const line of decode(file).matchAll(/[^\r\n]*(?:\r\n|\n|\r|$)/g)) {
    number++
    const address = addressOf(line[0].trim(), number)
    if (address) addresses.add(address)
    if (addresses.size > maxAllowedAddresses)
      throw new AppError('BadRequestException', `file: has more than ${maxAllowedAddresses} addresses.`)
    await yieldToEventLoop()
  }
  return [...addresses].sort()
}

function decode(file: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    throw new AppError('BadRequestException', 'file: is not text in UTF-8.')
  }
}

/** `undefined` for an empty line, and for the header. */
function addressOf(line: string, number: number): Hex | undefined {
  if (line === '') return undefined
  const [, quoted, plain = ''] = /^(?:"([^"]*)"|([^,;\t]*))/.exec(line) ?? []
  const text = (quoted ?? plain).trim()
  if (isValidAddress(text)) return lowerCaseHex(text)
  if (number === 1 && !text.startsWith('0x')) return undefined
  const problem = isHexAddress(text)
    ? 'has a wrong EIP-55 checksum'
    : 'is not an address: 0x and 40 hex digits'
  throw new AppError(
    'BadRequestException',
    `file: line ${number}: ${JSON.stringify(text.slice(0, 60).toWellFormed())} ${problem}.`,
  )
}
