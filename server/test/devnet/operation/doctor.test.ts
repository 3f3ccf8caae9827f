import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deploy } from '../../support/chain/deployer.ts'
import { addName } from '../../support/chain/onboard-domain.ts'
import { faults } from '../../support/doctor/faults.ts'
import {
  aliceAddress,
  aliceOf,
  aliceRecords,
  type Diagnosis,
  type DoctorScene,
  problemsOf,
  startDoctorScene,
} from '../../support/doctor/scene.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { runCommand } from '../../support/service/command.ts'

let scene: DoctorScene

beforeAll(async () => {
  scene = await startDoctorScene()
})
afterAll(() => scene.stop())

describe('the doctor finds a planted fault, and its advice mends it', () => {
  test.each(faults)('$title', async ({ step, status, problem, plant }) => {
    const { query, mend } = await plant(scene)
    const sick = await scene.diagnose(query)
    expect(problemsOf(sick)).toMatchObject([
      { step, status, problem: expect.stringMatching(problem), fix: expect.any(String) },
    ])
    expect(sick.status).toBe(status)
    const cured = await scene.diagnose((await mend(sick)) ?? query)
    expect(problemsOf(cured)).toEqual([])
    expect(cured.status).toBe('ok')
  })
})

describe('the doctor of a name', () => {
  test('rule: a name that resolves has no problem, without a key', async () => {
    const domain = await scene.onboardHealthy()
    const { findings } = dataOf<Diagnosis>(await scene.ask(aliceOf(domain)))
    expect(findings.filter(({ status }) => status !== 'ok')).toEqual([])
  })

  test('rule: without a key, a blocked domain is withheld, and the reason is not given', async () => {
    const domain = await scene.onboardHealthy()
    await scene.setBlocked(domain.name, true)
    const { body } = await scene.ask(aliceOf(domain))
    expect(JSON.stringify(body)).toContain('withholds the names')
    expect(JSON.stringify(body)).not.toContain('blocked')
  })

  test('rule: records are not returned, which others pay for', async () => {
    const diagnosis = await scene.diagnose(aliceOf(await scene.onboardHealthy()))
    expect(JSON.stringify(diagnosis).toLowerCase()).not.toContain(aliceAddress.toLowerCase())
  })

  test('rule: a name that ENSIP-15 does not allow is a finding', async () => {
    expect(problemsOf(await scene.diagnose({ name: 'a b.eth' }))).toMatchObject([
      { step: 'normalization', status: 'failed' },
    ])
  })
})

describe('the doctor of a hostile name', () => {
  test.each([
    ['a URL of 3 KB', [`https://gateway.example/${'a'.repeat(3_000)}`], 1n],
    ['a thousand URLs', ['https://10.0.0.1/ccip'], 1000n],
    ['no URL', [], 1n],
  ])('rule: a resolver with %s is a finding of a bounded size', async (_title, urls, repeat) => {
    const resolver = await deploy(scene.sandbox.devnet.rpcUrl(1), 'LookupResolver', urls, repeat, false)
    const { domain } = await scene.register({ resolver })
    const diagnosis = await scene.diagnose(aliceOf(domain))
    expect(diagnosis.status).toBe('failed')
    expect(JSON.stringify(diagnosis).length).toBeLessThan(20_000)
  })
})

describe('the doctor of a gateway', () => {
  const at = (base: string) => `${base}/ccip/${scene.sandbox.file.chains[1].resolverId}`

  test('rule: our own gateway conforms', async () => {
    await addName(scene.sandbox, { name: 'demo.eth', chainId: 1 }, 'doctored', aliceRecords)
    const diagnosis = await scene.diagnose({ gateway: at(scene.sandbox.file.url), name: 'doctored.demo.eth' })
    expect(diagnosis.findings.filter(({ status }) => status !== 'ok')).toEqual([])
    expect(diagnosis.findings.length).toBeGreaterThan(20)
  })

  test.each([
    ['no-post', ['post']],
    ['no-cors', ['cors']],
    ['careless', ['other-node', 'no-hex', 'truncated-name']],
    ['fails', ['post', 'get', 'cors']],
    ['down', ['post']],
  ])('rule: the faults of a gateway are found: %s', async (mode, steps) => {
    const diagnosis = await scene.diagnose({ gateway: at(scene.urlOf(mode)), name: 'doctored.demo.eth' })
    expect(problemsOf(diagnosis).map(({ step }) => step)).toEqual(expect.arrayContaining(steps))
    expect(diagnosis.status).toBe('failed')
  })

  test('rule: a gateway with a private address is not called', async () => {
    const diagnosis = await scene.diagnose({ gateway: 'https://127.0.0.1/ccip' })
    expect(problemsOf(diagnosis)).toMatchObject([
      { step: 'post', received: expect.stringContaining('not public') },
    ])
  })
})

describe('byname doctor', () => {
  const doctor = (args: readonly string[], environment: Record<string, string> = {}) =>
    runCommand(['doctor', ...args], {
      DATA_DIR: scene.sandbox.context.config.dataDir,
      LOG_LEVEL: 'silent',
      ...environment,
    })

  test('rule: asks the running sandbox, prints a line for each step, and exits with 0', async () => {
    const { name } = aliceOf(await scene.onboardHealthy())
    const { output, code } = await doctor([name])
    expect(code).toBe(0)
    expect(output).toMatch(/^✓ gateway-answer +HTTP 200 with data in \d+ ms$/m)
    expect(output).toMatch(/^✓ gateway-url +a URL of this machine or network, which this service may call$/m)
    expect(output).not.toMatch(/^[!✗]/m)
  })

  test('rule: a name that is not issued is a failed step, with exit code 1', async () => {
    const domain = await scene.onboardHealthy()
    const { output, code } = await doctor([`unissued.${domain.name}`])
    expect(output).toMatch(
      /^✗ instance .*\n {4}unissued\..* is not issued: it resolves to empty values\.\n {4}Fix: /m,
    )
    expect(code).toBe(1)
  })

  test('rule: a failed step has its problem and what to do below it, and exit code 1', async () => {
    const { devnet } = scene.sandbox
    const { name } = aliceOf(await scene.onboardHealthy())
    const { output, errors, code } = await doctor([name], {
      RPC_URL_1: devnet.rpcUrl(1),
      SIGNER_KEY: `0x${'11'.repeat(32)}`,
    })
    expect(errors).toContain(`${name}: a step failed.`)
    expect(output).toMatch(/^✗ gateway-url .*\n {4}This gateway has a URL that is not https.*\n {4}Fix: /m)
    expect(code).toBe(1)
  })

  test('rule: checks a gateway of this machine, and prints JSON', async () => {
    await addName(scene.sandbox, { name: 'demo.eth', chainId: 1 }, 'command', aliceRecords)
    const gateway = `${scene.sandbox.file.url}/ccip/${scene.sandbox.file.chains[1].resolverId}`
    const { output, code } = await doctor(['command.demo.eth', '--gateway', gateway, '--json'])
    expect(JSON.parse(output)).toMatchObject({ subject: gateway, status: 'ok' })
    expect(code).toBe(0)
  })

  test('rule: without a name and a gateway it says what to give', async () => {
    const { errors, code } = await doctor([])
    expect(errors).toContain('Give a name, or --gateway <url>.')
    expect(code).toBe(1)
  })
})
