import { parse } from 'secure-json-parse'
import { AppError } from '../../errors.ts'
import { isObject } from '../../is-object.ts'

/** @throws AppError `BadRequestException` */
export function callDataFromBody(text: string): string {
  const body = text === '' ? undefined : parseJson(text)
  if (isObject(body) && 'data' in body && typeof body.data === 'string') return body.data
  throw new AppError('BadRequestException', 'The body is not {"data": "0x…", "sender": "0x…"}.')
}

/** Every key that sets a prototype, even an escaped one, contains one of these. */
const prototypeParts = ['"__proto__"', '"constructor"', '\\']

/** The search for prototype keys is slow, so it runs only if there may be one. */
function parseJson(text: string): unknown {
  try {
    return prototypeParts.some((part) => text.includes(part)) || text.startsWith('\ufeff')
      ? parse(text)
      : JSON.parse(text)
  } catch {
    throw new AppError('BadRequestException', 'The body is not valid JSON.')
  }
}
