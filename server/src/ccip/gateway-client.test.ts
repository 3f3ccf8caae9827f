import { describe, expect, it } from 'vitest'
import { toGatewayHttpRequest } from './gateway.ts'

const sender = '0x52908400098527886E0F7030069857D2E4169EE7'
const refusal = 'has a URL of more than 163840 characters'

describe('toGatewayHttpRequest', () => {
  it('fills in every placeholder, and posts without one for the data (EIP-3668)', () => {
    const query = { sender, urls: [], data: '0xabcd' } as const
    expect(toGatewayHttpRequest(query, 'https://a.example/{sender}/{data}?{data}')).toEqual({
      url: `https://a.example/${sender.toLowerCase()}/0xabcd?0xabcd`,
      method: 'GET',
    })
    expect(toGatewayHttpRequest(query, 'https://a.example/{sender}')).toEqual({
      url: `https://a.example/${sender.toLowerCase()}`,
      method: 'POST',
      body: JSON.stringify({ data: '0xabcd', sender }),
    })
  })

  it('allows the longest call data once in a URL', () => {
    const data = `0x${'ab'.repeat(65_536)}` as const
    const { url } = toGatewayHttpRequest({ sender, urls: [], data }, 'https://a.example/{data}')
    expect(url).toBe(`https://a.example/${data}`)
  })

  it.each([
    ['call data thousands of times', `https://a.example/${'{data}'.repeat(80_000)}`, 65_536],
    ['the sender thousands of times', `https://a.example/${'{sender}'.repeat(60_000)}`, 4],
    ['a long text', `https://a.example/${'a'.repeat(200_000)}`, 4],
  ])('refuses a template with %s, without building the URL', (_, template, bytes) => {
    const data = `0x${'ab'.repeat(bytes)}` as const
    expect(() => toGatewayHttpRequest({ sender, urls: [], data }, template)).toThrow(refusal)
  })
})
