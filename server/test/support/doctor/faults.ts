import { type Address, encodeFunctionData, labelhash, parseAbi } from 'viem'
import type { Finding } from '../../../src/core/doctor/finding.ts'
import { type OnboardedDomain, signerAddressOf } from '../chain/onboard-domain.ts'
import { send } from '../chain/registry-writes.ts'
import { aliceOf, type Diagnosis, type DoctorScene } from './scene.ts'

/** A name that does not resolve as it should. */
interface Patient {
  readonly query: { readonly name: string; readonly chainId: string }
  /** Follows the advice; returns what to ask for afterwards if that is another name or chain. */
  readonly mend: (diagnosis: Diagnosis) => Promise<Patient['query'] | undefined>
}

/** One fault, which exactly one step names. */
export interface Fault {
  readonly title: string
  readonly step: Finding['step']
  readonly status: Finding['status']
  readonly problem: RegExp
  readonly plant: (scene: DoctorScene) => Promise<Patient>
}

const nameStone: Address = '0xA87361C4E58B619c390f469B9E6F27d759715125'

const signerSetAbi = parseAbi(['function addSigner(address signer)', 'function removeSigner(address signer)'])
const registrarAbi = parseAbi(['function renew(uint256 id, uint256 duration) returns (uint256)'])

export const faults: readonly Fault[] = [
  {
    title: 'the domain has another resolver than here',
    step: 'configured-resolver',
    status: 'failed',
    problem: /has another resolver than here/,
    plant: async ({ sandbox: { devnet, file }, onboardHealthy }) => {
      const domain = await onboardHealthy()
      const use = (resolver: Address) => devnet.setResolver(1, domain.name, resolver)
      await use(file.chains[1].resolver)
      return { query: aliceOf(domain), mend: async () => void (await use(domain.resolver)) }
    },
  },
  {
    title: 'the resolver has no extended interface',
    step: 'resolver-interfaces',
    status: 'failed',
    problem: /no IExtendedResolver/,
    plant: async ({ sandbox, register }) => {
      const { domain, onboard } = await register({ resolver: sandbox.devnet.addresses(1).publicResolver })
      return { query: aliceOf(domain), mend: async () => void (await onboard()) }
    },
  },
  {
    title: 'the resolver is of a service that has ended',
    step: 'retired-service',
    status: 'failed',
    problem: /NameStone, which stopped on 2026-08-03/,
    plant: async ({ register }) => {
      const { domain, onboard } = await register({ resolver: nameStone })
      return { query: aliceOf(domain), mend: async () => void (await onboard()) }
    },
  },
  ...[
    gatewayFault('down', 'is down', 'gateway-answer', /cannot be reached/),
    gatewayFault('no-post', 'has no POST', 'gateway-answer', /does not accept POST/),
    gatewayFault('fails', 'fails', 'gateway-answer', /answers HTTP 500/),
    gatewayFault('html', 'returns a page', 'gateway-answer', /EIP-3668/),
    gatewayFault('no-cors', 'has no CORS', 'gateway-cors', /browsers cannot read/),
  ],
  {
    title: 'the gateway URL is private',
    step: 'gateway-url',
    status: 'failed',
    problem: /clients on the internet cannot call it/,
    plant: async (scene) => {
      const domain = await scene.onboardHealthy()
      await scene.sandbox.devnet.setResolverUrls(1, domain.resolver, ['https://10.0.0.1/ccip'])
      return { query: aliceOf(domain), mend: async () => void (await setOwnUrl(scene, domain)) }
    },
  },
  {
    title: 'the resolver does not trust the signer',
    step: 'signature',
    status: 'failed',
    problem: /does not trust/,
    plant: async (scene) => {
      const domain = await scene.onboardHealthy()
      await changeSigner(scene, domain, 'removeSigner')
      const mend = async ({ findings }: Diagnosis) => {
        const { fix = '' } = findings.find(({ step }) => step === 'signature') ?? {}
        if (!fix.includes(signerAddressOf(scene.sandbox, 1))) throw new Error('The advice has no signer.')
        await changeSigner(scene, domain, 'addSigner')
        return undefined
      }
      return { query: aliceOf(domain), mend }
    },
  },
  {
    title: 'answers have expired',
    step: 'answer-expiry',
    status: 'failed',
    problem: /expired \d+ s before the newest block/,
    plant: async ({ sandbox: { clock }, onboardHealthy }) => {
      const domain = await onboardHealthy()
      clock.offsetMs = -20 * 60_000
      const mend = async () => {
        clock.offsetMs = 0
        return undefined
      }
      return { query: aliceOf(domain), mend }
    },
  },
  {
    title: 'the domain expires in five days',
    step: 'expiry',
    status: 'warning',
    problem: /expires in [45] days, less than 7 days/,
    plant: async ({ sandbox: { devnet, file }, register }) => {
      const { resolver } = file.chains[1]
      const { label, domain, onboard } = await register({ resolver, duration: 5n * 86_400n + 3_600n })
      await onboard()
      const mend = async () => {
        const args = [BigInt(labelhash(label)), 365n * 86_400n] as const
        const data = encodeFunctionData({ abi: registrarAbi, functionName: 'renew', args })
        await send(devnet.rpcUrl(1), devnet.deployer, devnet.addresses(1).baseRegistrar, data)
        return undefined
      }
      return { query: aliceOf(domain), mend }
    },
  },
  {
    title: 'the name is not normalized',
    step: 'normalization',
    status: 'warning',
    problem: /is not normalized/,
    plant: async ({ onboardHealthy }) => {
      const { name } = aliceOf(await onboardHealthy())
      const mend = async ({ subject }: Diagnosis) => ({ name: subject, chainId: '1' })
      return { query: { name: name.toUpperCase(), chainId: '1' }, mend }
    },
  },
  {
    title: 'the domain is on another chain',
    step: 'chain',
    status: 'failed',
    problem: /onboarded on chain 11155111/,
    plant: async ({ onboardHealthy }) => {
      const { name } = aliceOf(await onboardHealthy(undefined, 11155111))
      return { query: { name, chainId: '1' }, mend: async () => ({ name, chainId: '11155111' }) }
    },
  },
  {
    title: 'the domain is not registered',
    step: 'registry',
    status: 'failed',
    problem: /is not registered on chain 1/,
    plant: async ({ sandbox, newLabel, register }) => {
      const label = newLabel()
      const mend = async () => {
        const { resolver } = sandbox.file.chains[1]
        await (await register({ label, resolver })).onboard()
        return undefined
      }
      return { query: aliceOf({ name: `${label}.eth` }), mend }
    },
  },
  {
    title: 'the domain is blocked',
    step: 'instance',
    status: 'failed',
    problem: /is blocked/,
    plant: async ({ onboardHealthy, setBlocked }) => {
      const domain = await onboardHealthy()
      await setBlocked(domain.name, true)
      return { query: aliceOf(domain), mend: async () => void (await setBlocked(domain.name, false)) }
    },
  },
]

/** A gateway that misbehaves, until the resolver gets the URL of the service itself. */
function gatewayFault(mode: string, title: string, step: Finding['step'], problem: RegExp): Fault {
  const plant = async (scene: DoctorScene): Promise<Patient> => {
    const domain = await scene.onboardHealthy(scene.urlOf(mode))
    return { query: aliceOf(domain), mend: async () => void (await setOwnUrl(scene, domain)) }
  }
  return { title: `the gateway ${title}`, step, status: 'failed', problem, plant }
}

async function setOwnUrl({ sandbox }: DoctorScene, { resolver, resolverId }: OnboardedDomain): Promise<void> {
  await sandbox.devnet.setResolverUrls(1, resolver, [`${sandbox.file.url}/ccip/${resolverId}`])
}

async function changeSigner(
  { sandbox }: DoctorScene,
  { resolver }: OnboardedDomain,
  functionName: 'addSigner' | 'removeSigner',
): Promise<void> {
  const { devnet } = sandbox
  const args = [signerAddressOf(sandbox, 1)] as const
  const data = encodeFunctionData({ abi: signerSetAbi, functionName, args })
  await send(devnet.rpcUrl(1), devnet.deployer, resolver, data)
}
