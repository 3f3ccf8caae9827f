// A backend that gives each user who signs up a name. Users are kept in memory: yours are in your database.
import { env } from 'node:process'
import { BynameError, createClient } from '@byname/sdk'
import express from 'express'

const { BYNAME_URL = 'http://127.0.0.1:3000', BYNAME_API_KEY, DOMAIN = 'demo.eth', PORT = '4000' } = env
if (!BYNAME_API_KEY) throw new Error('Set BYNAME_API_KEY: a key with the scope names:write.')

const client = createClient({ url: BYNAME_URL, apiKey: BYNAME_API_KEY })
const users = new Map()

const app = express()
app.use(express.json({ limit: '10kb' }))

app.get('/free/:username', async ({ params }, response) => {
  const { isAvailable, reason } = await client.names.availability(`${params.username}.${DOMAIN}`)
  response.json({ isFree: isAvailable, reason })
})

app.post('/users', async ({ body }, response) => {
  const { username, wallet } = body ?? {}
  if (typeof username !== 'string' || !/^0x[0-9a-f]{40}$/i.test(wallet))
    return response.status(400).json({ error: 'Send a username and the address of a wallet.' })
  const name = `${username}.${DOMAIN}`
  // A sign-up that is repeated, because its response was lost, has the same key: it issues one name.
  const idempotencyKey = `sign-up-${encodeURIComponent(username)}-${wallet}`
  const issued = await client.names.issue({ name, owner: wallet }, { idempotencyKey })
  users.set(issued.name, { wallet, since: new Date() })
  response.status(201).json({ name: issued.name })
})

app.get('/users/:username', async ({ params }, response) => {
  const { name, holder, records } = await client.names.get(`${params.username}.${DOMAIN}`)
  response.json({ name, holder, texts: records.texts, isUser: users.has(name) })
})

// Errors of the registry are sentences for users: taken, not allowed by the domain's policy, no valid name.
app.use((error, _request, response, _next) => {
  if (error instanceof BynameError)
    return response.status(error.status || 502).json({ error: error.message, name: error.name })
  // Of Express: a body that is no JSON, or too large.
  response.status(error.status ?? 500).json({ error: error.expose ? error.message : 'The server failed.' })
})

const server = app.listen(Number(PORT), () =>
  process.stdout.write(`Sign up at http://127.0.0.1:${server.address().port}/users\n`),
)
