import { namehash } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeSeals } from '../../src/store/entities/seals.ts'
import { readOperations, sendOperation, titleOf, type ValidInput } from '../support/openapi/operations.ts'
import type { DocumentedOperation } from '../support/openapi/response-schemas.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'
import { createFixture, type Fixture } from './fixture.ts'
import { validHeaders } from './send-operation.ts'
import { validInputs } from './valid-inputs.ts'

let sandbox: TestSandbox
let operations: readonly DocumentedOperation[]

beforeAll(async () => {
  sandbox = await startTestSandbox()
  operations = (await readOperations(sandbox.file.url)).filter(({ path }) => /^\/(ens|byname)\//.test(path))
})
afterAll(() => sandbox.stop())

/** No test has its key. */
const holder = `0x${'a5'.repeat(20)}` as const

/** Every name that the input may be about, below demo.eth and the domain of the fixture: as if the chain had sealed it. */
async function sealNames({ fresh, held, reserved }: Fixture, input: ValidInput): Promise<void> {
  const { db, transaction } = sandbox.context.store
  const all = await db.selectFrom('domains').select(['name', 'resolverId']).execute()
  const domains = all.filter(({ name }) => name === 'demo.eth' || name.includes(fresh))
  const claimed = await db.selectFrom('claims').select('label').execute()
  const labels = new Set([fresh, held, reserved, ...claimed.map(({ label }) => label), ...wordsOf(input)])
  for (const { name, resolverId } of domains) {
    const seals = Array.from(labels, (label) => ({
      node: namehash(`${label}.${name}`),
      ...({ holder, kind: 'account', sealSequence: 1n } as const),
    }))
    await transaction((tx) => writeSeals(tx, resolverId, seals))
  }
}

/** Texts that may be labels. */
function wordsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return /^[\da-z-]{1,63}$/.test(value) ? [value] : []
  if (typeof value !== 'object' || value === null || value instanceof FormData) return []
  return Object.values(value).flatMap(wordsOf)
}

/** What a write must not change, by key. */
async function readNames(): Promise<ReadonlyMap<number, string>> {
  const rows = await sandbox.context.store.db
    .selectFrom('subnames')
    .select(['key', 'label', 'holder', 'isClaimed', 'records', 'largeTexts', 'version'])
    .execute()
  return new Map(rows.map(({ key, holder, ...row }) => [key, JSON.stringify([row, [...holder]])]))
}

/** What the holder signs goes through these. */
const signing = '/sealed-set'

it('rule: no operation changes or issues a sealed name, and those that would do say so', async () => {
  const changed: string[] = []
  const refusing: string[] = []
  for (const operation of operations) {
    const title = titleOf(operation)
    const prepare = validInputs[title]
    if (!prepare || title.endsWith(signing)) continue
    const fixture = await createFixture(sandbox)
    const input = await prepare(fixture)
    const headers = await validHeaders(operation, input, fixture)
    await sealNames(fixture, input)
    const before = await readNames()
    const { body } = await sendOperation(sandbox.call, operation, input, headers)
    if (JSON.stringify(body).includes('SealedNameException')) refusing.push(title)
    for (const [key, after] of await readNames())
      if (before.get(key) !== after) changed.push(`${title}: ${before.get(key)} ${after}`)
  }
  expect(changed).toEqual([])
  expect(refusing.length).toBeGreaterThan(12)
  const stated = operations.filter(({ operation }) =>
    JSON.stringify(operation.responses).includes('SealedNameException'),
  )
  const refusable = stated.map(titleOf).filter((title) => !title.endsWith(signing))
  expect(refusing.toSorted()).toEqual(refusable.toSorted())
})
