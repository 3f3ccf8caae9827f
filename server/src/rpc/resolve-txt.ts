import { Resolver } from 'node:dns/promises'
import { errorCode } from '../errors.ts'
import { OutboundError } from './outbound/error.ts'

/** The texts of a name's TXT records, each joined from its strings (RFC 1035 §3.3.14); none if it has no such record. */
export type ResolveTxt = (name: string, signal: AbortSignal) => Promise<readonly string[]>

const timeoutMs = 3_000

/** Codes of c-ares for a name without such records. */
const absentCodes = ['ENOTFOUND', 'ENODATA']

/**
 * `servers` are addresses, with a port if it is not 53; without any, those of the system are asked. Throws only
 * `OutboundError`.
 */
export function createTxtResolver(servers: readonly string[]): ResolveTxt {
  return async (name, signal) => {
    const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
    if (servers.length > 0) resolver.setServers(servers)
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel)
    try {
      return (await resolver.resolveTxt(name)).map((strings) => strings.join(''))
    } catch (error) {
      const code = errorCode(error) ?? ''
      if (absentCodes.includes(code)) return []
      throw new OutboundError('failed', `could not be asked (${code || 'no response'})`)
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }
}
