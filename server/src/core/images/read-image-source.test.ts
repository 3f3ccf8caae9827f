import { describe, expect, it } from 'vitest'
import { parseImageSource } from './read.ts'

const hosts = { mediaUrl: 'http://127.0.0.1:3000/media/', ipfsGatewayUrl: 'https://gateway.example/sub' }
const cid = 'bafybeibj6lixxzqtsb45ysdjnupvqkufgdvzqbnvmhw2kf7cfkesy7r7d4'

describe('The source of an image', () => {
  it.each([
    ['https://a.example/b.png?c=1', 'https://a.example/b.png?c=1'],
    ['http://a.example/b.png', 'http://a.example/b.png'],
    [`ipfs://${cid}`, `https://gateway.example/sub/ipfs/${cid}`],
    [`ipfs://${cid}/a b.png`, `https://gateway.example/sub/ipfs/${cid}/a%20b.png`],
    [`ipfs://ipfs/${cid}/1.png`, `https://gateway.example/sub/ipfs/${cid}/1.png`],
    ['ipns://docs.ens.domains/a.png', 'https://gateway.example/sub/ipns/docs.ens.domains/a.png'],
  ])('%s is read from %s', (value, url) => {
    expect(parseImageSource(value, hosts)).toEqual({ kind: 'remote', url })
  })

  it('an upload of this service is read from its storage, and data from the record', () => {
    expect(parseImageSource('http://127.0.0.1:3000/media/ab.png', hosts)).toEqual({
      kind: 'stored',
      file: 'ab.png',
    })
    expect(parseImageSource('data:image/png;base64,aGVsbG8=', hosts)).toEqual({
      kind: 'inline',
      bytes: Buffer.from('hello'),
    })
  })

  it.each([
    'eip155:1/erc721:0x06012C8cf97BEaD5deAe237070F9587f8E7A266d/7',
    'EIP155:1/ERC1155:0x06012c8cf97bead5deae237070f9587f8e7a266d/7',
  ])('%s is an NFT', (value) => {
    expect(parseImageSource(value, hosts)).toEqual({
      kind: 'nft',
      chainId: 1,
      nft: {
        standard: value.toLowerCase().includes('erc721') ? 'erc721' : 'erc1155',
        contract: '0x06012c8cf97BEaD5deAe237070F9587f8E7A266d',
        tokenId: 7n,
      },
    })
  })

  it.each([
    'eip155:1/erc20:0x06012c8cf97bead5deae237070f9587f8e7a266d/1',
    'eip155:1/erc721:0x06012c8cf97bead5deae237070f9587f8e7a266d',
    `eip155:1/erc721:0x06012c8cf97bead5deae237070f9587f8e7a266d/${2n ** 256n}`,
    'data:image/svg+xml;base64,aGVsbG8=',
    'data:text/html,hello',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'ipfs://',
    `ipfs://${cid}?a=b`,
    'image.png',
    '',
  ])('NotFoundException for %s', (value) => {
    expect(() => parseImageSource(value, hosts)).toThrow(/names no image/)
  })

  it('rule: no path of an IPFS URL leaves the content that it names', () => {
    for (const path of ['..', '%2e%2e', '../../api/v0/config'])
      expect(() => parseImageSource(`ipfs://${cid}/${path}`, hosts)).toThrow()
  })
})
