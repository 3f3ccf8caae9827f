import { type Config, readConfig } from '../config/config.ts'
import { operatorCaller } from '../core/auth/sessions.ts'
import { diagnoseName } from '../core/doctor/diagnose.ts'
import { diagnoseGateway } from '../core/doctor/diagnose-gateway.ts'
import type { Diagnosis, Finding, FindingStatus } from '../core/doctor/finding.ts'
import { type ChainId, chainIdList, mainnetId } from '../ens/chains.ts'
import { OperatorError } from '../errors.ts'
import { createSsrfSafeFetch } from '../rpc/ssrf-safe-fetch.ts'
import { findRunningSandbox } from '../sandbox/running.ts'
import {
  command,
  defaulted,
  escapeControlCharacters,
  flag,
  optional,
  parseChainId,
  printRecord,
  withContext,
} from './shared.ts'

export const doctor = command({
  name: 'doctor',
  summary:
    `find out why a name does not resolve, on a chain (${chainIdList}) through RPC_URL_<chain> or the running sandbox; with ` +
    '--gateway, whether a gateway conforms to EIP-3668, by a name that it serves; fails when a step fails',
  optionalOperand: 'name',
  options: { gateway: optional('url'), chain: defaulted('id', String(mainnetId)), json: flag },
  run: async ({ optionalOperand: name, options }) => {
    const { config, secrets } = readConfig()
    const chainId = parseChainId(options.chain)
    const diagnosis = options.gateway
      ? await checkGateway(config, options.gateway, name)
      : await diagnose(requireName(name), chainId, config, secrets.rpcUrls[chainId] !== undefined)
    if (options.json) printRecord({ ...diagnosis }, true)
    else console.log(formatDiagnosis(diagnosis))
    if (diagnosis.status === 'failed')
      throw new OperatorError(escapeControlCharacters(`${diagnosis.subject}: a step failed.`))
  },
})

function requireName(name: string | undefined): string {
  if (name) return name
  throw new OperatorError('Give a name, or --gateway <url>.')
}

/** The operator's own URL may be private. */
async function checkGateway(config: Config, url: string, name: string | undefined): Promise<Diagnosis> {
  const { fetch, close } = createSsrfSafeFetch({ allowedOrigins: new Set([URL.parse(url)?.origin ?? '']) })
  const options = { outbound: fetch, timeoutMs: config.resolveTimeoutMs, clock: Date.now }
  return diagnoseGateway(options, { url, name }).finally(close)
}

/** Without an RPC of its own, through the sandbox, which has chains. */
async function diagnose(name: string, chainId: ChainId, config: Config, hasRpc: boolean): Promise<Diagnosis> {
  if (hasRpc)
    return withContext((context) =>
      diagnoseName(context, {
        ...{ caller: operatorCaller(context), name, chainId },
        settings: context.anchorSettings,
      }),
    )
  const sandbox = await findRunningSandbox(config).catch((error: unknown) => {
    if (!(error instanceof OperatorError)) throw error
    throw new OperatorError(`Set RPC_URL_${chainId} to an RPC of chain ${chainId}. ${error.message}`)
  })
  const query = new URLSearchParams({ name, chainId: String(chainId) })
  const response = await fetch(`${sandbox.url}/byname/v1/diagnose?${query}`, {
    headers: { 'x-api-key': sandbox.adminKey },
  })
  return readDiagnosis(response)
}

/** Safe: the sandbox is of this version, and its serializer has made the data of a 200 response. */
async function readDiagnosis(response: Response): Promise<Diagnosis> {
  const body = (await response.json()) as { result: { data: Diagnosis | null; error: string | null } }
  if (response.ok && body.result.data) return body.result.data
  throw new OperatorError(body.result.error ?? `The sandbox answers HTTP ${response.status}.`)
}

const marks: Readonly<Record<FindingStatus, string>> = { ok: '✓', warning: '!', failed: '✗', skipped: '-' }

/** One line each; what is wrong and what to do are indented below. */
function formatDiagnosis({ subject, verdict, findings }: Diagnosis): string {
  const width = Math.max(...findings.map(({ step }) => step.length))
  const lines = findings.flatMap((finding) => formatFinding(finding, width))
  return [subject, verdict, ...lines].map(escapeControlCharacters).join('\n')
}

function formatFinding({ status, step, received, problem, fix }: Finding, width: number): readonly string[] {
  const details = [problem, fix && `Fix: ${fix}`].filter((line) => line !== undefined)
  return [`${marks[status]} ${step.padEnd(width)}  ${received}`, ...details.map((line) => `    ${line}`)]
}
