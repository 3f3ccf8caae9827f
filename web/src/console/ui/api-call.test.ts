import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { clientCall, curlCommand } from './api-call.ts'

const request = {
  method: 'POST',
  path: '/byname/v1/names/{name}/transfer',
  params: { name: 'a/b.eth' },
  query: { chainId: 1 },
  body: { text: `it's $KEY "here" \`id\`` },
} as const

test('a shell passes exactly what is filled in', () => {
  const command = curlCommand('https://names.example', request).replace(/^curl/, `printf '%s\\n'`)
  const lines = execFileSync('sh', ['-c', command], { env: { KEY: 'secret' } })
    .toString()
    .split('\n')
  expect(lines).toEqual([
    '-X',
    'POST',
    'https://names.example/byname/v1/names/a%2Fb.eth/transfer?chainId=1',
    '-H',
    'x-api-key: secret',
    '-H',
    'content-type: application/json',
    '-d',
    JSON.stringify(request.body),
    '',
  ])
})

test('a file is sent in a form', () => {
  const upload = { method: 'POST', path: '/upload', query: { type: 'avatar' }, file: 'avatar.png' } as const
  expect(curlCommand('https://names.example', upload)).toContain("-F 'file=@avatar.png'")
  expect(clientCall(upload)).toContain("body: { file: 'avatar.png' }, bodySerializer: () => form")
})

test('the call of the client has the path of the document', () => {
  expect(clientCall(request)).toContain(`await api.POST('/byname/v1/names/{name}/transfer', {`)
  expect(clientCall({ method: 'GET', path: '/byname/v1/workspaces' })).toContain(
    `await api.GET('/byname/v1/workspaces')`,
  )
})
