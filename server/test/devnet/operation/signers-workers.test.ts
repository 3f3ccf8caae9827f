import { bynameResolverAbi } from '@byname/contracts/BynameResolver'
import { type Address, createPublicClient, type Hex, http } from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { signerKeys } from '../../../src/sandbox/seed.ts'
import { addName, type OnboardedDomain, onboardNewDomain } from '../../support/chain/onboard-domain.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'
import { openPinnedConnection, type PinnedConnection } from '../../support/http/pinned-connection.ts'
import { runCommand } from '../../support/service/command.ts'
import { startTestSandbox, type TestSandbox } from '../../support/service/sandbox.ts'
import { startWorkers } from '../../support/service/serve-process.ts'
import type { Settings } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const holder = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const gatewayResponse = z.object({ data: z.custom<Hex>((value) => typeof value === 'string') })

/** Rotations of the signer of a service of two workers; the contract, not the service, says which responses are valid. */
describeOnEachDatabase('A service of two workers', ({ createMigrated }) => {
  let sandbox: TestSandbox
  let environment: Settings
  beforeAll(async () => {
    const databaseUrl = await createMigrated()
    sandbox = await startTestSandbox({ DATABASE_URL: databaseUrl })
    const { context, devnet } = sandbox
    environment = {
      DATABASE_URL: databaseUrl,
      DATA_DIR: context.config.dataDir,
      PORT: '0',
      RPC_URL_1: devnet.rpcUrl(1),
      SIGNER_KEY_1: signerKeys(devnet)[1],
      OWNER_KEY: devnet.accounts.at(-1)?.privateKey ?? '',
    }
  })
  afterAll(() => sandbox.stop())

  /** A client all of whose lookups are answered by one worker. */
  const clientOf = ({ call }: PinnedConnection) =>
    createPublicClient({
      chain: mainnet,
      transport: http(sandbox.devnet.rpcUrl(1)),
      ccipRead: {
        request: async ({ data, sender, urls: [url = ''] }) => {
          const { status, body } = await call('POST', new URL(url).pathname, { body: { data, sender } })
          expect(status, JSON.stringify(body)).toBe(200)
          return gatewayResponse.parse(body).data
        },
      },
    })

  const listedSigners = ({ resolver }: OnboardedDomain): Promise<readonly Address[]> =>
    createPublicClient({ transport: http(sandbox.devnet.rpcUrl(1)) }).readContract({
      address: resolver,
      abi: bynameResolverAbi,
      functionName: 'signers',
    })

  /** Returns the signer that the contract lists at the end, the only one. */
  const rotate = async (domain: OnboardedDomain, options: readonly string[]) => {
    const args = [
      'signers',
      'rotate',
      domain.resolverId,
      '--key-from',
      'OWNER_KEY',
      '--settle',
      '2',
      ...options,
    ]
    // How long the command waits for earlier responses; those of the service are valid for longer.
    const { code, errors } = await runCommand(args, { ...environment, GATEWAY_SIGNATURE_TTL: '2' })
    expect({ code, errors }).toEqual({ code: 0, errors: expect.stringContaining('All gateways sign with') })
    const [signer, ...others] = await listedSigners(domain)
    expect(others).toEqual([])
    return signer
  }

  test('rule: a rotation loses no lookup of either worker, and both use the new key at its end', async () => {
    const { url, pids, end } = await startWorkers(environment, 2)
    const domain = await onboardNewDomain(sandbox, {
      label: 'rotated',
      scheme: 'chain-bound',
      form: 'POST',
      gatewayUrl: url,
    })
    await addName(sandbox, domain, 'alice', { addresses: [{ coinType: 60, address: holder }] })
    const connections = [await openPinnedConnection(url), await openPinnedConnection(url)] as const
    const clients = connections.map(clientOf)
    const name = `alice.${domain.name}`
    const lookUpOnBoth = () =>
      Promise.all(clients.map((client) => client.getEnsAddress({ name, strict: true })))

    const stopping = new AbortController()
    onTestFinished(() => stopping.abort())
    const counts = [0, 0]
    const running = clients.map(async (client, index) => {
      const results = new Set<string>()
      while (!stopping.signal.aborted) {
        const result = await client
          .getEnsAddress({ name, strict: true })
          .catch((error: Error) => error.message)
        results.add(`${result}`)
        counts[index] = (counts[index] ?? 0) + 1
      }
      return results
    })
    const lookUpOften = (when: string) => {
      const wanted = counts.map((count) => count + 10)
      return waitUntil(`ten lookups of each worker ${when}`, () =>
        counts.every((count, index) => count >= (wanted[index] ?? 0)),
      )
    }
    const [first] = await listedSigners(domain)
    await lookUpOften('before')
    const second = await rotate(domain, [])
    expect(second).not.toBe(first)
    // The contract rejects what the old key signs, also a response that a worker has kept.
    expect(await lookUpOnBoth()).toEqual([holder, holder])
    await lookUpOften('after')
    stopping.abort()
    for (const results of await Promise.all(running)) expect([...results]).toEqual([holder])

    const third = await rotate(domain, ['--leaked'])
    expect(third).not.toBe(second)
    expect(await lookUpOnBoth()).toEqual([holder, holder])

    // Each connection was to a worker of its own: one of them is lost with one worker.
    process.kill(pids()[0] ?? 0, 'SIGKILL')
    await waitUntil('a connection is lost', () => connections.some(({ isLost }) => isLost()))
    await waitUntil('the worker is replaced', () => pids().length === 3)
    expect(connections.filter(({ isLost }) => isLost())).toHaveLength(1)
    expect(await end('SIGTERM')).toBe(0)
  })
})
