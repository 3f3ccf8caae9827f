import { expect } from 'vitest'
import type { TestService } from '../service/service.ts'
import { type ApiResponse, expectError } from './api-client.ts'

const dayMs = 86_400_000

let clients = 0

/** The service as another client sees it. */
export function asNewClient(service: TestService): TestService & { readonly client: string } {
  clients += 1
  const client = `203.0.113.${clients}`
  return {
    ...service,
    client,
    call: (method, path, request = {}) =>
      service.call(method, path, { ...request, headers: { 'x-forwarded-for': client, ...request.headers } }),
  }
}

/** The subject has written as much as it may. */
export async function exhaust({ context: { store } }: TestService, id: string): Promise<void> {
  const full = { writesUntil: Date.now() + dayMs, bytesUntil: Date.now() + dayMs }
  await store.db
    .insertInto('writeBudgets')
    .values({ id, ...full })
    .execute()
}

export function expectBudgetExceeded(response: ApiResponse, subject: string): void {
  expectError(response, 429, 'TooManyRequestsException')
  expect(JSON.stringify(response.body)).toContain(`${subject} is limited to`)
  expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
}
