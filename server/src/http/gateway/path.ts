import { AppError } from '../../errors.ts'
import { withoutAuthority } from '../request-target.ts'

/** Percent-encoded. */
export interface LookupPath {
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
