import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { createWallet, type Signer } from '../../support/credentials/signed-headers.ts'
import { openClaims, type WireClaimOutcome } from '../../support/entities/claims.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'

const origin = 'https://shop.example'

/** The page of the guide, with values for its constants. */
async function readPage(constants: Readonly<Record<string, string>>): Promise<string> {
  const guide = await readFile(new URL('../../../../docs/claims.md', import.meta.url), 'utf8')
  const [, script = ''] = /```html[\s\S]*?<script>([\s\S]*?)<\/script>/.exec(guide) ?? []
  return Object.entries(constants).reduce(
    (text, [name, value]) => text.replace(new RegExp(`const ${name} = '.*'`), `const ${name} = '${value}'`),
    script,
  )
}

/** A wallet of a browser (EIP-1193), with lower-case addresses as some have. */
function browserWallet(wallet: Signer) {
  return {
    request: async ({ method, params }: { method: string; params?: readonly [`0x${string}`, string] }) => {
      const address = wallet.address.toLowerCase()
      if (method === 'eth_requestAccounts') return [address]
      expect([method, params?.[1]]).toEqual(['personal_sign', address])
      return wallet.signMessage({ message: { raw: params?.[0] ?? '0x' } })
    },
  }
}

/** `fetch` of a page, which sends its origin. */
const pageFetch: typeof fetch = (input, init) =>
  fetch(input, { ...init, headers: { ...Object(init?.headers), origin } })

type ClaimName = (label: string) => Promise<WireClaimOutcome>

/** Runs the script of the page; its form is not used. */
async function loadPage(constants: Readonly<Record<string, string>>, wallet: Signer): Promise<ClaimName> {
  const script = await readPage(constants)
  const globals = {
    window: { ethereum: browserWallet(wallet) },
    location: new URL(origin),
    document: { querySelector: () => ({ addEventListener: () => {} }) },
    fetch: pageFetch,
  }
  return new Function(...Object.keys(globals), `${script}\nreturn claimName`)(...Object.values(globals))
}

describeService('The page of docs/claims.md', (service) => {
  const openDomain = async (allowedOrigins: readonly string[]) => {
    const domain = await service().onboard()
    await openClaims(service(), domain)
    const headers = { 'x-api-key': service().key }
    const path = `/byname/v1/domains/${domain.name}?chainId=1`
    dataOf(await service().call('PATCH', path, { headers, body: { allowedOrigins } }))
    return domain.name
  }

  it.each(['alice', 'bücher', '🦊'])('rule: it claims %s in one request', async (label) => {
    const [domain, wallet] = [await openDomain([origin]), createWallet()]
    const claimName = await loadPage({ service: service().url, domain }, wallet)
    const outcome = await claimName(label)
    expect(outcome).toMatchObject({ state: 'issued', name: `${label}.${domain}` })
    expect(outcome.record?.holder).toBe(wallet.address)
    await expect(claimName(label)).rejects.toThrow('SubdomainAlreadyExistsException')
  })

  it('rule: it is refused where the domain allows other sites', async () => {
    const domain = await openDomain(['https://other.example'])
    const claimName = await loadPage({ service: service().url, domain }, createWallet())
    await expect(claimName('alice')).rejects.toThrow('InvalidSignatureException')
  })

  it('rule: a browser may send its headers from any site', async () => {
    const domain = await openDomain([origin])
    const { headers } = await fetch(`${service().url}/byname/v1/domains/${domain}/claims`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-address,x-message',
      },
    })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    for (const name of ['x-address', 'x-message', 'content-type'])
      expect(headers.get('access-control-allow-headers')).toContain(name)
  })
})
