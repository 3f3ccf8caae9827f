import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { readNamesFile } from '../../../src/commands/import-source.ts'
import { exportDomain } from '../../../src/core/archives/export.ts'
import { type ImportedName, importNames } from '../../../src/core/archives/import.ts'
import { operatorCaller } from '../../../src/core/auth/sessions.ts'
import type { EnsName } from '../../../src/ens/names.ts'
import { archiveLines } from '../../../src/http/archive-lines.ts'
import { codePoint } from '../../support/arbitrary-text.ts'
import { describeBetweenDatabases } from '../../support/databases/stores.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'

const hex = fc.stringMatching(/^[0-9a-f]{40}$/).map((digits) => `0x${digits}`)
const text = fc
  .string({
    unit: fc.oneof(codePoint, fc.constantFrom('\n', '\r', '\u2028', '\u2029', '\ufeff', '"', '\\', ' ')),
  })
  .filter((value) => value !== '' && !value.includes('\0'))
const label = fc.oneof(
  fc.stringMatching(/^[a-z0-9]([a-z0-9]{0,8}[a-z0-9])?$/),
  fc.constantFrom('ⓐlice', 'Łódź', '日本', '👩‍🚀', 'münchen', '_x', "o'neil"),
)
const time = fc.option(fc.integer({ min: Date.UTC(2015), max: Date.UTC(2026) }), { nil: undefined })

const name = fc.record({
  label,
  isClaimed: fc.boolean(),
  holder: hex,
  createdAt: time,
  updatedAt: time,
  claimedAt: time,
  records: fc.record({
    addresses: fc.uniqueArray(
      fc.oneof(
        hex.map((address) => ({ coinType: 60, address })),
        fc.constant({ coinType: 0, address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2' }),
        hex.map((address) => ({ coinType: 2147492101, address })),
      ),
      { selector: ({ coinType }) => coinType },
    ),
    texts: fc.uniqueArray(fc.record({ key: text, value: text }), {
      selector: ({ key }) => key,
      maxLength: 5,
    }),
    contenthash: fc.constantFrom(
      undefined,
      'ipfs://bafybeibj6lixxzqtsb45ysdjnupvqkufgdvzqbnvmhw2kf7cfkesy7r7d4',
      'ipns://docs.example',
    ),
  }),
})

async function exportFile({ context }: TestService, domain: EnsName): Promise<string> {
  const input = { caller: operatorCaller(context), chainId: 1, domain, withHistory: false } as const
  let file = ''
  for await (const lines of archiveLines(await exportDomain(context, input))) file += lines
  return file
}

/** As they are in the file. */
function linesOfNames(file: string): readonly string[] {
  return file.split('\n').filter((line) => line.startsWith('{"type":"name"'))
}

describeBetweenDatabases('An export that is imported', ({ from, to }) => {
  it('property: is exported equal, byte for byte: labels, records, states and times', async () => {
    const folder = await temporaryFolder()
    const [one, other] = [
      await startTestService(await from.createMigrated()),
      await startTestService(await to.createMigrated()),
    ]
    onTestFinished(one.stop)
    onTestFinished(other.stop)
    const importInto = ({ context }: TestService, domain: EnsName, names: readonly ImportedName[]) =>
      importNames(context, {
        ...{ caller: operatorCaller(context), chainId: 1, domain, names },
        ...{ rule: 'keep', isDryRun: false },
      })
    const property = fc.asyncProperty(fc.array(name, { maxLength: 30 }), async (drawn) => {
      const { name: domain } = await one.onboard()
      await other.onboard({ name: domain })
      const results = await importInto(
        one,
        domain,
        drawn.map((each, index) => ({ row: index + 1, ...each })),
      )
      const added = results.filter(({ outcome }) => outcome === 'added').length
      const file = await exportFile(one, domain)
      const path = join(folder, `${domain}.jsonl`)
      await writeFile(path, file)
      const names: ImportedName[] = []
      for await (const listed of readNamesFile(path, { domain, chainId: 1 }))
        if ('name' in listed) names.push({ row: listed.row, ...listed.name })
      expect(names.length).toBe(added)
      const imported = await importInto(other, domain, names)
      expect(imported.map(({ outcome, notes }) => [outcome, notes])).toEqual(names.map(() => ['added', []]))
      expect(linesOfNames(await exportFile(other, domain))).toEqual(linesOfNames(file))
      expect(linesOfNames(file).length).toBe(added)
      const repeated = await importInto(other, domain, names)
      expect(repeated.map(({ outcome }) => outcome)).toEqual(names.map(() => 'unchanged'))
    })
    await fc.assert(property, { numRuns: 25 })
  })
})
