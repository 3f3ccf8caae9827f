import { expect, test } from 'vitest'
import { AppError, errorNames, statusOf } from '../../errors.ts'
import { FacadeError } from '../../http/facade.ts'
import { errorBody, invalid, withFacadeStatuses } from './errors.ts'

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** Errors that have another status, or another text, than their own. */
const changed: Readonly<Record<string, readonly [status: number, message?: string]>> = {
  InvalidApiKeyException: [401],
  OriginNotAllowedException: [401],
  ForbiddenException: [401],
  MissingSignatureException: [403, 'To change or delete names, an API key needs the scope names:revoke.'],
  PreconditionFailedException: [
    409,
    'The subname has changed since it was read. Read it again, and repeat the change.',
  ],
}

async function thrownBy(error: unknown): Promise<unknown> {
  return withFacadeStatuses(() => Promise.reject(error)).catch((thrown: unknown) => thrown)
}

test.each(errorNames)('%s: its status, message and words of the status', async (name) => {
  const error = new AppError(name, 'A sentence.')
  const status = statusOf(name)
  expect(errorBody(error)).toEqual({ statusCode: status, message: 'A sentence.', error: titles[status] })
  const thrown = await thrownBy(error)
  const other = changed[name]
  if (!other) return expect(thrown).toBe(error)
  const [otherStatus, message = 'A sentence.'] = other
  expect(thrown).toBeInstanceOf(FacadeError)
  expect(thrown).toMatchObject({
    response: {
      status: otherStatus,
      body: { statusCode: otherStatus, message, error: titles[otherStatus] },
    },
    cause: error,
  })
})

test('what is no error of this service is thrown as it is, and a result is returned', async () => {
  for (const name of Object.keys(changed)) {
    const error = Object.assign(new Error('A fault.'), { name })
    expect(await thrownBy(error)).toBe(error)
  }
  expect(await withFacadeStatuses(() => Promise.resolve(7))).toBe(7)
})

test('a member that is refused', () => {
  const message = 'Validation failed: owner must be an address'
  const error = invalid('owner', 'must be an address')
  expect(error.message).toBe('The request failed with the status 400.')
  expect(error.response).toEqual({ status: 400, body: { statusCode: 400, message, error: 'Bad Request' } })
  expect(error.cause).toMatchObject({ name: 'BadRequestException', message })
})
