import { z } from 'zod'
import type { Diagnosis } from '../../core/doctor/diagnose-name.ts'
import { answer } from './answer.ts'

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

const diagnosis = z
  .object({
    subject: z
      .string()
      .meta({ description: 'The normalized name, or the gateway URL.', example: 'alice.demo.eth' }),
    status: z
      .enum(['ok', 'warning', 'failed'])
      .meta({ description: 'The worst status of a finding.', example: 'failed' }),
    findings: z.array(finding).meta({ description: 'In the order of the steps.' }),
  })
  .meta({
    id: 'Diagnosis',
    description: 'Where the resolution of a name, or a gateway, fails, and what to do.',
  })

export const diagnosisAnswer = answer(diagnosis, ({ subject, status, findings }: Diagnosis) => ({
  subject,
  status,
  findings: [...findings],
}))
