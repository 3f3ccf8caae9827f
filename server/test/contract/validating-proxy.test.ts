import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiCall, createClient } from '../support/http/api-client.ts'
import { readOperations, sendOperation, titleOf } from '../support/openapi/operations.ts'
import { createRequestCheck } from '../support/openapi/request-schemas.ts'
import type { DocumentedOperation, ServedDocument } from '../support/openapi/response-schemas.ts'
import { startValidatingProxy, type ValidatingProxy } from '../support/openapi/validating-proxy.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'
import { createFixture } from './fixture.ts'
import { validHeaders } from './send-operation.ts'
import { validInputs } from './valid-inputs.ts'

let sandbox: TestSandbox
let proxy: ValidatingProxy
let call: ApiCall
let operations: readonly DocumentedOperation[]

beforeAll(async () => {
  sandbox = await startTestSandbox()
  proxy = await startValidatingProxy(sandbox.file.url)
  call = await createClient(proxy.url.replace(/\/$/, ''))
  operations = await readOperations(sandbox.file.url)
})
afterAll(async () => {
  await proxy.close()
  await sandbox.stop()
})

describe('Requests and responses between a client and the service', () => {
  it.each(Object.entries(validInputs))('rule: they are as documented: %s', async (title, prepare) => {
    const operation = operations.find((one) => titleOf(one) === title)
    if (!operation) throw new Error(`There is no ${title}.`)
    const fixture = await createFixture(sandbox)
    const input = await prepare(fixture)
    const { passed, violations } = proxy
    const before = { passed: passed.length, violations: violations.length }
    const { status } = await sendOperation(
      call,
      operation,
      input,
      await validHeaders(operation, input, fixture),
    )
    expect({ status, passed: passed.length }).toEqual({
      status: expect.toBeOneOf([200, 201]),
      passed: before.passed + 1,
    })
    expect(violations.slice(before.violations)).toEqual([])
  })
})

describe('The check of requests', () => {
  const send = async (path: string, { method = 'POST', body = {} as unknown, headers = {} } = {}) => {
    const document = (await (await fetch(`${sandbox.file.url}/openapi.json`)).json()) as ServedDocument
    return createRequestCheck(document)({
      method,
      path,
      headers: { 'content-type': 'application/json', 'x-api-key': 'key', ...headers },
      body: Buffer.from(method === 'GET' ? '' : JSON.stringify(body)),
    })
  }
  const page = '/ens/v1/subname/ens?ensDomain=demo.eth'

  it.each<[title: string, check: () => Promise<readonly string[]>, problems: readonly string[]]>([
    [
      'nothing in a valid request',
      () => send(`${page}&chainId=1&limit=5&isClaimed=true`, { method: 'GET' }),
      [],
    ],
    [
      'a missing parameter',
      () => send(page, { method: 'GET' }),
      ['GET /ens/v1/subname/ens: query chainId is missing'],
    ],
    [
      'a parameter of another type',
      () => send(`${page}&chainId=1&limit=ten`, { method: 'GET' }),
      ['GET /ens/v1/subname/ens: query limit must be integer'],
    ],
    [
      'an unknown parameter below /byname/v1',
      () => send('/byname/v1/domains/demo.eth/names?chainId=1&surplus=1', { method: 'GET' }),
      ['GET /byname/v1/domains/{domain}/names: query surplus is not documented'],
    ],
    [
      'a missing and an unknown member of a body',
      () => send('/byname/v1/operators', { body: { surplus: 1 } }),
      [
        "POST /byname/v1/operators: body must have required property 'address'",
        'POST /byname/v1/operators: body must NOT have additional properties',
      ],
    ],
    [
      'a missing credential',
      () => send('/byname/v1/session', { method: 'DELETE' }),
      ['DELETE /byname/v1/session: no documented credentials'],
    ],
  ])('rule: it finds %s', async (_, check, problems) => expect(await check()).toEqual(problems))
})
