import { describe, expect, it } from 'vitest'
import {
  describeDraft,
  draftOfName,
  emptyDraft,
  fillDraft,
  type RecordDraft,
  toDraft,
  toItemRecords,
  toWritten,
  withPlaceholders,
  withTemplate,
} from './record-draft.ts'

const base = '2147492101'
const holder = `0x${'11'.repeat(20)}`
const subject = { label: 'ada', domain: 'acme.eth' }

function draftOf(fields: Partial<RecordDraft>): RecordDraft {
  return { ...emptyDraft, ...fields }
}

describe('Records that are typed', () => {
  it('rule: what is empty is not sent, and the holder is the ETH address', () => {
    const draft = draftOf({
      texts: { url: ' https://acme.example ', email: ' ' },
      coins: [
        { coinType: base, address: holder },
        { coinType: '0', address: '' },
      ],
    })
    expect(toItemRecords(draft, holder)).toEqual({
      addresses: [
        { coinType: 60, address: holder },
        { coinType: Number(base), address: holder },
      ],
      text: [{ key: 'url', value: 'https://acme.example' }],
    })
    expect(toItemRecords(emptyDraft, holder)).toEqual({ addresses: [{ coinType: 60, address: holder }] })
  })

  it('rule: a template is read as it was written', () => {
    const draft = draftOf({
      texts: { url: 'https://acme.example/{label}' },
      coins: [{ coinType: base, address: holder }],
      contentHash: 'ipfs://bafy',
    })
    expect(toDraft(toWritten(draft))).toEqual(draft)
    expect(describeDraft(draft)).toBe('1 text, 1 address, a site')
    expect(describeDraft(emptyDraft)).toBe('')
  })

  it('rule: of a name, its ETH address, its pictures and its grants stay its own', () => {
    const records = {
      resolverAddress: holder,
      texts: ['avatar', 'header', 'mApps', 'url'].map((key) => ({ key, value: 'x' })),
      coins: [],
      addresses: [60, 0].map((id) => ({ id, name: '', value: `address ${id}` })),
      contentHash: { protocolType: 'ipfs', decoded: 'bafy' },
    }
    expect(draftOfName({ records })).toEqual({
      texts: { url: 'x' },
      coins: [{ coinType: '0', address: 'address 0' }],
      contentHash: 'ipfs://bafy',
    })
  })

  it('rule: a template replaces what an earlier one brought, and leaves what was typed', () => {
    const team = draftOf({
      texts: { url: 'https://team.example', email: 'team@acme.example' },
      coins: [{ coinType: base, address: holder }],
      contentHash: 'ipfs://team',
    })
    const guests = draftOf({ texts: { url: 'https://guests.example' } })
    const typed = draftOf({ texts: { location: 'Berlin' }, coins: [{ coinType: '0', address: 'bc1' }] })
    const asTeam = withTemplate(typed, undefined, team)
    expect(asTeam).toEqual({
      texts: { location: 'Berlin', ...team.texts },
      coins: [...typed.coins, ...team.coins],
      contentHash: 'ipfs://team',
    })
    const edited = { ...asTeam, texts: { ...asTeam.texts, email: 'ada@acme.example' } }
    expect(withTemplate(edited, team, guests)).toEqual({
      texts: { location: 'Berlin', email: 'ada@acme.example', url: 'https://guests.example' },
      coins: typed.coins,
      contentHash: '',
    })
    expect(withTemplate(asTeam, team, undefined)).toEqual(typed)
  })
})

describe('Placeholders', () => {
  it.each([
    ['https://acme.com/u/{label}', 'https://acme.com/u/ada'],
    ['{name} is {label}, not {LABEL} or {other}', 'ada.acme.eth is ada, not {LABEL} or {other}'],
    ['no placeholder', 'no placeholder'],
  ])('rule: %j becomes %j', (url, filled) => {
    expect(fillDraft(draftOf({ texts: { url } }), subject).texts).toEqual({ url: filled })
  })

  it('rule: a label is filled in as it is, whatever it has', () => {
    const strange = { label: '$&{name}', domain: 'acme.eth' }
    expect(fillDraft(draftOf({ texts: { url: '/{label}' } }), strange).texts).toEqual({ url: '/$&{name}' })
  })

  it.each([
    ['https://acme.com/u/ada', 'https://acme.com/u/{label}'],
    ['ada@acme.com, ada.acme.eth', '{label}@acme.com, {name}'],
    ['adamant adaš ada-b {ada}', 'adamant adaš ada-b {ada}'],
  ])('rule: of the name, %j becomes %j', (url, general) => {
    expect(withPlaceholders(draftOf({ texts: { url } }), subject).texts).toEqual({ url: general })
  })

  it('rule: a label that is a pattern is a word only', () => {
    const texts = { url: 'a+b a(b acme' }
    expect(withPlaceholders(draftOf({ texts }), { label: 'a(b', domain: 'acme.eth' }).texts).toEqual({
      url: 'a+b {label} acme',
    })
  })
})
