import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Name } from '../page-data.ts'
import { profileLinks } from './profile-links.ts'

function linkOf(key: string, value: string): string | undefined {
  const name: Name = {
    ens: 'alice.acme.eth',
    isClaimed: true,
    claimedAt: null,
    isJAN: false,
    records: { resolverAddress: '', texts: [{ key, value }], coins: [], addresses: [], contentHash: null },
    holder: null,
    chainId: 1,
    domain: 'acme.eth',
    state: 'claimed',
  }
  return profileLinks(name)[0]?.href
}

const services = [
  ['com.twitter', 'https://x.com/', ['x.com/', 'https://twitter.com/']],
  ['com.github', 'https://github.com/', ['https://www.github.com/']],
  ['org.telegram', 'https://t.me/', ['https://t.me/']],
  ['xyz.farcaster', 'https://farcaster.xyz/', ['https://warpcast.com/', 'farcaster.xyz/']],
  ['com.linkedin', 'https://www.linkedin.com/in/', ['https://linkedin.com/in/']],
] as const

test.each(services)('%s: a handle, with @ and as the URL of a profile, leads to %s', (key, profile, urls) => {
  for (const value of ['alice', '@alice', ' alice ', ...urls.map((url) => `${url}alice`), `${urls[0]}alice/`])
    expect(linkOf(key, value)).toBe(`${profile}alice`)
})

test.each(services)('property: no text of %s leads to another place than below %s', (key, profile) => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl()), (value) => {
      fc.pre(value.trim() !== '')
      expect(linkOf(key, value) ?? profile).toMatch(new RegExp(`^${profile.replaceAll('.', '\\.')}`))
    }),
  )
})
