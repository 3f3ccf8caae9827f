import { describe, expect, it } from 'vitest'
import { defaultRecordLimits } from '../../ens/record-limits.ts'
import { emptyRecords, type Records } from '../../ens/stored-records.ts'
import { formatGrants, grantsOf, parseMApp } from './grants.ts'
import { mergeHolderChanges } from './merge-holder-changes.ts'

function holding(texts: Record<string, string>): Records {
  return {
    ...emptyRecords,
    texts: Object.entries(texts).map(([key, value]) => ({ key, value })),
  }
}

describe('Grants', () => {
  it('rule: grants are compact JSON, and are parsed as they were written', () => {
    expect(formatGrants(['a.eth', 'ü.eth'])).toBe('{"mApps":["a.eth","ü.eth"]}')
    expect(grantsOf(holding({ mApps: formatGrants(['a.eth', 'ü.eth']) }))).toEqual(['a.eth', 'ü.eth'])
    expect(formatGrants([])).toBe('')
    expect(grantsOf(emptyRecords)).toEqual([])
  })

  it.each(['', 'a.eth', '[]', 'null', '{"mApps":"a.eth"}', '{"mapps":["a.eth"]}', '{"mApps":[1,null]}'])(
    'rule: the text %j grants nothing',
    (mApps) => expect(grantsOf(holding({ mApps }))).toEqual([]),
  )

  it.each(['_a.eth', 'x._a.eth'])('InvalidNameException for %s, which has an underscore', (name) => {
    expect(() => parseMApp(name)).toThrow(expect.objectContaining({ name: 'InvalidNameException' }))
  })
})

describe('Protected texts', () => {
  const stored = holding({ url: 'mine', 'x_a.eth': '1', mApps: '{"mApps":["a.eth"]}', 'x_b.eth': '2' })

  it('rule: changes without texts leave all texts unchanged', () => {
    expect(mergeHolderChanges(stored, { contenthash: '0x01' }, defaultRecordLimits)).toEqual({
      ...stored,
      contenthash: '0x01',
    })
  })

  it("rule: protected texts of a holder's change are replaced by the stored ones, in their order", () => {
    const texts = new Map([
      ['mApps', 'forged'],
      ['new', 'mine'],
      ['y_a.eth', 'forged'],
      ['x_a.eth', null],
      ['x_b.eth', 'mine'],
    ])
    const merged = mergeHolderChanges(stored, { texts }, defaultRecordLimits, { replace: true })
    expect(merged.texts.map(({ key, value }) => [key, value])).toEqual([
      ['x_a.eth', '1'],
      ['mApps', '{"mApps":["a.eth"]}'],
      ['new', 'mine'],
      ['x_b.eth', 'mine'],
    ])
  })
})
