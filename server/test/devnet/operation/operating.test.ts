import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Devnet, startDevnet } from '@byname/devnet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFolder } from '../../support/folders.ts'
import { startHttpServer } from '../../support/http/http-server.ts'
import { runInShell } from '../../support/service/command.ts'

let devnet: Devnet
let folder: string
/** The URL of the service, and another origin that forwards to it. */
let hosts: { readonly names: string; readonly new: string }

beforeAll(async () => {
  folder = await createFolder('operating')
  devnet = await startDevnet({ chains: [1] })
  const free = await startHttpServer(() => {})
  await free.close()
  const { port } = new URL(free.url)
  hosts = { names: `http://127.0.0.1:${port}`, new: `http://localhost:${port}` }
})
afterAll(async () => {
  await devnet.stop()
  await rm(folder, { recursive: true })
})

function account(index: number) {
  const found = devnet.accounts[index]
  if (!found) throw new Error(`The local chain has no account ${index}.`)
  return found
}

/** The shell lines below a heading of a page of docs/operating, adapted to the local chain. */
async function linesOf(page: string, heading: string): Promise<string> {
  const text = await readFile(new URL(`../../../../docs/operating/${page}`, import.meta.url), 'utf8')
  const section = `\n${text}`.split(`${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const blocks = [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block)
  expect(blocks.length).toBeGreaterThan(1)
  return blocks
    .join('')
    .replaceAll('https://names.example', hosts.names)
    .replaceAll('https://new.example', hosts.new)
    .replaceAll('https://node.example', devnet.rpcUrl(1))
    .replaceAll('0xYourOwnerKey', account(0).privateKey)
    .replaceAll('0xYourOwner', account(0).address)
    .replaceAll('0xYourDeployerKey', account(2).privateKey)
    .replaceAll(/resolvers (deploy|set-urls)/g, '$& --private')
    .replaceAll('byname.log', `${folder}/byname.log`)
}

/** The programs of a server's lines, which this machine must not run; docs/faults.md has runs of them on machines. */
const withoutServer = ['systemctl', 'systemd-run', 'tar', 'ssh', 'sed', 'nginx']
  .map((name) => `${name}() { :; }\n`)
  .join('')

test('the lines of the guides from nothing to a domain, and to another host, work when pasted', async () => {
  const { publicResolver } = devnet.addresses(1)
  await devnet.registerName(1, 'acme', { owner: account(0).address, resolver: publicResolver })
  const stopServe = `trap 'kill $!; wait' EXIT\n`
  const begin = await linesOf('domain.md', '\n# From nothing to a domain')
  const move = await linesOf('backups.md', '\n## Moving a host')
  const output = await runInShell(`${withoutServer}${stopServe}${begin}echo MOVING\n${move}`, {
    DATA_DIR: join(folder, 'data'),
    PORT: new URL(hosts.names).port,
  })
  const [started = '', moved = ''] = output.split('MOVING\n')

  expect(started).toContain('"domainName":"acme.eth"')
  expect(started).toMatch(/^data +0x1896f70a/m)
  expect(started).toMatch(/^transactionHash +0x[0-9a-f]{64}$/m)
  expect(started).toMatch(new RegExp(`^gateways +${hosts.names}/ccip/\\S+$`, 'm'))
  expect(started).toMatch(/^address eth \(60\) +0x70997970C51812dc3A010C7d01b50e0d17dc79C8$/m)
  expect(started).toMatch(/^text description +the first of Acme$/m)
  expect(started.match(/(GET|POST) +http\S+ +trusted$/gm)).toHaveLength(2)

  const [both = '', alone = ''] = moved.split(/(?<=trusted\n)(?=chainId)/)
  expect(both.match(/(GET|POST) +http\S+ +trusted$/gm)).toHaveLength(4)
  const urls = [...alone.matchAll(/(?:GET|POST) +(http\S+) +trusted$/gm)].map(([, url = '']) => url)
  expect(urls.map((url) => new URL(url).origin)).toEqual([hosts.new, hosts.new])

  const log = await readFile(join(folder, 'byname.log'), 'utf8')
  for (const line of log.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('level')
})
