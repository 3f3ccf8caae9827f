import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/folders.ts'
import { type RpcOptions, startRpc } from '../../../test/support/setup/setup-machine.ts'
import { checkRpc } from './check-rpc.ts'
import { checkChain, checkDisk, checkHost, checkOwner, checkPort } from './checks.ts'

const here = '203.0.113.5'

describe('checkHost', () => {
  const check = (text: string, addresses: readonly string[], own: readonly string[] = [here]) =>
    checkHost(text, async () => addresses.map((address) => ({ address, family: 4 })), own)

  test.each<
    [text: string, addresses: readonly string[], own: readonly string[], sentence: RegExp, isFatal: boolean]
  >([
    ['names', [here], [here], /is not the name of a host/, true],
    ['203.0.113.5', [here], [here], /is not the name of a host/, true],
    ['names.acme.com/claim', [here], [here], /is not the name of a host/, true],
    ['names.acme.com; reboot', [here], [here], /is not the name of a host/, true],
    ['names.acme.local', [here], [here], /private networks/, false],
    ['names.acme.com', [], ['8.8.8.8'], /no address yet.+type A for it, with 8\.8\.8\.8/, false],
    ['names.acme.com', [], ['10.0.0.2'], /no address yet.+with the address of this machine/, false],
    [
      'names.acme.com',
      ['9.9.9.9'],
      ['8.8.8.8'],
      /leads to 9\.9\.9\.9, and this machine has 8\.8\.8\.8/,
      false,
    ],
  ])('refuses %s that leads to %s, at %s', async (text, addresses, own, sentence, isFatal) => {
    const { problems } = await check(text, addresses, own)
    expect(problems).toEqual([{ sentence: expect.stringMatching(sentence), isFatal }])
  })

  test('accepts what was pasted from a browser, and an address behind translation', async () => {
    expect(await check(' https://Names.Acme.com/ ', [here])).toMatchObject({
      value: 'names.acme.com',
      problems: [],
    })
    const { problems, found } = await check('names.acme.com', ['9.9.9.9'], ['10.0.0.2'])
    expect([problems, found]).toEqual([[], expect.stringContaining('has to be the public address')])
  })
})

describe('checkOwner', () => {
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  test.each<[text: string, sentence: RegExp]>([
    ['acme.eth', /is not an address/],
    [address.slice(0, -1), /is not an address/],
    [address.replace('C5', 'c5'), /do not match its digits \(EIP-55\)/],
    [`0x${'1'.repeat(64)}`, /^That is a private key\./],
    ['1'.repeat(64), /^That is a private key\./],
  ])('refuses %s', (text, sentence) => {
    const { problems, value } = checkOwner(text)
    expect(problems).toEqual([{ sentence: expect.stringMatching(sentence), isFatal: true }])
    expect(`${problems[0]?.sentence}${value}`).not.toContain('1'.repeat(64))
  })

  test('accepts a checksum, and one case', () => {
    expect(checkOwner(` ${address} `)).toEqual({ value: address, problems: [] })
    expect(checkOwner(address.toLowerCase()).problems).toEqual([])
  })
})

test('checkChain knows names and numbers', () => {
  expect(checkChain('Sepolia').value).toBe('11155111')
  expect(checkChain('1').problems).toEqual([])
  expect(checkChain('8453').problems).toMatchObject([
    { sentence: '"8453" is neither mainnet (1) nor sepolia (11155111).' },
  ])
})

describe('checkRpc', () => {
  test.each<[title: string, options: RpcOptions, sentence: RegExp, isFatal: boolean]>([
    ['another chain', { chainId: 8453 }, /is of chain 8453, and not of chain 11155111/, true],
    ['an old block', { blockAge: 3600 }, /newest block of the RPC is 60 minutes old/, false],
    ['a wrong key', { status: 401, body: '{}' }, /answers HTTP 401: is its key complete\?/, false],
    ['a page', { body: '<html>' }, /does not speak JSON-RPC/, false],
  ])('refuses an RPC with %s', async (_, options, sentence, isFatal) => {
    const { problems } = await checkRpc(await startRpc(options), 11_155_111)
    expect(problems).toEqual([{ sentence: expect.stringMatching(sentence), isFatal }])
  })

  test.each([
    [3600, /clock of this machine is \d+ seconds behind/],
    [-3600, /clock of this machine is \d+ seconds ahead/],
  ])('compares the clock with that of the RPC, %i seconds apart', async (ahead, sentence) => {
    const { problems } = await checkRpc(await startRpc({ ahead }), 11_155_111)
    expect(problems[0]).toEqual({ sentence: expect.stringMatching(sentence), isFatal: false })
  })

  test('says what is no URL, and never shows it', async () => {
    for (const url of ['wss://rpc.example/secret', 'rpc.example/secret', 'https://rpc.example/se"cret'])
      expect((await checkRpc(url, 1)).problems).toEqual([
        { sentence: expect.not.stringContaining('cret'), isFatal: true },
      ])
    const unreachable = await checkRpc('http://127.0.0.1:1/secret', 1)
    expect(unreachable.problems).toEqual([
      { sentence: expect.stringMatching(/^The RPC cannot be reached\./), isFatal: false },
    ])
  })

  test('accepts one that is near its head', async () => {
    expect(await checkRpc(await startRpc(), 11_155_111)).toMatchObject({
      problems: [],
      found: expect.stringContaining('responds'),
    })
  })
})

test('checkPort names a port that is taken, and what it is for', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  expect(await checkPort(port, '127.0.0.1', 'HTTPS needs it')).toMatchObject({
    sentence: expect.stringContaining(`Port ${port} is taken by another program, and HTTPS needs it.`),
  })
})

test('checkDisk tells space and files that are missing, also for a folder that is not there yet', async () => {
  const folder = `${await temporaryFolder()}/later/data`
  expect(await checkDisk(folder, 0, 0)).toEqual([])
  expect(await checkDisk(folder, Number.MAX_SAFE_INTEGER, 0)).toMatchObject([
    { sentence: expect.stringMatching(/MB left/) },
  ])
})
