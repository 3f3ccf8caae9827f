import { randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readDatabaseSize } from '../../../server/src/store/sizes.ts'
import { openStore } from '../../../server/src/store/store.ts'
import { noisePng } from '../../../server/test/support/media/png.ts'
import type { BenchOptions, Report } from '../bench.ts'
import { apiKey, chainId, domain } from '../databases/zone.ts'
import { type Wallet, walletAt } from '../load/wallets.ts'
import { figure, whole } from '../report/format.ts'
import { table } from '../report/table.ts'
import { type Server, startServer } from '../servers/process.ts'
import { serve } from '../servers/service.ts'
import type { ServiceData } from '../servers/service-environment.ts'

/** The bounds of one client address that `docs/operating/settings.md` publishes: of a day, all at once, and refilled evenly. */
const writesPerDay = 5000
const bytesPerWrite = 16_384

/** In the first hour: all at once, and what refills. */
const inAnHour = 1 + 1 / 24

/** Names of the attacker, each with a wallet of its own: enough that those of one are not what bounds. */
const nameCount = 64
const connections = 4

interface Attack {
  readonly title: string
  readonly send: (context: AttackContext, number: number, headers: Headers) => Promise<Response>
}

interface AttackContext {
  readonly url: string
  readonly names: readonly { readonly label: string; readonly wallet: Wallet }[]
}

type Headers = Readonly<Record<string, string>>

const attacks: readonly Attack[] = [
  { title: 'update, 48 KiB', send: (context, number, headers) => update(context, number, 16_300, headers) },
  { title: 'update, 100 bytes', send: (context, number, headers) => update(context, number, 30, headers) },
  {
    title: 'update, 100 bytes, with `Idempotency-Key`',
    send: (context, number, headers) =>
      update(context, number, 30, { ...headers, 'idempotency-key': `abuse-${number}` }),
  },
  { title: 'upload of noise for a banner', send: upload },
  { title: 'claim by a new wallet', send: claim },
  { title: 'challenge of an mApp', send: challenge },
  { title: 'sign-in by a new wallet', send: signIn },
  {
    title: 'search of a facade by a label',
    send: (context, number, headers) =>
      search(context, { labelSearch: `${number}aα`.padEnd(255, 'aα.') }, headers),
  },
  {
    title: 'search of a facade by texts',
    send: (context, number, headers) => search(context, { textRecords: { zz: `${number}` } }, headers),
  },
]

export const attackTitles = attacks.map(({ title }) => title)

/** What one client without an API key can leave on the disk and cost, as often as it can. */
export async function benchAbuse(setting: BenchOptions): Promise<Report> {
  const rows: string[][] = []
  const failures: string[] = []
  for (const kind of setting.databases)
    for (const attack of attacks) {
      const measured = await measure(setting, await setting.data.copy(kind, setting.sizes.small), attack)
      const { accepted, refused, diskBytes, acceptedCpuMicros, refusedCpuMicros, peakBytes } = measured
      const bytesEach = diskBytes / Math.max(1, accepted)
      const most = Math.min(writesPerDay * inAnHour, boundOfDisk / bytesEach)
      if (diskBytes > boundOfDisk)
        failures.push(`${attack.title}, ${kind}: ${whole(diskBytes)} bytes of disk.`)
      rows.push([
        `${attack.title}, ${kind}`,
        whole(accepted),
        whole(refused),
        whole(bytesEach),
        mebibytes(most * bytesEach),
        figure(acceptedCpuMicros / Math.max(1, accepted)),
        refused === 0 ? '–' : figure(refusedCpuMicros / refused),
        figure((most * acceptedCpuMicros) / Math.max(1, accepted) / 1e6),
        mebibytes(peakBytes),
      ])
      console.error(`  ${attack.title}, ${kind}: ${whole(accepted)} accepted, ${whole(refused)} refused`)
    }
  return {
    heading: 'Abuse without a key',
    body: [
      `One network of 64 bits, ${connections} connections, ${nameCount} names with a wallet each, ${setting.seconds} s an attack ` +
        'and as long again once it is refused. Bytes of disk are those of the database and of the folder of images.',
      table(
        [
          'Attack',
          'accepted',
          '429 or 503',
          'disk bytes each',
          'most disk in an hour, MiB',
          'CPU µs each',
          'CPU µs of a 429',
          'most CPU s of accepted ones in an hour',
          'peak memory, MiB',
        ],
        rows,
      ),
    ].join('\n\n'),
    findings: [],
    failures,
  }
}

/** Rows of the database take up to twice what they are charged with: pages, indexes, dead rows. */
const boundOfDisk = 2 * writesPerDay * bytesPerWrite * inAnHour

interface Measured {
  readonly accepted: number
  readonly refused: number
  readonly diskBytes: number
  readonly acceptedCpuMicros: number
  readonly refusedCpuMicros: number
  readonly peakBytes: number
}

async function measure({ seconds }: BenchOptions, location: ServiceData, attack: Attack): Promise<Measured> {
  const launch = serve(location)
  const limits = Object.fromEntries(
    ['IP', 'WALLET', 'NAME', 'DOMAIN'].map((subject) => [`WRITE_LIMIT_PER_${subject}`, '']),
  )
  const server = await startServer({
    ...launch,
    environment: {
      ...launch.environment,
      ...limits,
      TRUSTED_PROXIES: 'loopback',
      NAMESPACE_FACADE: 'on',
      RATE_LIMIT_EXPENSIVE_PER_IP: '0',
    },
  })
  try {
    const context = { url: server.url, names: await issueNames(server.url) }
    const before = await diskBytes(location)
    const begin = server.usage()
    let number = 0
    let peakBytes = 0
    const counts = { accepted: 0, refused: 0 }
    const run = async (until: () => boolean) => {
      const work = async () => {
        while (!until()) {
          // Any address of the network is the same client.
          const address = `2001:db8::${(number % 65_535).toString(16)}`
          const response = await attack.send(context, number++, { 'x-forwarded-for': address })
          const text = await response.text()
          if (response.ok) counts.accepted += 1
          else if (response.status === 429 || response.status === 503) counts.refused += 1
          else throw new Error(`${attack.title}: status ${response.status}: ${text}`)
          if (number % 50 === 0) peakBytes = Math.max(peakBytes, server.usage().memoryBytes)
        }
      }
      await Promise.all(Array.from({ length: connections }, work))
    }
    const end = performance.now() + seconds * 1000
    await run(() => performance.now() > end || counts.refused > 0)
    const refusedAt = { usage: server.usage(), refused: counts.refused }
    if (counts.refused > 0) {
      const stop = performance.now() + seconds * 1000
      await run(() => performance.now() > stop)
    }
    return {
      ...counts,
      diskBytes: (await diskBytes(location)) - before,
      acceptedCpuMicros: refusedAt.usage.cpuMicros - begin.cpuMicros,
      refusedCpuMicros: server.usage().cpuMicros - refusedAt.usage.cpuMicros,
      peakBytes: Math.max(peakBytes, server.usage().memoryBytes),
    }
  } finally {
    await server.stop()
  }
}

async function diskBytes({ url, folder }: ServiceData): Promise<number> {
  const store = await openStore({ url })
  try {
    return (await readDatabaseSize(store)).bytes + folderBytes(join(folder, 'media'))
  } finally {
    await store.close()
  }
}

function folderBytes(path: string): number {
  try {
    return readdirSync(path).reduce((total, file) => total + statSync(join(path, file)).size, 0)
  } catch {
    return 0
  }
}

/** By the owner of the domain, who also opens its claims. */
async function issueNames(url: Server['url']): Promise<AttackContext['names']> {
  const names = Array.from({ length: nameCount }, (_, number) => ({
    label: `abuse-${number}`,
    wallet: walletAt(900_000 + number),
  }))
  for (const { label, wallet } of names)
    await expectOk(post(url, '/ens/v1/subname/add', addBody(label, wallet), { 'x-api-key': apiKey }))
  await expectOk(
    fetch(`${url}/byname/v1/domains/${domain}/policy?chainId=${chainId}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify({ claims: 'open' }),
    }),
  )
  return names
}

function addBody(label: string, { address }: Wallet) {
  return {
    username: label,
    ensDomain: domain,
    chainId,
    overrideSignatureCheck: true,
    addresses: [{ coinType: 60, address }],
  }
}

async function expectOk(sent: Promise<Response>): Promise<void> {
  const response = await sent
  if (!response.ok) throw new Error(`Status ${response.status}: ${await response.text()}`)
}

function post(url: string, path: string, body: unknown, headers: Headers): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

function nameAt({ names }: AttackContext, number: number) {
  const name = names[number % names.length]
  if (!name) throw new Error('There are no names.')
  return name
}

function update(context: AttackContext, number: number, length: number, headers: Headers): Promise<Response> {
  const { label, wallet } = nameAt(context, number)
  // PostgreSQL would compress what repeats.
  const text = ['a', 'b', 'c'].map((key) => ({
    key,
    value: randomBytes(length).toString('base64').slice(0, length),
  }))
  const body = { username: label, ensDomain: domain, chainId, text }
  return post(context.url, '/ens/v1/subname/update', body, { ...headers, ...wallet.headers })
}

function upload(context: AttackContext, number: number, headers: Headers): Promise<Response> {
  const { label, wallet } = nameAt(context, number)
  const form = new FormData()
  form.set('file', new Blob([Uint8Array.from(noisePng(1500, 500))], { type: 'image/png' }), 'noise.png')
  return fetch(
    `${context.url}/ens/v1/subname/upload-to-cdn?ens=${label}.${domain}&type=banner&chainId=${chainId}`,
    {
      method: 'POST',
      headers: { ...headers, ...wallet.headers },
      body: form,
    },
  )
}

function claim({ url }: AttackContext, number: number, headers: Headers): Promise<Response> {
  const label = `claimed-${number}`
  const resources = [`byname:action/claim`, `byname:name/${label}.${domain}`]
  const wallet = walletAt(1_000_000 + number, new Date(), { domain: new URL(url).host, resources })
  return post(
    url,
    `/byname/v1/domains/${domain}/claims?chainId=${chainId}`,
    { label },
    { ...headers, ...wallet.headers },
  )
}

function challenge(context: AttackContext, number: number, headers: Headers): Promise<Response> {
  const { label, wallet } = nameAt(context, number)
  const body = {
    domain: 'localhost',
    origin: 'http://localhost:3333/',
    address: wallet.address,
    subname: `${label}.${domain}`,
    mApp: `app.${domain}`,
    chainId,
  }
  return post(context.url, '/ens/v1/siwe/mapp/add-permission', body, headers)
}

function signIn({ url }: AttackContext, number: number, headers: Headers): Promise<Response> {
  const resources = ['byname:action/sign-in']
  const wallet = walletAt(2_000_000 + number, new Date(), { domain: new URL(url).host, resources })
  return post(url, '/byname/v1/sessions', {}, { origin: url, ...headers, ...wallet.headers })
}

/** Of any visitor, in all names of the domain. */
function search({ url }: AttackContext, filter: object, headers: Headers): Promise<Response> {
  return post(url, '/api/v1/subnames/search', { parentName: domain, ...filter }, headers)
}

function mebibytes(bytes: number): string {
  return figure(bytes / 1_048_576)
}
