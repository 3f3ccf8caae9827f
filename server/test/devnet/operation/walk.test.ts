import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSandboxFile, type SandboxFile } from '../../../src/sandbox/sandbox-file.ts'
import { createFolder } from '../../support/folders.ts'
import { type RunningCommand, runInShell, startCommand } from '../../support/service/command.ts'

let folder: string
let environment: Record<string, string>
let running: RunningCommand

function start() {
  return startCommand(['sandbox'], environment, /-- resolve .*\n/)
}

beforeAll(async () => {
  folder = await createFolder('walk')
  environment = { DATA_DIR: folder, PORT: '0', SANDBOX_CHAIN_PORT: '0', MAX_EVENT_LOOP_DELAY_MS: '60000' }
  running = await start()
})
afterAll(async () => {
  await running.end('SIGTERM')
  await rm(folder, { recursive: true })
})

async function sandboxFile(): Promise<SandboxFile> {
  const file = await readSandboxFile(folder)
  if (!file) throw new Error('The sandbox has written no sandbox.json.')
  return file
}

/** A line of the sandbox's output, found by its first words. */
function printed(start: string): string {
  const line = running.output.split('\n').find((candidate) => candidate.trim().startsWith(start))
  if (!line) throw new Error(`The sandbox does not print a line that starts with ${start}.`)
  return line
}

test('the lines that the first start prints add a name and resolve it', async () => {
  const { apiKey, adminKey } = await sandboxFile()
  expect(running.output).toContain(apiKey)
  expect(running.output).toContain(adminKey)
  for (const file of ['sandbox.json', 'byname.db', 'chains/chain-1.json', 'chains/chain-11155111.json'])
    expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600)
  expect((await stat(join(folder, 'chains'))).mode & 0o777).toBe(0o700)
  expect(JSON.parse(await runInShell(printed('curl'), environment))).toMatchObject({ statusCode: 200 })
  const profile = await runInShell(printed('npm run -s byname -- resolve'), environment)
  expect(profile).toMatch(/^address eth \(60\) +0x70997970C51812dc3A010C7d01b50e0d17dc79C8$/m)
  expect(profile).toMatch(/^text description +hello from Byname$/m)
})

/** The part of a document below a heading, adapted to this sandbox. */
async function readSection(document: string, heading: string): Promise<string> {
  const text = await readFile(new URL(`../../../../${document}`, import.meta.url), 'utf8')
  const { url, chains } = await sandboxFile()
  return (text.split(`\n## ${heading}`)[1]?.split('\n## ')[0] ?? '')
    .replaceAll('http://127.0.0.1:3000', url)
    .replaceAll('127.0.0.1:3000', new URL(url).host)
    .replaceAll('http://127.0.0.1:8545', chains['1'].rpcUrl)
    .replaceAll('./data/', `${folder}/`)
    .replaceAll(/(owner|carol|badges)\.curl/g, `${folder}/$&`)
}

/** The code blocks of a language. */
async function readBlocks(document: string, heading: string, language: 'sh' | 'js'): Promise<string> {
  const section = await readSection(document, heading)
  const blocks = [...section.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(
    ([, block = '']) => block,
  )
  expect(blocks).not.toHaveLength(0)
  return blocks.join('')
}

/** A program of a document, run with the sources of the SDK in place of its build. */
const runProgram = (program: string) =>
  `node --conditions=byname-source --input-type=module - <<'END'\n${program}END\n`

/** Runs the lines and programs of a part of a document in one shell, after those of `setUp`, which print nothing, and compares what each block prints with the text below it. */
async function runTutorial(heading: string, document = 'docs/tutorial.md', setUp = ''): Promise<void> {
  const section = await readSection(document, heading)
  const blocks = [...section.matchAll(/```(sh|js)\n(.*?)```\n(?:\n```text\n(.*?)```)?/gs)].map(
    ([, language, code = '', text = '']) => ({ lines: language === 'js' ? runProgram(code) : code, text }),
  )
  expect(blocks).not.toHaveLength(0)
  const marker = '@@ end of a block @@'
  const script = blocks.map(({ lines }) => `${lines}\necho '${marker}'\n`).join('')
  const outputs = (await runInShell(`${setUp}\n${script}`, environment)).split(marker)
  for (const [index, { text }] of blocks.entries()) expect(outputs[index]?.trim()).toMatch(toPattern(text))
}

/** `…` is any text, and columns of a table may have another width. curl ends its output without a line feed. */
function toPattern(text: string): RegExp {
  const escapePart = (part: string) =>
    part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/ {2,}/g, ' +')
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.split('…').map(escapePart).join('[^]*?'))
  return new RegExp(`^${lines.join('\\s*')}$`)
}

test('the README adds a name with curl and resolves it with viem', async () => {
  const rename = (code: string) => code.replaceAll('alice', 'dave')
  const heading = 'Add a name and resolve it'
  const added = await runInShell(rename(await readBlocks('README.md', heading, 'sh')), environment)
  expect(added).toContain('{"statusCode":200,"result":{"data":{"ens":"dave.demo.eth","isClaimed":true,')
  const script = rename(await readBlocks('README.md', heading, 'js'))
  const resolved = await runInShell(`node --input-type=module - <<'END'\n${script}END`, environment)
  expect(resolved).toContain('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
})

test.each(['A name with records', 'From a workspace to a member with an app', 'Names over HTTP'])(
  'the tutorial prints what it shows when pasted after the README: %s',
  async (heading) => {
    await runTutorial(heading)
    expect((await readdir(folder)).filter((name) => name.endsWith('.curl'))).toEqual([])
  },
)

test('the page about models prints what it shows', async () => {
  await runTutorial('In the sandbox', 'docs/mcp.md')
})

test('the page about facades prints what it shows', async () => {
  await runTutorial('NameStone in the sandbox', 'docs/facades.md')
  const key = await readBlocks('docs/facades.md', 'NameStone in the sandbox', 'sh')
  const setUp = key.slice(0, key.indexOf('node --input-type'))
  await runTutorial('Namespace in the sandbox', 'docs/facades.md', setUp)
})

test.each(['From NameStone', 'From Namespace', 'From JustaName', 'From a table'])(
  'the page about arriving prints what it shows: %s',
  async (heading) => {
    const page = 'docs/arriving.md'
    await runTutorial(heading, page, await readBlocks(page, 'In the sandbox', 'sh'))
  },
)

test.each([
  'Issue a name from a backend',
  'List all names of a domain',
  'Issue 5,000 names from a CSV file',
  'Follow events, and continue later',
  'Verify a webhook',
  'Verify a name',
  'Ask whether a name is available, and why not',
  'Change a name, unless it has changed',
  'Invite to a name',
  'Treat errors, and wait',
  'Sign with viem and with ethers',
])('the recipe of the SDK prints what it shows: %s', async (heading) => {
  await runTutorial(heading, 'docs/sdk.md', await readBlocks('docs/sdk.md', 'In the sandbox', 'sh'))
})

test('rule: a restart keeps keys, names and chains, also after a SIGKILL', async () => {
  const before = await sandboxFile()
  await running.end('SIGKILL')
  running = await start()
  const { apiKey, adminKey, workspaceId, chains } = await sandboxFile()
  expect({ apiKey, adminKey, workspaceId }).toEqual({
    apiKey: before.apiKey,
    adminKey: before.adminKey,
    workspaceId: before.workspaceId,
  })
  expect(running.output).not.toContain(apiKey)
  expect(chains['1'].resolver).toBe(before.chains['1'].resolver)
  expect(await runInShell('npm run resolve -- alice.demo.eth', environment)).toContain('hello from Byname')
  const again = await runInShell(`${printed('curl')} -s`, environment)
  expect(JSON.parse(again)).toMatchObject({ statusCode: 409 })
})

test('the sandbox refuses to run in production and for other machines', async () => {
  const refused = (variables: Record<string, string>) =>
    startCommand(['sandbox'], { ...environment, ...variables }, /-- resolve/)
  await expect(refused({ NODE_ENV: 'production' })).rejects.toThrow('does not run with NODE_ENV=production')
  await expect(refused({ HOST: '0.0.0.0' })).rejects.toThrow('listens on this machine only')
})
