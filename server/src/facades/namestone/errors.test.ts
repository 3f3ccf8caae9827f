import { zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { HolderHasNameError } from '../../core/subnames/only-of-holder.ts'
import { parseDomain } from '../../ens/names.ts'
import { AppError, errorNames } from '../../errors.ts'
import { FacadeError } from '../../http/facade.ts'
import {
  badRequest,
  errorBody,
  isRefusal,
  textOf,
  toEnableError,
  unauthorized,
  withFacadeErrors,
} from './errors.ts'

type Answer = readonly [status: number, text: string]
type Answers = Readonly<Record<string, Answer>>

const refused: Answer = [401, 'You are not authorized to use this endpoint']
const refusals: Answers = {
  InvalidApiKeyException: refused,
  OriginNotAllowedException: refused,
  ForbiddenException: refused,
  MissingSignatureException: refused,
  InvalidSignatureException: refused,
  ChallengeExpiredException: refused,
  NotHolderException: refused,
}
const worded: Answers = {
  InvalidNameException: [400, 'Invalid ens name'],
  EnsNotFound: [400, 'Domain does not exist'],
  SubdomainAlreadyExistsException: [400, 'Name already claimed'],
  SubnameNotFoundException: [400, 'Name does not exist'],
  LimitReachedException: [
    400,
    'Api name limit reached. Please contact the operator of this service to increase your limit.',
  ],
}
const ofEnabling: Answers = {
  NotHolderException: [400, 'Your wallet needs to own the domain'],
  ForbiddenException: [400, 'Invalid domain resolver'],
  OffchainResolverNotFoundException: [400, 'Invalid domain resolver'],
  InvalidSignatureException: [400, 'Invalid signature'],
  ChallengeExpiredException: [400, 'Invalid signature'],
}

function thrownBy(error: unknown, own?: Parameters<typeof withFacadeErrors>[1]): Promise<unknown> {
  return withFacadeErrors(() => Promise.reject(error), own).catch((thrown: unknown) => thrown)
}

/** The error itself where the other service has no words for it. */
function expectAnswer(thrown: unknown, error: AppError, answer: Answer | undefined): void {
  if (answer) {
    const [status, text] = answer
    expect(thrown).toBeInstanceOf(FacadeError)
    expect(thrown).toMatchObject({ response: { status, body: { error: text } }, cause: error })
  } else expect(thrown).toBe(error)
}

test.each(errorNames)('%s: its status and text, of any endpoint and of enable-domain', async (name) => {
  const error = new AppError(name, 'A sentence.')
  expect(isRefusal(error)).toBe(Object.hasOwn(refusals, name))
  expectAnswer(await thrownBy(error), error, refusals[name] ?? worded[name])
  expectAnswer(toEnableError(error), error, ofEnabling[name])
  expect(textOf(error)).toBe(worded[name]?.[1])
  expect(errorBody(error)).toEqual({ error: 'A sentence.' })
})

test('an endpoint has words of its own for an error', async () => {
  const own = { InvalidNameException: 'Name does not exist' }
  const error = new AppError('InvalidNameException', 'A sentence.')
  expectAnswer(await thrownBy(error, own), error, [400, 'Name does not exist'])
  const other = new AppError('EnsNotFound', 'A sentence.')
  expectAnswer(await thrownBy(other, own), other, [400, 'Domain does not exist'])
})

test('a holder that has a name already', async () => {
  const error = new HolderHasNameError({ name: parseDomain('demo.eth') }, zeroAddress)
  expectAnswer(await thrownBy(error), error, [400, 'Address has already claimed subdomain'])
})

test('what is no error of this service is thrown as it is, and a result is returned', async () => {
  const error = Object.assign(new Error('A fault.'), { name: 'EnsNotFound' })
  expect(await thrownBy(error)).toBe(error)
  expect(isRefusal(Object.assign(new Error('A fault.'), { name: 'ForbiddenException' }))).toBe(false)
  expect(await withFacadeErrors(() => Promise.resolve(7))).toBe(7)
})

test('a request that is wrong, and one without rights', () => {
  const cause = new AppError('InvalidApiKeyException', 'A sentence.')
  expect(badRequest('Missing name')).toMatchObject({
    response: { status: 400, body: { error: 'Missing name' } },
    cause: { name: 'BadRequestException', message: 'Missing name' },
  })
  expect(badRequest('Missing name', cause).cause).toBe(cause)
  expect(unauthorized('No.', cause)).toMatchObject({
    response: { status: 401, body: { error: 'No.' } },
    cause,
  })
})
