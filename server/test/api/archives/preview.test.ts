import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import Papa from 'papaparse'
import { afterAll, expect, it } from 'vitest'
import type { ArrivalResult, ImportBody } from '../../../../web/src/console/arrive/import-types.ts'
import { loadNormalizer } from '../../../../web/src/console/arrive/load-normalizer.ts'
import { parseFile } from '../../../../web/src/console/arrive/parse-file.ts'
import { sendPart } from '../../../../web/src/console/arrive/send-part.ts'
import { importAll, type Report } from '../../../src/commands/import-run.ts'
import { readNamesFile } from '../../../src/commands/import-source.ts'
import { importNames } from '../../../src/core/archives/import.ts'
import { operatorCaller } from '../../../src/core/auth/sessions.ts'
import { ImportPlan } from '../../../src/listings/import-plan.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { createAdminKey } from '../../support/credentials/api-keys.ts'
import { ethereumAddress, seedSubname } from '../../support/entities/subnames.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { startSigningGateway } from '../../support/gateway/signing-gateway.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'
import type { TestService } from '../../support/service/service.ts'

const wallets = [
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
] as const

type Phase = 'check' | 'import'
type Rule = NonNullable<ImportBody['rule']>

/** What a preview shows of a row, and a report has of it. */
interface Row {
  readonly row: number
  readonly label: string
  readonly outcome: string
  readonly words: string
}

interface Run {
  readonly service: TestService
  readonly domain: Domain
  readonly path: string
  readonly content: string
  readonly rule: Rule
  readonly namesPerPart: number
}

/** As `byname import` does it. */
async function runCommand({ service, domain, path, rule, namesPerPart }: Run, phase: Phase) {
  const { context } = service
  const rows: Row[] = []
  const target = { chainId: 1, domain: domain.name, rule, isDryRun: phase === 'check' } as const
  const report: Report = {
    write: async (row) => {
      if (!('notes' in row)) return
      const words = [row.reason ?? '', ...row.notes].filter((text) => text !== '').join(' ')
      rows.push({ row: row.row, label: row.label, outcome: row.outcome, words })
    },
    close: async () => {},
  }
  const totals = await importAll(
    readNamesFile(path, { domain: domain.name, chainId: 1 }),
    (names, planned) => importNames(context, { caller: operatorCaller(context), ...target, planned, names }),
    { show: () => {}, report, onName: () => {}, namesPerPart },
  )
  const { names, added, changed, unchanged, kept, refused } = totals
  expect([names, added + changed + unchanged + kept + refused]).toEqual([rows.length, rows.length])
  return rows
}

/** As the page does it, with requests to the service. */
async function runConsole(
  { service, domain, content, rule, namesPerPart }: Run,
  phase: Phase,
  key: string,
): Promise<readonly Row[]> {
  const normalize = await loadNormalizer()
  const { entries } = await parseFile(new Blob([content]), { domain: domain.name, normalize })
  const plan = new ImportPlan()
  const results: ArrivalResult[] = []
  for (let start = 0; start < entries.length; start += namesPerPart) {
    const part = { phase, rule, entries: entries.slice(start, start + namesPerPart), plan, normalize }
    const send = async (body: ImportBody) =>
      dataOf<Awaited<ReturnType<Parameters<typeof sendPart>[1]>>>(
        await service.call('POST', `/byname/v1/domains/${domain.name}/import?chainId=1`, {
          headers: { 'x-api-key': key },
          body,
        }),
      )
    results.push(...(await sendPart(part, send)))
  }
  return results.map(({ row, label, outcome, words }) => ({ row, label, outcome, words }))
}

const gateway = await startSigningGateway()
afterAll(() => gateway.close())
for (const label of ['former', 'mine']) gateway.names.set(label, wallets[2])

const label = fc.oneof(
  fc.constantFrom(
    'taken',
    'equal',
    'equal',
    'blocked',
    'former',
    'mine',
    'ed',
    'a b',
    'x.y',
    '',
    'straße',
    'ⓢtraße',
  ),
  fc.constantFrom('mary', 'rnary', 'MARY', 'm-ary', 'bob', 'b0b', 'Bob', 'BOB'),
  fc.integer({ min: 0, max: 30 }).map((number) => `n${number}x`),
)
const holder = fc.constantFrom(...wallets, wallets[0].toLowerCase(), '', '0x12')
const row = fc.record({ label, holder, url: fc.constantFrom('', 'https://x.example', 'x,"y"') })
const file = fc.record({
  rows: fc.array(row, { minLength: 1, maxLength: 40 }),
  isTable: fc.boolean(),
  namesPerPart: fc.integer({ min: 1, max: 12 }),
  rule: fc.constantFrom<Rule>('keep', 'keep', 'replace', 'newest'),
  isImportedByCommand: fc.boolean(),
  limit: fc.option(fc.integer({ min: 2, max: 12 })),
  hasGateway: fc.boolean(),
  policy: fc.option(
    fc.record({
      appliesToKeys: fc.constant(true),
      minLength: fc.constantFrom(1, 3),
      blockedLabels: fc.constantFrom(['blocked'], ['bob', 'blocked']),
      refuseLookalikes: fc.boolean(),
      namesPerWallet: fc.constantFrom(null, 1, 3),
    }),
  ),
})

type File = typeof file extends fc.Arbitrary<infer Value> ? Value : never

/** All outcomes and all reasons. */
const filesOfEachKind: [File][] = [
  [
    {
      rows: [
        ['equal', wallets[1]],
        ['taken', wallets[1]],
        ['mary', wallets[2]],
        ['rnary', ''],
        ['n1x', wallets[0]],
        ['blocked', ''],
        ['former', ''],
        ['MARY', wallets[2]],
      ].map(([label = '', holder = '']) => ({ label, holder, url: '' })),
      ...{ isTable: false, namesPerPart: 2, rule: 'keep', isImportedByCommand: true, limit: null },
      hasGateway: true,
      policy: {
        ...{ appliesToKeys: true, minLength: 3, blockedLabels: ['blocked'] },
        ...{ refuseLookalikes: true, namesPerWallet: 1 },
      },
    },
  ],
  [
    {
      rows: ['taken', 'n1x', 'n2x'].map((label) => ({ label, holder: wallets[2], url: '' })),
      ...{ isTable: true, namesPerPart: 1, rule: 'replace', isImportedByCommand: false, limit: 3 },
      ...{ hasGateway: false, policy: null },
    },
  ],
]

function contentOf({
  rows,
  isTable,
}: {
  readonly rows: readonly { label: string; holder: string; url: string }[]
  readonly isTable: boolean
}) {
  return isTable
    ? Papa.unparse([
        ['name', 'address', 'text:url'],
        ...rows.map((each) => [each.label, each.holder, each.url]),
      ])
    : JSON.stringify(
        rows.map((each) => ({ name: each.label, address: each.holder, text_records: { url: each.url } })),
      )
}

describeOnEachService(
  'A preview of an import',
  (service) => {
    const settings = async (domain: Domain, path: string, method: 'PATCH' | 'PUT', body: object) =>
      dataOf(
        await service().call(method, `/byname/v1/domains/${domain.name}/${path}?chainId=1`, {
          headers: { 'x-api-key': service().key },
          body,
        }),
      )

    async function prepare({
      limit,
      hasGateway,
      policy,
    }: {
      limit: number | null
      hasGateway: boolean
      policy: object | null
    }) {
      const domain = await service().onboard()
      await seedSubname(service(), domain, 'taken', { addresses: [ethereumAddress(wallets[0])] })
      await seedSubname(service(), domain, 'equal', { addresses: [ethereumAddress(wallets[1])] })
      if (policy) await settings(domain, 'policy', 'PATCH', policy)
      if (hasGateway) await settings(domain, 'former-gateway', 'PUT', gateway.settings)
      if (limit !== null)
        dataOf(
          await service().call('POST', '/ens/v1/ens/update-user-chosen-limit', {
            headers: { 'x-api-key': service().key },
            body: { ensId: domain.id, userChosenLimit: limit },
          }),
        )
      return domain
    }

    it('property: previews each row as the import then handles it, alike for the command and the console', async () => {
      const folder = await temporaryFolder()
      const key = await createAdminKey(service())
      const found = new Set<string>()
      await fc.assert(
        fc.asyncProperty(file, async ({ rule, namesPerPart, isImportedByCommand, ...of }) => {
          const domain = await prepare(of)
          const content = contentOf(of)
          const path = join(folder, of.isTable ? 'names.csv' : 'names.json')
          await writeFile(path, content)
          const run = { service: service(), domain, path, content, rule, namesPerPart }
          const byCommand = await runCommand(run, 'check')
          const byConsole = await runConsole(run, 'check', key)
          expect(byConsole).toEqual(byCommand)
          const before = await countNames(domain)
          const real = isImportedByCommand
            ? await runCommand(run, 'import')
            : await runConsole(run, 'import', key)
          expect(real).toEqual(byCommand)
          const added = real.filter(({ outcome }) => outcome === 'added').length
          expect(await countNames(domain)).toBe(before + added)
          const filled = of.rows.filter(
            (each) => !of.isTable || Object.values(each).some((cell) => cell !== ''),
          )
          expect(real).toHaveLength(filled.length)
          for (const { outcome, words } of real) {
            found.add(outcome)
            for (const kind of kinds) if (kind.test(words)) found.add(`${kind}`)
          }
        }),
        { numRuns: 40, endOnFailure: true, examples: filesOfEachKind },
      )
      // The files do have rows of each kind.
      expect([...found].sort()).toEqual(
        ['added', 'changed', 'kept', 'refused', 'unchanged', ...kinds.map(String)].sort(),
      )
    })

    const kinds = [
      /already/,
      /has no capacity/,
      /A wallet has at most/,
      /looks like/,
      /consists of|is not allowed as/,
      /held at the former gateway/,
    ]

    async function countNames({ id }: Domain): Promise<number> {
      const { count } = await service()
        .context.store.db.selectFrom('subnames')
        .innerJoin('domains', 'domains.key', 'subnames.domainKey')
        .where('domains.id', '=', id)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    }

    it('rule: what is planned counts in a dry run only, and is bounded', async () => {
      const domain = await prepare({ limit: 3, hasGateway: false, policy: null })
      const names = [{ label: 'last', state: 'claimed', addresses: [ethereumAddress(wallets[0])] }]
      const send = (body: object) =>
        service().call('POST', `/byname/v1/domains/${domain.name}/import?chainId=1`, {
          headers: { 'x-api-key': service().key },
          body: { names, ...body },
        })
      const outcomeOf = async (body: object) =>
        dataOf<{ results: readonly { outcome: string }[] }>(await send(body)).results[0]?.outcome
      expect(await outcomeOf({ dryRun: true })).toBe('added')
      expect(await outcomeOf({ dryRun: true, planned: { names: 1 } })).toBe('refused')
      for (const planned of [
        { names: -1 },
        { names: 1.5 },
        { names: 1, holders: [{ address: '0x12', names: 1 }] },
        { names: 1, labels: Array.from({ length: 1001 }, (_, index) => `n${index}`) },
      ])
        expectError(await send({ dryRun: true, planned }), 400, 'BadRequestException')
      expect(await outcomeOf({ planned: { names: 1 } })).toBe('added')
    })
  },
  { settings: { OUTBOUND_ALLOWED_ORIGINS: new URL(gateway.url).origin } },
)
