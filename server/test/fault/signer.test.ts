import { bynameResolverAbi } from '@byname/contracts/BynameResolver'
import { encodeFunctionData } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createResolver, resolverDefaults } from '../../src/core/resolvers/resolvers.ts'
import { signerKeys } from '../../src/sandbox/seed.ts'
import { onboardNewDomain } from '../support/chain/onboard-domain.ts'
import { send } from '../support/chain/registry-writes.ts'
import { createClient, dataOf } from '../support/http/api-client.ts'
import { runCommand } from '../support/service/command.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'
import { startServeProcess } from '../support/service/serve-process.ts'
import type { Settings } from '../support/service/service.ts'
import { waitUntil } from '../support/wait-until.ts'

/** A service whose responses every contract rejects logs that without being requested, and logs when it is over. */
describe('A signer that resolvers do not trust', () => {
  const untrustedKey = generatePrivateKey()
  let sandbox: TestSandbox
  let environment: Settings
  beforeAll(async () => {
    sandbox = await startTestSandbox()
    const { context, devnet } = sandbox
    const keys = signerKeys(devnet)
    environment = {
      DATA_DIR: context.config.dataDir,
      PORT: '0',
      RPC_URL_1: devnet.rpcUrl(1),
      RPC_URL_11155111: devnet.rpcUrl(11155111),
      SIGNER_KEY_1: keys[1],
      SIGNER_KEY_11155111: keys[11155111],
      SIGNER_MONITOR_INTERVAL: '1',
    }
  })
  afterAll(() => sandbox.stop())

  const check = async (settings: Settings = {}) => {
    const { code, errors, output } = await runCommand(['resolvers', 'check', '--json'], {
      ...environment,
      ...settings,
    })
    const rows = JSON.parse(output) as readonly { chainId: number; signingScheme: string; trust: string }[]
    return { code, errors, trusts: rows.map(({ chainId, trust }) => `${chainId} ${trust}`) }
  }

  it('rule: the service logs which resolver rejects its responses, serves, is degraded, and logs when all trust its signer', async () => {
    const { resolver } = sandbox.file.chains['1']
    const {
      url,
      readOutput: printed,
      end,
    } = await startServeProcess({ ...environment, SIGNER_KEY_1: untrustedKey })
    await waitUntil('it is said', () => printed().includes('rejects our responses'))
    expect(printed().toLowerCase()).toContain(
      `the resolver ${resolver.toLowerCase()} on chain 1 rejects our responses: ${privateKeyToAddress(untrustedKey).toLowerCase()}`,
    )
    const call = await createClient(url)
    expect(dataOf(await call('GET', '/ready'))).toMatchObject({
      status: 'degraded',
      reasons: [{ code: 'signer-untrusted', since: expect.any(String) }],
    })

    const args = [privateKeyToAddress(untrustedKey)] as const
    const data = encodeFunctionData({ abi: bynameResolverAbi, functionName: 'addSigner', args })
    const deployer = sandbox.devnet.accounts.at(-1)?.address ?? resolver
    await send(sandbox.devnet.rpcUrl(1), deployer, resolver, data)
    await waitUntil('all are trusted', () => printed().includes('signer-untrusted has ended'))
    await waitUntil('it is ok', async () => {
      const { status } = dataOf<{ status: string }>(await call('GET', '/ready'))
      return status === 'ok'
    })
    expect(await end('SIGTERM')).toBe(0)
  })

  it('rule: resolvers check names each resolver, of either scheme, and fails unless all trust their signer', async () => {
    await onboardNewDomain(sandbox, { label: 'published', scheme: 'published', form: 'GET' })
    expect(await check()).toEqual({
      code: 0,
      errors: '',
      trusts: ['1 trusted', '1 trusted', '11155111 trusted'],
    })

    const { context, devnet, file } = sandbox
    await createResolver(context, {
      ...resolverDefaults(11155111),
      chainId: 11155111,
      address: privateKeyToAddress(untrustedKey),
      signingScheme: 'chain-bound',
    })
    const refused = await check({ SIGNER_KEY_1: untrustedKey })
    expect(refused).toMatchObject({
      code: 1,
      trusts: ['1 trusted', '1 untrusted', '11155111 trusted', '11155111 not-a-resolver'],
    })
    expect(refused.errors).toContain('2 of 4 resolvers are known to trust their signer.')
    expect(refused.errors).not.toContain(file.chains['1'].resolver)

    const elsewhere = { RPC_URL_1: devnet.rpcUrl(11155111), SIGNER_KEY_11155111: '' }
    const unknown = await check(elsewhere)
    expect(unknown).toMatchObject({
      code: 1,
      trusts: [
        '1 rpc-failed',
        '1 rpc-failed',
        '11155111 signer-not-configured',
        '11155111 signer-not-configured',
      ],
    })
    expect(unknown.errors).toContain('Set SIGNER_KEY_11155111.')
  })
})
