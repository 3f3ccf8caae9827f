import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { allocatorEnvironment } from '../../../server/src/cluster.ts'
import type { BenchOptions, Report } from '../bench.ts'
import { chainId, domain } from '../databases/zone.ts'
import { figure, ranged } from '../report/format.ts'
import { type Spread, spreadOf } from '../report/statistics.ts'
import { table } from '../report/table.ts'
import { watchMemory } from '../servers/memory-watch.ts'
import { type Server, startServer } from '../servers/process.ts'
import { serve } from '../servers/service.ts'
import { adminKey } from '../servers/service-environment.ts'

const mebibyte = 2 ** 20

/** Uploads of a service, and how many of them at a time. */
const uploads = 96
const concurrency = 4

/** Resident memory in MiB. */
interface Memory {
  readonly idle: number
  readonly peak: number
  readonly after: number
}

type Environment = Readonly<Record<string, string>>

const allocators = [
  ['as the system has it', {}],
  ['as the image and workers set it', allocatorEnvironment],
] as const satisfies readonly (readonly [string, Environment])[]

/** Memory before, during and after uploads of all formats. */
export async function benchImages({ data, rounds, sizes }: BenchOptions): Promise<Report> {
  const files = await createFiles()
  const measured = new Map<string, Memory[]>()
  for (let round = 0; round < rounds; round++)
    for (const [title, environment] of allocators) {
      const location = await data.copy('sqlite', sizes.small)
      const launch = serve(location)
      const server = await startServer({
        ...launch,
        environment: {
          ...launch.environment,
          ...environment,
          TRUSTED_PROXIES: 'loopback',
          RATE_LIMIT_EXPENSIVE_PER_IP: '0',
        },
      })
      const memory = await measure(server, files).finally(() => server.stop())
      console.error(`  ${figure(memory.idle)} → ${figure(memory.after)} MiB: allocator ${title}`)
      measured.set(title, [...(measured.get(title) ?? []), memory])
    }
  const rows = [...measured].map(([title, memories]) => [
    `allocator ${title}`,
    ...(['idle', 'peak', 'after'] as const).map((field) =>
      ranged(spreadOf(memories.map((one) => one[field]))),
    ),
  ])
  return {
    heading: 'Memory for images',
    body: [
      `${uploads} uploads, ${concurrency} at a time: noise as png, jpeg and webp, a jpeg of 35 megapixels, a png of 36, an ` +
        'avif, a palette of 20 megapixels, and an animation. Resident memory, sampled every 250 ms; after the last response.',
      table(['Service', 'idle MiB (range)', 'peak MiB (range)', 'after MiB (range)'], rows),
    ].join('\n\n'),
    findings: [{ budget: 'imageMemory', spread: growth(measured.get(allocators[1][0]) ?? []) }],
  }
}

function growth(memories: readonly Memory[]): Spread {
  return spreadOf(memories.map(({ idle, after }) => after - idle))
}

async function measure(server: Server, files: readonly Buffer[]): Promise<Memory> {
  const upload = await uploaderTo(server.url)
  const idle = server.usage().memoryBytes
  const watch = watchMemory(server)
  const indexes = Array(uploads).keys()
  const uploadAll = async () => {
    for (const index of indexes) await upload(files[index % files.length] ?? Buffer.of(), index)
  }
  await Promise.all(Array.from({ length: concurrency }, uploadAll)).finally(watch.stop)
  const [after, peak] = [server.usage().memoryBytes, watch.peakBytes]
  return { idle: idle / mebibyte, peak: peak / mebibyte, after: after / mebibyte }
}

async function uploaderTo(url: string) {
  const headers = { 'x-api-key': adminKey }
  const list = await fetch(`${url}/byname/v1/domains/${domain}?chainId=${chainId}`, { headers })
  const [, domainId] = /"id":"([0-9a-f-]{36})"/.exec(await list.text()) ?? []
  if (domainId === undefined) throw new Error('The database of the bench has no domain.')
  return async (file: Buffer, index: number): Promise<void> => {
    const form = new FormData()
    form.set('file', new Blob([Uint8Array.from(unique(file))]), 'image')
    const type = index % 2 === 0 ? 'avatar' : 'banner'
    const response = await fetch(`${url}/ens/v1/ens/upload-to-cdn?ensId=${domainId}&type=${type}`, {
      method: 'POST',
      // Of many clients, whose decoding time is limited for each.
      headers: { ...headers, 'x-forwarded-for': `198.18.${index >> 8}.${index & 255}` },
      body: form,
    })
    const text = await response.text()
    if (response.status !== 201) throw new Error(`An upload was answered ${response.status}: ${text}`)
  }
}

/** With bytes that decoders skip, because equal files are decoded once; in the form of AVIF's boxes, 24 bytes of `free`. */
function unique(file: Buffer): Buffer {
  return Buffer.concat([file, Buffer.from('0000001866726565', 'hex'), randomBytes(16)])
}

async function createFiles(): Promise<readonly Buffer[]> {
  const noise = (width: number, height: number) =>
    sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#345' } })
  const frames = await Promise.all(Array.from({ length: 40 }, () => noise(200, 200).png().toBuffer()))
  const images = [
    noise(1200, 1200).png(),
    plain(7000, 5000).jpeg(),
    noise(2000, 2000).webp({ quality: 60 }),
    noise(1800, 1200).jpeg({ quality: 90 }),
    plain(3000, 2000).avif({ effort: 0 }),
    plain(5000, 4000).png({ palette: true }),
    plain(6000, 6000).png(),
    sharp(frames, { join: { animated: true } }).gif(),
  ]
  return Promise.all(images.map((image) => image.toBuffer()))
}
