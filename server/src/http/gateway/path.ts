import { parse } from 'secure-json-parse'
import { AppError, OverloadedError } from '../../errors.ts'
import { isObject } from '../../is-object.ts'
import { withoutAuthority } from '../requests/url.ts'
import { failureEnvelope } from '../schema/envelope.ts'

/** EIP-3668 clients read `message`; other clients read the envelope. */
export function gatewayErrorBody(error: AppError): string {
  const overload = error instanceof OverloadedError ? { cause: 'overload' } : {}
  return JSON.stringify({ message: error.message, ...overload, ...failureEnvelope(error) })
}

const beforeData = '{"data":"'

/** Behind the data, in the form of viem and ethers. */
const senderPattern = /^","sender":"0x[\da-f]{40}"\}$/i

/** @throws AppError `BadRequestException` */
export function callDataFromBody(text: string): string {
  return usualCallData(text) ?? parsedCallData(text)
}

/** A third of the time of `JSON.parse`; `undefined` for any other form. */
function usualCallData(text: string): string | undefined {
  if (!text.startsWith(beforeData)) return undefined
  const end = text.indexOf('"', beforeData.length)
  if (end < 0 || !senderPattern.test(text.slice(end))) return undefined
  const data = text.slice(beforeData.length, end)
  return data.includes('\\') ? undefined : data
}

function parsedCallData(text: string): string {
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

/** Percent-encoded. */
interface LookupPath {
  readonly resolverId: string
  readonly data: string | undefined
}

const gatewayRoot = '/ccip/'

export function isGatewayTarget(target: string): boolean {
  return withoutAuthority(target).startsWith(gatewayRoot)
}

/**
 * Parses GET and HEAD of `/ccip/{resolverId}/{sender}/{data}`, POST of `/ccip/{resolverId}` and
 * `/ccip/{resolverId}/{sender}`; else undefined.
 */
export function matchLookup(method: string, target: string): LookupPath | undefined {
  if (!isGatewayTarget(target)) return undefined
  const [resolverId = '', , data, rest] = pathOf(target).slice(gatewayRoot.length).split('/')
  const isMatch = data === undefined ? method === 'POST' : method === 'GET' || method === 'HEAD'
  return isMatch && rest === undefined ? { resolverId, data } : undefined
}

function pathOf(target: string): string {
  const path = withoutAuthority(target)
  return path.includes('?') || path.includes('#') ? path.replace(/[?#].*$/s, '') : path
}

/** @throws AppError `BadRequestException` for malformed percent-encoding. */
export function decodePart(part: string): string {
  if (!part.includes('%')) return part
  try {
    return decodeURIComponent(part)
  } catch {
    throw new AppError('BadRequestException', 'The request is malformed.')
  }
}
