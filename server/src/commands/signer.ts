import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import type { Address, Hex } from 'viem'
import { repeat } from '../async/time.ts'
import { readConfig } from '../config/config.ts'
import { lowerCaseHex } from '../crypto/hex.ts'
import { OperatorError } from '../errors.ts'
import { type SigningScheme, signingSchemes } from '../gateway/digest.ts'
import { createLogOutput } from '../observability/log-output.ts'
import { addressesByChain, openSigners } from '../signing/open-signers.ts'
import { ownKeys, processMaxPerSecond } from '../signing/signer-sources.ts'
import type { KnownResolver } from '../signing/socket/authorize.ts'
import { openFirstResolvers } from '../signing/socket/first-resolvers.ts'
import type { SignRequest } from '../signing/socket/protocol.ts'
import { startSignerServer } from '../signing/socket/signer-server.ts'
import { command, parseChoice, stopOnShutdown, waitForShutdownSignal } from './shared.ts'

/** A new key in the file is in use within this time. */
const reloadIntervalMs = 2_000

const countIntervalMs = 60_000

export const signer = command({
  name: 'signer',
  summary:
    'hold the signing keys in a process of their own, as another user than the service: signs responses for the contracts in ' +
    'SIGNER_RESOLVERS, asked over the Unix socket SIGNER_SOCKET, and nothing else; logs what it counts and refuses',
  run: async () => {
    const shutdown = waitForShutdownSignal()
    const { config, secrets } = readConfig()
    const { socketPath, maxPerSecond = processMaxPerSecond } = config.signing
    const listed = config.signing.resolvers
    if (socketPath === undefined || listed.length === 0)
      throw new OperatorError(
        'SIGNER_SOCKET and SIGNER_RESOLVERS are missing: docs/operating/signers.md has an example.',
      )
    const log = pino({ level: config.logLevel }, createLogOutput())
    const { resolvers, takeFirst } = await openResolvers(listed, config.dataDir, log)
    const { signers, reload } = await openSigners({ sources: [ownKeys(config, secrets)], log })
    if (signers.size === 0)
      throw new OperatorError('There is no key: make one with "byname signers new --chain 1".')
    const counts = createCounts()
    const logCounts = () => {
      const counted = counts.take()
      if (counted.length > 0) log.info({ counted }, 'signed')
    }
    const { stop } = await startSignerServer({
      socketPath,
      signers,
      resolvers,
      takeFirst,
      maxPerSecond,
      onSigned: counts.add,
      onRefused: (reason) => log.warn({ reason }, 'refused to sign'),
    })
    log.info(
      { socket: socketPath, resolvers, maxPerSecond, signers: addressesByChain(signers) },
      'the signer is ready',
    )
    const reloadAndLog = () =>
      reload().catch((err: unknown) =>
        log.error({ err }, 'the signing keys cannot be read; those read before stay in use'),
      )
    const stopping = new AbortController()
    const jobs = [
      repeat(reloadIntervalMs, reloadAndLog, stopping.signal),
      repeat(countIntervalMs, async () => logCounts(), stopping.signal),
    ]
    await stopOnShutdown(async () => {
      await stop()
      stopping.abort()
      await Promise.all(jobs)
      logCounts()
    }, shutdown)
  },
})

const firstResolver = 'first'

/** Those of the settings; with `first` alone, those that were taken earlier, and what takes others. */
async function openResolvers(listed: readonly string[], dataDir: string, log: Logger) {
  if (!listed.includes(firstResolver)) return { resolvers: listed.map(parseKnownResolver) }
  if (listed.length > 1) throw new OperatorError('SIGNER_RESOLVERS is either first or a list of contracts.')
  const { resolvers, take } = await openFirstResolvers(join(dataDir, 'signer-resolvers'), parseKnownResolver)
  const takeFirst = async (resolver: KnownResolver) => {
    await take(resolver)
    log.info({ resolver }, 'signs for the first contract of the chain, and no other, from now on')
  }
  return { resolvers, takeFirst }
}

/** The scheme is that of a contract of ours, unless it is given. */
function parseKnownResolver(entry: string): KnownResolver {
  const [chainId = '', address = '', scheme = 'merkle'] = entry.split(':')
  return {
    chainId: Number(chainId),
    address: lowerCaseHex(address as Hex),
    scheme: parseChoice<SigningScheme>(scheme, signingSchemes),
  }
}

interface Count {
  readonly chainId: number
  readonly resolver: Address
  signatures: number
  responses: number
}

/** Since they were taken last, by contract; the known contracts are few. */
function createCounts() {
  const counts = new Map<string, Count>()
  return {
    add: ({ fields: { chainId, resolver, responses } }: SignRequest) => {
      const key = `${chainId} ${resolver.toLowerCase()}`
      const count = counts.get(key) ?? { chainId, resolver, signatures: 0, responses: 0 }
      counts.set(key, count)
      count.signatures++
      count.responses += responses.length
    },
    take: (): readonly Count[] => {
      const taken = [...counts.values()]
      counts.clear()
      return taken
    },
  }
}
