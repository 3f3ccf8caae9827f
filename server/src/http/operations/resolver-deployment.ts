import { z } from 'zod'
import { type PreparedDeployment, prepareDeployment } from '../../core/resolvers/prepare-deployment.ts'
import { registerResolver } from '../../core/resolvers/register.ts'
import { operation } from '../operation.ts'
import { administrators } from '../operation-auth.ts'
import { answer } from '../schema/answer.ts'
import { exampleId, exampleResolverAddress, signedExample } from '../schema/examples.ts'
import { chainId, evmAddress, uuid, wireChainId, wireId } from '../schema/primitives.ts'
import { resolverAnswer } from '../schema/resolver.ts'

const tag = 'Off-chain resolvers'

const deploymentAnswer = answer(
  z
    .object({
      id: wireId('Id of the entry to register, part of its gateway URLs.'),
      chainId: wireChainId,
      signer: z.string().meta({
        description: 'The signer of this service that the contract trusts, EIP-55.',
        example: signedExample.address,
      }),
      urls: z.array(z.string()).meta({
        description: 'Where the contract directs clients.',
        example: [`https://names.example/ccip/${exampleId}`],
      }),
      data: z.string().meta({ description: 'Data of the transaction, without `to`.', example: '0x60806040' }),
    })
    .meta({ id: 'ResolverDeployment', description: 'A transaction that deploys a resolver contract.' }),
  (deployment: PreparedDeployment) => ({ ...deployment, urls: [...deployment.urls] }),
)

const prepare = operation({
  summary: 'Compose the deployment of a resolver',
  description:
    'The transaction that creates a resolver contract for this service, for any wallet to send. Register the contract afterwards.',
  auth: { accepts: administrators },
  isSafe: true,
  query: z.object({ chainId }),
  body: z.object({
    owner: evmAddress.meta({
      description: 'May change the signers and gateway URLs of the contract.',
      example: signedExample.address,
    }),
  }),
  handle: ({ context, query, body, urlOf }) =>
    prepareDeployment(context, { ...query, ...body, publicUrl: urlOf('') }),
  mounts: [
    {
      method: 'POST',
      url: '/byname/v1/offchain-resolvers/deployment',
      id: 'bynamePrepareResolverDeployment',
      tag,
      answer: deploymentAnswer,
    },
  ],
})

const register = operation({
  summary: 'Register a deployed resolver',
  description:
    'A contract of `POST /byname/v1/offchain-resolvers/deployment` that trusts the signer of this service.',
  auth: { accepts: administrators },
  loadClass: 'outbound',
  query: z.object({ chainId }),
  body: z.object({
    id: uuid.meta({ description: 'Id of the deployment.', example: exampleId }),
    address: evmAddress.meta({ description: 'The contract.', example: exampleResolverAddress }),
  }),
  callsUpstream: true,
  handle: ({ context, query, body }) => registerResolver(context, { ...query, ...body }),
  mounts: [
    {
      method: 'POST',
      url: '/byname/v1/offchain-resolvers',
      id: 'bynameRegisterResolver',
      tag,
      status: 201,
      answer: resolverAnswer,
    },
  ],
})

export const resolverDeployment = [prepare, register].flat()
