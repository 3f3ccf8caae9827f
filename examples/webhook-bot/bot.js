// Tells a channel what happens to the names of a workspace. Without DISCORD_WEBHOOK_URL it prints.
import { once } from 'node:events'
import { createServer } from 'node:http'
import process, { env } from 'node:process'
import { createClient, verifyWebhook, WebhookVerificationError } from '@byname/sdk'

const {
  BYNAME_URL = 'http://127.0.0.1:3000',
  BYNAME_API_KEY,
  DISCORD_WEBHOOK_URL,
  BOT_URL,
  PORT = '4001',
} = env
if (!BYNAME_API_KEY) throw new Error('Set BYNAME_API_KEY: a key that may change webhooks.')

const sentences = {
  'subname.issued': (name) => `Welcome, ${name}!`,
  'subname.transferred': (name) => `${name} has a new holder.`,
  'subname.revoked': (name) => `${name} is free again.`,
}

const maxBodyBytes = 100_000
/** A delivery may come more than once: the ids of the last ones. */
const delivered = new Set()

const server = createServer(async (request, response) => {
  try {
    await announce(
      await verifyWebhook({
        body: await readBody(request),
        headers: request.headers,
        secret: webhook.secret,
      }),
    )
    response.end()
  } catch (error) {
    // With a status of failure the service tries again, for days.
    response.writeHead(error instanceof WebhookVerificationError ? 400 : 503).end()
  }
}).listen(Number(PORT))

async function readBody(request) {
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > maxBodyBytes) throw new WebhookVerificationError('The body is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function announce({ id, message: { type, data } }) {
  const sentence = sentences[type]?.(data.name)
  if (!sentence || delivered.has(id)) return
  if (DISCORD_WEBHOOK_URL) await post(sentence)
  else process.stdout.write(`${sentence}\n`)
  delivered.add(id)
  if (delivered.size > 1000) delivered.delete(delivered.values().next().value)
}

async function post(content) {
  const response = await fetch(DISCORD_WEBHOOK_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    // Visitors choose names: none of them may mention a member of the channel.
    body: JSON.stringify({ content, allowed_mentions: { parse: [] } }),
  })
  if (!response.ok) throw new Error(`Discord responds with ${response.status}.`)
}

await once(server, 'listening')
const client = createClient({ url: BYNAME_URL, apiKey: BYNAME_API_KEY })
const webhook = await client.webhooks.create({
  url: BOT_URL ?? `http://localhost:${server.address().port}/`,
  types: Object.keys(sentences),
})
process.stdout.write('The bot listens.\n')

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    await client.webhooks.delete(webhook.id)
    server.close()
    server.closeAllConnections()
  })
