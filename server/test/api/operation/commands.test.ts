import { access, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { version as packageVersion } from '../../../src/version.ts'
import { describeOnSqlite } from '../../support/databases/stores.ts'
import { deleteDomain, requestSubname } from '../../support/entities/domains.ts'
import { getSubname, seedSubname } from '../../support/entities/subnames.ts'
import { createFolder } from '../../support/folders.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { runCommand } from '../../support/service/command.ts'
import { startTestService, type TestService, testEnvironment } from '../../support/service/service.ts'

interface Printed {
  readonly id: string
  readonly key: string
  readonly expiresAt: string | null
  readonly revokedAt: string | null
}

describeOnSqlite('The command line beside a running service', (databases) => {
  let folder: string
  let service: TestService
  let environment: Readonly<Record<string, string>>
  beforeAll(async () => {
    folder = await createFolder('commands')
    const url = await databases.create()
    service = await startTestService(url)
    environment = testEnvironment(folder, url)
  })
  afterAll(async () => {
    await service.stop()
    await rm(folder, { recursive: true })
  })

  const run = (...args: readonly string[]) => runCommand(args, environment)

  const show = async <Result = Printed>(...args: readonly string[]): Promise<Result> => {
    const { output, errors, code } = await run(...args, '--json')
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    return JSON.parse(output)
  }

  const statusWith = async (key: string) =>
    (await service.call('GET', '/ens/v1/ens/api-key', { headers: { 'x-api-key': key } })).status

  it('rule: allowed origins set by command apply immediately in the service, and --any removes them', async () => {
    const { demo, key } = service
    const read = async () => {
      const path = `/byname/v1/domains/${demo[1].name}?chainId=1`
      const response = await service.call('GET', path, { headers: { 'x-api-key': key } })
      return dataOf<{ allowedOrigins: string[] | null }>(response).allowedOrigins
    }
    const setOrigins = ['domains', 'set-origins', demo[1].name, '--chain', '1'] as const
    const printed = await show<object>(...setOrigins, '--origins', 'App.example, *.example.com')
    expect(printed).toMatchObject({ name: demo[1].name, allowedOrigins: ['app.example', '*.example.com'] })
    expect(await read()).toEqual(['app.example', '*.example.com'])
    for (const options of [[], ['--any', '--origins', 'a.example'], ['--origins', '*']]) {
      const { code, errors } = await run(...setOrigins, ...options)
      expect({ code, isExplained: errors.length > 20 }).toEqual({ code: 1, isExplained: true })
    }
    expect(await read()).toEqual(['app.example', '*.example.com'])
    await show(...setOrigins, '--any')
    expect(await read()).toBeNull()
  })

  it('rule: the time for shared caches that a command sets applies immediately in the service, and --none ends it', async () => {
    const { demo, key } = service
    const path = `/byname/v1/domains/${demo[1].name}?chainId=1`
    const read = async () => dataOf(await service.call('GET', path, { headers: { 'x-api-key': key } }))
    const setCaching = ['domains', 'set-caching', demo[1].name, '--chain', '1'] as const
    expect(await show<object>(...setCaching, '--seconds', '60')).toMatchObject({ sharedMaxAge: 60 })
    expect(await read()).toMatchObject({ sharedMaxAge: 60 })
    for (const options of [[], ['--seconds', '5', '--none'], ['--seconds', '61'], ['--seconds', '0']]) {
      const { code, errors } = await run(...setCaching, ...options)
      expect({ code, isExplained: errors.length > 20 }).toEqual({ code: 1, isExplained: true })
    }
    expect(await read()).toMatchObject({ sharedMaxAge: 60 })
    await show(...setCaching, '--none')
    expect(await read()).toMatchObject({ sharedMaxAge: null })
  })

  it('rule: a workspace and a key created by command are valid immediately in the service, a rotated or revoked one is not', async () => {
    const { id: workspace } = await show('workspaces', 'create', 'Made here')
    expect(await show<Printed[]>('workspaces', 'list')).toContainEqual(
      expect.objectContaining({ id: workspace }),
    )

    const expires = ['--expires', '2999-01-01T00:00:00Z']
    const scopes = ['--scope', 'names:write', '--scope', 'domains:write']
    const limits = ['--origin', 'https://shop.example', ...expires]
    const created = await show(
      'keys',
      'create',
      '--workspace',
      workspace,
      '--name',
      'shop',
      ...scopes,
      ...limits,
    )
    expect(created).toMatchObject({
      workspaceId: workspace,
      name: 'shop',
      scopes: ['names:write', 'domains:write'],
      origins: ['https://shop.example'],
      expiresAt: '2999-01-01T00:00:00.000Z',
    })
    expect(await statusWith(created.key)).toBe(200)

    const rotated = await show('keys', 'rotate', created.id, '--overlap', '0')
    expect([await statusWith(created.key), await statusWith(rotated.key)]).toEqual([401, 200])
    await show('keys', 'revoke', rotated.id)
    expect(await statusWith(rotated.key)).toBe(401)

    const listed = await run('keys', 'list', '--workspace', workspace)
    expect(listed.output).toContain(created.id)
    expect(listed.output).toContain(rotated.id)
    expect(listed.output).not.toContain(created.key)
  })

  it('rule: a resolver added by command is listed by the service', async () => {
    const address = '0x48De002d3c64e4cFD130A87A35ECD960c01954bc'
    const id = '01997a4e-6f3c-7c1e-9d6b-0d6d8a3f2b10'
    const scheme = ['--scheme', 'published', '--json']
    const outcome = await run('resolvers', 'add', '--chain', '1', '--address', address, '--id', id, ...scheme)
    // This service signs for both chains with one key.
    expect(outcome).toMatchObject({
      code: 0,
      errors: expect.stringContaining('can be replayed on the other'),
    })
    const added: Printed & { signingScheme: string } = JSON.parse(outcome.output)
    expect(added).toMatchObject({
      id,
      resolverAddress: address,
      signingScheme: 'published',
      chainName: 'mainnet',
    })
    const { signingScheme: _, ...printed } = added
    expect(dataOf(await service.call('GET', `/ens/v1/offchain-resolvers/${id}`))).toEqual(printed)
    expect((await run('resolvers', 'list')).output).toContain(address)
    const again = await run('resolvers', 'add', '--chain', '1', '--address', address, '--scheme', 'published')
    expect(again).toMatchObject({
      code: 1,
      output: '',
      errors: expect.stringContaining('registered already'),
    })
  })

  it('rule: a plan set by command applies immediately in the service, part by part, until it is lifted', async () => {
    const domain = await service.onboard()
    const setPlan = (...args: readonly string[]) =>
      show<object>('domains', 'set-plan', domain.name, '--chain', '1', ...args)
    expect(await setPlan('--until', '2020-01-01', '--names', '1')).toEqual({
      ensId: domain.id,
      isSubscribed: false,
      expiresAt: '2020-01-01T00:00:00.000Z',
      maxNames: 1,
    })
    expectError(await requestSubname(service, domain, 'a'), 403, 'SubscriptionLapsedException')
    expect(await setPlan('--until', '2999-01-01')).toMatchObject({ isSubscribed: true, maxNames: 1 })
    dataOf(await requestSubname(service, domain, 'a'))
    expectError(await requestSubname(service, domain, 'b'), 409, 'LimitReachedException')
    expect(await setPlan('--none')).toMatchObject({ expiresAt: null, maxNames: null })
    dataOf(await requestSubname(service, domain, 'b'))
  })

  it.each([
    [[], 'Give --until, --names or both, or --none alone.'],
    [['--none', '--names', '1'], 'Give --until, --names or both, or --none alone.'],
    [['--names', '-1'], 'argument is ambiguous'],
    [['--names', 'many'], '"many" is not a whole number.'],
    [['--until', 'soon'], '"soon" is not a time'],
  ])('rule: a plan of %j is rejected and changes nothing', async (args, reason) => {
    const domain = await service.onboard()
    const refused = await run('domains', 'set-plan', domain.name, '--chain', '1', ...args)
    expect(refused).toMatchObject({ output: '', errors: expect.stringContaining(reason) })
    expect(refused.code).toBeGreaterThan(0)
  })

  it('rule: a plan for a domain that is not onboarded is rejected', async () => {
    const refused = await run('domains', 'set-plan', 'unknown.eth', '--chain', '1', '--none')
    expect(refused).toMatchObject({ code: 1, errors: 'unknown.eth is not onboarded on chain 1.\n' })
  })

  it('rule: a domain can be purged only after it was deleted, and then its names are deleted permanently', async () => {
    const domain = await service.onboard()
    await seedSubname(service, domain, 'alice')
    expect(await run('domains', 'purge', domain.id)).toMatchObject({
      code: 1,
      errors: `There is no deleted domain ${domain.id}.\n`,
    })
    dataOf(await getSubname(service, domain, 'alice'))

    dataOf(await deleteDomain(service, domain), 201)
    expect((await run('domains', 'list')).output).not.toContain(domain.name)
    expect((await run('domains', 'list', '--deleted')).output).toContain(domain.name)
    expect(await show('domains', 'purge', domain.id)).toMatchObject({ id: domain.id, subnameCount: 1 })
    expect((await run('domains', 'list', '--deleted')).output).not.toContain(domain.name)
    await service.onboard({ name: domain.name })
    expectError(await getSubname(service, domain, 'alice'), 404, 'SubnameNotFoundException')
  })
})

describe('The command line', () => {
  let folder: string
  beforeAll(async () => {
    folder = await createFolder('commands')
  })
  afterAll(() => rm(folder, { recursive: true }))

  const run = (args: readonly string[], settings: Readonly<Record<string, string>> = {}) =>
    runCommand(args, { DATA_DIR: folder, ...settings })

  it('--help explains every command, or the one that is named', async () => {
    const all = await run(['--help'])
    expect(all).toMatchObject({ code: 0, errors: '' })
    for (const name of [
      'serve',
      'sandbox register <domain>',
      'resolve <name>',
      'keys rotate <id>',
      'resolvers deploy',
    ])
      expect(all.output).toContain(`byname ${name}`)
    expect((await run(['keys', 'create', '--help'])).output).toContain(
      'byname keys create --workspace <id> --name <name> [--scope <scope>]...',
    )
  })

  it('rule: without a command, beside the settings of a service, it explains all and runs nothing', async () => {
    const { output } = await run(['help'])
    expect(await run([], { PUBLIC_URL: 'https://names.example' })).toMatchObject({
      code: 2,
      output: '',
      errors: output,
    })
  })

  it.each([
    [['fly'], 2, 'There is no command "byname fly". "byname help" lists the commands.'],
    [['resolver', 'list'], 2, 'There is no command "byname resolver". Is it "byname resolvers"?'],
    [['resolvers', 'lits'], 2, 'There is no command "byname resolvers lits". Is it "byname resolvers list"?'],
    [['resolvers'], 2, '"byname resolvers" needs a second word: add, deploy, '],
    [['help', 'fly'], 2, 'There is no command "byname fly"'],
    [['keys', 'list'], 2, 'Usage: byname keys list --workspace <id>'],
    [['keys', 'list', '--workspace', 'x', '--verbose'], 2, "Unknown option '--verbose'"],
    [['keys', 'rotate', 'x'], 1, 'There is no API key x.'],
    [['resolvers', 'deploy', '--chain', '1', '--owner', `0x${'11'.repeat(20)}`], 1, 'Set PUBLIC_URL'],
  ])('rule: byname %j exits with %s and the reason', async (args, code, reason) => {
    const outcome = await run(args)
    expect(outcome).toMatchObject({ code, output: '' })
    expect(outcome.errors).toContain(reason)
    expect(outcome.errors).not.toContain('    at ')
  })

  it.each([
    [['help', 'backup'], ['backup [<file or target>]']],
    [
      ['keys', '--help'],
      ['keys create', 'keys list', 'keys rotate', 'keys revoke'],
    ],
    [
      ['help', 'keys'],
      ['keys create', 'keys list', 'keys rotate', 'keys revoke'],
    ],
    [['help', 'keys', 'list'], ['keys list']],
  ])('rule: byname %j explains these commands and no others', async (args, names) => {
    const { output, errors, code } = await run(args)
    expect({ errors, code }).toEqual({ errors: '', code: 0 })
    expect(output.split('\n').filter((line) => line.startsWith('  byname'))).toEqual(
      names.map((name) => expect.stringContaining(`  byname ${name}`)),
    )
  })

  it('--version and version print the version of the package', async () => {
    for (const word of ['--version', 'version'])
      expect(await run([word])).toEqual({ code: 0, output: `${packageVersion}\n`, errors: '' })
  })

  it('rule: what an operator can cause is explained in a sentence, without a stack', async () => {
    const file = join(folder, 'a-file')
    await writeFile(file, 'not a folder')
    const loop = join(folder, 'a-loop')
    await symlink(loop, loop)
    const kernel = '/proc/byname is on a file system of the kernel: set it to a folder on a disk.'
    const outcomes = [
      [await run(['serve'], { DATA_DIR: loop }), 'is a link that leads back to itself: set it to a folder.'],
      [await run(['workspaces', 'list'], { DATA_DIR: '/dev/null/below' }), 'is, or lies below, a file'],
      ...(process.platform === 'linux'
        ? ([[await run(['serve'], { DATA_DIR: '/proc/byname' }), kernel]] as const)
        : []),
      [await run(['serve'], { DATA_DIR: file }), 'is, or lies below, a file: set it to a folder.'],
      [await run(['workspaces', 'list'], { DATA_DIR: join(file, 'below') }), 'is, or lies below, a file'],
      [
        await run(['serve'], { HOST: '192.0.2.1' }),
        '192.0.2.1 is not an address of this machine (EADDRNOTAVAIL). Choose another one with HOST.',
      ],
      [
        await run(['serve'], { PORT: '0', METRICS_HOST: '192.0.2.1', METRICS_PORT: '9' }),
        '192.0.2.1 is not an address of this machine (EADDRNOTAVAIL). Choose another one with METRICS_HOST.',
      ],
      [
        await run(['backup', '/x'], { DATABASE_URL: 'sqlite:/nowhere/b.db' }),
        'no SQLite database /nowhere/b.db',
      ],
      [await run(['workspaces', 'list'], { DATABASE_URL: `sqlite:${folder}` }), 'must be a file in a folder'],
      [await run(['backup', '/nowhere/at/all.gz']), 'There is no folder /nowhere/at: create it'],
      [await run(['restore', folder]), 'has no complete backup.'],
      [await run(['backup']), 'There is no target of backups: set BACKUP_TARGET'],
      [await run(['backup', folder]), 'Nothing is stored without encryption: set BACKUP_RECIPIENT'],
    ] as const
    for (const [{ code, errors }, sentence] of outcomes) {
      expect({ code, errors }).toEqual({ code: 1, errors: expect.stringContaining(sentence) })
      expect(errors).not.toContain('    at ')
    }
  })

  it('check-config reports each problem, prints no secret, and makes nothing', async () => {
    const dataDir = join(folder, 'unmade')
    const signer = `0x${'11'.repeat(32)}`
    const settings = { DATA_DIR: dataDir, SIGNER_KEY_1: signer, RPC_URL_1: 'http://127.0.0.1:9/secret' }
    const outcome = await run(['check-config'], settings)
    expect(outcome).toMatchObject({ code: 1, errors: 'Problems: 1.\n' })
    expect(outcome.output).toContain('✗ RPC of chain 1: The RPC of chain 1 cannot be reached.')
    expect(outcome.output).toContain('does not exist yet; the start makes it')
    expect(outcome.output).toContain('0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A')
    for (const secret of [signer, 'secret']) expect(outcome.output).not.toContain(secret)
    await expect(access(dataDir)).rejects.toThrow('ENOENT')
    const valid = await run(['check-config', '--json'], { DATA_DIR: dataDir })
    expect(valid).toMatchObject({ code: 0, errors: '' })
    expect(JSON.parse(valid.output)).toMatchObject({
      settings: { database: 'sqlite', limits: { writesPerDay: { address: 5000, wallet: 1000 } } },
    })
    const invalid = await run(['check-config'], { PORT: 'x', TRUSTED_PROXY: 'y' })
    expect(invalid.code).toBe(1)
    for (const name of ['PORT', 'TRUSTED_PROXY is not a setting']) expect(invalid.errors).toContain(name)
  })
})
