import { pino } from 'pino'
import type { Address, Hex } from 'viem'
import { repeat } from '../async/time.ts'
import { readConfig } from '../config/config.ts'
import { lowerCaseHex } from '../crypto/hex.ts'
import { OperatorError } from '../errors.ts'
import { type SigningScheme, signingSchemes } from '../gateway/digest.ts'
import { addressesByChain, openSigners } from '../signing/open-signers.ts'
import { ownKeys, processMaxPerSecond } from '../signing/signer-sources.ts'
import type { KnownResolver } from '../signing/socket/authorize.ts'
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
    const resolvers = config.signing.resolvers.map(parseKnownResolver)
    if (socketPath === undefined || resolvers.length === 0)
      throw new OperatorError(
        'SIGNER_SOCKET and SIGNER_RESOLVERS are missing: docs/operating/signers.md has an example.',
      )
    const log = pino({ level: config.logLevel })
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
