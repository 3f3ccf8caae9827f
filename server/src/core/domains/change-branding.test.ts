import { describe, expect, it } from 'vitest'
import { emptyBranding } from '../../model/branding.ts'
import { changeBranding } from './change.ts'

const branding = {
  accent: '#1a56db',
  title: 'Acme',
  words: 'Names for members.\nFree.',
  links: [{ title: 'Site', url: 'https://acme.example/' }],
  offersPasskey: false,
  directory: 'indexed' as const,
}

describe('The branding of a domain', () => {
  it('absent fields stay, and empty ones delete', () => {
    expect(changeBranding(emptyBranding, branding)).toEqual(branding)
    expect(changeBranding(branding, { title: 'Acme Inc.' })).toEqual({ ...branding, title: 'Acme Inc.' })
    expect(changeBranding(branding, { accent: null, title: '', words: '', links: [] })).toEqual({
      ...emptyBranding,
      offersPasskey: false,
      directory: 'indexed',
    })
  })

  it('texts are trimmed, and colours and URLs normalized', () => {
    expect(
      changeBranding(emptyBranding, {
        accent: '#1A56DB',
        title: '  Acme ',
        words: 'one\r\ntwo\n',
        links: [{ title: ' Site ', url: 'HTTPS://Acme.Example/a b' }],
      }),
    ).toEqual({
      accent: '#1a56db',
      title: 'Acme',
      words: 'one\ntwo',
      links: [{ title: 'Site', url: 'https://acme.example/a%20b' }],
      offersPasskey: true,
      directory: 'off',
    })
  })

  it('a limit counts characters, not units of UTF-16', () => {
    expect(changeBranding(emptyBranding, { title: '🌱'.repeat(80) }).title).toBe('🌱'.repeat(80))
  })

  it.each([
    ['a colour by name', { accent: 'red' }, /branding\.accent: is not a colour/],
    ['a colour that contrasts with neither page', { accent: '#7b7b7b' }, /contrast of 4\.\d+:1/],
    ['a long title', { title: 'a'.repeat(81) }, /branding\.title: has more than 80 characters/],
    ['a title of two lines', { title: 'a\nb' }, /branding\.title: holds control characters/],
    ['words with an escape', { words: 'a\u001b[31m' }, /branding\.words: holds control characters/],
    ['words that show in reverse', { words: 'a\u202ecba' }, /branding\.words: holds control characters/],
    ['eleven links', { links: Array(11).fill(branding.links[0]) }, /branding\.links: has more than 10/],
    ['a link without a title', { links: [{ title: ' ', url: 'https://a.example' }] }, /title: is empty/],
    ['a script', { links: [{ title: 'a', url: 'javascript:alert(1)' }] }, /url: is not an http/],
    ['a script behind a blank', { links: [{ title: 'a', url: ' javascript:alert(1)' }] }, /not an http/],
    ['a data URL', { links: [{ title: 'a', url: 'data:text/html,hello' }] }, /is not an http/],
    ['a relative link', { links: [{ title: 'a', url: '//evil.example' }] }, /is not an http/],
    ['credentials', { links: [{ title: 'a', url: 'https://a:b@c.example' }] }, /credentials/],
    ['a long link', { links: [{ title: 'a', url: `https://a.example/${'a'.repeat(2000)}` }] }, /2000/],
  ])('BadRequestException for %s', (_, changes, message) => {
    expect(() => changeBranding(branding, changes)).toThrow(message)
  })
})
