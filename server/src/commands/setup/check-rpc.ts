import { z } from 'zod'
import type { ChainId } from '../../ens/chains.ts'
import { type Checked, doubtful, fatal, type Problem } from './checks.ts'
import { isPlainValue } from './settings-file.ts'

const timeoutMs = 10_000

const maxBlockAgeMs = 5 * 60_000
/** Contracts compare times of responses with that of their block. */
const maxClockDifferenceMs = 30_000

const replySchema = z.object({ result: z.unknown() })
const blockSchema = z.object({ timestamp: z.string().regex(/^0x[\da-f]{1,12}$/i) })

/** Its URL may have a key: no sentence shows it. */
export async function checkRpc(text: string, chainId: ChainId, clock = Date.now): Promise<Checked> {
  const value = text.trim()
  const problem = (found: Problem): Checked => ({ value, problems: [found] })
  if (!/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
    return problem(
      fatal('That is not a URL of https:// or http://. A provider of nodes shows it as "HTTPS endpoint".'),
    )
  if (!isPlainValue(value))
    return problem(
      fatal('The URL has a quote, a space, a dollar or a backslash: write it as %22, %20, %24 or %5C.'),
    )
  const before = clock()
  const asked = await askRpc(value, 'eth_chainId', [])
  if ('failure' in asked)
    return problem(
      doubtful(
        `The RPC ${asked.failure}. Names are served without it; owners cannot add domains until it responds.`,
      ),
    )
  const after = clock()
  const served = typeof asked.result === 'string' ? Number(asked.result) : Number.NaN
  if (served !== chainId)
    return problem(
      fatal(
        `The RPC is of chain ${Number.isNaN(served) ? 'unknown' : served}, and not of chain ${chainId}: take the endpoint of the right network.`,
      ),
    )
  const block = await askRpc(value, 'eth_getBlockByNumber', ['latest', false])
  const parsed = 'failure' in block ? undefined : blockSchema.safeParse(block.result).data
  if (!parsed)
    return problem(doubtful('The RPC does not give its newest block: it may be limited, or just starting.'))
  const blockAt = Number(parsed.timestamp) * 1000
  const problems = [...clockProblems(asked.serverAt, before, after), ...blockProblems(blockAt, clock())]
  const age = Math.round((clock() - blockAt) / 1000)
  return {
    value,
    problems,
    found: `responds, is of chain ${chainId}, newest block ${Math.max(0, age)} seconds ago`,
  }
}

/** The header has whole seconds. */
function clockProblems(serverAt: number | undefined, before: number, after: number): readonly Problem[] {
  if (serverAt === undefined) return []
  const difference = serverAt > after ? serverAt - after : Math.min(0, serverAt + 1000 - before)
  if (Math.abs(difference) <= maxClockDifferenceMs) return []
  return [
    doubtful(
      `The clock of this machine is ${Math.round(Math.abs(difference) / 1000)} seconds ${difference > 0 ? 'behind' : 'ahead'}: ` +
        'contracts reject responses of a wrong time. Set it: timedatectl set-ntp true',
    ),
  ]
}

function blockProblems(blockAt: number, now: number): readonly Problem[] {
  if (now - blockAt > maxBlockAgeMs)
    return [
      doubtful(
        `The newest block of the RPC is ${Math.round((now - blockAt) / 60_000)} minutes old: it is behind the chain, or the clock of this machine is ahead.`,
      ),
    ]
  if (blockAt - now > maxClockDifferenceMs)
    return [
      doubtful(
        `The newest block of the RPC is ${Math.round((blockAt - now) / 1000)} seconds in the future: set the clock of this machine (timedatectl set-ntp true).`,
      ),
    ]
  return []
}

type Asked =
  | { readonly result: unknown; readonly serverAt: number | undefined }
  | { readonly failure: string }

/** One call of the node. */
export async function askRpc(url: string, method: string, params: readonly unknown[]): Promise<Asked> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    })
    const serverAt = Date.parse(response.headers.get('date') ?? '')
    const text = await response.text()
    if (!response.ok)
      return {
        failure: `answers HTTP ${response.status}${response.status === 401 || response.status === 403 ? ': is its key complete?' : ''}`,
      }
    const reply = replySchema.safeParse(parseJson(text)).data
    if (!reply || reply.result === undefined) return { failure: 'does not speak JSON-RPC' }
    return { result: reply.result, serverAt: Number.isNaN(serverAt) ? undefined : serverAt }
  } catch (error) {
    return {
      failure:
        error instanceof Error && error.name === 'TimeoutError'
          ? `does not respond in ${timeoutMs / 1000} seconds`
          : 'cannot be reached',
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
