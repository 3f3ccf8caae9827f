import { type Hex, namehash } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { domainSteps, type Finding } from '../../../src/core/doctor/finding.ts'
import { addSealTree } from '../../../src/core/seals/add-tree.ts'
import { scanSeals } from '../../../src/core/seals/scan-seals.ts'
import { updateRecords } from '../../../src/core/subnames/change.ts'
import { requireSubname } from '../../../src/core/subnames/rules.ts'
import { lowerCaseHex } from '../../../src/crypto/hex.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import { holderKindNumbers } from '../../../src/gateway/seal-bucket.ts'
import { buildSealTree } from '../../../src/gateway/seal-tree.ts'
import { type AnchoredSandbox, startAnchoredSandbox } from '../../support/anchors/anchored-sandbox.ts'
import type { FileHost } from '../../support/anchors/file-host.ts'
import { addName, type OnboardedDomain } from '../../support/chain/onboard-domain.ts'
import { addressRecord, nextMonth, sealName, sendAsOwner, signSet } from '../../support/chain/sealed-names.ts'
import { dataOf } from '../../support/http/api-client.ts'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const records = { addresses: [{ coinType: 60, address }] }

let scene: AnchoredSandbox

beforeAll(async () => {
  scene = await startAnchoredSandbox()
})
afterAll(() => scene.stop())

interface Diagnosis {
  readonly status: string
  readonly verdict: string
  readonly findings: readonly Finding[]
}

async function diagnose(
  name: string,
  headers: Record<string, string> = { 'x-api-key': scene.sandbox.file.adminKey },
) {
  const query = new URLSearchParams({ name, chainId: '1' })
  return dataOf<Diagnosis>(await scene.sandbox.call('GET', `/byname/v1/diagnose?${query}`, { headers }))
}

/** The findings of the steps of a domain that are not fine, in their order. */
async function problemsOf({ name }: OnboardedDomain) {
  const { findings } = await diagnose(name)
  return findings.filter(
    ({ step, status }) => isOfDomain(step) && (status === 'failed' || status === 'warning'),
  )
}

async function findingOf({ name }: OnboardedDomain, step: string): Promise<Finding | undefined> {
  return (await diagnose(name)).findings.find((finding) => finding.step === step)
}

const isOfDomain = (step: string) => (domainSteps as readonly string[]).includes(step)

function answering(host: FileHost, fault: Parameters<FileHost['setFault']>[0]): void {
  host.setFault(fault)
  onTestFinished(() => host.setFault(undefined))
}

async function setDelay(domain: OnboardedDomain, seconds: number): Promise<void> {
  await sendAsOwner(scene.sandbox, domain, { functionName: 'setHeartbeat', args: [scene.anchor, seconds] })
}

/** Changes alice, so that the next root is another; an empty text removes it. */
async function change(domain: OnboardedDomain, text: string): Promise<void> {
  const { context } = scene.sandbox
  const { subname } = await requireSubname(context, 1, normalizeName(`alice.${domain.name}`))
  const texts = text === '' ? [] : [{ key: 'description', value: text }]
  await updateRecords(context, { subname, change: (current) => ({ ...current.records, texts }) })
}

describe('The doctor of a domain that is published as files', () => {
  test('rule: its steps are for who may read the domain, and of the domain itself alone; off is no problem', async () => {
    const domain = await scene.onboard('steps')
    await addName(scene.sandbox, domain, 'alice', records)
    const stepsOf = ({ findings }: Diagnosis) => findings.filter(({ step }) => isOfDomain(step))
    const own = stepsOf(await diagnose(domain.name))
    expect(own.map(({ step, status }) => [step, status])).toEqual(
      domainSteps.map((step) => [step, 'skipped']),
    )
    expect(stepsOf(await diagnose(domain.name, {}))).toEqual([])
    expect(stepsOf(await diagnose(`alice.${domain.name}`))).toEqual([])
  })

  test('from what its owner has to send to files at both hosts, then what has changed', async () => {
    const domain = await scene.onboard('begun')
    await addName(scene.sandbox, domain, 'alice', records)
    const report = await scene.switchOn(domain)
    expect(await problemsOf(domain)).toMatchObject([
      { step: 'anchor-age', status: 'warning', problem: expect.stringContaining('who may beat, and where') },
    ])
    await scene.sendOwnerCalls(report)
    expect(await problemsOf(domain)).toMatchObject([
      { step: 'anchor-age', status: 'warning', problem: 'There was no beat yet.' },
    ])
    await scene.beat(domain)
    expect(await problemsOf(domain)).toEqual([])
    const { findings } = await diagnose(domain.name)
    expect(findings.filter(({ step }) => step === 'anchor-files')).toHaveLength(2)
    expect(await findingOf(domain, 'anchor-lag')).toMatchObject({
      received: expect.stringMatching(
        /^0 names resolve to something else than in the files; the next beat is due \d/,
      ),
    })
    await change(domain, 'changed')
    expect(await findingOf(domain, 'anchor-lag')).toMatchObject({
      status: 'ok',
      received: expect.stringMatching(/^1 name resolves to something else/),
    })
    await change(domain, '')
    expect(await findingOf(domain, 'anchor-lag')).toMatchObject({
      received: expect.stringMatching(/^0 names resolve/),
    })
  })

  test.each<
    [string, (response: Parameters<Parameters<FileHost['setFault']>[0] & object>[0]) => void, RegExp]
  >([
    ['has no files', (response) => response.writeHead(404).end(), /status 404/],
    [
      'has other bytes',
      (response) =>
        response
          .writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
          .end('{"data":"0x00"}\n'),
      /has the hash 0x/,
    ],
    [
      'answers a page in place of a file',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
      /content type text\/html/,
    ],
    [
      'is closed to pages in browsers',
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
      /access-control-allow-origin/,
    ],
    ['closes connections', (response) => response.destroy(), /./],
  ])(
    'rule: a host that %s is found, and which; without another one it is a failure',
    async (title, fault, problem) => {
      const domain = await scene.onboard(`host-${title.replaceAll(/\W+/g, '-')}`)
      await scene.publish(domain)
      const [first, second] = scene.hosts
      const misbehave = (response: Parameters<typeof fault>[0]) => {
        fault(response)
        return true
      }
      answering(first, misbehave)
      const found = await problemsOf(domain)
      expect(found).toMatchObject([
        { step: 'anchor-files', status: 'warning', asked: expect.stringContaining(first.url) },
        { step: 'anchor-files', status: 'warning', problem: expect.stringContaining('One host alone') },
      ])
      expect(found[0]?.problem).toMatch(problem)
      answering(second, misbehave)
      expect(await problemsOf(domain)).toMatchObject([
        { step: 'anchor-files', status: 'failed', asked: expect.stringContaining(first.url) },
        { step: 'anchor-files', status: 'failed', asked: expect.stringContaining(second.url) },
      ])
      expect((await diagnose(domain.name)).verdict).toContain('no host has its files')
    },
  )

  test('rule: with a delay, it says which root counts, which waits and until when, and finds the beat of a thief', async () => {
    const domain = await scene.onboard('delayed')
    await addName(scene.sandbox, domain, 'alice', records)
    await scene.publish(domain)
    const [first] = (await findingOf(domain, 'anchor-root'))?.received.split(' ') ?? []
    await setDelay(domain, 86_400)
    await change(domain, 'next')
    await scene.beat(domain)
    const found = await findingOf(domain, 'anchor-root')
    expect(found).toMatchObject({
      status: 'ok',
      received: expect.stringMatching(
        new RegExp(`^${first} counts; 0x[0-9a-f]{64} waits until \\d{4}-.*Z at the latest$`),
      ),
    })
    expect(await problemsOf(domain)).toEqual([])
    const stolen: Hex = `0x${'ee'.repeat(32)}`
    await scene.beatAsThief(domain, stolen)
    expect(await problemsOf(domain)).toMatchObject([
      { step: 'anchor-root', status: 'failed', problem: expect.stringContaining(stolen) },
    ])
  })

  test('rule: a delay before whose end no root counts, and one that is not shorter than the grace period, are warnings', async () => {
    const domain = await scene.onboard('too-long')
    await scene.sendOwnerCalls(await scene.switchOn(domain))
    await setDelay(domain, 604_800)
    await scene.beat(domain)
    expect(await problemsOf(domain)).toMatchObject([
      { step: 'anchor-root', status: 'warning', problem: expect.stringContaining('No root counts yet') },
    ])
  })

  test('rule: without a delay, a root that another one has set is a failure', async () => {
    const domain = await scene.onboard('stolen')
    await scene.publish(domain)
    await scene.beatAsThief(domain, `0x${'dd'.repeat(32)}`)
    expect((await problemsOf(domain)).find(({ step }) => step === 'anchor-root')).toMatchObject({
      status: 'failed',
      fix: expect.stringContaining('anchor setup'),
    })
  })
})

describe('The doctor of a domain with sealed names', () => {
  test('a tree that is not stored, sets that end, and sets that the contract refuses are found and mended', async () => {
    const { sandbox } = scene
    const domain = await scene.onboard('sealed')
    const [holder, other, issuer] = Array.from({ length: 3 }, () => privateKeyToAccount(generatePrivateKey()))
    if (!holder || !other || !issuer) throw new Error('There are three.')
    const name = normalizeName(`alice.${domain.name}`)
    await addName(sandbox, domain, 'alice', records)
    await sendAsOwner(sandbox, domain, { functionName: 'setIssuer', args: [issuer.address] })
    await sealName(sandbox, { ...domain, name, issuer, holder })
    await scanSeals(sandbox.context)
    const store = async (validUntil: bigint) => {
      const set = { name, sequence: BigInt(Date.now()), validUntil, records: [addressRecord(60, address)] }
      const body = { response: await signSet(domain, set, holder) }
      dataOf(await sandbox.call('PUT', `/byname/v1/names/${name}/sealed-set?chainId=1`, { body }))
    }
    await store(nextMonth())
    expect(await problemsOf(domain)).toEqual([])
    expect(await findingOf(domain, 'seal-sets')).toMatchObject({
      received: '1 name in storage, 0 in trees; 1 signed set, 0 ended, 0 within 14 days',
    })
    expect(await findingOf(domain, 'seal-answers')).toMatchObject({ received: '1 accepted, 0 refused' })

    await store(nextMonth() - 20n * 86_400n)
    expect(await problemsOf(domain)).toMatchObject([
      { step: 'seal-sets', status: 'warning', problem: expect.stringContaining(`The first: ${name}.`) },
    ])
    await store(nextMonth())

    const leaves = [
      { name: normalizeName(`bob.${domain.name}`), holder: other.address, kind: 'account' },
    ] as const
    const node = namehash(`bob.${domain.name}`)
    const tree = buildSealTree([
      { node, holder: lowerCaseHex(other.address), kind: holderKindNumbers.account },
    ])
    await sendAsOwner(sandbox, domain, { functionName: 'addSealTree', args: [tree.root, tree.depth] })
    await scanSeals(sandbox.context)
    expect(await problemsOf(domain)).toMatchObject([
      { step: 'seal-trees', status: 'failed', problem: expect.stringContaining(tree.root) },
    ])
    const reasons = async () => (await sandbox.context.health.judge()).reasons
    await expect
      .poll(async () => (await reasons()).find(({ code }) => code === 'seal-tree-missing')?.subjects)
      .toEqual([`${domain.name} on chain 1: the tree ${tree.root}`])
    await addSealTree(sandbox.context, leaves)
    expect(await problemsOf(domain)).toEqual([])
  })

  test('rule: a set that the contract refuses is named', async () => {
    const { sandbox } = scene
    const domain = await scene.onboard('refused')
    const [holder, issuer] = [
      privateKeyToAccount(generatePrivateKey()),
      privateKeyToAccount(generatePrivateKey()),
    ]
    const name = normalizeName(`alice.${domain.name}`)
    await addName(sandbox, domain, 'alice', records)
    await sendAsOwner(sandbox, domain, { functionName: 'setIssuer', args: [issuer.address] })
    await sealName(sandbox, { ...domain, name, issuer, holder })
    await scanSeals(sandbox.context)
    const set = { name, sequence: 1n, validUntil: nextMonth(), records: [addressRecord(60, address)] }
    const body = { response: await signSet(domain, set, holder) }
    dataOf(await sandbox.call('PUT', `/byname/v1/names/${name}/sealed-set?chainId=1`, { body }))
    // Its time passes on chain before it does here.
    await sandbox.devnet.increaseTime(1, 31 * 86_400)
    expect(await problemsOf(domain)).toMatchObject([
      { step: 'seal-answers', status: 'failed', problem: expect.stringContaining(`of ${name}: `) },
    ])
  })
})

describe('The doctor of a domain, as time passes', () => {
  test('rule: a beat older than half of the grace period is a warning, and a dark contract a failure', async () => {
    const domain = await scene.onboard('late')
    await scene.publish(domain)
    await scene.sandbox.devnet.increaseTime(1, 604_800 / 2 + 60)
    expect(await problemsOf(domain)).toMatchObject([
      { step: 'anchor-age', status: 'warning', problem: expect.stringContaining('half of the grace period') },
    ])
    await scene.sandbox.devnet.increaseTime(1, 604_800 / 2)
    expect(await problemsOf(domain)).toMatchObject([
      { step: 'anchor-age', status: 'failed', problem: expect.stringContaining('dark since') },
    ])
  })

  test('rule: without an RPC the doctor answers, and says that the chain cannot be read', async () => {
    const domain = await scene.onboard('blind')
    await scene.sandbox.devnet.stop()
    const found = await problemsOf(domain)
    expect(found.map(({ step, status }) => [step, status])).toEqual([
      ['anchor-age', 'failed'],
      ['seal-trees', 'failed'],
    ])
    for (const { problem } of found) expect(problem).toMatch(/The RPC of chain 1/)
  })
})
