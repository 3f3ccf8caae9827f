import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { bytesToHex } from '../../../src/store/driver/columns.ts'
import { unnestRows } from '../../../src/store/driver/statements.ts'
import { codePoint } from '../../support/arbitrary-text.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'

/** Both databases store text without the NUL character. */
const anyText = fc.string({
  unit: fc.oneof(codePoint, fc.constantFrom('"', '\\', ',', '{', '}', '\n', '\t', '\u0001', 'NULL')),
})
const text = anyText.map((some) => some.replaceAll('\0', '').toWellFormed())

const row = fc.record({
  text: fc.option(text),
  integer: fc.option(fc.oneof(fc.maxSafeInteger(), fc.boolean())),
  bytes: fc.option(fc.uint8Array({ maxLength: 40 })),
})

const columns = { text: 'text', integer: 'integer', bytes: 'bytes' } as const

interface StoredRow {
  readonly text: string | null
  readonly integer: number | null
  readonly bytes: Uint8Array | null
}

describeOnEachStore('rows of a statement', (store) => {
  it('rule: texts, integers and bytes arrive as they were sent', () =>
    fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (rows) => {
        const { rows: stored } = await sql<StoredRow>`
          select * from ${unnestRows(store().db, columns, rows)} as sent
        `.execute(store().db)
        const expected = rows.map(({ integer, bytes, ...sent }) => ({
          ...sent,
          integer: integer === null ? null : Number(integer),
          bytes: bytes && bytesToHex(bytes),
        }))
        expect(stored.map(({ bytes, ...read }) => ({ ...read, bytes: bytes && bytesToHex(bytes) }))).toEqual(
          expected,
        )
      }),
    ))
})
