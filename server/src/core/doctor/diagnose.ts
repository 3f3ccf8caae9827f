import { AppError, type ErrorName } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { diagnoseGateway } from './diagnose-gateway.ts'
import { type Diagnosis, diagnoseName } from './diagnose-name.ts'

export interface Diagnose {
  readonly caller: Caller
  readonly name?: string | undefined
  readonly gateway?: string | undefined
  readonly chainId: number
}

/** Of a gateway if one is given; the name is then one that it serves. */
export async function diagnose(
  context: CoreContext,
  { caller, name, gateway, chainId }: Diagnose,
): Promise<Diagnosis> {
  if (gateway !== undefined) {
    const timeoutMs = context.rules.resolveTimeoutMs
    return diagnoseGateway({ ...context, timeoutMs }, { url: gateway, name })
  }
  if (name !== undefined) return diagnoseName(context, { caller, name, chainId })
  throw new AppError('BadRequestException', 'Give a name, or the URL of a gateway.')
}

diagnose.errors = [
  'BadRequestException',
  ...diagnoseName.errors,
  ...diagnoseGateway.errors,
] as const satisfies readonly ErrorName[]
