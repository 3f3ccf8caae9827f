import { z } from 'zod'
import { diagnose } from '../../core/doctor/diagnose.ts'
import type { Diagnosis } from '../../core/doctor/finding.ts'
import { mainnetId } from '../../ens/chains.ts'
import { anyCredential } from '../credentials/operation-auth.ts'
import { resolutionTag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import { chainId, nameText, responseOf } from '../schema/primitives.ts'

const finding = z
  .object({
    step: z.string().meta({
      description: 'Stable id; a step about gateways has a finding for each.',
      example: 'gateway-answer',
    }),
    status: z
      .enum(['ok', 'warning', 'failed', 'skipped'])
      .meta({ description: '`skipped`: a step before it failed, or it does not apply.', example: 'failed' }),
    asked: z
      .string()
      .meta({ description: 'What was asked, and of what.', example: 'POST https://gateway.example/ccip' }),
    received: z.string().meta({ description: 'What came back.', example: 'HTTP 502 in 12 ms' }),
    problem: z.string().optional().meta({
      description: 'What is wrong; absent when nothing is.',
      example: 'The gateway answers HTTP 502 for this name.',
    }),
    fix: z.string().optional().meta({
      description: 'What to do, where, with which value.',
      example: 'Read the log of the gateway for this request, and mend what it says.',
    }),
  })
  .meta({ id: 'Finding', description: 'A step of a diagnosis and its result.' })

const diagnosisSchema = z
  .object({
    subject: z
      .string()
      .meta({ description: 'The normalized name, or the gateway URL.', example: 'alice.demo.eth' }),
    status: z
      .enum(['ok', 'warning', 'failed'])
      .meta({ description: 'The worst status of a finding.', example: 'failed' }),
    verdict: z.string().meta({
      description: 'What that means for the name, in one sentence.',
      example: 'alice.demo.eth does not resolve because its gateway answers wrongly.',
    }),
    findings: z.array(finding).meta({ description: 'In the order of the steps.' }),
  })
  .meta({
    id: 'Diagnosis',
    description: 'Where the resolution of a name, or a gateway, fails, and what to do.',
  })

const diagnosisResponse = responseOf(
  diagnosisSchema,
  ({ subject, status, verdict, findings }: Diagnosis) => ({
    subject,
    status,
    verdict,
    findings: findings.map(({ verdict: _, ...each }) => each),
  }),
)

const read = operation({
  summary: 'Find out why a name does not resolve',
  description:
    'Follows any ENS name from its normal form through the registries, its resolver, gateways and signature to its records, ' +
    'and says for each step what was asked, what came back, and what to do. It returns no records. A name need not be of ' +
    'this service. Of a domain, for a key that may read it, it also says whether its names would go on without this service, and ' +
    'whether its sealed names are answered; what this service holds of a withheld domain is for a key that may read the domain. With `gateway`, it ' +
    'checks instead that the gateway conforms to EIP-3668, with some twenty requests, which needs a key or a session; `name` is then one that it serves.\n\nWithout a key or session, an ' +
    'address diagnoses at most ten names a minute (`RateLimit-Policy`: `diagnosis`), and a gateway gets at most 120 requests a minute ' +
    'from all such diagnoses; beyond that it is not contacted, and the finding says that.',
  auth: { accepts: anyCredential, isOptional: true },
  loadClass: 'outbound',
  expensive: true,
  query: z.object({
    name: nameText.optional(),
    gateway: z.string().min(1).max(2048).optional().meta({
      description: 'URL of a gateway, as in its resolver contract: with `{data}`, or for POST.',
      example: 'https://gateway.example/ccip',
    }),
    chainId: chainId.prefault(mainnetId),
  }),
  // Of the check of a gateway; that of a name says it as a finding.
  errors: ['InvalidNameException'],
  handle: ({ context, caller, query, quotas }) =>
    diagnose(context, {
      ...{ caller, ...query },
      settings: context.anchorSettings,
      quota: quotas.diagnosis,
    }),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/diagnose',
      id: 'diagnose',
      tag: resolutionTag,
      response: diagnosisResponse,
    },
  ],
})

export const diagnosis = [read].flat()
