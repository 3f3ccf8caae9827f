import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { OperatorError } from '../../errors.ts'
import type { Answers } from './answers.ts'
import { launcherPath } from './launcher.ts'
import { isThere, type Machine } from './machine.ts'
import { readSettings } from './settings-file.ts'
import type { Step } from './steps.ts'
import { localUrl } from './units.ts'

/** One sentence each; `isGood` unless a person has to do something. */
interface Finding {
  readonly isGood: boolean
  readonly sentence: string
}

/** Runs the command that setup has installed, as the user of the service. */
type RunByname = (
  args: readonly string[],
) => Promise<{ readonly code: number; readonly output: string; readonly errors: string }>

function bynameOf(machine: Machine): RunByname {
  return (args) => machine.run(machine.at(launcherPath), args)
}

/** What the checks of the service say, tried on what was installed. */
export async function findVerdict(machine: Machine, host: string): Promise<readonly Finding[]> {
  const byname = bynameOf(machine)
  const settings = await checkSettings(byname)
  const health = await readHealth(machine)
  const https = await checkHttps(host)
  return [...settings, ...health, https, ...(await checkResolvers(byname))]
}

const checksSchema = z.object({
  checks: z.array(z.object({ subject: z.string(), problem: z.string().optional() })),
})

async function checkSettings(byname: RunByname): Promise<readonly Finding[]> {
  const { output, errors } = await byname(['check-config', '--json'])
  const read = parse(checksSchema, output)
  if (!read) return [bad(`The settings are not usable: ${errors.trim()}`)]
  const problems = read.checks.filter(({ problem }) => problem !== undefined)
  if (problems.length === 0)
    return [
      good(
        'Settings, data folder, database, RPC and signing key are as they should be (byname check-config).',
      ),
    ]
  return problems.map(({ subject, problem }) => bad(`${subject}: ${problem}`))
}

const healthSchema = z.object({
  result: z.object({
    data: z.object({ reasons: z.array(z.object({ problem: z.string(), fix: z.string() })) }),
  }),
})

/** The self-probe is part of it, as soon as there is a resolver. */
async function readHealth(machine: Machine): Promise<readonly Finding[]> {
  const headers = { 'x-api-key': (await readSettings(machine))['ADMIN_API_KEY'] ?? '' }
  const response = await fetch(`${await localUrl(machine)}/byname/v1/instance/health`, { headers }).catch(
    () => undefined,
  )
  const read = response && parse(healthSchema, await response.text())
  if (!read) return [bad('The health of the service cannot be read.')]
  const { reasons } = read.result.data
  return reasons.length === 0
    ? [good('The service reports that nothing is wrong.')]
    : reasons.map(({ problem, fix }) => bad(`${problem} ${fix}`))
}

const maxCertificateMs = 60_000

/** As a wallet reaches it. A new certificate takes some seconds. */
async function checkHttps(host: string): Promise<Finding> {
  const startedAt = Date.now()
  for (;;) {
    const outcome = await tryHttps(host)
    if (outcome === undefined) return good(`https://${host} answers with a valid certificate.`)
    const isHopeless = /ENOTFOUND|EAI_AGAIN/.test(outcome)
    if (isHopeless || Date.now() - startedAt > maxCertificateMs) return bad(outcome)
    await delay(1_000)
  }
}

async function tryHttps(host: string): Promise<string | undefined> {
  try {
    const { status } = await fetch(`https://${host}/ready`, { signal: AbortSignal.timeout(10_000) })
    return status === 200 ? undefined : `https://${host}/ready answers HTTP ${status}.`
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    return `https://${host} cannot be reached from this machine: ${cause}. Check its DNS record and the firewall; byname check-config and the log (journalctl -u byname) tell more about the certificate.`
  }
}

/** Takes a contract that exists, once. */
export function resolverStep(machine: Machine, { resolver, chainId }: Answers): Step {
  const byname = bynameOf(machine)
  return {
    title: 'resolver',
    findActions: async () => {
      if (resolver === undefined || !(await isThere(machine.at(launcherPath)))) return []
      const list = parse(resolversSchema, (await byname(['resolvers', 'list', '--json'])).output) ?? []
      if (list.some(({ resolverAddress }) => resolverAddress.toLowerCase() === resolver.toLowerCase()))
        return []
      const apply = async () => {
        const { code, errors } = await byname([
          'resolvers',
          'add',
          '--chain',
          `${chainId}`,
          '--address',
          resolver,
        ])
        if (code !== 0) throw new OperatorError(`The resolver ${resolver} cannot be taken: ${errors.trim()}`)
      }
      return [{ title: `take the resolver ${resolver}`, apply }]
    },
  }
}

const resolversSchema = z.array(z.object({ resolverAddress: z.string() }))

async function checkResolvers(byname: RunByname): Promise<readonly Finding[]> {
  const list = parse(resolversSchema, (await byname(['resolvers', 'list', '--json'])).output) ?? []
  if (list.length === 0)
    return [
      bad(
        'There is no resolver contract yet: deploy it in the console, with your wallet, when you add your first domain.',
      ),
    ]
  const { code, errors } = await byname(['resolvers', 'check', '--json'])
  if (code === 0)
    return [
      good('The resolver contract lists the signing key and leads to this service (byname resolvers check).'),
    ]
  return [bad(`The resolver contract needs a change (byname resolvers check shows it): ${errors.trim()}`)]
}

function good(sentence: string): Finding {
  return { isGood: true, sentence }
}

function bad(sentence: string): Finding {
  return { isGood: false, sentence }
}

/** Undefined for what is no such JSON. */
function parse<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

export function formatFindings(findings: readonly Finding[]): string {
  return findings.map(({ isGood, sentence }) => `${isGood ? '✓' : '!'} ${sentence}`).join('\n')
}
