import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { readBack } from '../../anchor/read-back.ts'
import { openTarget } from '../../anchor/targets/open-targets.ts'
import { anchorTargetProblem, anchorVariables } from '../../config/anchor-variables.ts'
import { yearlyWei } from '../../core/domains/anchor-cost.ts'
import { OperatorError } from '../../errors.ts'
import { createSsrfSafeFetch } from '../../rpc/ssrf-safe-fetch.ts'
import type { Answers, GivenAnswers } from './answers.ts'
import { askRpc } from './check-rpc.ts'
import { type Checked, doubtful, fatal } from './checks.ts'
import { type FilesAnswers, targetsOf } from './files-answers.ts'
import { launcherPath } from './launcher.ts'
import type { Machine } from './machine.ts'
import { isPlainValue, type Settings } from './settings-file.ts'

/** Where the unit of the service may not write, or where secrets are. */
const reserved =
  /^\/(?:$|(?:etc|opt\/byname|var\/lib\/byname[\w-]*|home|root|tmp|var\/tmp|dev|proc|sys|run|boot)(?:\/|$))/

/** `<place>=<URL>`, separated by commas; says what a year of beats costs. */
export async function checkFiles(text: string, { rpc }: GivenAnswers, settings: Settings): Promise<Checked> {
  const value = text.trim()
  if (/^none$/i.test(value) || value === '') return { value: 'none', problems: [] }
  const problem = targetsProblem(value, settings)
  if (problem !== undefined) return { value, problems: [fatal(problem)] }
  const hosts = new Set(targetsOf(value).map(({ url }) => URL.parse(url)?.host))
  const advice = hosts.size > 1 ? '' : '; a second place, of the owner of the domain, would be better'
  return { value, problems: [], found: `${await describeCost(rpc)}${advice}` }
}

function targetsProblem(value: string, settings: Settings): string | undefined {
  const example =
    'such as /srv/names-files=https://files.acme.com,s3://acme-names/zone=https://acme-names.example.net'
  if (!isPlainValue(value)) return `It has a space, a quote or a dollar: write <place>=<URL>, ${example}.`
  const parsed = anchorVariables.ANCHOR_TARGETS.safeParse(value)
  if (!parsed.success) return `It ${parsed.error.issues[0]?.message ?? 'is not <place>=<URL>'}: ${example}.`
  const wrong = parsed.data.find(({ place }) => reserved.test(place))
  if (wrong)
    return `The service may not write to ${wrong.place}, or has secrets there: choose a folder of its own, such as /srv/names-files.`
  const problem = anchorTargetProblem({
    ANCHOR_TARGETS: parsed.data,
    ...{ ANCHOR_ACCESS_KEY_ID: 'asked', ANCHOR_SECRET_ACCESS_KEY: 'afterwards' },
    OUTBOUND_ALLOWED_ORIGINS: (settings['OUTBOUND_ALLOWED_ORIGINS'] ?? '').split(','),
  })
  return problem && `It ${problem}.`
}

async function describeCost(rpc: string | undefined): Promise<string> {
  const asked = rpc === undefined ? undefined : await askRpc(rpc, 'eth_gasPrice', [])
  const price = z
    .string()
    .regex(/^0x[\da-f]{1,16}$/i)
    .safeParse(asked && 'result' in asked ? asked.result : undefined)
  if (!price.success) return 'a beat a day; what it costs could not be read from the RPC'
  const gasPrice = BigInt(price.data)
  const { beats, wei } = yearlyWei({ gasPrice, intervalMs: 86_400_000, kind: 'atOnce' })
  return `${beats} beats a year cost ${inUnits(wei, 1e18)} ETH for each domain, at ${inUnits(gasPrice, 1e9)} gwei as now`
}

/** With three significant digits. */
function inUnits(wei: bigint, unit: number): string {
  return (Number(wei) / unit).toLocaleString('en', { maximumSignificantDigits: 3 })
}

/** Puts a file into each bucket, reads it back by its URL as an app in a browser does, and deletes it. */
export async function checkFilesBucket(
  { targets, bucket }: FilesAnswers,
  settings: Settings,
): Promise<Omit<Checked, 'value'>> {
  const allowedOrigins = new Set((settings['OUTBOUND_ALLOWED_ORIGINS'] ?? '').split(','))
  const { fetch, close } = createSsrfSafeFetch({ allowedOrigins })
  const signal = AbortSignal.timeout(60_000)
  try {
    for (const each of targetsOf(targets).filter(({ place }) => place.startsWith('s3:'))) {
      const target = await openTarget(each, 'byname-setup', {
        ...{ region: 'us-east-1', endpoint: undefined, accessKeyId: undefined, secretAccessKey: undefined },
        ...bucket,
      })
      const file = { name: `${randomBytes(8).toString('hex')}.json`, text: '{}\n', isImmutable: true }
      try {
        await target.put(file, signal)
        const problem = await readBack({ fetch, url: target.url, signal }, file)
        await target.delete([file.name], signal)
        if (problem !== undefined) return { problems: [doubtful(`${problem}.`)] }
      } finally {
        target.close()
      }
    }
    return { problems: [], found: 'is read by its URL as it was put there' }
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    return { problems: [doubtful(error.message)] }
  } finally {
    await close()
  }
}

const anchorSchema = z.object({ anchor: z.string(), balance: z.string().nullable() })

/** What is left to do, as sentences; `isGood` unless a person has to. */
export async function findAnchorVerdict(
  machine: Machine,
  { files, chainId, host }: Answers,
): Promise<readonly { readonly isGood: boolean; readonly sentence: string }[]> {
  if (!files) return []
  const { code, output, errors } = await machine.run(machine.at(launcherPath), [
    ...['anchor', 'address', '--chain', `${chainId}`, '--json'],
  ])
  const known = code === 0 ? anchorSchema.safeParse(JSON.parse(output)).data : undefined
  if (!known) return [{ isGood: false, sentence: `The key of the anchor is not usable: ${errors.trim()}` }]
  const overview = `https://${host}/console`
  return [
    known.balance === null || BigInt(known.balance) === 0n
      ? {
          isGood: false,
          sentence: `Send some ETH of chain ${chainId} to ${known.anchor}, which pays for the beats and can do nothing else.`,
        }
      : { isGood: true, sentence: `${known.anchor} has ETH for the beats.` },
    {
      isGood: true,
      sentence:
        `Names outlive this server once it is switched on: open ${overview}, and on the overview of each domain press "Keep the names alive"; ` +
        'its owner’s wallet sends two transactions there.',
    },
  ]
}
