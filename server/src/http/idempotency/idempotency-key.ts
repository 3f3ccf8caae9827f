import { AppError } from '../../errors.ts'

const maxLength = 255

/** A String of Structured Fields (RFC 9651 §3.3.3). */
const quoted = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/

/** As many clients send it; Node joins repeated headers with a comma. */
const unquoted = /^[^\s",;\\]+$/

/**
 * Parses the header of draft-ietf-httpapi-idempotency-key-header-07: with or without quotes, 1 to 255 visible ASCII
 * characters.
 *
 * @throws AppError `BadRequestException`.
 */
export function parseIdempotencyKey(header: string): string {
  const key = quoted.exec(header)?.[1]?.replace(/\\(.)/g, '$1') ?? unquoted.exec(header)?.[0]
  if (key && key.length <= maxLength && /^[\x20-\x7e]+$/.test(key)) return key
  throw new AppError(
    'BadRequestException',
    `idempotency-key: is not one text of 1 to ${maxLength} visible ASCII characters, such as a UUID`,
  )
}
